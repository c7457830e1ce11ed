//! The laws every game obeys, under all options and from positions in which rare moves exist, and the law of the mirror.

mod common;

use fairyring_game::{Evaluate, Game as _, Line, PLAYERS, Text, below, stream};
use fairyring_laws::{check_game, check_uniform_draw};
use fairyring_shahki::Position;

/// Random games; the feature `long` plays ten times as many.
const GAMES: u32 = if cfg!(feature = "long") { 40 } else { 4 };

/// Positions near castling, promotion, chains, crowning, mates, after a mate, and with a capture en passant open.
const STARTS: &[(&str, &str)] = &[
    ("Rd1 Kh1 Rk1 Pd2 Pk2 rd12 kh12 rk12 pd11 pk11 Ma4 mn9", "wc KQkq - - 0 1"),
    ("Kh1 kh9 Pe11 Pg11 nd12 pf2 pi2 Nj1 Mc4 mm8", "wc - - - 0 1"),
    ("Kh1 kh12 Mc6 md7 mf7 md5 mf5 mh9 mi6 Dc10 ml9", "wd - - - 0 1"),
    ("Kh1 kh12 Ml7 mm6 mk2 mc4 Mb7 mc8 dd3", "wd - - - 0 1"),
    ("Ka5 Rm3 Rl4 kn6 ph4 pe11 bd9 Mc4 mj7", "wc - - - 0 1"),
    ("Ka5 Rm3 Rl4 kn6 Mc4 me6", "wc - - - 0 1"),
    ("ka5 kn6 rm3 pe11 pf4 qd9 Mc4 mj7 Mf7", "wd - - w 0 1"),
    ("Kh1 kh12 Pe4 pd4 pf4 Pg2 pj11 Mc4 mm8 rn4", "bc - e3 - 0 1"),
    ("Ke3 re9 kb6 Ri6 Me6 mj5 mm6 Pg2 pg11", "wd - - - 0 1"),
];

fn all_options() -> impl Iterator<Item = Vec<(&'static str, &'static str)>> {
    let orders = ["clockwise", "alternate"];
    orders.into_iter().flat_map(|order| {
        ["continue", "resume"].into_iter().flat_map(move |after| {
            ["false", "true"].into_iter().map(move |mandatory| {
                vec![("turn_order", order), ("after_check", after), ("mandatory_capture", mandatory)]
            })
        })
    })
}

fn parse(units: &str, fields: &str, options: &[(&str, &str)]) -> Position {
    let resume = options.contains(&("after_check", "resume"));
    let fields = if resume { format!("{fields} -") } else { fields.to_owned() };
    common::game(units, &fields, options).position().clone()
}

#[test]
fn laws_hold_under_all_options() {
    for (n, options) in (0..).zip(all_options()) {
        check_game(&Position::start(common::rules(&options)), GAMES, n, 1500, 41);
        for (units, fields) in STARTS {
            check_game(&parse(units, fields, &options), GAMES, 100 + n, 60, 7);
        }
    }
    let limits = [("no_progress_limit", "9"), ("max_plies", "70")];
    check_game(&Position::start(common::rules(&limits[1..])), GAMES, 1, 1000, 5);
    check_game(&Position::start(common::rules(&limits[..1])), GAMES, 1, 1000, 23);
}

#[test]
fn random_moves_are_uniform() {
    for options in all_options() {
        let mut positions: Vec<Position> =
            STARTS.iter().map(|(units, fields)| parse(units, fields, &options)).collect();
        let mut line = Line::new(Position::start(common::rules(&options)));
        let mut choices = stream(5, PLAYERS);
        for ply in 0..400 {
            if ply % 40 == 0 {
                positions.push(line.position().clone());
            }
            match line.position().draw_move(line.occurrences(), &mut choices) {
                Ok(m) => line.play_unchecked(m),
                Err(_) => break,
            }
        }
        let (_, degrees) = check_uniform_draw(&positions, 200, 11);
        assert!(degrees > 150, "{degrees}");
    }
}

/// The board turned by 180 degrees with colours and seats swapped, written from the text alone.
fn mirrored(text: &str) -> String {
    let swap_case = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let fields: Vec<&str> = text.split(' ').collect();
    let rank = |rank: &str| {
        // Runs keep their digits' order when the rest is reversed.
        let mut parts: Vec<String> = Vec::new();
        for c in rank.chars() {
            match parts.last_mut() {
                Some(last) if c.is_ascii_digit() && last.chars().all(|c| c.is_ascii_digit()) => last.push(c),
                _ => parts.push(if c.is_ascii_digit() { c } else { swap_case(c) }.to_string()),
            }
        }
        parts.reverse();
        parts.concat()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(rank).collect();
    let seat = |seat: &str| match seat.as_bytes() {
        [b'w', kind] => format!("b{}", *kind as char),
        [b'b', kind] => format!("w{}", *kind as char),
        _ => seat.to_owned(),
    };
    let mated = ["-", "b", "w"][["-", "w", "b"].iter().position(|&m| m == fields[4]).expect("a mated colour")];
    let passed = if fields[3] == "-" { "-".to_owned() } else { mirrored_move(fields[3]) };
    let mut all = vec![board.join("/"), seat(fields[1]), "-".to_owned(), passed, mated.to_owned()];
    all.extend([fields[5].to_owned(), fields[6].to_owned()]);
    all.extend(fields.get(7).map(|back| seat(back)));
    all.join(" ")
}

/// A move's text on the turned board: every cell is turned, a promotion stays.
fn mirrored_move(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
        if c == ':' || digits == 0 {
            out.push(c);
            rest = &rest[1..];
            continue;
        }
        let rank: u32 = rest[1..=digits].parse().expect("a rank");
        out.push((b'a' + b'n' - c as u8) as char);
        out += &(13 - rank).to_string();
        rest = &rest[digits + 1..];
    }
    out
}

#[test]
fn the_mirror_changes_nothing_but_names() {
    let mut choices = stream(9, PLAYERS);
    let weights: Vec<i32> = Position::WEIGHTS.iter().map(|weight| weight.default).collect();
    let (mut positions, mut ends) = (0, 0);
    for options in all_options() {
        let clockwise = options.contains(&("turn_order", "clockwise"));
        let rules = common::rules(&options);
        let start = Position::start(rules).text(false).replace(" KQkq ", " - ");
        let others =
            STARTS.iter().map(|(units, fields)| parse(units, &fields.replace("KQkq", "-"), &options).text(false));
        for text in others.chain([start.clone(), start]) {
            let mut line = Line::new(Position::parse(&text, rules).expect("a position"));
            while line.outcome().is_none() && line.moves().len() < 300 {
                let turned =
                    Line::new(Position::parse(&mirrored(&line.text()), rules).unwrap_or_else(|e| panic!("{e}")));
                let mut expected: Vec<String> = common::moves(&line).iter().map(|m| mirrored_move(m)).collect();
                expected.sort_unstable();
                assert_eq!(common::moves(&turned), expected, "{}", line.text());
                assert_eq!(
                    turned.position().evaluate(&weights),
                    -line.position().evaluate(&weights),
                    "{}",
                    line.text()
                );
                let [white, black] = line.position().points();
                assert_eq!(turned.position().points(), [black, white]);
                let moves = common::moves(&line);
                let m = &moves[below(&mut choices, moves.len() as u64) as usize];
                common::play(&mut line, m);
                positions += 1;
                // The alternate order begins with White in every pair, so its seats after a turn differ.
                if clockwise {
                    let mut turned = turned;
                    common::play(&mut turned, &mirrored_move(m));
                    // A line that began at the mirror knows no repetition.
                    if common::end(&line).is_none_or(|(reason, ..)| reason != "repetition") {
                        assert_eq!(turned.text(), mirrored(&line.text()));
                        let utility =
                            |line: &Line<Position>| common::end(line).map(|(reason, _, utility)| (reason, utility));
                        assert_eq!(utility(&turned), utility(&line).map(|(reason, utility)| (reason, 0.0 - utility)));
                    }
                }
            }
            ends += u32::from(line.outcome().is_some());
        }
    }
    assert!(positions > 10_000 && ends > 5, "{positions} positions, {ends} ends");
}
