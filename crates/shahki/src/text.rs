//! Positions and moves as text, and what stands where.

use crate::chess::en_passant_pawn;
use crate::moves::{Chain, LONGEST_CHAIN, Move};
use crate::position::{castling_bit, chess_seat, is_chess_seat, team_of};
use crate::{Kind, Position, Rules};
use fairyring_game::{Game, PositionError, Seat, Team, Text, Unit};
use fairyring_geometry::{CrossCell, CrossSet, diagram};

const COLOURS: [&str; 2] = ["White", "Black"];
const RIGHTS: &str = "KQkq";

impl Text for Position {
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut reader = Reader { position: Self::empty(rules), reasons: Vec::new() };
        reader.read(text);
        if reader.reasons.is_empty() && reader.position.text(false) != text {
            reader.reasons.push(format!("it must be written {:?}", reader.position.text(false)));
        }
        if reader.reasons.is_empty() { Ok(reader.position) } else { Err(PositionError::new(text, reader.reasons)) }
    }

    fn text(&self, over: bool) -> String {
        let seat = |seat: Option<Seat>| seat.map_or("-", Self::seat_code);
        let rights: String =
            RIGHTS.chars().enumerate().filter(|(bit, _)| self.castling >> bit & 1 != 0).map(|(_, c)| c).collect();
        let mut text = format!(
            "{} {} {} {} {} {} {}",
            self.board_text(),
            seat((!over).then_some(self.seat)),
            if rights.is_empty() { "-" } else { &rights },
            self.en_passant.map_or("-".to_owned(), |cell| cell.to_string()),
            self.mated.map_or("-", |team| ["w", "b"][team as usize]),
            self.no_progress,
            self.move_number
        );
        if self.shows_back() {
            text += " ";
            text += seat(self.back);
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        let bad = || format!("{text:?} is no move; moves are written d2d4, e11d12q, c4d5 or c4:e6:g8");
        let (from, rest) = split_cell(text).ok_or_else(bad)?;
        let from: CrossCell = from.parse()?;
        if rest.starts_with(':') {
            let mut chain = Chain::new(from);
            for landing in rest.split(':').skip(1) {
                if !chain.push(landing.parse()?) {
                    return Err(format!("a capture jumps at most {LONGEST_CHAIN} units"));
                }
            }
            return Ok(Move::Capture(chain));
        }
        let (to, rest) = split_cell(rest).ok_or_else(bad)?;
        let to: CrossCell = to.parse()?;
        let promotion = match rest {
            "" => None,
            "q" => Some(Kind::Queen),
            "r" => Some(Kind::Rook),
            "b" => Some(Kind::Bishop),
            "n" => Some(Kind::Knight),
            _ => return Err(bad()),
        };
        Ok(Move::Plain { from, to, promotion })
    }

    fn move_text(&self, m: Move) -> String {
        match m {
            Move::Plain { from, to, promotion } => {
                format!("{from}{to}{}", promotion.map_or(String::new(), |kind| kind.letter(1).to_string()))
            }
            Move::Capture(chain) => format!("{chain:?}"),
        }
    }

    fn captures(&self, m: Move) -> Vec<String> {
        let taken = match m {
            Move::Capture(chain) => self.jumped(&chain).unwrap_or_default(),
            Move::Plain { from, to, .. } => self.taken_by_chess(from, to).into_iter().collect(),
        };
        taken.map(|cell| cell.to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        let (seat, from) = (self.seat, m.from());
        let Some((team, kind)) = self.unit_at(from) else { return format!("no unit stands on {from}") };
        let owner = if kind.is_draughts() { 2 * team + 1 } else { 2 * team };
        if owner != seat {
            let (word, code) = (kind.word(), Self::seat_code(owner));
            return format!("the {word} on {from} belongs to {code}");
        }
        if self.in_check(team) && is_chess_seat(seat) {
            return "it is not a legal move of that unit, or leaves its king in check".to_owned();
        }
        match m {
            _ if is_chess_seat(seat) => "it is not a legal move of that unit, or exposes its king".to_owned(),
            Move::Plain { .. } if self.rules.mandatory_capture && !self.capturing(team).is_empty() => {
                "a draughts seat that can capture must".to_owned()
            }
            Move::Plain { .. } => format!("the {} on {from} cannot step there", kind.word()),
            Move::Capture(chain) if self.jumped(&chain).is_none() || !self.rules.mandatory_capture => {
                format!("the {} on {from} cannot capture like that", kind.word())
            }
            Move::Capture(_) => "no such capture, or it must be finished".to_owned(),
        }
    }

    fn units(&self, out: &mut Vec<Unit>) {
        for y in (0..CrossCell::RANKS).rev() {
            for cell in CrossSet::rank(y) {
                if let Some((owner, kind)) = self.unit_at(cell) {
                    let (x, y) = (cell.x() as i32, cell.y() as i32);
                    out.push(Unit { x, y, letter: kind.letter(owner), owner, count: 1 });
                }
            }
        }
    }

    fn diagram(&self) -> String {
        diagram(CrossCell::FILES, CrossCell::RANKS, |x, y| {
            CrossCell::at(x, y).map_or(' ', |cell| self.unit_at(cell).map_or('.', |(team, kind)| kind.letter(team)))
        })
    }
}

/// The seat of a code.
fn seat_of(code: &str) -> Option<Seat> {
    Position::SEATS.iter().position(|&seat| seat == code).map(|seat| seat as Seat)
}

/// Splits a cell's name, a letter and the digits after it, off the front.
fn split_cell(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(text.split_at(text.len() - rest.len()))
}

impl Position {
    /// The 12 ranks of the text, from 12 down.
    fn board_text(&self) -> String {
        let rank = |y: u32| {
            let mut text = String::new();
            let mut empty = 0;
            for x in 0..CrossCell::FILES {
                let letter = match CrossCell::at(x, y) {
                    None => Some('-'),
                    Some(cell) => self.unit_at(cell).map(|(team, kind)| kind.letter(team)),
                };
                let Some(letter) = letter else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        };
        (0..CrossCell::RANKS).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    /// The unit a plain move takes.
    pub(crate) fn taken_by_chess(&self, from: CrossCell, to: CrossCell) -> Option<CrossCell> {
        if self.unit_at(to).is_some() {
            return Some(to);
        }
        let passing = self.pawns.has(from) && from.x() != to.x();
        if passing { CrossCell::at(to.x(), from.y()) } else { None }
    }
}

/// Reads a position and collects what is wrong.
struct Reader {
    position: Position,
    reasons: Vec<String>,
}

impl Reader {
    fn refuse(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }

    fn read(&mut self, text: &str) {
        let fields: Vec<&str> = text.split(' ').collect();
        let wanted = 7 + usize::from(self.position.shows_back());
        if fields.len() != wanted {
            let last = if wanted == 8 { ", move number, seat to go back to" } else { ", move number" };
            self.refuse(format!(
                "it has {} fields, not {wanted}: board, seat to move, castling rights, en passant cell, mated colour, \
                 no-progress count{last}",
                fields.len()
            ));
            return;
        }
        self.board(fields[0]);
        let board_reads = self.reasons.is_empty();
        self.castling(fields[2], board_reads);
        self.en_passant(fields[3], board_reads);
        self.mated(fields[4]);
        if let Some(count) = self.number(fields[5], "no-progress count", 0) {
            self.position.no_progress = count;
        }
        if let Some(number) = self.number(fields[6], "move number", 1) {
            self.position.move_number = number;
        }
        match seat_of(fields[1]) {
            Some(seat) => self.position.set_seat(seat),
            None if fields[1] == "-" => self.refuse("the game is over; a position with a seat to move is needed"),
            None => self.refuse(format!("seat to move {:?} is none of wc, wd, bc, bd", fields[1])),
        }
        if let Some(&back) = fields.get(7)
            && back != "-"
        {
            match seat_of(back) {
                Some(seat) => self.position.set_back(Some(seat)),
                None => self.refuse(format!("seat to go back to {back:?} is none of wc, wd, bc, bd, -")),
            }
        }
        if board_reads {
            self.units();
        }
        if self.reasons.is_empty() {
            self.turn();
        }
    }

    fn board(&mut self, text: &str) {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != CrossCell::RANKS as usize {
            self.refuse(format!("the board has {} ranks, not 12", ranks.len()));
            return;
        }
        for (y, rank) in (0..CrossCell::RANKS).rev().zip(ranks) {
            if let Err(reason) = self.rank(y, rank) {
                self.refuse(format!("rank {}: {reason}", y + 1));
            }
        }
    }

    fn rank(&mut self, y: u32, text: &str) -> Result<(), String> {
        let mut x = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            if letter.is_ascii_digit() {
                let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &rest[..rest.len() - after.len()];
                let run = digits.parse::<u32>().ok().filter(|run| (1..=CrossCell::FILES).contains(run));
                let run = run.ok_or_else(|| format!("{digits:?} is no run of 1 to 14 empty cells"))?;
                if let Some(missing) = (x..x + run).find(|&x| CrossCell::at(x, y).is_none()) {
                    return Err(match missing {
                        14.. => "it is longer than 14 files".to_owned(),
                        _ => format!("column {} is no cell and is written -", missing + 1),
                    });
                }
                x += run;
                rest = after;
                continue;
            }
            match (CrossCell::at(x, y), Kind::of_letter(letter)) {
                _ if x >= CrossCell::FILES => return Err("it is longer than 14 files".to_owned()),
                (None, _) if letter == '-' => {}
                (None, _) => return Err(format!("column {} is no cell and is written -, not {letter:?}", x + 1)),
                (Some(cell), Some((team, kind))) => self.position.toggle(team, kind, cell),
                (Some(_), None) => return Err(format!("{letter:?} is no unit")),
            }
            x += 1;
            rest = &rest[letter.len_utf8()..];
        }
        if x == CrossCell::FILES { Ok(()) } else { Err(format!("it has {x} files, not 14")) }
    }

    /// A number of `least` to 999,999,999 without leading zeros.
    fn number(&mut self, text: &str, what: &str, least: u32) -> Option<u32> {
        let number = text.parse::<u32>().ok().filter(|n| (least..1_000_000_000).contains(n) && n.to_string() == text);
        if number.is_none() {
            self.refuse(format!("{what} {text:?} is no whole number from {least} to 999999999"));
        }
        number
    }

    fn castling(&mut self, text: &str, board_reads: bool) {
        if text == "-" {
            return;
        }
        let mut rights = 0;
        for letter in text.chars() {
            match RIGHTS.find(letter) {
                Some(bit) if rights >> bit == 0 => rights |= 1 << bit,
                _ => {
                    return self
                        .refuse(format!("castling rights {text:?} are not letters of KQkq in this order, or -"));
                }
            }
        }
        if text.is_empty() {
            return self.refuse("castling rights are missing; none is written -");
        }
        self.position.set_castling(rights);
        for (team, short) in [(0, true), (0, false), (1, true), (1, false)] {
            let y = if team == 0 { 0 } else { CrossCell::RANKS - 1 };
            let stands = |x: u32, kind: Kind| {
                CrossCell::at(x, y).is_some_and(|cell| self.position.unit_at(cell) == Some((team, kind)))
            };
            let home = stands(7, Kind::King) && stands(if short { 10 } else { 3 }, Kind::Rook);
            if board_reads && rights & castling_bit(team, short) != 0 && !home {
                let (colour, side) = (COLOURS[team as usize], if short { "short" } else { "long" });
                self.refuse(format!("{colour} cannot castle {side}: king or rook is not at home"));
            }
        }
    }

    fn en_passant(&mut self, text: &str, board_reads: bool) {
        if text == "-" {
            return;
        }
        let cell = match text.parse::<CrossCell>() {
            Ok(cell) if matches!(cell.y(), 2 | 9) && (3..=10).contains(&cell.x()) => cell,
            Ok(_) => return self.refuse(format!("en passant cell {text} is not on d3 to k3 or d10 to k10")),
            Err(reason) => return self.refuse(format!("en passant cell: {reason}")),
        };
        let (team, pawn) = en_passant_pawn(cell);
        if board_reads && pawn.and_then(|pawn| self.position.unit_at(pawn)) != Some((team, Kind::Pawn)) {
            self.refuse(format!("no pawn of {} has passed {cell}", COLOURS[team as usize]));
        }
        self.position.set_en_passant(Some(cell));
    }

    fn mated(&mut self, text: &str) {
        match text {
            "-" => {}
            "w" => self.position.set_mated(0),
            "b" => self.position.set_mated(1),
            _ => self.refuse(format!("mated colour {text:?} is none of w, b, -")),
        }
    }

    /// What the units cannot be.
    fn units(&mut self) {
        let position = self.position.clone();
        for team in [0, 1] {
            let colour = COLOURS[team as usize];
            let draughts = position.draughts(team);
            if draughts.count() as usize > LONGEST_CHAIN {
                self.refuse(format!("{colour} has {} draughts units, more than 12", draughts.count()));
            }
            if let Some(light) = draughts.into_iter().find(|cell| !cell.is_dark()) {
                self.refuse(format!("the draughts unit of {colour} on {light} is not on a dark cell"));
            }
            let far_file = if team == 0 { 13 } else { 0 };
            if let Some(man) = (position.cells_of(team, Kind::Man) & CrossSet::file(far_file)).first() {
                self.refuse(format!("the man of {colour} on {man} would be a king"));
            }
            let kings = position.cells_of(team, Kind::King).count();
            let (wanted, when) = match position.mated {
                None => (1, "as long as nobody is mated"),
                Some(mated) if mated == team => (0, "for its chess units changed colour"),
                Some(_) => (2, "for the mated colour's changed sides"),
            };
            if kings != wanted {
                self.refuse(format!("{colour} has {kings} chess kings, not {wanted} {when}"));
            }
            if position.mated == Some(team) && !position.chess[team as usize].is_empty() && kings == 0 {
                self.refuse(format!("{colour} is mated and still has chess units"));
            }
        }
        let [white, black] = [0, 1].map(|team| position.cells_of(team, Kind::King).first());
        if let (None, Some(white), Some(black)) = (position.mated, white, black)
            && white.king_steps().has(black)
        {
            self.refuse(format!("the chess kings stand side by side on {white} and {black}"));
        }
        if let Some(pawn) = (position.pawns & (CrossSet::rank(0) | CrossSet::rank(11))).first() {
            self.refuse(format!("a pawn stands on {pawn}, on the first or last rank"));
        }
        if position.mated.is_some() && (position.castling != 0 || position.en_passant.is_some()) {
            self.refuse("castling rights and en passant end with a mate");
        }
    }

    /// What the turn cannot be; the units and fields are right.
    fn turn(&mut self) {
        let position = self.position.clone();
        let seat = position.seat;
        let code = Position::seat_code(seat);
        let checked: Vec<Team> = [0, 1].into_iter().filter(|&team| position.in_check(team)).collect();
        let answers = is_chess_seat(seat) && checked.contains(&team_of(seat));
        if !checked.is_empty() && !answers {
            let codes: Vec<_> = checked.iter().map(|&team| Position::seat_code(chess_seat(team))).collect();
            self.refuse(format!("{} is in check and must answer before {code} moves", codes.join(" or ")));
        }
        if let Some(back) = position.back
            && (!answers || back == seat)
        {
            self.refuse(format!("no turn of {} is skipped: {code} answers no check", Position::seat_code(back)));
        }
        if !position.can_move(seat) {
            self.refuse(format!("{code} has no legal move"));
        }
        if let Some(reason) = position.end_reason(1) {
            self.refuse(format!("the game is over ({})", Position::REASONS[reason as usize]));
        }
    }
}
