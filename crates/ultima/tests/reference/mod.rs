//! A slow Ultima straight from the rules file: an array of squares, paths walked step by step, check found by letting the
//! opponent try every move. It shares no code with the crate but the rule options.

use fairyring_ultima::{NoMoves, Rules};
use std::collections::BTreeSet;

/// A letter of the position text, or a blank.
pub(crate) type Cell = char;

/// A board: files a to h by ranks 1 to 8, cell `8 * rank + file`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) cells: [Cell; 64],
    pub(crate) white_to_move: bool,
    pub(crate) rules: Rules,
}

const EMPTY: Cell = ' ';
const QUEEN: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A move with everything it takes off the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) taken: BTreeSet<usize>,
}

/// The cell some steps away, if it is on the board.
fn step(cell: usize, (files, ranks): (i32, i32), steps: i32) -> Option<usize> {
    let file = cell as i32 % 8 + files * steps;
    let rank = cell as i32 / 8 + ranks * steps;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// The name of a cell.
pub(crate) fn name(cell: usize) -> String {
    format!("{}{}", (b'a' + (cell % 8) as u8) as char, cell / 8 + 1)
}

impl Reference {
    /// Reads the first two fields of a text that is known to be right.
    pub(crate) fn read(text: &str, rules: Rules) -> Self {
        let mut fields = text.split(' ');
        let mut cells = [EMPTY; 64];
        for (row, letters) in fields.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in letters.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    file += digit as usize;
                } else {
                    cells[8 * (7 - row) + file] = letter;
                    file += 1;
                }
            }
        }
        Self { cells, white_to_move: fields.next().unwrap() == "w", rules }
    }

    /// The text of the board and the side to move, counters at their beginning.
    pub(crate) fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut blanks = 0;
            for file in 0..8 {
                let letter = self.cells[8 * rank + file];
                if letter == EMPTY {
                    blanks += 1;
                    continue;
                }
                if blanks > 0 {
                    row += &blanks.to_string();
                }
                blanks = 0;
                row.push(letter);
            }
            if blanks > 0 {
                row += &blanks.to_string();
            }
            rows.push(row);
        }
        format!("{} {} 0 1", rows.join("/"), if self.white_to_move { "w" } else { "b" })
    }

    fn is_own(&self, cell: usize) -> bool {
        self.cells[cell] != EMPTY && self.cells[cell].is_uppercase() == self.white_to_move
    }

    fn is_enemy(&self, cell: usize) -> bool {
        self.cells[cell] != EMPTY && !self.is_own(cell)
    }

    fn kind(&self, cell: usize) -> char {
        self.cells[cell].to_ascii_uppercase()
    }

    fn is_enemy_kind(&self, cell: usize, kind: char) -> bool {
        self.is_enemy(cell) && self.kind(cell) == kind
    }

    fn around(cell: usize) -> Vec<usize> {
        QUEEN.iter().filter_map(|&way| step(cell, way, 1)).collect()
    }

    fn own_king(&self) -> Option<usize> {
        (0..64).find(|&cell| self.is_own(cell) && self.kind(cell) == 'K')
    }

    /// Whether a unit of the side to move is frozen.
    pub(crate) fn is_frozen(&self, cell: usize) -> bool {
        for beside in Self::around(cell) {
            // A dragon and an enemy chameleon side by side are both frozen.
            if self.kind(cell) == 'I' && self.is_enemy_kind(beside, 'X') {
                return true;
            }
            if self.is_enemy_kind(beside, 'I') {
                let shielded = Self::around(beside).into_iter().any(|guard| {
                    guard != cell && self.is_own(guard) && (self.kind(guard) == 'I' || self.kind(guard) == 'X')
                });
                if !(self.rules.cambridge && shielded) {
                    return true;
                }
            }
        }
        false
    }

    /// What the pincer or chameleon that arrives encloses with another unit of its side.
    fn enclosed(&self, from: usize, to: usize, only: Option<char>) -> BTreeSet<usize> {
        let mut taken = BTreeSet::new();
        for way in ROOK {
            if let (Some(victim), Some(partner)) = (step(to, way, 1), step(to, way, 2)) {
                let wanted = only.is_none_or(|kind| self.kind(victim) == kind);
                if self.is_enemy(victim) && wanted && self.is_own(partner) && partner != from {
                    taken.insert(victim);
                }
            }
        }
        taken
    }

    /// What a spy or chameleon that leaves this way moves straight away from.
    fn left_behind(&self, from: usize, way: (i32, i32), only: Option<char>) -> BTreeSet<usize> {
        step(from, way, -1)
            .filter(|&victim| self.is_enemy(victim) && only.is_none_or(|kind| self.kind(victim) == kind))
            .into_iter()
            .collect()
    }

    /// What stands on the corners of the rectangle of a coordinator or chameleon and its king.
    fn cornered(&self, to: usize, only: Option<char>) -> BTreeSet<usize> {
        let Some(king) = self.own_king() else { return BTreeSet::new() };
        if to % 8 == king % 8 || to / 8 == king / 8 {
            return BTreeSet::new();
        }
        [8 * (king / 8) + to % 8, 8 * (to / 8) + king % 8]
            .into_iter()
            .filter(|&victim| self.is_enemy(victim) && only.is_none_or(|kind| self.kind(victim) == kind))
            .collect()
    }

    /// All turns of the side to move, whether or not they leave its king in check.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for from in (0..64).filter(|&cell| self.is_own(cell)) {
            if self.is_frozen(from) {
                if self.rules.suicide && self.kind(from) != 'K' {
                    turns.push(Turn { from, to: from, taken: BTreeSet::from([from]) });
                }
                continue;
            }
            match self.kind(from) {
                'K' => {
                    for to in Self::around(from).into_iter().filter(|&to| !self.is_own(to)) {
                        let taken = Some(to).filter(|&to| self.is_enemy(to)).into_iter().collect();
                        turns.push(Turn { from, to, taken });
                    }
                }
                'P' => ROOK.iter().for_each(|&way| self.walk(from, way, &mut turns)),
                _ => QUEEN.iter().for_each(|&way| self.walk(from, way, &mut turns)),
            }
        }
        turns
    }

    /// The turns of a unit other than the king in one direction.
    fn walk(&self, from: usize, way: (i32, i32), turns: &mut Vec<Turn>) {
        let kind = self.kind(from);
        let mut jumped = BTreeSet::new();
        let mut steps = 1;
        while let Some(to) = step(from, way, steps) {
            if self.cells[to] == EMPTY {
                turns.push(Turn { from, to, taken: self.taken(from, to, way, &jumped) });
                steps += 1;
                continue;
            }
            if kind == 'X' && steps == 1 && self.is_enemy_kind(to, 'K') {
                turns.push(Turn { from, to, taken: BTreeSet::from([to]) });
            }
            let can_jump = (kind == 'L' && self.is_enemy(to)) || (kind == 'X' && self.is_enemy_kind(to, 'L'));
            let free_behind = step(to, way, 1).is_some_and(|behind| self.cells[behind] == EMPTY);
            if !can_jump || !free_behind {
                return;
            }
            jumped.insert(to);
            steps += 1;
        }
    }

    /// What a move of a unit other than the king takes.
    fn taken(&self, from: usize, to: usize, way: (i32, i32), jumped: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self.kind(from) {
            'P' => self.enclosed(from, to, None),
            'W' => self.left_behind(from, way, None),
            'L' => jumped.clone(),
            'C' => self.cornered(to, None),
            'X' => {
                let mut taken = jumped.clone();
                if jumped.is_empty() || self.rules.leap_combines {
                    if ROOK.contains(&way) {
                        taken.extend(self.enclosed(from, to, Some('P')));
                    }
                    taken.extend(self.left_behind(from, way, Some('W')));
                    taken.extend(self.cornered(to, Some('C')));
                }
                taken
            }
            _ => BTreeSet::new(),
        }
    }

    /// The board after a turn.
    pub(crate) fn after(&self, turn: &Turn) -> Self {
        let mut next = self.clone();
        let unit = next.cells[turn.from];
        for &cell in &turn.taken {
            next.cells[cell] = EMPTY;
        }
        next.cells[turn.from] = EMPTY;
        if turn.from != turn.to {
            next.cells[turn.to] = unit;
        }
        next.white_to_move = !self.white_to_move;
        next
    }

    /// Whether the side to move could take the enemy's king.
    pub(crate) fn attacks_king(&self) -> bool {
        self.turns().iter().any(|turn| turn.taken.iter().any(|&cell| self.is_enemy_kind(cell, 'K')))
    }

    /// Whether the king of the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        let mut other = self.clone();
        other.white_to_move = !self.white_to_move;
        other.attacks_king()
    }

    /// The legal turns.
    pub(crate) fn legal_turns(&self) -> Vec<Turn> {
        self.turns().into_iter().filter(|turn| !self.after(turn).attacks_king()).collect()
    }

    /// Legal moves with what they take, as text, sorted. A suicide is shown taking its own square.
    pub(crate) fn legal_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self
            .legal_turns()
            .iter()
            .map(|turn| {
                let taken: Vec<_> = turn.taken.iter().map(|&cell| name(cell)).collect();
                format!("{}{}:{}", name(turn.from), name(turn.to), taken.join(","))
            })
            .collect();
        texts.sort_unstable();
        texts
    }

    /// Reason and White's utility where the side to move has no move.
    pub(crate) fn end_without_moves(&self) -> (&'static str, f32) {
        let lost = if self.white_to_move { -1.0 } else { 1.0 };
        match (self.in_check(), self.rules.no_moves) {
            (true, _) => ("mate", lost),
            (false, NoMoves::Loss) => ("no_moves", lost),
            (false, NoMoves::Draw) => ("no_moves", 0.0),
        }
    }

    /// Whether the units are a position of the game: a king each, the side not to move not in check.
    pub(crate) fn is_valid(&self) -> bool {
        let kings = |letter| self.cells.iter().filter(|&&cell| cell == letter).count();
        kings('K') == 1 && kings('k') == 1 && !self.attacks_king()
    }
}
