//! Texts, refusals, ends of the game, far tables and windows.

use fairyring_cards::Position;
use fairyring_game::{Encode, Evaluate, Game, Line, Rules as _, Step, Text, Window};
use fairyring_geometry::RingCell;

type Rules = <Position as Game>::Rules;

fn rules(options: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options {
        rules.set(name, value).expect("an option");
    }
    rules
}

fn parse(text: &str, options: &[(&str, &str)]) -> Position {
    Position::parse(text, rules(options)).unwrap_or_else(|error| panic!("{error}"))
}

fn line(text: &str, options: &[(&str, &str)]) -> Line<Position> {
    Line::new(parse(text, options))
}

fn moves(text: &str, options: &[(&str, &str)]) -> Vec<String> {
    let position = parse(text, options);
    let mut moves: Vec<_> =
        Line::new(position.clone()).legal_moves().into_iter().map(|m| position.move_text(m)).collect();
    moves.sort();
    moves
}

fn reason(line: &Line<Position>) -> Option<(&'static str, f32)> {
    line.outcome().map(|outcome| (Position::REASONS[outcome.reason as usize], outcome.utility))
}

/// Refusals name every fault at once.
#[test]
fn wrong_positions_are_refused_with_all_reasons() {
    let reasons = |text: &str| Position::parse(text, rules(&[])).expect_err(text).reasons;
    for (text, parts) in [
        ("", vec!["1 fields, not 6"]),
        ("-  KQR2B2N2P8/kqr2b2n2p8 r 0 1", vec!["face down: \"\" is no cell"]),
        ("X0;K0 - -/k x 01 0", vec!["X0", "side to move", "plies without", "move number"]),
        ("K0;Q0 - -/k r 0 1", vec!["not in order"]),
        ("K1,2;Q1,1 - -/k r 0 1", vec!["not in order"]),
        ("K0;K1,1 - -/k r 0 1", vec!["Red has only 1 of K"]),
        ("K0 - K/k r 0 1", vec!["Red has only 1 of K"]),
        ("Q0 - -/- r 0 1", vec!["Red has no king", "Black has no king"]),
        ("K0 3,2;2,1 -/k r 0 1", vec!["not in order"]),
        ("K0 2,1;2,1 -/k r 0 1", vec!["not in order"]),
        ("K0 2,1 QR2B2N2P8/kqr2b2n2p8 r 0 1", vec!["1 face-down cells, but only 0 cards"]),
        ("K0 - QK/k r 0 1", vec!["not written as hands are"]),
        ("K0 - Q1/k r 0 1", vec!["not written as hands are"]),
        ("K0 - R0/k r 0 1", vec!["not written as hands are"]),
        ("K0 - /k r 0 1", vec!["Red's hand is missing"]),
        ("K0 - q/k r 0 1", vec!["no card of Red's hand"]),
        ("K0 - k r 0 1", vec!["not two with /"]),
        ("K0 - R3/k r 0 1", vec!["Red has only 2 of R"]),
        ("K0;k1,1 - -/- r 0 1", vec!["Black's king is attacked"]),
        ("R0;k5,16 - K/- r 0 1", vec!["Black's king is attacked"]),
        ("K100001,1 - -/k r 0 1", vec!["ring 100001 lies beyond"]),
        ("K99999999999999999999,1 - -/k r 0 1", vec!["is no cell"]),
        ("K0 - -/k r 4294967296 1", vec!["plies without"]),
        ("K0 - -/k r 0 4294967296", vec!["move number"]),
        ("Kö,1 - -/k r 0 1", vec!["is no cell"]),
        ("♔0 - -/k r 0 1", vec!["is no card"]),
    ] {
        let reasons = reasons(text);
        assert_eq!(reasons.len(), parts.len(), "{text}: {reasons:?}");
        for (reason, part) in reasons.iter().zip(parts) {
            assert!(reason.contains(part), "{text}: {reason:?} without {part:?}");
        }
    }
}

/// Whatever is read is written again in the same way, and nothing panics: each text cut at every byte, and with every
/// byte changed.
#[test]
fn every_text_round_trips_or_is_refused() {
    let texts = [
        "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1",
        "r0;K1,2;r2,3;P2,4;B2,7;k3,5 0;1,2 QRBN2P7/b2n2p8 r 12 49",
        "- - KQR2B2N2P8/kqr2b2n2p8 r 0 1",
        "k100000,200001;K100000,800000 - -/r r 4294967295 4294967295",
    ];
    for text in texts {
        assert_eq!(parse(text, &[]).text(false), text);
        for cut in 0..text.len() {
            for replacement in ["", "0", "1", "9", ",", ";", "/", "-", " ", "K", "k", "p", "é"] {
                for end in [cut, cut + 1] {
                    let changed = format!("{}{replacement}{}", &text[..cut], &text[end..]);
                    if let Ok(position) = Position::parse(&changed, rules(&[])) {
                        assert_eq!(position.text(false), changed);
                        position.diagram();
                        position.units(&mut Vec::new());
                    }
                }
            }
            assert!(Position::parse(&text[..cut], rules(&[])).is_err() || text.ends_with(&text[cut..]));
        }
    }
}

#[test]
fn moves_are_read_and_refusals_say_why() {
    let start = line("R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1", &[]);
    for (text, part) in [
        ("", "begin with a letter"),
        ("e2e4", "begin with a letter"),
        ("N", "are written"),
        ("N5,26", "are written"),
        ("N5,26-", "is no cell"),
        ("N5,26-3,25", "no cell 25"),
        ("N5,26-99999999999,1", "is no cell"),
        ("N@", "is no cell"),
        ("n5,26-3,17", "the card is Black's"),
        ("q3,10-1,4", "the card is Black's"),
        ("B5,26-3,17", "no B stands on 5,26"),
        ("N5,26-3,16", "does not move to 3,16"),
        ("N5,26-7,37", "beyond the table"),
        ("N@5,25", "no N is in the hand"),
        ("N@0", "holds an own card"),
        ("K1,7-1,8", "attacked there"),
        ("R0-2,7", "does not move"),
        ("R0-1,4", "holds an own card"),
    ] {
        let error = start.check(text).expect_err(text);
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    // x for - is understood.
    let mut by_x = line("R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- b 0 1", &[]);
    by_x.play("q3,10x1,4").expect("a capture");
    assert_eq!(by_x.text(), "R0;k1,1;q1,4;K1,7;P2,6;p2,8;p3,11;N5,26 1,4 -/- r 0 2");

    let placing = line("K0;r5,13 2,13 QN/k r 0 9", &[("place_on_face_down", "false")]);
    for (text, part) in [
        ("Q@2,13", "is face down"),
        ("Q@4,1", "touches no card"),
        ("N@5,13", "holds a face-up card"),
        ("K0-4,1", "does not move"),
    ] {
        let error = placing.check(text).expect_err(text);
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let contact = line("K0;Q5,12;R5,13 - N/k r 0 9", &[]);
    assert!(contact.check("R5,13-5,15").expect_err("loses contact").to_string().contains("touch no other"));
    let alone = line("K0;R5,13 - N/k r 0 9", &[]);
    assert!(alone.check("R5,13-7,19").expect_err("too far").to_string().contains("beyond the table"));
    let empty = line("- - KQR2B2N2P8/kqr2b2n2p8 r 0 1", &[("king_placement", "first")]);
    assert!(empty.check("Q@0").expect_err("king first").to_string().contains("king must be placed first"));
    assert!(empty.check("K@1,1").expect_err("not on 0").to_string().contains("defines cell 0"));
    let check = line("K0;r4,13 - QN/k r 0 9", &[]);
    assert!(check.check("N@1,2").expect_err("in check").to_string().contains("stay attacked"));
    assert!(check.check("N@1,4").is_ok());
}

/// With all undealt cards in the hand the source's composition is a mate in one, seven times.
#[test]
fn seven_placements_mate_at_once() {
    let start = line("R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - QRB2NP6/r2b2n2p6 r 0 1", &[]);
    let mut mates: Vec<_> = start
        .legal_moves()
        .into_iter()
        .filter(|&m| {
            let mut next = start.clone();
            next.play_unchecked(m);
            reason(&next) == Some(("mate", 1.0))
        })
        .map(|m| start.position().move_text(m))
        .collect();
    mates.sort();
    assert_eq!(mates, ["N@1,6", "N@2,14", "N@2,4", "Q@1,2", "Q@1,8", "Q@2,15", "Q@2,3"]);
}

/// The three readings of contact, by hand.
#[test]
fn contact_after_a_move() {
    let free = |options| moves("K0;N5,1;k5,21 - -/- r 0 1", options);
    let knight = |options| free(options).into_iter().filter(|m| m.starts_with('N')).count();
    // The detached knight on the table's corner; the table is one cell wider than the cards.
    assert_eq!(knight(&[]), 4);
    assert_eq!(knight(&[("contact", "knights_free")]), 4);
    assert_eq!(knight(&[("contact", "strict")]), 0);
    // An attached knight goes off only where knights are free.
    let tied = |options| moves("K0;N1,1;k9,41 - -/- r 0 1", options).into_iter().filter(|m| m.starts_with('N')).count();
    assert_eq!((tied(&[]), tied(&[("contact", "strict")])), (2, 2));
    assert_eq!(tied(&[("contact", "knights_free")]), 4);
    // The king alone beside a card may only go round it; its own cell does not hold it.
    assert_eq!(moves("K0;P1,3;k9,41 - -/- r 0 1", &[("contact", "strict")]), ["K0-1,2", "K0-1,4"]);
    // Floor where it stood does.
    let floor = moves("K0;P1,3;k9,41 0 -/- r 0 1", &[("contact", "strict")]);
    assert_eq!(floor.iter().filter(|m| m.starts_with('K')).count(), 7);
}

#[test]
fn ends_in_the_order_of_the_rules() {
    let over = |text: &str, options: &[(&str, &str)]| reason(&line(text, options));
    assert_eq!(over("K0;k5,1 - -/- r 0 1", &[]), Some(("bare_kings", 0.0)));
    assert_eq!(over("K0;k5,1 - -/- r 200 1", &[]), Some(("no_progress", 0.0)));
    assert_eq!(over("K0;k5,1 - -/p r 99 1", &[]), None);
    assert_eq!(over("K0;k5,1 - -/p r 100 1", &[]), Some(("no_progress", 0.0)));
    assert_eq!(over("K0;k5,1 - -/p r 0 31", &[("max_plies", "30")]), Some(("max_plies", 0.0)));
    assert_eq!(over("K0;k5,1 - -/p r 0 30", &[("max_plies", "30")]), None);
    assert_eq!(over("K0;k5,1 - -/- r 0 31", &[("max_plies", "30")]), Some(("bare_kings", 0.0)));
    // Mate comes before everything else.
    let mated = "R0;k1,1;Q1,2;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- b 100 31";
    assert_eq!(over(mated, &[("max_plies", "30")]), Some(("mate", 1.0)));
    // With his king in the hand a side is not mated but stalemated: a queen beside a knight guards all cells around.
    assert_eq!(over("Q0;K1,5 - -/k b 0 9", &[]), Some(("stalemate", 0.0)));
    assert_eq!(over("Q0;K1,5 - -/kp b 0 9", &[]), None);
    // Third occurrence.
    let mut shuffle = line("K0;P1,1;k3,1;p3,2 - -/- r 0 1", &[]);
    for _ in 0..2 {
        assert_eq!(reason(&shuffle), None);
        for m in ["K0-1,2", "k3,1-4,2", "K1,2-0", "k4,2-3,1"] {
            shuffle.play(m).expect(m);
        }
    }
    assert_eq!(reason(&shuffle), Some(("repetition", 0.0)));
}

/// Cards hundreds of cells apart, to the last ring with a name.
#[test]
fn tables_have_no_fixed_extent() {
    let text = "K0;R700,2102;k900,1 - -/- r 0 1";
    let far = moves(text, &[]);
    // The rook stands alone: every other cell of its row and column on the table.
    let rook = far.iter().filter(|m| m.starts_with('R')).count();
    let position = parse(text, &[]);
    let (cards, _): (Vec<_>, Vec<_>) = position.cards().map(|(card, cell)| (cell, card)).unzip();
    let (low, high) = (
        RingCell::at(cards.iter().map(|c| c.x).min().unwrap() - 1, cards.iter().map(|c| c.y).min().unwrap() - 1),
        RingCell::at(cards.iter().map(|c| c.x).max().unwrap() + 1, cards.iter().map(|c| c.y).max().unwrap() + 1),
    );
    assert_eq!(rook as i32, (high.x - low.x) + (high.y - low.y));
    let mut walk = line(text, &[]);
    let there = format!("R700,2102-{}", RingCell::at(-900, -1));
    walk.play(&there).expect(&there);
    assert!(walk.position().in_check());

    // At the edge of what has a name the table ends.
    let edge = moves("k0;K100000,200001 - -/p r 0 1", &[]);
    assert_eq!(edge.len(), 3);
    for m in &edge {
        let mut next = line("k0;K100000,200001 - -/p r 0 1", &[]);
        next.play(m).expect(m);
        assert_eq!(parse(&next.text(), &[]), *next.position());
    }
}

#[test]
fn windows_of_any_size_are_safe() {
    let positions = ["K0;k2,3;R40,1 3,3 QP/p r 7 9", "- - KQR2B2N2P8/kqr2b2n2p8 r 0 1", "k0;K90000,1 - Q/q b 0 1"];
    for text in positions {
        let position = parse(text, &[]);
        for size in [0, 1, 2, 5, 16, 17, 90, 255, 256, 4_000_000_000] {
            let window = Window(size);
            let count = Position::action_count(window);
            let mut actions = Vec::new();
            position.legal_actions(&[], window, &mut actions);
            assert!(actions.iter().all(|&action| action < count));
            for action in [0, 1, count - 1, count, u32::MAX].into_iter().chain(actions.iter().copied().take(20)) {
                let step = position.step(&[], action, window);
                assert_eq!(step != Step::Illegal, actions.contains(&action), "{text} {size} {action}");
                let text = Position::action_text(action, window);
                assert!(text.is_some() || step == Step::Illegal, "{action} can be played and has no text");
                assert!(text.is_none() || action < count, "{action} has a text and lies beyond the actions");
                assert_eq!(position.step(&[action], action, window), Step::Illegal);
            }
            if size <= 90 {
                let [planes, rows, columns] = Position::observation_shape(window);
                let mut seen = vec![0; planes * rows * columns];
                for seat in [0, 1] {
                    position.observe(&[], seat, window, &mut seen);
                    let decoded = Position::decode(&seen, seat, window, rules(&[]));
                    assert_eq!(decoded.is_some(), position.fits(window), "{text} {size}");
                    if let Some(decoded) = decoded {
                        assert_eq!(decoded.repetition_key(), position.repetition_key());
                    }
                    assert!(Position::decode(&seen[1..], seat, window, rules(&[])).is_none());
                    seen.fill(1);
                    assert!(Position::decode(&seen, seat, window, rules(&[])).is_none());
                }
            }
        }
    }
    let fits = parse(positions[0], &[]);
    assert!(!fits.fits(Window(17)) && fits.fits(Window(90)));
}

#[test]
fn values_count_cards_on_the_table_and_in_the_hand() {
    let weights = Position::default_weights();
    let value = |text: &str| parse(text, &[]).evaluate(&weights);
    assert_eq!(value("- - KQR2B2N2P8/kqr2b2n2p8 r 0 1"), 0);
    assert_eq!(value("K0;k9,1 - Q/- r 0 1"), 855);
    assert_eq!(value("K0;k9,1 - -/- r 0 1"), 0);
    assert_eq!(value("K0;k9,1;q9,2 - -/- r 0 1"), -900 - 8);
    let capture = parse("K0;r1,3;Q1,4;k9,1 - -/- r 0 1", &[]);
    let m = capture.parse_move("Q1,4-1,3").expect("a move");
    assert_eq!(capture.gain(m, &weights), 500);
}
