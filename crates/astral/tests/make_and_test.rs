//! A slow reference, straight from the rules file: an array board, moves made and tested.

use fairyring_astral::{Dormancy, Position, Rules};
use fairyring_game::{Game, Line, PLAYERS, Rules as _, Text, game_seed, stream};

const GAMES: u64 = if cfg!(feature = "long") { 100_000 } else { 400 };

/// The units of a text, by rank and file, with the dormant and recharging squares.
#[derive(Clone)]
struct Slow {
    cells: [[char; 8]; 8],
    white: bool,
    castling: String,
    passed: Option<(usize, usize)>,
    /// Squares of the seventh field with their stars and whether the Teleport is dormant.
    marks: Vec<((usize, usize), usize, bool)>,
    rules: Rules,
}

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn name((file, rank): (usize, usize)) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

impl Slow {
    fn read(text: &str, rules: Rules) -> Self {
        let fields: Vec<_> = text.split(' ').collect();
        let mut cells = [['.'; 8]; 8];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        cells[7 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let marks = fields[6]
            .split(',')
            .filter(|part| *part != "-")
            .map(|part| {
                let name = part.trim_start_matches('!');
                (square(name), name.matches('*').count(), !part.starts_with('!'))
            })
            .collect();
        Self {
            cells,
            white: fields[1] == "w",
            castling: fields[2].to_owned(),
            passed: (fields[3] != "-").then(|| square(fields[3])),
            marks,
            rules,
        }
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| self.cells[rank as usize][file as usize])
    }

    fn is_own(&self, letter: char) -> bool {
        letter != '.' && letter.is_uppercase() == self.white
    }

    fn dormant(&self, at: (usize, usize)) -> bool {
        self.marks.iter().any(|&(mark, _, dormant)| mark == at && dormant)
    }

    fn recharging(&self, at: (usize, usize)) -> bool {
        self.marks.iter().any(|&(mark, stars, _)| mark == at && stars > 0)
    }

    /// Whether a side attacks a square; dormant Teleports count if `also_dormant`.
    fn attacks(&self, white: bool, target: (usize, usize), also_dormant: bool) -> bool {
        let (x, y) = (target.0 as i32, target.1 as i32);
        let has = |file, rank, kind: char| {
            self.at(file, rank)
                .is_some_and(|letter| letter.to_ascii_lowercase() == kind && letter.is_uppercase() == white)
        };
        let behind = if white { -1 } else { 1 };
        if has(x - 1, y + behind, 'p') || has(x + 1, y + behind, 'p') {
            return true;
        }
        if KING.iter().any(|&(dx, dy)| has(x + dx, y + dy, 'k')) {
            return true;
        }
        for (dx, dy) in KNIGHT {
            if has(x + dx, y + dy, 'n') {
                return true;
            }
            if has(x + dx, y + dy, 't') && (also_dormant || !self.dormant(((x + dx) as usize, (y + dy) as usize))) {
                return true;
            }
        }
        for (dx, dy) in KING {
            let (mut file, mut rank) = (x + dx, y + dy);
            while let Some(letter) = self.at(file, rank) {
                if letter != '.' {
                    let line = if dx == 0 || dy == 0 { 'r' } else { 'b' };
                    if has(file, rank, 'q') || has(file, rank, line) {
                        return true;
                    }
                    break;
                }
                file += dx;
                rank += dy;
            }
        }
        false
    }

    fn king(&self, white: bool) -> (usize, usize) {
        let king = if white { 'K' } else { 'k' };
        (0..64).map(|i| (i % 8, i / 8)).find(|&(file, rank)| self.cells[rank][file] == king).expect("a king")
    }

    fn check(&self, white: bool) -> bool {
        self.attacks(!white, self.king(white), false)
    }

    /// The board after a move; `teleports` says that it is a teleport. The turn does not change hands here.
    fn made(&self, from: (usize, usize), to: (usize, usize), teleports: bool) -> Self {
        let mut next = self.clone();
        let unit = self.cells[from.1][from.0];
        next.cells[from.1][from.0] = '.';
        next.cells[to.1][to.0] = unit;
        if unit.eq_ignore_ascii_case(&'p') && self.passed == Some(to) {
            next.cells[from.1][to.0] = '.';
        }
        next.marks.retain(|&(at, ..)| at != to);
        // Every move of the owner recharges his Teleports by one.
        for mark in &mut next.marks {
            let (file, rank) = mark.0;
            if self.is_own(self.cells[rank][file]) {
                mark.1 = mark.1.saturating_sub(1);
                if mark.1 == 0 && self.rules.dormant_until == Dormancy::Recharged {
                    mark.2 = false;
                }
            }
        }
        if unit.eq_ignore_ascii_case(&'t') {
            for mark in &mut next.marks {
                if mark.0 == from {
                    *mark = (to, mark.1, false);
                }
            }
            if teleports {
                next.marks.retain(|&(at, ..)| at != to);
                let stars = usize::from(self.rules.recharge);
                let asleep = stars > 0 || self.rules.dormant_until == Dormancy::KnightMove;
                next.marks.push((to, stars, asleep));
            }
        }
        next
    }

    /// All legal moves as text, sorted.
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let me = self.white;
        let in_check = self.check(me);
        let mut add = |from: (usize, usize), to: (usize, usize), promotion: bool| {
            if self.made(from, to, false).check(me) {
                return;
            }
            let text = name(from) + &name(to);
            if promotion {
                moves.extend(["q", "r", "b", "n"].map(|role| text.clone() + role));
            } else {
                moves.push(text);
            }
        };
        let mut teleports = Vec::new();
        for at in (0..64).map(|i| (i % 8, i / 8)) {
            let unit = self.cells[at.1][at.0];
            if !self.is_own(unit) {
                continue;
            }
            let (x, y) = (at.0 as i32, at.1 as i32);
            let mut to = |file: i32, rank: i32| add(at, (file as usize, rank as usize), false);
            match unit.to_ascii_lowercase() {
                'n' | 't' | 'k' => {
                    let steps = if unit.eq_ignore_ascii_case(&'k') { KING } else { KNIGHT };
                    for (dx, dy) in steps {
                        // No move takes a king: not even that of a Teleport beside whose sleep a king stands.
                        let open = |other: char| !self.is_own(other) && !other.eq_ignore_ascii_case(&'k');
                        if self.at(x + dx, y + dy).is_some_and(open) {
                            to(x + dx, y + dy);
                        }
                    }
                }
                'p' => {
                    let ahead = if me { 1 } else { -1 };
                    let last = if me { 7 } else { 0 };
                    let second = if me { 1 } else { 6 };
                    let mut pawn = |file: i32, rank: i32| add(at, (file as usize, rank as usize), rank == last);
                    if self.at(x, y + ahead) == Some('.') {
                        pawn(x, y + ahead);
                        if y == second && self.at(x, y + 2 * ahead) == Some('.') {
                            pawn(x, y + 2 * ahead);
                        }
                    }
                    for dx in [-1, 1] {
                        let enemy = self.at(x + dx, y + ahead).is_some_and(|other| other != '.' && !self.is_own(other));
                        let passing = self.at(x + dx, y + ahead).is_some()
                            && self.passed == Some(((x + dx) as usize, (y + ahead) as usize));
                        if enemy || passing {
                            pawn(x + dx, y + ahead);
                        }
                    }
                }
                kind => {
                    for (dx, dy) in KING {
                        let straight = dx == 0 || dy == 0;
                        if kind == 'r' && !straight || kind == 'b' && straight {
                            continue;
                        }
                        let (mut file, mut rank) = (x + dx, y + dy);
                        while let Some(other) = self.at(file, rank) {
                            if !self.is_own(other) {
                                to(file, rank);
                            }
                            if other != '.' {
                                break;
                            }
                            file += dx;
                            rank += dy;
                        }
                    }
                }
            }
            if unit.eq_ignore_ascii_case(&'t') && self.rules.teleport && !in_check && !self.recharging(at) {
                for target in (0..64).map(|i| (i % 8, i / 8)) {
                    if self.cells[target.1][target.0] != '.'
                        || self.rules.safe_target && self.attacks(!me, target, true)
                    {
                        continue;
                    }
                    let next = self.made(at, target, true);
                    if next.check(me) || self.rules.no_uncovered_check && next.check(!me) {
                        continue;
                    }
                    teleports.push(format!("{}~{}", name(at), name(target)));
                }
            }
        }
        let home = if me { 0 } else { 7 };
        for (letter, empty, path, to) in [('K', vec![5, 6], vec![4, 5, 6], 6), ('Q', vec![1, 2, 3], vec![4, 3, 2], 2)] {
            let letter = if me { letter } else { letter.to_ascii_lowercase() };
            if self.castling.contains(letter)
                && empty.iter().all(|&file| self.cells[home][file] == '.')
                && path.iter().all(|&file| !self.attacks(!me, (file, home), false))
            {
                moves.push(name((4, home)) + &name((to, home)));
            }
        }
        moves.extend(teleports);
        moves.sort_unstable();
        moves
    }
}

#[test]
fn legal_moves_are_those_of_making_and_testing() {
    let sets: &[&[(&str, &str)]] = &[
        &[],
        &[("dormant_until", "recharged")],
        &[("uncovered_check", "forbidden")],
        &[("recharge", "2"), ("uncovered_check", "forbidden"), ("dormant_until", "recharged")],
        &[("recharge", "0"), ("uncovered_check", "forbidden"), ("dormant_until", "recharged")],
        &[("safe_target", "false"), ("recharge", "2")],
    ];
    let starts = [
        "rtbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RTBQKBNR w KQkq - 0 1 -",
        "rtbqkbtr/8/8/8/8/8/8/RTBQKBTR w KQkq - 0 1 -",
        "r3k2r/1t4t1/8/3q4/3Q4/8/1T4T1/R3K2R w KQkq - 0 1 -",
        "2t1k3/6P1/8/2pP4/8/1T6/8/2R1K3 w - c6 0 1 -",
    ];
    let mut positions = 0;
    for index in 0..GAMES {
        let mut rules = Rules::default();
        for (option, value) in sets[index as usize % sets.len()] {
            rules.set(option, value).expect("an option of the rules file");
        }
        let start = Position::parse(starts[index as usize / sets.len() % starts.len()], rules).expect("a good text");
        let mut line = Line::new(start);
        let mut choices = stream(game_seed(2, 0, index), PLAYERS);
        while let Ok(m) = line.position().draw_move(line.occurrences(), &mut choices) {
            let mut moves: Vec<_> = line.legal_moves().iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            let text = line.position().text(false);
            assert_eq!(moves, Slow::read(&text, rules).moves(), "{text} under {rules:?}");
            positions += 1;
            line.play_unchecked(m);
        }
    }
    assert!(positions > 50 * GAMES, "{positions}");
}
