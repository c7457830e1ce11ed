//! The board of the slow reference: bytes in rows, and what chess units attack.

pub(super) const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(super) const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(super) const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

pub(super) type Cell = (i32, i32);
pub(super) type Board = [[u8; 14]; 12];

pub(super) fn exists((x, y): Cell) -> bool {
    (0..14).contains(&x) && (0..12).contains(&y) && !([0, 1, 2, 11, 12, 13].contains(&x) && [0, 1, 10, 11].contains(&y))
}

pub(super) fn name((x, y): Cell) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

pub(super) fn cell(name: &str) -> Cell {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

pub(super) fn at(board: &Board, (x, y): Cell) -> u8 {
    if exists((x, y)) { board[y as usize][x as usize] } else { b'-' }
}

pub(super) fn set(board: &mut Board, (x, y): Cell, unit: u8) {
    board[y as usize][x as usize] = unit;
}

pub(super) fn plus((x, y): Cell, (dx, dy): (i32, i32)) -> Cell {
    (x + dx, y + dy)
}

pub(super) fn colour(unit: u8) -> Option<usize> {
    if unit.is_ascii_uppercase() {
        Some(0)
    } else if unit.is_ascii_lowercase() {
        Some(1)
    } else {
        None
    }
}

pub(super) fn is_draughts(unit: u8) -> bool {
    b"MmDd".contains(&unit)
}

pub(super) fn is_chess_of(unit: u8, who: usize) -> bool {
    colour(unit) == Some(who) && !is_draughts(unit)
}

pub(super) fn is_draughts_of(unit: u8, who: usize) -> bool {
    colour(unit) == Some(who) && is_draughts(unit)
}

pub(super) fn of(who: usize, letter: u8) -> u8 {
    if who == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

pub(super) fn cells() -> impl Iterator<Item = Cell> {
    (0..12).flat_map(|y| (0..14).map(move |x| (x, y))).filter(|&cell| exists(cell))
}

/// The cells a chess unit attacks.
pub(super) fn attacks(board: &Board, from: Cell) -> Vec<Cell> {
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

pub(super) fn attacked(board: &Board, target: Cell, by: usize) -> bool {
    cells().filter(|&from| is_chess_of(at(board, from), by)).any(|from| attacks(board, from).contains(&target))
}
