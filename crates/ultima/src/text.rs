//! Text of positions and moves, and what stands where.

use crate::field::Field;
use crate::{Kind, Move, Position, Rules};
use fairyring_game::{Game, PositionError, Text, Unit};
use fairyring_geometry::{Square, diagram};
use std::fmt::Write;

/// Names of the sides, for messages.
const SIDES: [&str; 2] = ["White", "Black"];

impl Text for Position {
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut position = Self::empty(rules);
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, no_progress, move_number] = fields[..] else {
            let reason = format!(
                "it has {} fields, not 4 separated by single blanks: board, side to move, no-progress count, move number",
                fields.len()
            );
            return Err(PositionError::new(text, vec![reason]));
        };
        let mut reasons = position.set_board(board);
        let board_is_read = reasons.is_empty();
        let to_move = match side {
            "w" => Some(0),
            "b" => Some(1),
            _ => {
                reasons.push(format!("the side to move is {side:?}, not w or b"));
                None
            }
        };
        let no_progress = number(no_progress, 0, "no-progress count", &mut reasons);
        let move_number = number(move_number, 1, "move number", &mut reasons);
        position.set_clock(to_move.unwrap_or(0), no_progress, move_number);
        if board_is_read {
            reasons.extend(position.faults(to_move.is_some()));
        }
        if reasons.is_empty() { Ok(position) } else { Err(PositionError::new(text, reasons)) }
    }

    fn text(&self, _over: bool) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.letter_on(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(letter) => {
                        push_empty(&mut text, &mut empty);
                        text.push(letter);
                    }
                }
            }
            push_empty(&mut text, &mut empty);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        let side = Self::seat_code(self.side());
        write!(text, "{side} {} {}", self.no_progress(), self.move_number()).expect("a string takes all text");
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        let squares = || Some((text.get(..2)?.parse().ok()?, text.get(2..)?.parse().ok()?));
        let (from, to) = squares()
            .ok_or("a move is two squares, a1 to h8, such as a2a5; the same square twice is a suicide".to_owned())?;
        Ok(Move { from, to })
    }

    fn move_text(&self, m: Move) -> String {
        format!("{}{}", m.from, m.to)
    }

    fn captures(&self, m: Move) -> Vec<String> {
        self.taken(m).map(|square| square.to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        let Some((kind, owner)) = self.unit_on(m.from) else {
            return format!("nothing stands on {}", m.from);
        };
        let name = kind.name();
        if owner != self.side() {
            return format!("the {name} on {} is the other side's", m.from);
        }
        let frozen = self.frozen(owner).has(m.from);
        match (m.is_suicide(), frozen) {
            (true, _) if kind == Kind::King => "a king cannot be taken off the board".to_owned(),
            (true, _) if !self.rules().suicide => "the rules of this game have no suicide".to_owned(),
            (true, false) => format!("the {name} on {} is not frozen, so it cannot be taken off the board", m.from),
            (false, true) => format!("the {name} on {} is frozen", m.from),
            (false, false) if !self.reaches(m) => format!("the {name} on {} does not move to {}", m.from, m.to),
            _ => "it would leave the own king in check".to_owned(),
        }
    }

    fn units(&self, out: &mut Vec<Unit>) {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::at(file, rank);
                if let (Some((_, owner)), Some(letter)) = (self.unit_on(square), self.letter_on(square)) {
                    out.push(Unit { x: file as i32, y: rank as i32, letter, owner, count: 1 });
                }
            }
        }
    }

    fn diagram(&self) -> String {
        diagram(8, 8, |file, rank| self.letter_on(Square::at(file, rank)).unwrap_or('.'))
    }
}

impl Position {
    /// The letter of the unit on a square: upper case for White, lower case for Black.
    fn letter_on(&self, square: Square) -> Option<char> {
        let (kind, side) = self.unit_on(square)?;
        Some(if side == 0 { kind.letter() } else { kind.letter().to_ascii_lowercase() })
    }

    /// Reads the board field onto an empty board; returns what is wrong with it.
    pub(crate) fn set_board(&mut self, board: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 8 {
            faults.push(format!("the board has {} ranks, not 8", ranks.len()));
        }
        for (rank, row) in (0..8).rev().zip(&ranks) {
            let mut file = 0;
            let mut after_digit = false;
            for letter in row.chars() {
                let digit = letter.to_digit(10);
                match digit {
                    Some(0 | 9) => faults.push(format!("rank {} has the digit {letter}", rank + 1)),
                    Some(_) if after_digit => faults.push(format!("rank {} has two digits in a row", rank + 1)),
                    _ => {}
                }
                after_digit = digit.is_some();
                if digit.is_none() {
                    match Kind::from_letter(letter.to_ascii_uppercase()) {
                        Some(kind) if file < 8 => {
                            self.put(Square::at(file, rank), kind, u8::from(letter.is_ascii_lowercase()));
                        }
                        Some(_) => {}
                        None => faults.push(format!("rank {} has {letter:?}, which is no unit", rank + 1)),
                    }
                }
                file = file.saturating_add(digit.unwrap_or(1));
            }
            if file != 8 {
                faults.push(format!("rank {} has {file} squares, not 8", rank + 1));
            }
        }
        faults
    }

    /// What makes this no position of the game. `side_known` says whether the side to move could be read.
    pub(crate) fn faults(&self, side_known: bool) -> Vec<String> {
        let mut faults = Vec::new();
        for side in [0, 1] {
            let kings = (self.units_of(side) & self.of_kind(Kind::King)).count();
            if kings != 1 {
                faults.push(format!("{} has {kings} kings, not 1", SIDES[side as usize]));
            }
        }
        let waiting = self.side() ^ 1;
        if side_known && faults.is_empty() && Field::seen_by(self, waiting).in_check() {
            faults.push(format!("{} is in check and not to move", SIDES[waiting as usize]));
        }
        faults
    }
}

/// Writes a run of empty squares and begins a new one.
fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.extend(char::from_digit(*empty, 10));
        *empty = 0;
    }
}

/// A whole number written without sign or leading zeros, from `least` up; otherwise `least` and a reason.
fn number(text: &str, least: u32, name: &str, reasons: &mut Vec<String>) -> u32 {
    match text.parse::<u32>() {
        Ok(number) if number >= least && number.to_string() == text => number,
        _ => {
            reasons.push(format!("the {name} is {text:?}, not a whole number from {least} to {}", u32::MAX));
            least
        }
    }
}
