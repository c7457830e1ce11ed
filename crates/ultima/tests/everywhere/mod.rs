//! Situations tried out everywhere: in all translations, through the eight symmetries of the board, for both sides.

use fairyring_game::{Game, Text};
use fairyring_geometry::Square;
use fairyring_ultima::{Position, Rules};

/// A cell: file and rank, 0 to 7 where it is on the board.
type Cell = (i32, i32);

/// What a move does in a situation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Then<'a> {
    /// It is legal and takes the units on these squares.
    Takes(&'a str),
    /// The unit does not move so.
    Cannot,
}

/// The cell of a square's name.
fn cell(name: &str) -> Cell {
    let square: Square = name.parse().unwrap();
    (square.file() as i32, square.rank() as i32)
}

/// The eight symmetries of the board.
fn turned((x, y): Cell, symmetry: usize) -> Cell {
    let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (7 - x, y) };
    let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, 7 - y) };
    if symmetry & 4 == 0 { (x, y) } else { (y, x) }
}

/// Greatest difference of files or ranks.
fn distance(a: Cell, b: Cell) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The name of a cell.
fn name((x, y): Cell) -> String {
    Square::at(x as u32, y as u32).to_string()
}

/// The position with these units, White or Black to move.
fn position(units: &[(char, Cell)], side: usize, rules: Rules) -> Option<Position> {
    let mut rows = vec![vec![' '; 8]; 8];
    for &(letter, (x, y)) in units {
        rows[y as usize][x as usize] = letter;
    }
    let rows: Vec<String> = rows.iter().rev().map(|row| row.iter().collect::<String>()).collect();
    let mut board = rows.join("/");
    for blanks in (1..=8).rev() {
        board = board.replace(&" ".repeat(blanks), &blanks.to_string());
    }
    Position::parse(&format!("{board} {} 0 1", ["w", "b"][side]), rules).ok()
}

/// Tries a situation with White to move, `units` such as `"Pa1 pb3 Pc3"`, and a move in all places of the board where its
/// squares fit, turned and mirrored, and with colours exchanged. Kings that are not among the units are put as far away
/// as they may stand; the move must do what it should wherever it leaves its king safe.
///
/// # Panics
/// Where the move does otherwise, or where no kings can be placed so that the situation arises.
pub(crate) fn everywhere(units: &str, m: &str, then: Then, rules: Rules) {
    let units: Vec<(char, Cell)> =
        units.split(' ').map(|unit| (unit.chars().next().unwrap(), cell(&unit[1..]))).collect();
    let ends = [cell(&m[..2]), cell(&m[2..])];
    let taken: Vec<Cell> = match then {
        Then::Takes(squares) => squares.split(' ').filter(|name| !name.is_empty()).map(cell).collect(),
        Then::Cannot => Vec::new(),
    };
    let mentioned: Vec<Cell> = units.iter().map(|&(_, at)| at).chain(ends).collect();
    for symmetry in 0..8 {
        for shift in 0..15 * 15 {
            let place = |at: Cell| {
                let (x, y) = turned(at, symmetry);
                (x + shift % 15 - 7, y + shift / 15 - 7)
            };
            let on_board = |(x, y): Cell| (0..8).contains(&x) && (0..8).contains(&y);
            if !mentioned.iter().all(|&at| on_board(place(at))) {
                continue;
            }
            for side in [0, 1] {
                let placed: Vec<(char, Cell)> = units
                    .iter()
                    .map(|&(letter, at)| (if side == 0 { letter } else { exchanged(letter) }, place(at)))
                    .collect();
                let squares: Vec<Cell> = mentioned.iter().map(|&at| place(at)).collect();
                let text = format!("{}{}", name(place(ends[0])), name(place(ends[1])));
                let mut names: Vec<Cell> = taken.iter().map(|&at| place(at)).collect();
                names.sort_unstable_by_key(|&(x, y)| (y, x));
                let names: Vec<String> = names.into_iter().map(name).collect();
                let found =
                    with_kings(&placed, &squares, side, rules).any(|position| behaves(&position, &text, then, &names));
                assert!(found, "no kings fit {text} with {placed:?}");
            }
        }
    }
}

/// A letter of the other side.
fn exchanged(letter: char) -> char {
    if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// The positions with the missing kings on free squares, the farthest from the situation first.
fn with_kings<'a>(
    units: &'a [(char, Cell)],
    squares: &'a [Cell],
    side: usize,
    rules: Rules,
) -> impl Iterator<Item = Position> + 'a {
    let mut free: Vec<Cell> = (0..64).map(|n| (n % 8, n / 8)).filter(|at| !squares.contains(at)).collect();
    free.sort_by_key(|&at| -squares.iter().map(|&other| distance(at, other)).min().unwrap_or(0));
    let spots = |king: char| {
        let there = units.iter().find(|&&(letter, _)| letter == king).map(|&(_, at)| at);
        there.map_or_else(|| free.clone(), |at| vec![at])
    };
    let (white, black) = (spots('K'), spots('k'));
    white
        .into_iter()
        .flat_map(move |w| black.clone().into_iter().map(move |b| (w, b)))
        .filter(|(w, b)| w != b)
        .filter_map(move |(w, b)| {
            let others = units.iter().copied().filter(|(letter, _)| !matches!(letter, 'K' | 'k'));
            position(&others.chain([('K', w), ('k', b)]).collect::<Vec<_>>(), side, rules)
        })
}

/// Whether the situation arises here; if so the move does what it should.
fn behaves(position: &Position, text: &str, then: Then, taken: &[String]) -> bool {
    let m = position.parse_move(text).unwrap();
    if position.is_legal(m) {
        let Then::Takes(_) = then else { panic!("{text} is legal in {}", position.text(false)) };
        assert_eq!(position.captures(m), taken, "{text} in {}", position.text(false));
        let mut next = *position;
        next.play_unchecked(m);
        let gone =
            (position.occupied() & !next.occupied()).map(|square| square.to_string()).filter(|at| *at != text[..2]);
        let victims = taken.iter().filter(|&at| *at != text[2..]);
        assert!(gone.eq(victims.cloned()), "{text} in {}", position.text(false));
        return true;
    }
    let reason = position.why_illegal(m);
    match then {
        // A situation that leaves the mover's king in check where it was put is not the one that is meant.
        Then::Takes(_) => {
            assert_eq!(reason, "it would leave the own king in check", "{text} in {}", position.text(false));
            false
        }
        Then::Cannot => reason != "it would leave the own king in check",
    }
}
