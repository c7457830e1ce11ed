//! A slow Shahki: an array of bytes and the sentences of the rules, one after another. It shares nothing with the crate
//! but the notation, and counts what occurred.

use std::collections::{BTreeMap, HashMap};

const SEATS: [&str; 4] = ["wc", "wd", "bc", "bd"];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

type Cell = (i32, i32);
type Board = [[u8; 14]; 12];

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
    /// The seats that played or were interrupted since the last double step.
    since_double: Vec<usize>,
    checks_in_a_row: u32,
    stalled: bool,
}

/// A draughts capture as it grows.
#[derive(Clone)]
struct Hop {
    text: String,
    end: Cell,
    king: bool,
    jumped: Vec<Cell>,
    may_go_on: bool,
}

fn exists((x, y): Cell) -> bool {
    (0..14).contains(&x) && (0..12).contains(&y) && !([0, 1, 2, 11, 12, 13].contains(&x) && [0, 1, 10, 11].contains(&y))
}

fn name((x, y): Cell) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

fn cell(name: &str) -> Cell {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

fn at(board: &Board, (x, y): Cell) -> u8 {
    if exists((x, y)) { board[y as usize][x as usize] } else { b'-' }
}

fn set(board: &mut Board, (x, y): Cell, unit: u8) {
    board[y as usize][x as usize] = unit;
}

fn plus((x, y): Cell, (dx, dy): (i32, i32)) -> Cell {
    (x + dx, y + dy)
}

fn colour(unit: u8) -> Option<usize> {
    if unit.is_ascii_uppercase() {
        Some(0)
    } else if unit.is_ascii_lowercase() {
        Some(1)
    } else {
        None
    }
}

fn is_draughts(unit: u8) -> bool {
    b"MmDd".contains(&unit)
}

fn is_chess_of(unit: u8, who: usize) -> bool {
    colour(unit) == Some(who) && !is_draughts(unit)
}

fn is_draughts_of(unit: u8, who: usize) -> bool {
    colour(unit) == Some(who) && is_draughts(unit)
}

fn of(who: usize, letter: u8) -> u8 {
    if who == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..12).flat_map(|y| (0..14).map(move |x| (x, y))).filter(|&cell| exists(cell))
}

/// The cells a chess unit attacks.
fn attacks(board: &Board, from: Cell) -> Vec<Cell> {
    let unit = at(board, from);
    let up = if colour(unit) == Some(0) { 1 } else { -1 };
    let (steps, far): (Vec<(i32, i32)>, bool) = match unit.to_ascii_uppercase() {
        b'P' => (vec![(-1, up), (1, up)], false),
        b'N' => (KNIGHT.to_vec(), false),
        b'B' => (BISHOP.to_vec(), true),
        b'R' => (ROOK.to_vec(), true),
        b'Q' => ([BISHOP, ROOK].concat(), true),
        _ => ([BISHOP, ROOK].concat(), false),
    };
    let mut found = Vec::new();
    for step in steps {
        let mut to = plus(from, step);
        while exists(to) {
            found.push(to);
            if !far || at(board, to) != b'.' {
                break;
            }
            to = plus(to, step);
        }
    }
    found
}

fn attacked(board: &Board, target: Cell, by: usize) -> bool {
    cells().filter(|&from| is_chess_of(at(board, from), by)).any(|from| attacks(board, from).contains(&target))
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
        if seat % 2 == 0 { self.chess_moves(seat / 2) } else { self.draughts_moves(&self.board, seat / 2) }
    }

    fn king(board: &Board, who: usize) -> Option<Cell> {
        cells().find(|&from| at(board, from) == of(who, b'K'))
    }

    fn in_check(&self, who: usize) -> bool {
        self.mated.is_none() && Self::king(&self.board, who).is_some_and(|king| attacked(&self.board, king, 1 - who))
    }

    /// The board after a chess move that is no castling, and the unit taken.
    fn after_chess(&self, who: usize, from: Cell, to: Cell, promotion: Option<u8>) -> (Board, bool) {
        let mut board = self.board;
        let unit = at(&board, from);
        let mut taken = at(&board, to) != b'.';
        if unit == of(who, b'P') && from.0 != to.0 && !taken {
            set(&mut board, (to.0, from.1), b'.');
            taken = true;
        }
        set(&mut board, from, b'.');
        set(&mut board, to, promotion.map_or(unit, |letter| of(who, letter)));
        (board, taken)
    }

    fn chess_moves(&self, who: usize) -> Vec<String> {
        if self.mated == Some(who) {
            return Vec::new();
        }
        let board = &self.board;
        let up = if who == 0 { 1 } else { -1 };
        let (second, last) = if who == 0 { (1, 11) } else { (10, 0) };
        let mut pseudo = Vec::new();
        for from in cells().filter(|&from| is_chess_of(at(board, from), who)) {
            if at(board, from) != of(who, b'P') {
                for to in attacks(board, from) {
                    if at(board, to) == b'.' || is_chess_of(at(board, to), 1 - who) {
                        pseudo.push((from, to));
                    }
                }
                continue;
            }
            let one = plus(from, (0, up));
            if at(board, one) == b'.' {
                pseudo.push((from, one));
                let two = plus(one, (0, up));
                if from.1 == second && at(board, two) == b'.' {
                    pseudo.push((from, two));
                }
            }
            for to in attacks(board, from) {
                let open = self.passed == Some(to) && at(board, to) == b'.' && (to.1 == 9) == (who == 0);
                if is_chess_of(at(board, to), 1 - who) || open {
                    pseudo.push((from, to));
                }
            }
        }
        let mut moves = Vec::new();
        for (from, to) in pseudo {
            let (after, _) = self.after_chess(who, from, to, None);
            let exposed = self.mated.is_none() && attacked(&after, Self::king(&after, who).unwrap(), 1 - who);
            if exposed {
                continue;
            }
            if at(board, from) == of(who, b'P') && to.1 == last {
                moves.extend(["q", "r", "b", "n"].map(|letter| name(from) + &name(to) + letter));
            } else {
                moves.push(name(from) + &name(to));
            }
        }
        let y = if who == 0 { 0 } else { 11 };
        for (right, between, walked, target) in [(b'K', 8..=9, 7..=10, 9), (b'Q', 4..=6, 3..=7, 4)] {
            let open = self.rights.contains(&of(who, right)) && between.clone().all(|x| at(board, (x, y)) == b'.');
            if open && walked.clone().all(|x| !attacked(board, (x, y), 1 - who)) {
                moves.push(name((7, y)) + &name((target, y)));
            }
        }
        moves
    }

    /// The captures of a unit, each prefix of a chain for itself.
    fn hops(&self, board: &Board, who: usize, hop: &Hop, found: &mut Vec<Hop>) -> bool {
        let mut any = false;
        let far = if who == 0 { 13 } else { 0 };
        for step in BISHOP {
            let mut victim = plus(hop.end, step);
            while hop.king && at(board, victim) == b'.' {
                victim = plus(victim, step);
            }
            if !is_draughts_of(at(board, victim), 1 - who) || hop.jumped.contains(&victim) {
                continue;
            }
            let mut landing = plus(victim, step);
            while at(board, landing) == b'.' {
                any = true;
                let mut next = hop.clone();
                next.text += ":";
                next.text += &name(landing);
                next.end = landing;
                next.jumped.push(victim);
                next.king |= landing.0 == far;
                let place = found.len();
                found.push(next.clone());
                let more = self.hops(board, who, &next, found);
                found[place].may_go_on = more;
                if !hop.king {
                    break;
                }
                landing = plus(landing, step);
            }
        }
        any
    }

    fn captures(&self, board: &Board, who: usize) -> Vec<Hop> {
        let mut found = Vec::new();
        for from in cells().filter(|&from| is_draughts_of(at(board, from), who)) {
            let mut lifted = *board;
            set(&mut lifted, from, b'.');
            let king = at(board, from) == of(who, b'D');
            let jumped = Vec::new();
            let hop = Hop { text: name(from), end: from, king, jumped, may_go_on: false };
            self.hops(&lifted, who, &hop, &mut found);
        }
        found
    }

    fn draughts_moves(&self, board: &Board, who: usize) -> Vec<String> {
        let captures = self.captures(board, who);
        if self.options.mandatory && !captures.is_empty() {
            return captures.into_iter().filter(|hop| !hop.may_go_on).map(|hop| hop.text).collect();
        }
        let mut moves: Vec<String> = captures.into_iter().map(|hop| hop.text).collect();
        for from in cells().filter(|&from| is_draughts_of(at(board, from), who)) {
            let king = at(board, from) == of(who, b'D');
            for step in BISHOP {
                let forward = step.0 == if who == 0 { 1 } else { -1 };
                let mut to = plus(from, step);
                while (king || forward) && at(board, to) == b'.' {
                    moves.push(name(from) + &name(to));
                    if !king {
                        break;
                    }
                    to = plus(to, step);
                }
            }
        }
        moves
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
                self.note(if next % 2 == 0 { "pass of a chess seat" } else { "pass of a draughts seat" });
            }
            if next % 2 == 0 && self.passed.is_some_and(|passed| (passed.1 == 9) == (next == 0)) {
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
