//! A slow second reading of the rules: every card is tried on every cell of the table, and a move is legal if the king is
//! safe once it is made. Shares nothing with the crate but texts.

use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Cell = (i32, i32);

#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) up: BTreeMap<Cell, char>,
    pub(crate) down: BTreeSet<Cell>,
    pub(crate) hands: BTreeMap<char, u32>,
    pub(crate) red: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) place_on_face_down: bool,
    pub(crate) contact: &'static str,
    pub(crate) king_first: bool,
}

/// A cell from its name, by walking round the ring.
fn cell_of(name: &str) -> Cell {
    let Some((ring, number)) = name.split_once(',') else { return (0, 0) };
    let (ring, number): (i32, i32) = (ring.parse().unwrap(), number.parse().unwrap());
    let (mut x, mut y) = (-ring, ring);
    for _ in 1..number {
        match (x, y) {
            _ if y == ring && x < ring => x += 1,
            _ if x == ring && y > -ring => y -= 1,
            _ if y == -ring && x > -ring => x -= 1,
            _ => y += 1,
        }
    }
    (x, y)
}

fn name_of((x, y): Cell) -> String {
    let ring = x.abs().max(y.abs());
    if ring == 0 {
        return "0".into();
    }
    let sides = [(y == ring && x < ring, x + ring), (x == ring && y > -ring, 3 * ring - y)];
    let number = match sides.iter().find(|side| side.0) {
        Some(side) => side.1,
        None if y == -ring && x > -ring => 5 * ring - x,
        None => 7 * ring + y,
    };
    format!("{ring},{}", number + 1)
}

impl Table {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let parts = |field: &str| -> Vec<String> {
            if field == "-" { Vec::new() } else { field.split(';').map(str::to_owned).collect() }
        };
        let mut hands = BTreeMap::new();
        let mut last = ' ';
        for letter in fields[2].chars() {
            if letter.is_ascii_alphabetic() {
                hands.insert(letter, 1);
                last = letter;
            } else if let Some(count) = letter.to_digit(10) {
                hands.insert(last, count);
            }
        }
        Self {
            up: parts(fields[0]).iter().map(|card| (cell_of(&card[1..]), card.chars().next().unwrap())).collect(),
            down: parts(fields[1]).iter().map(|cell| cell_of(cell)).collect(),
            hands,
            red: fields[3] == "r",
        }
    }

    fn covered(&self, cell: Cell) -> bool {
        self.up.contains_key(&cell) || self.down.contains(&cell)
    }

    fn around(cell: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        for x in -1..=1 {
            for y in -1..=1 {
                if (x, y) != (0, 0) {
                    cells.push((cell.0 + x, cell.1 + y));
                }
            }
        }
        cells
    }

    fn attached(&self, cell: Cell) -> bool {
        self.down.contains(&cell) || Self::around(cell).into_iter().any(|beside| self.covered(beside))
    }

    /// Whether the card on `from` moves so by its kind; `taking` asks for its capture.
    fn goes(&self, from: Cell, to: Cell, taking: bool) -> bool {
        let card = self.up[&from];
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let (wide, high) = (x.abs(), y.abs());
        let up = if card.is_ascii_uppercase() { 1 } else { -1 };
        let clear = || {
            let far = wide.max(high);
            (1..far).all(|n| !self.up.contains_key(&(from.0 + x.signum() * n, from.1 + y.signum() * n)))
        };
        let straight = (wide == 0) != (high == 0);
        let diagonal = wide == high && wide > 0;
        match card.to_ascii_lowercase() {
            'k' => wide.max(high) == 1,
            'n' => wide * high == 2,
            'r' => straight && clear(),
            'b' => diagonal && clear(),
            'q' => (straight || diagonal) && clear(),
            'p' => y == up && wide == i32::from(taking),
            _ => unreachable!(),
        }
    }

    fn attacked(&self, cell: Cell, by_red: bool) -> bool {
        self.up.iter().any(|(&from, card)| card.is_ascii_uppercase() == by_red && self.goes(from, cell, true))
    }

    pub(crate) fn in_check(&self, red: bool) -> bool {
        let king = if red { 'K' } else { 'k' };
        self.up.iter().any(|(&cell, &card)| card == king && self.attacked(cell, !red))
    }

    /// All cells of the table.
    fn cells(&self) -> Vec<Cell> {
        let cards: Vec<Cell> = self.up.keys().chain(&self.down).copied().collect();
        let Some(&first) = cards.first() else { return Vec::new() };
        let (mut low, mut high) = (first, first);
        for cell in cards {
            low = (low.0.min(cell.0), low.1.min(cell.1));
            high = (high.0.max(cell.0), high.1.max(cell.1));
        }
        (low.0 - 1..=high.0 + 1).flat_map(|x| (low.1 - 1..=high.1 + 1).map(move |y| (x, y))).collect()
    }

    /// Texts of the legal moves, sorted.
    pub(crate) fn moves(&self, options: Options) -> Vec<String> {
        let mine = |card: char| card.is_ascii_uppercase() == self.red;
        let mut moves = Vec::new();
        let cells = self.cells();
        let places: Vec<Cell> = if cells.is_empty() { vec![(0, 0)] } else { cells.clone() };
        for (&card, _) in self.hands.iter().filter(|(card, count)| mine(**card) && **count > 0) {
            for &to in &places {
                let touches = cells.is_empty() || self.attached(to);
                let allowed = options.place_on_face_down || !self.down.contains(&to);
                if touches && allowed && !self.up.contains_key(&to) {
                    let mut next = self.clone();
                    next.up.insert(to, card);
                    if !next.in_check(self.red) {
                        moves.push(format!("{card}@{}", name_of(to)));
                    }
                }
            }
        }
        let king = if self.red { "K@" } else { "k@" };
        if options.king_first && moves.iter().any(|m| m.starts_with(king)) {
            moves.retain(|m| m.starts_with(king));
            moves.sort();
            return moves;
        }
        for (&from, &card) in self.up.iter().filter(|(_, card)| mine(**card)) {
            for &to in &cells {
                let taking = self.up.contains_key(&to);
                if (taking && mine(self.up[&to])) || !self.goes(from, to, taking) {
                    continue;
                }
                let mut next = self.clone();
                next.up.remove(&from);
                let kept = taking || next.attached(to);
                let free = match options.contact {
                    "detached_free" => !self.attached(from),
                    "knights_free" => card.eq_ignore_ascii_case(&'n'),
                    _ => false,
                };
                next.up.insert(to, card);
                if (kept || free) && !next.in_check(self.red) {
                    moves.push(format!("{card}{}-{}", name_of(from), name_of(to)));
                }
            }
        }
        moves.sort();
        moves
    }
}
