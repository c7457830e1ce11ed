//! Random games against the slow reference: texts, legal moves, ends and points after every ply, from the start and from
//! random positions in which rare rules come up. What occurred is counted, and everything must have.

mod reference;

use fairyring_game::{Game as _, Line, Rng, Rules as _, Text, below, stream};
use fairyring_shahki::{Kind, Move, Position, Rules};
use reference::{Game, Options};
use std::collections::BTreeMap;

/// Random games; the feature `long` plays all.
const GAMES: u64 = if cfg!(feature = "long") { 20_000 } else { 3_000 };

/// What must occur; beyond this the reference counts whatever it meets.
const EVENTS: &[&str] = &[
    "both kings exposed",
    "capture by Black's draughts",
    "capture by White's draughts",
    "capture by a draughts king",
    "capture en passant",
    "capture en passant across a draughts move",
    "capture en passant across an answer to a check",
    "chain back to its first cell",
    "chain of three",
    "chain of two",
    "chain stopped before its end",
    "check",
    "check answered by a check",
    "check by a draughts move",
    "double step after a mate",
    "draughts unit on the en passant cell",
    "en passant ended by a pass",
    "en passant ended by another double step",
    "en passant ended by the pawn moving on",
    "en passant open after another move of its seat",
    "end: mate",
    "end: max_plies",
    "end: no_progress",
    "end: pass",
    "end: repetition",
    "long castling",
    "man crowned by a capture",
    "man crowned by a step, Black",
    "man crowned by a step, White",
    "man crowned in the middle of a chain",
    "mate that ends the game at once",
    "mate with change of colour",
    "no point: blocked by own chess units alone",
    "own king exposed by a draughts move",
    "pass of a chess seat",
    "pass of a draughts seat",
    "point for draughts stuck on the board",
    "point for stuck draughts",
    "promotion after a mate",
    "promotion to a bishop",
    "promotion to a knight",
    "promotion to a queen",
    "promotion to a rook",
    "seat skipped by a check",
    "short castling",
    "step of a draughts king",
];

/// A board to fill at random.
struct Setup<'a> {
    board: [[u8; 14]; 12],
    rng: &'a mut Rng,
}

impl Setup<'_> {
    fn number(&mut self, below_this: u64) -> u64 {
        below(self.rng, below_this)
    }

    fn exists(x: usize, y: usize) -> bool {
        (3..=10).contains(&x) || (2..=9).contains(&y)
    }

    /// Puts up to `most` of these units on random free cells of a rectangle, men and draughts kings on dark ones.
    fn scatter(
        &mut self,
        units: &[u8],
        most: u64,
        x: std::ops::RangeInclusive<usize>,
        y: std::ops::RangeInclusive<usize>,
    ) {
        for _ in 0..self.number(most + 1) {
            let unit = units[self.number(units.len() as u64) as usize];
            for _ in 0..20 {
                let x = x.start() + self.number((x.end() - x.start() + 1) as u64) as usize;
                let y = y.start() + self.number((y.end() - y.start() + 1) as u64) as usize;
                let light = b"MmDd".contains(&unit) && (x + y).is_multiple_of(2);
                let far = unit == b'M' && x == 13 || unit == b'm' && x == 0;
                let pawn = unit.eq_ignore_ascii_case(&b'p') && (y == 0 || y == 11);
                let free = Self::exists(x, y) && self.board[y][x] == b'.';
                if free && !light && !far && !pawn {
                    self.board[y][x] = unit;
                    break;
                }
            }
        }
    }

    /// Exactly one of this unit in a rectangle.
    fn place(&mut self, unit: u8, x: std::ops::RangeInclusive<usize>, y: std::ops::RangeInclusive<usize>) {
        while !self.board.iter().flatten().any(|&there| there == unit) {
            self.scatter(&[unit], 1, x.clone(), y.clone());
        }
    }

    /// Puts units on named cells.
    fn put(&mut self, units: &[(&str, u8)]) {
        for &(cell, unit) in units {
            let (file, rank) = cell.split_at(1);
            let y = rank.parse::<usize>().expect("a rank") - 1;
            self.board[y][usize::from(file.as_bytes()[0] - b'a')] = unit;
        }
    }

    /// The cell behind a random pawn that may have made a double step.
    fn passed(&mut self) -> String {
        let x = 3 + self.number(8) as usize;
        let file = (b'a' + x as u8) as char;
        match (self.board[3][x], self.board[8][x]) {
            (b'P', _) => format!("{file}3"),
            (_, b'p') => format!("{file}10"),
            _ => "-".to_owned(),
        }
    }

    /// Turns the board by 180 degrees and swaps the colours, half of the time.
    fn perhaps_turn(&mut self) {
        if self.number(2) == 0 {
            return;
        }
        let swap =
            |unit: u8| if unit.is_ascii_uppercase() { unit.to_ascii_lowercase() } else { unit.to_ascii_uppercase() };
        let old = self.board;
        for (y, row) in self.board.iter_mut().enumerate() {
            for (x, unit) in row.iter_mut().enumerate() {
                *unit = swap(old[11 - y][13 - x]);
            }
        }
    }

    /// A draughts unit on a random cell between a king and an enemy slider.
    fn shield(&mut self, at: (i32, i32), king: u8) {
        let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][self.number(4) as usize];
        let sign = if self.number(2) == 0 { 1 } else { -1 };
        let slider = if dx * dy == 0 { b'R' } else { b'B' };
        let slider = if king == b'K' { slider.to_ascii_lowercase() } else { slider };
        let (near, far) = (1 + self.number(3) as i32, 1 + self.number(3) as i32);
        for (unit, distance) in [(king, sign * near), (slider, -sign * far)] {
            let (x, y) = (at.0 + distance * dx, at.1 + distance * dy);
            if (0..14).contains(&x) && (0..12).contains(&y) {
                self.board[y as usize][x as usize] = unit;
            }
        }
    }

    fn text(&self, seat: &str, rights: &str, passed: &str, mated: &str, resume: bool) -> String {
        let rank = |y: usize| {
            let mut text = String::new();
            let mut run = 0;
            for x in 0..14 {
                let unit = if Self::exists(x, y) { self.board[y][x] } else { b'-' };
                if unit == b'.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(unit as char);
            }
            if run > 0 {
                text += &run.to_string();
            }
            text
        };
        let board: Vec<String> = (0..12).rev().map(rank).collect();
        format!("{} {seat} {rights} {passed} {mated} 0 1{}", board.join("/"), if resume { " -" } else { "" })
    }
}

/// A random position near one of the rare rules, or the start.
fn random_start(rng: &mut Rng, rules: Rules, resume: bool) -> Position {
    loop {
        let kind = below(rng, 16);
        let mut setup = Setup { board: [[b'.'; 14]; 12], rng };
        let (mut rights, mut passed, mut mated) = ("-", "-".to_owned(), "-");
        match kind {
            0 => return Position::start(rules),
            // Near mate: heavy units about a king at the edge.
            1 | 2 => {
                let (hunter, hunted, heavy): (u8, u8, &[u8]) =
                    if setup.number(2) == 0 { (b'K', b'k', b"QRRQ") } else { (b'k', b'K', b"qrrq") };
                setup.place(hunted, 0..=2, 2..=9);
                setup.place(hunter, 3..=10, 0..=11);
                setup.scatter(heavy, 5, 0..=13, 0..=11);
                setup.scatter(b"Pp", 6, 0..=13, 1..=10);
                if setup.number(4) > 0 {
                    setup.scatter(b"MD", 3, 0..=13, 0..=11);
                    setup.scatter(b"md", 3, 0..=13, 0..=11);
                }
            }
            // Near crowning, with units to jump on the way.
            3 => {
                setup.place(b'K', 3..=10, 0..=11);
                setup.place(b'k', 3..=10, 0..=11);
                setup.scatter(b"M", 4, 8..=12, 2..=9);
                setup.scatter(b"m", 4, 1..=5, 2..=9);
                setup.scatter(b"Mm", 8, 0..=13, 0..=11);
                setup.scatter(b"dD", 3, 0..=13, 0..=11);
            }
            // Castling.
            4 => {
                for (x, y, unit) in
                    [(3, 0, b'R'), (7, 0, b'K'), (10, 0, b'R'), (3, 11, b'r'), (7, 11, b'k'), (10, 11, b'r')]
                {
                    setup.board[y][x] = unit;
                }
                rights = "KQkq";
                setup.scatter(b"QRBNqrbn", 8, 0..=13, 2..=9);
                setup.scatter(b"MmDd", 8, 0..=13, 0..=11);
            }
            // Pawns on their second ranks and where they meet, also with a capture en passant open.
            5 => {
                setup.place(b'K', 0..=13, 0..=11);
                setup.place(b'k', 0..=13, 0..=11);
                setup.scatter(b"P", 6, 3..=10, 1..=1);
                setup.scatter(b"p", 6, 3..=10, 10..=10);
                setup.scatter(b"p", 8, 2..=11, 3..=3);
                setup.scatter(b"P", 8, 2..=11, 8..=8);
                setup.scatter(b"MmDd", 6, 0..=13, 0..=11);
                setup.scatter(b"RrQqBb", 3, 0..=13, 0..=11);
                passed = setup.passed();
            }
            // Blocked seats: walls of pawns in the wings, few men.
            6 => {
                setup.place(b'K', 0..=2, 8..=9);
                setup.place(b'k', 11..=13, 2..=3);
                setup.scatter(b"Pp", 14, 0..=3, 6..=9);
                setup.scatter(b"Pp", 14, 10..=13, 2..=5);
                setup.scatter(b"Mm", 3, 0..=3, 6..=9);
                setup.scatter(b"Mm", 3, 10..=13, 2..=5);
            }
            // After a mate.
            7 => {
                let white = setup.number(2) == 0;
                (mated, rights) = (if white { "b" } else { "w" }, "-");
                let case = |unit: &u8| if white { unit.to_ascii_uppercase() } else { unit.to_ascii_lowercase() };
                let king = case(&b'K');
                setup.place(king, 0..=6, 2..=9);
                while setup.board.iter().flatten().filter(|&&unit| unit == king).count() < 2 {
                    setup.scatter(&[king], 1, 7..=13, 2..=9);
                }
                setup.scatter(&b"PPPPRN".map(|unit| case(&unit)), 12, 0..=13, 1..=10);
                setup.scatter(b"M", 3, 0..=12, 0..=11);
                setup.scatter(b"m", 3, 1..=13, 0..=11);
                setup.scatter(b"Dd", 2, 0..=13, 0..=11);
            }
            // Draughts units that shield kings, one of them perhaps both, and pawns beside double steps.
            8 | 9 => {
                let y = 2 + setup.number(8) as i32;
                let x = 2 * setup.number(6) as i32 + 1 + y % 2;
                setup.scatter(b"P", 6, 3..=10, 1..=1);
                setup.scatter(b"p", 8, 3..=10, 3..=3);
                setup.shield((x, y), b'K');
                if setup.number(2) == 0 {
                    setup.shield((x, y), b'k');
                }
                setup.board[y as usize][x as usize] = b"MmDd"[setup.number(4) as usize];
                setup.perhaps_turn();
                setup.place(b'K', 0..=13, 0..=11);
                setup.place(b'k', 0..=13, 0..=11);
                setup.scatter(b"MmDd", 3, 0..=13, 0..=11);
            }
            // A chess seat without a move while the other makes double steps.
            10 => {
                setup.put(&[("a10", b'k'), ("b8", b'Q')]);
                setup.place(b'K', 6..=13, 0..=11);
                setup.scatter(b"P", 8, 3..=10, 1..=1);
                setup.scatter(b"MmDd", 4, 3..=13, 2..=11);
                setup.perhaps_turn();
            }
            // All but locked.
            11 => {
                setup.put(&[("a10", b'K'), ("a9", b'P'), ("b10", b'P'), ("b8", b'P'), ("l3", b'p')]);
                setup.put(&[("n3", b'k'), ("n4", b'p'), ("m3", b'p'), ("m4", b'p'), ("c10", b'P')]);
                setup.scatter(b"M", 1, 7..=10, 0..=1);
                setup.scatter(b"m", 1, 3..=6, 10..=11);
                setup.perhaps_turn();
            }
            // Four men in a ring about the way of a capturing unit.
            12 => {
                let hunter = b"MD"[setup.number(2) as usize];
                setup.put(&[("c6", hunter), ("d7", b'm'), ("f7", b'm'), ("f5", b'm')]);
                setup.put(&[("d5", b'm')]);
                setup.place(b'K', 0..=2, 8..=9);
                setup.place(b'k', 11..=13, 2..=3);
                setup.scatter(b"MmDd", 3, 0..=13, 0..=11);
                setup.perhaps_turn();
            }
            // A capture en passant open while its own seat is in check.
            13 => {
                setup.place(b'K', 0..=13, 2..=5);
                setup.scatter(b"rqb", 4, 0..=13, 2..=6);
                setup.scatter(b"P", 8, 3..=10, 1..=1);
                setup.scatter(b"P", 3, 3..=10, 3..=3);
                setup.scatter(b"p", 3, 3..=10, 3..=3);
                setup.place(b'k', 0..=13, 6..=11);
                setup.scatter(b"MmDd", 4, 0..=13, 6..=11);
                setup.perhaps_turn();
                passed = setup.passed();
            }
            // A man before the far file, and units to jump from there.
            14 => {
                setup.put(&[("l6", b'M'), ("m7", b'm'), ("m9", b'm')]);
                setup.place(b'K', 3..=10, 0..=11);
                setup.place(b'k', 3..=10, 0..=11);
                setup.scatter(b"MmDd", 4, 0..=13, 0..=11);
                setup.perhaps_turn();
            }
            // Few units: repetition, no progress, passes.
            _ => {
                setup.place(b'K', 0..=2, 2..=9);
                setup.place(b'k', 11..=13, 2..=9);
                setup.scatter(b"Dd", 2, 0..=13, 0..=11);
                setup.scatter(b"Rq", 2, 0..=13, 0..=11);
                setup.scatter(b"Mm", 2, 2..=11, 0..=11);
            }
        }
        let seat = ["wc", "wd", "bc", "bd"][setup.number(4) as usize];
        if let Ok(position) = Position::parse(&setup.text(seat, rights, &passed, mated, resume), rules) {
            return position;
        }
    }
}

/// A random move, rare ones more often than they would be: captures by draughts, promotions, castlings, double steps,
/// captures by pawns, mates; and the seat's own last move back in a game that shuffles.
fn chosen(line: &Line<Position>, moves: &[String], shuffling: bool, rng: &mut Rng) -> String {
    let any = |moves: &[String], rng: &mut Rng| moves[below(rng, moves.len() as u64) as usize].clone();
    let position = line.position();
    if shuffling && below(rng, 10) > 0 {
        let mut back = Vec::new();
        for m in line.moves().iter().rev().take(4).map(|&m| position.move_text(m)) {
            let split = m[1..].find(|c: char| c.is_ascii_lowercase()).map_or(m.len(), |at| at + 1);
            back.push(format!("{}{}", &m[split..], &m[..split]));
        }
        if let Some(m) = moves.iter().find(|m| back.contains(m)) {
            return m.clone();
        }
    }
    let rare = |m: &String| {
        let pawn = matches!(
            position.parse_move(m),
            Ok(Move::Plain { from, to, .. })
                if position.unit_at(from).is_some_and(|(_, kind)| kind == Kind::Pawn)
                    && (from.x() != to.x() || from.y().abs_diff(to.y()) == 2)
        );
        pawn || m.contains(':') || m.ends_with(['q', 'r', 'b', 'n']) || ["h1j1", "h1e1", "h12e12"].contains(&m.as_str())
    };
    let mates = |m: &String| {
        let mut next = line.clone();
        next.play(m).is_ok() && next.position().mated() != position.mated()
    };
    match below(rng, 6) {
        0 | 1 => {
            let rare: Vec<String> = moves.iter().filter(|m| rare(m)).cloned().collect();
            if rare.is_empty() { any(moves, rng) } else { any(&rare, rng) }
        }
        2 => moves.iter().find(|m| mates(m)).cloned().unwrap_or_else(|| any(moves, rng)),
        _ => any(moves, rng),
    }
}

#[test]
fn random_games_agree_with_the_reference() {
    let mut rng = stream(20_240_501, 0);
    let mut events: BTreeMap<&str, u64> = EVENTS.iter().map(|&event| (event, 0)).collect();
    let mut plies = 0;
    for index in 0..GAMES {
        let options = Options {
            alternate: below(&mut rng, 2) == 0,
            resume: below(&mut rng, 2) == 0,
            mandatory: below(&mut rng, 3) == 0,
            no_progress: [200, 20, 8][below(&mut rng, 3) as usize],
            max_plies: [None, None, Some(40)][below(&mut rng, 3) as usize],
        };
        let mut rules = Rules::default();
        let words = [
            ("turn_order", if options.alternate { "alternate" } else { "clockwise" }.to_owned()),
            ("after_check", if options.resume { "resume" } else { "continue" }.to_owned()),
            ("mandatory_capture", options.mandatory.to_string()),
            ("no_progress_limit", options.no_progress.to_string()),
            ("max_plies", options.max_plies.map_or("none".to_owned(), |limit| limit.to_string())),
        ];
        for (name, value) in &words {
            rules.set(name, value).expect("an option");
        }
        let mut line = Line::new(random_start(&mut rng, rules, options.resume));
        let mut game = Game::new(&line.text(), options);
        let start = line.text();
        // Some games go back and forth, so that positions repeat.
        let shuffling = below(&mut rng, 6) == 0;
        loop {
            let place = || format!("game {index} from {start:?} {words:?} after {:?}", line.moves());
            assert_eq!(line.text(), game.text(), "{}", place());
            let counts = [line.position().interrupted(), line.position().passed()];
            assert_eq!(counts, [game.interrupted, game.passed_by], "{}", place());
            let outcome = line.outcome().map(|end| (Position::REASONS[end.reason as usize], end.score));
            let expected = game.over.map(|(reason, points)| (reason, Some(points.map(|points| points as f32))));
            assert_eq!(outcome, expected, "{}", place());
            if let Some(end) = line.outcome() {
                let [white, black] = end.score.expect("points");
                assert_eq!(end.utility, (white - black) / 2.0, "{}", place());
            }
            if game.over.is_some() || line.moves().len() >= 80 {
                break;
            }
            let mut moves: Vec<_> = line.legal_moves().iter().map(|&m| line.position().move_text(m)).collect();
            moves.sort_unstable();
            assert_eq!(moves, game.legal(), "{}", place());
            let m = chosen(&line, &moves, shuffling, &mut rng);
            line.play(&m).unwrap_or_else(|error| panic!("{error}"));
            game.play(&m);
            plies += 1;
        }
        for (event, times) in &game.events {
            *events.entry(event).or_default() += times;
        }
    }
    let missing: Vec<_> = events.iter().filter(|&(_, &times)| times == 0).collect();
    let listed: Vec<String> = events.iter().map(|(event, times)| format!("{event}: {times}")).collect();
    assert!(missing.is_empty(), "never occurred in {plies} plies: {missing:?} of\n{}", listed.join("\n"));
    // Shown by `--nocapture`, and only then.
    eprintln!("{GAMES} games, {plies} plies\n{}", listed.join("\n"));
}
