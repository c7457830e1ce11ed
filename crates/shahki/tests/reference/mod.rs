//! A slow Shahki: an array of bytes and the sentences of the rules, one after another. It shares nothing with the crate
//! but the notation, and counts what occurred.

mod board;
mod moves;

use board::*;
use std::collections::{BTreeMap, HashMap};

const SEATS: [&str; 4] = ["wc", "wd", "bc", "bd"];
/// The options of a game.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) alternate: bool,
    pub(crate) resume: bool,
    pub(crate) mandatory: bool,
    pub(crate) no_progress: u32,
    pub(crate) max_plies: Option<u32>,
}

/// A game with its past.
#[derive(Clone)]
pub(crate) struct Game {
    options: Options,
    board: Board,
    seat: usize,
    rights: Vec<u8>,
    passed: Option<Cell>,
    mated: Option<usize>,
    no_progress: u32,
    number: u32,
    back: Option<usize>,
    seen: HashMap<String, u32>,
    pub(crate) over: Option<(&'static str, [u32; 2])>,
    pub(crate) events: BTreeMap<&'static str, u64>,
    /// How often each seat was passed over by a check.
    pub(crate) interrupted: [u32; 4],
    /// How often each seat has passed.
    pub(crate) passed_by: [u32; 4],
    /// The seats that played or were interrupted since the last double step.
    since_double: Vec<usize>,
    checks_in_a_row: u32,
    stalled: bool,
}

impl Game {
    pub(crate) fn new(text: &str, options: Options) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [[b'.'; 14]; 12];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut x = 0;
            let mut run = 0;
            for letter in rank.bytes().chain([b'/']) {
                if letter.is_ascii_digit() {
                    run = 10 * run + usize::from(letter - b'0');
                    continue;
                }
                x += run;
                run = 0;
                if letter != b'/' {
                    board[11 - row][x] = letter;
                    x += 1;
                }
            }
        }
        let seat_of = |text: &str| SEATS.iter().position(|&seat| seat == text);
        let mut game = Self {
            options,
            board,
            seat: seat_of(fields[1]).unwrap(),
            rights: if fields[2] == "-" { Vec::new() } else { fields[2].bytes().collect() },
            passed: if fields[3] == "-" { None } else { Some(cell(fields[3])) },
            mated: ["w", "b"].iter().position(|&mated| mated == fields[4]),
            no_progress: fields[5].parse().unwrap(),
            number: fields[6].parse().unwrap(),
            back: fields.get(7).and_then(|&text| seat_of(text)),
            seen: HashMap::new(),
            over: None,
            events: BTreeMap::new(),
            interrupted: [0; 4],
            passed_by: [0; 4],
            since_double: Vec::new(),
            checks_in_a_row: 0,
            stalled: false,
        };
        game.seen.insert(game.repeated_fields(), 1);
        game
    }

    fn note(&mut self, event: &'static str) {
        *self.events.entry(event).or_default() += 1;
    }

    pub(crate) fn text(&self) -> String {
        let mut ranks = Vec::new();
        for row in self.board.iter().enumerate().rev() {
            let mut rank = String::new();
            let mut run = 0;
            for x in 0..14 {
                let unit = at(&self.board, (x, row.0 as i32));
                if unit == b'.' {
                    run += 1;
                } else {
                    if run > 0 {
                        rank += &run.to_string();
                    }
                    run = 0;
                    rank.push(unit as char);
                }
            }
            if run > 0 {
                rank += &run.to_string();
            }
            ranks.push(rank);
        }
        let mut text = format!(
            "{} {} {} {} {} {} {}",
            ranks.join("/"),
            if self.over.is_some() { "-" } else { SEATS[self.seat] },
            if self.rights.is_empty() { "-".to_owned() } else { String::from_utf8(self.rights.clone()).unwrap() },
            self.passed.map_or("-".to_owned(), name),
            self.mated.map_or("-", |who| ["w", "b"][who]),
            self.no_progress,
            self.number,
        );
        if self.options.resume {
            text += " ";
            text += self.back.map_or("-", |seat| SEATS[seat]);
        }
        text
    }

    fn repeated_fields(&self) -> String {
        let text = self.text();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut kept = fields[..5].to_vec();
        kept.extend(&fields[7..]);
        kept.join(" ")
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let mut moves = self.moves_of(self.seat);
        moves.sort();
        moves
    }

    fn moves_of(&self, seat: usize) -> Vec<String> {
        if [0, 2].contains(&seat) { self.chess_moves(seat / 2) } else { self.draughts_moves(&self.board, seat / 2) }
    }

    fn king(board: &Board, who: usize) -> Option<Cell> {
        cells().find(|&from| at(board, from) == of(who, b'K'))
    }

    fn in_check(&self, who: usize) -> bool {
        self.mated.is_none() && Self::king(&self.board, who).is_some_and(|king| attacked(&self.board, king, 1 - who))
    }

    fn stuck(&self, who: usize) -> bool {
        let mut board = self.board;
        for from in cells().filter(|&from| is_chess_of(at(&self.board, from), who)) {
            set(&mut board, from, b'.');
        }
        self.draughts_moves(&self.board, who).is_empty() && self.draughts_moves(&board, who).is_empty()
    }

    fn has_draughts(&self, who: usize) -> bool {
        cells().any(|from| is_draughts_of(at(&self.board, from), who))
    }

    fn next(&self, seat: usize) -> usize {
        let order = if self.options.alternate { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        let place = order.iter().position(|&other| other == seat).unwrap();
        order[(place + 1) % 4]
    }

    pub(crate) fn play(&mut self, text: &str) {
        let mover = self.seat;
        let who = mover / 2;
        self.number += 1;
        self.no_progress += 1;
        if text.contains(':') {
            self.play_capture(who, text);
        } else {
            let letters: Vec<usize> =
                text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_lowercase()).map(|(n, _)| n).collect();
            let from = cell(&text[..letters[1]]);
            let to = cell(&text[letters[1]..letters.get(2).copied().unwrap_or(text.len())]);
            if is_draughts(at(&self.board, from)) {
                self.play_step(who, from, to);
            } else {
                self.play_chess(who, from, to, letters.get(2).map(|&n| text.as_bytes()[n]));
            }
        }
        self.since_double.push(mover);
        self.turn(mover);
        self.judge();
    }

    fn play_capture(&mut self, who: usize, text: &str) {
        let hop = self.captures(&self.board, who).into_iter().find(|hop| hop.text == text).unwrap();
        let from = cell(text.split(':').next().unwrap());
        let man = at(&self.board, from) == of(who, b'M');
        set(&mut self.board, from, b'.');
        for &victim in &hop.jumped {
            set(&mut self.board, victim, b'.');
        }
        set(&mut self.board, hop.end, of(who, if hop.king { b'D' } else { b'M' }));
        self.no_progress = 0;
        self.note(["capture by White's draughts", "capture by Black's draughts"][who]);
        if hop.jumped.len() > 1 {
            self.note("chain of two");
        }
        if hop.jumped.len() > 2 {
            self.note("chain of three");
        }
        if hop.may_go_on {
            self.note("chain stopped before its end");
        }
        if man && hop.king {
            self.note("man crowned by a capture");
            let crowned = text.split(':').skip(1).position(|landing| cell(landing).0 == if who == 0 { 13 } else { 0 });
            if crowned.unwrap() + 1 < hop.jumped.len() {
                self.note("man crowned in the middle of a chain");
            }
        }
        if !man {
            self.note("capture by a draughts king");
        }
        if from == hop.end {
            self.note("chain back to its first cell");
        }
    }

    fn play_step(&mut self, who: usize, from: Cell, to: Cell) {
        let mut unit = at(&self.board, from);
        set(&mut self.board, from, b'.');
        if unit == of(who, b'M') {
            self.no_progress = 0;
            if to.0 == if who == 0 { 13 } else { 0 } {
                unit = of(who, b'D');
                self.note(["man crowned by a step, White", "man crowned by a step, Black"][who]);
            }
        } else {
            self.note("step of a draughts king");
        }
        if self.passed == Some(to) {
            self.note("draughts unit on the en passant cell");
        }
        set(&mut self.board, to, unit);
    }

    fn play_chess(&mut self, who: usize, from: Cell, to: Cell, promotion: Option<u8>) {
        let unit = at(&self.board, from);
        let home = if who == 0 { 0 } else { 11 };
        let castles = unit == of(who, b'K') && (from.0 - to.0).abs() > 1;
        let empty = at(&self.board, to) == b'.';
        let (board, taken) = self.after_chess(who, from, to, promotion);
        self.board = board;
        if castles {
            let (corner, beside) = if to.0 > from.0 { (10, 8) } else { (3, 5) };
            set(&mut self.board, (corner, home), b'.');
            set(&mut self.board, (beside, home), of(who, b'R'));
            self.note(if to.0 > from.0 { "short castling" } else { "long castling" });
        }
        if taken || unit == of(who, b'P') {
            self.no_progress = 0;
        }
        if taken && empty {
            self.note("capture en passant");
            if self.since_double.iter().any(|seat| seat % 2 == 1) {
                self.note("capture en passant across a draughts move");
            }
            if self.since_double.iter().filter(|&&seat| seat == 2 * (1 - who)).count() > 0 {
                self.note("capture en passant across an answer to a check");
            }
        }
        if let Some(letter) = promotion {
            self.note(match letter {
                b'q' => "promotion to a queen",
                b'r' => "promotion to a rook",
                b'b' => "promotion to a bishop",
                _ => "promotion to a knight",
            });
            if self.mated.is_some() {
                self.note("promotion after a mate");
            }
        }
        // The capture was open to the enemy seat at its next turn, and of the pawn that stands there.
        if let Some(passed) = self.passed {
            let owner = usize::from(passed.1 == 9);
            let pawn = (passed.0, passed.1 + if owner == 0 { 1 } else { -1 });
            if owner != who {
                self.passed = None;
            } else if from == pawn {
                self.passed = None;
                self.note("en passant ended by the pawn moving on");
            } else {
                self.note("en passant open after another move of its seat");
            }
        }
        if unit == of(who, b'P') && (from.1 - to.1).abs() == 2 {
            if self.mated.is_none() {
                if self.passed.is_some() {
                    self.note("en passant ended by another double step");
                }
                self.passed = Some((from.0, i32::midpoint(from.1, to.1)));
                self.since_double.clear();
                self.since_double.push(9);
            } else {
                self.note("double step after a mate");
            }
        }
        for (x, rights) in [(3, "Q"), (7, "KQ"), (10, "K")] {
            for side in 0..2 {
                let place = (x, if side == 0 { 0 } else { 11 });
                if from == place || to == place {
                    self.rights.retain(|right| !rights.bytes().any(|lost| of(side, lost) == *right));
                }
            }
        }
    }

    /// Whose turn it is after a move of `mover`.
    fn turn(&mut self, mover: usize) {
        if self.since_double.first() == Some(&9) {
            self.since_double.clear();
        }
        let mut after = mover;
        let mut next = self.back.take().unwrap_or(self.next(mover));
        loop {
            let checked: Vec<usize> = (0..2).filter(|&who| self.in_check(who)).map(|who| 2 * who).collect();
            if checked.is_empty() {
                break;
            }
            let mut seat = self.next(after);
            while !checked.contains(&seat) {
                seat = self.next(seat);
            }
            self.note("check");
            self.checks_in_a_row += 1;
            if self.checks_in_a_row > 1 {
                self.note("check answered by a check");
            }
            if checked.len() > 1 {
                self.note("both kings exposed");
            }
            if mover % 2 == 1 {
                self.note("check by a draughts move");
                if seat / 2 == mover / 2 {
                    self.note("own king exposed by a draughts move");
                }
            }
            if seat != next {
                self.note("seat skipped by a check");
                self.interrupted[next] += 1;
                if self.options.resume {
                    self.back = Some(next);
                }
            }
            self.seat = seat;
            if !self.moves_of(seat).is_empty() {
                return;
            }
            if !self.mate(seat / 2) {
                self.back = None;
                return;
            }
            after = seat;
            next = self.back.take().unwrap_or(self.next(seat));
        }
        self.checks_in_a_row = 0;
        let mut passes = 0;
        while passes < 4 {
            self.seat = next;
            if !self.moves_of(next).is_empty() {
                return;
            }
            passes += 1;
            if self.mated != Some(next / 2) || next % 2 == 1 {
                self.note(if [0, 2].contains(&next) { "pass of a chess seat" } else { "pass of a draughts seat" });
                self.passed_by[next] += 1;
            }
            if [0, 2].contains(&next) && self.passed.is_some_and(|passed| (passed.1 == 9) == (next == 0)) {
                self.passed = None;
                self.note("en passant ended by a pass");
            }
            next = self.next(next);
        }
        self.stalled = true;
    }

    /// Says whether the game goes on.
    fn mate(&mut self, who: usize) -> bool {
        self.mated = Some(who);
        self.passed = None;
        self.rights.clear();
        if self.has_draughts(0) && self.has_draughts(1) {
            self.note("mate with change of colour");
            for from in cells() {
                let unit = at(&self.board, from);
                if is_chess_of(unit, who) {
                    set(&mut self.board, from, of(1 - who, unit));
                }
            }
            true
        } else {
            self.note("mate that ends the game at once");
            false
        }
    }

    fn finish(&mut self, reason: &'static str) {
        let mut points = [0, 0];
        if let Some(who) = self.mated {
            points[1 - who] += 1;
        }
        for who in 0..2 {
            if self.stuck(who) {
                points[1 - who] += 1;
                self.note("point for stuck draughts");
                if self.has_draughts(who) {
                    self.note("point for draughts stuck on the board");
                }
            } else if self.draughts_moves(&self.board, who).is_empty() {
                self.note("no point: blocked by own chess units alone");
            }
        }
        self.over = Some((reason, points));
    }

    fn judge(&mut self) {
        let times = *self.seen.entry(self.repeated_fields()).and_modify(|times| *times += 1).or_insert(1);
        let mate = self.mated.is_some() && (self.stuck(0) || self.stuck(1));
        let ends = [
            (mate, "mate", "end: mate"),
            (self.stalled, "pass", "end: pass"),
            (self.no_progress >= self.options.no_progress, "no_progress", "end: no_progress"),
            (self.options.max_plies.is_some_and(|limit| self.number > limit), "max_plies", "end: max_plies"),
            (times >= 3, "repetition", "end: repetition"),
        ];
        if let Some((_, reason, event)) = ends.into_iter().find(|end| end.0) {
            self.finish(reason);
            self.note(event);
        }
    }
}
