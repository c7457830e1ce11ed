//! Positions by their units, for tests of single sentences of the rules.

#![allow(dead_code, reason = "each test file uses its part")]

use fairyring_game::{Line, Rules as _, Text};
use fairyring_shahki::{Position, Rules};

/// Rules with these options set.
pub(crate) fn rules(options: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options {
        rules.set(name, value).expect("an option and its value");
    }
    rules
}

/// The text of a position: units as `Kh1 kh12 Ma4`, then the other fields.
pub(crate) fn text(units: &str, fields: &str) -> String {
    let mut board = [['1'; 14]; 12];
    for (y, row) in board.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            if !(3..=10).contains(&x) && !(2..=9).contains(&y) {
                *cell = '-';
            }
        }
    }
    for unit in units.split_whitespace() {
        let x = unit.as_bytes()[1] - b'a';
        let y: usize = unit[2..].parse().expect("a rank");
        let cell = &mut board[y - 1][usize::from(x)];
        assert_eq!(*cell, '1', "{unit} stands on no free cell");
        *cell = unit.chars().next().expect("a letter");
    }
    let rank = |row: &[char; 14]| {
        let mut text = String::new();
        let mut run = 0;
        for &cell in row.iter().chain([&' ']) {
            if cell == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
            }
            run = 0;
            text.push(cell);
        }
        text.trim_end().to_owned()
    };
    let ranks: Vec<String> = board.iter().rev().map(rank).collect();
    format!("{} {fields}", ranks.join("/"))
}

/// A game from a position; all fields but the board are given.
pub(crate) fn game(units: &str, fields: &str, options: &[(&str, &str)]) -> Line<Position> {
    Line::new(Position::parse(&text(units, fields), rules(options)).unwrap_or_else(|error| panic!("{error}")))
}

/// A game under the default rules, without rights, counts from the beginning.
pub(crate) fn simple(units: &str, seat: &str) -> Line<Position> {
    game(units, &format!("{seat} - - - 0 1"), &[])
}

/// The legal moves as text, sorted.
pub(crate) fn moves(line: &Line<Position>) -> Vec<String> {
    let mut moves: Vec<String> = line.legal_moves().iter().map(|&m| line.position().move_text(m)).collect();
    moves.sort_unstable();
    moves
}

/// The legal moves of the unit on a cell: what follows the cell's name.
pub(crate) fn from(line: &Line<Position>, cell: &str) -> Vec<String> {
    let whole = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    moves(line).iter().filter_map(|m| m.strip_prefix(cell).filter(|rest| whole(rest)).map(str::to_owned)).collect()
}

/// Whether a move is legal.
pub(crate) fn can(line: &Line<Position>, m: &str) -> bool {
    moves(line).iter().any(|legal| legal == m)
}

/// Plays moves one after another.
pub(crate) fn play(line: &mut Line<Position>, moves: &str) {
    for m in moves.split_whitespace() {
        line.play(m).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A field of the position's text: 0 the board, 1 the seat, 2 rights, 3 en passant, 4 mated, 5 no progress, 6 number, 7
/// the seat to go back to.
pub(crate) fn field(line: &Line<Position>, n: usize) -> String {
    line.text().split(' ').nth(n).expect("a field").to_owned()
}

/// Reason, points and the first team's utility of a finished game.
pub(crate) fn end(line: &Line<Position>) -> Option<(&'static str, [f32; 2], f32)> {
    use fairyring_game::Game as _;
    line.outcome().map(|end| (Position::REASONS[end.reason as usize], end.score.expect("points"), end.utility))
}

/// The unit's letter on a cell.
pub(crate) fn on(line: &Line<Position>, cell: &str) -> Option<char> {
    let cell = cell.parse().expect("a cell");
    line.position().unit_at(cell).map(|(team, kind)| kind.letter(team))
}
