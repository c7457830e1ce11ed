//! Reading and writing the fields of a FEN, with every reason for a refusal. Each reader pushes what is wrong to
//! `reasons` and returns a value that lets the others go on.
//!
//! A field is accepted only as it is written here, so what can be read is written back the same.

use crate::attacks::{backward, forward, rank};
use crate::{Board, Machine, Magic, Move, Role, Setup, Side};
use fairyring_game::Unit;
use fairyring_geometry::Square;

/// The fields of a text: exactly `names.len()` of them, parted by single blanks. Fields that are missing come as `None`.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N], reasons: &mut Vec<String>) -> [Option<&'a str>; N] {
    let mut parts = text.split(' ');
    let found = parts.clone().count();
    if found != N {
        reasons.push(format!("{N} fields parted by single blanks are expected ({}), not {found}", names.join(", ")));
    }
    std::array::from_fn(|_| parts.next())
}

/// The board field. `own` lists letters of the game's own units; the squares of each are returned in its order, and lie in
/// no word of the board.
pub fn board<const N: usize>(field: &str, own: [char; N], reasons: &mut Vec<String>) -> (Board, [u64; N]) {
    let mut board = Board::default();
    let mut others = [0; N];
    let rows = field.split('/').count();
    if rows != 8 {
        reasons.push(format!("the board has {rows} ranks, not 8"));
    }
    for (row, text) in field.split('/').take(8).enumerate() {
        let number = 8 - row;
        let mut file = 0;
        let mut after_digit = false;
        for letter in text.chars() {
            if let Some(gap @ 1..=8) = letter.to_digit(10) {
                if after_digit {
                    reasons.push(format!("rank {number} has two numbers in a row"));
                }
                after_digit = true;
                file += gap;
                continue;
            }
            after_digit = false;
            let square = Square::at(file.min(7), 7 - row as u32);
            let role = Role::of_letter(letter.to_ascii_lowercase());
            if file >= 8 {
                // Counted below; more than eight squares cannot be placed.
            } else if let Some(n) = own.iter().position(|&other| other == letter) {
                others[n] |= 1 << square.index();
            } else if let Some(role) = role {
                board.put(square, if letter.is_ascii_uppercase() { Side::White } else { Side::Black }, role);
            } else {
                reasons.push(format!("{letter:?} in rank {number} is no unit"));
            }
            file += 1;
        }
        if file != 8 {
            reasons.push(format!("rank {number} has {file} squares, not 8"));
        }
    }
    (board, others)
}

/// The side field.
pub fn side(field: &str, reasons: &mut Vec<String>) -> Side {
    match field {
        "w" => Side::White,
        "b" => Side::Black,
        _ => {
            reasons.push(format!("the side to move is w or b, not {field:?}"));
            Side::White
        }
    }
}

/// Letters of the castling rights with side, rook's home and king's home, in the order of the field.
const RIGHTS: [(char, Side, Square, Square); 4] = [
    ('K', Side::White, Square::at(7, 0), Square::at(4, 0)),
    ('Q', Side::White, Square::at(0, 0), Square::at(4, 0)),
    ('k', Side::Black, Square::at(7, 7), Square::at(4, 7)),
    ('q', Side::Black, Square::at(0, 7), Square::at(4, 7)),
];

/// The castling field; sets the rights on the board, of which each needs its king and rook at home.
pub fn castling(field: &str, board: &mut Board, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    let known: Vec<_> = field.chars().map(|letter| RIGHTS.iter().position(|right| right.0 == letter)).collect();
    let ordered = known.is_sorted_by(|a, b| a < b) && known.first().is_some_and(Option::is_some);
    if !ordered {
        reasons.push(format!("castling rights are - or some of KQkq in this order, not {field:?}"));
        return;
    }
    for (letter, owner, corner, home) in known.into_iter().flatten().map(|n| RIGHTS[n]) {
        if board.at(home) != Some((owner, Role::King)) {
            reasons.push(format!("the castling right {letter} needs its king on {home}"));
        }
        if board.at(corner) != Some((owner, Role::Rook)) {
            reasons.push(format!("the castling right {letter} needs its rook on {corner}"));
        }
        board.rights |= 1 << corner.index();
    }
}

/// The en passant field; sets the passed square on the board. A pawn of the side that is not to move must stand before
/// it, the square must be empty and the square it came from empty or among `origins` (where a unit may have come to
/// stand since). `neutral` squares are not empty.
pub fn passed(field: &str, board: &mut Board, side: Side, neutral: u64, origins: u64, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    let Ok(square) = field.parse::<Square>() else {
        reasons.push(format!("the en passant field is - or a square, not {field:?}"));
        return;
    };
    let bit = 1u64 << square.index();
    let (expected, pawn, origin) = match side {
        Side::White => (rank(5), backward::<true>(bit), forward::<true>(bit)),
        Side::Black => (rank(2), backward::<false>(bit), forward::<false>(bit)),
    };
    if bit & expected == 0 {
        let number = if side == Side::White { 6 } else { 3 };
        reasons.push(format!("the en passant square {square} is not on rank {number}"));
        return;
    }
    let occupied = board.units() | neutral;
    if board.pawns & board.of(side.other()) & pawn == 0 {
        reasons.push(format!("no pawn can just have passed the en passant square {square}"));
    }
    if occupied & bit != 0 {
        reasons.push(format!("the en passant square {square} is not empty"));
    }
    if occupied & origin & !origins != 0 {
        reasons.push(format!("the square from which a pawn passed {square} is not empty"));
    }
    board.rights |= bit;
}

/// A counter between two bounds, without leading zeros.
pub fn counter(field: &str, name: &str, least: u32, most: u32, reasons: &mut Vec<String>) -> u32 {
    match field.parse::<u32>() {
        Ok(n) if (least..=most).contains(&n) && n.to_string() == field => n,
        _ => {
            reasons.push(format!("the {name} is a whole number from {least} to {most}, not {field:?}"));
            least
        }
    }
}

/// Names of the six fields, for [`fields`].
pub const NAMES: [&str; 6] = ["board", "side", "castling", "en passant", "half-move clock", "move number"];

/// Reads the six fields. `own` lists letters of the game's own units, whose squares are returned in its order and lie in no
/// word of the board; `origins` gives, from those, the squares that need not be empty behind a passed square.
///
/// Afterwards the game demands what it does of [`units`] and [`not_in_check`].
pub fn setup<const N: usize>(
    fields: [Option<&str>; 6],
    own: [char; N],
    origins: impl Fn(&[u64; N]) -> u64,
    reasons: &mut Vec<String>,
) -> (Setup, [u64; N]) {
    let [units, to_move, rights, square, clock, number] = fields;
    let (mut board, others) = board(units.unwrap_or_default(), own, reasons);
    let side = to_move.map_or(Side::White, |field| side(field, reasons));
    if let Some(field) = rights {
        castling(field, &mut board, reasons);
    }
    if let (Some(field), Some("w" | "b")) = (square, to_move) {
        let neutral = others.iter().fold(0, |set, other| set | other);
        passed(field, &mut board, side, neutral, origins(&others), reasons);
    }
    let clock =
        clock.map_or(0, |field| counter(field, "half-move clock", 0, u32::from(Setup::LAST_CLOCK), reasons) as u16);
    let number = number.map_or(1, |field| counter(field, "move number", 1, Setup::LAST_NUMBER, reasons));
    (Setup { board, side, clock, number }, others)
}

/// Demands one king a side and no pawn on the first and last rank.
pub fn units(board: &Board, reasons: &mut Vec<String>) {
    for (name, units) in [("White", board.white), ("Black", board.black)] {
        let kings = (units & board.kings).count_ones();
        if kings != 1 {
            reasons.push(format!("{name} has {kings} kings, not 1"));
        }
    }
    if board.pawns & (rank(0) | rank(7)) != 0 {
        reasons.push("a pawn stands on rank 1 or 8".to_owned());
    }
}

/// Demands that the side not to move is not in check. `neutral` squares block; `jumpers` are units of the side to move, on
/// no plane of the board, that give check by a knight's jump. Says nothing where that side has no single king.
pub fn not_in_check(board: &Board, side: Side, neutral: u64, jumpers: u64, reasons: &mut Vec<String>) {
    let king = board.of(side.other()) & board.kings;
    if king.count_ones() == 1 && attackers(board, king.trailing_zeros(), side, neutral, jumpers) != 0 {
        reasons.push("the side that is not to move is in check".to_owned());
    }
}

/// Units of a side that attack a square. `neutral` squares block; `jumpers` attack as knights.
#[must_use]
pub fn attackers(board: &Board, square: u32, by: Side, neutral: u64, jumpers: u64) -> u64 {
    attackers_by::<Magic>(board, square, by, neutral, jumpers)
}

fn attackers_by<M: Machine>(board: &Board, square: u32, by: Side, neutral: u64, jumpers: u64) -> u64 {
    let occupied = board.units() | neutral;
    crate::attacks::KNIGHT[square as usize & 63] & jumpers
        | match by {
            Side::White => board.attackers::<M, true>(square, occupied),
            Side::Black => board.attackers::<M, false>(square, occupied),
        }
}

/// The board field of a board; `own` gives the letter of a game's own unit on a square.
#[must_use]
pub fn board_text(board: &Board, own: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::with_capacity(72);
    for rank in (0..8).rev() {
        let mut gap = 0u8;
        for file in 0..8 {
            let square = Square::at(file, rank);
            match own(square).or_else(|| letter(board, square)) {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        text.push((b'0' + gap) as char);
                        gap = 0;
                    }
                    text.push(letter);
                }
            }
        }
        if gap > 0 {
            text.push((b'0' + gap) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The letter of the orthodox unit on a square.
#[must_use]
pub fn letter(board: &Board, square: Square) -> Option<char> {
    board.at(square).map(|(side, role)| match side {
        Side::White => role.letter().to_ascii_uppercase(),
        Side::Black => role.letter(),
    })
}

/// The six fields of a setup; `own` gives the letter of a game's own unit on a square.
#[must_use]
pub fn setup_text(setup: &Setup, own: impl Fn(Square) -> Option<char>) -> String {
    let board = &setup.board;
    let mut castling: String =
        RIGHTS.iter().filter(|right| board.castling() >> right.2.index() & 1 != 0).map(|right| right.0).collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = match board.passed() {
        0 => "-".to_owned(),
        bit => Square::new(bit.trailing_zeros()).to_string(),
    };
    format!("{} {} {castling} {passed} {} {}", board_text(board, own), setup.side.letter(), setup.clock, setup.number)
}

/// Appends the units on the board, rows from the top; `own` gives letter and owner (0, 1, or 2 for neutral) of a game's own
/// unit on a square.
pub fn list_units(board: &Board, own: impl Fn(Square) -> Option<(char, u8)>, out: &mut Vec<Unit>) {
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = Square::at(file, rank);
            let orthodox = || Some((letter(board, square)?, board.at(square)?.0.seat()));
            if let Some((letter, owner)) = own(square).or_else(orthodox) {
                out.push(Unit { x: file as i32, y: rank as i32, letter, owner, count: 1 });
            }
        }
    }
}

/// Why a move that could be read is not legal, in a sentence: the first of the plain reasons that applies.
#[must_use]
pub fn why_illegal(setup: &Setup, m: Move, in_check: bool) -> String {
    let (board, from, to) = (&setup.board, m.from(), m.to());
    let bit = |square: Square| 1u64 << square.index();
    if board.of(setup.side) & bit(from) == 0 {
        return format!("no unit of the side to move stands on {from}");
    }
    if board.of(setup.side) & bit(to) != 0 {
        return format!("a unit of the side to move stands on {to}");
    }
    let last = if setup.side.is_white() { 7 } else { 0 };
    let promotes = board.pawns & bit(from) != 0 && to.rank() == last;
    match m.promotion() {
        None if promotes => "a pawn that reaches the last rank becomes a queen, rook, bishop or knight".to_owned(),
        Some(_) if !promotes => "only a pawn that reaches the last rank promotes".to_owned(),
        _ if in_check => "the king is in check and stays in check, or the unit does not move so".to_owned(),
        _ => "the unit does not move so, or its king would be in check".to_owned(),
    }
}
