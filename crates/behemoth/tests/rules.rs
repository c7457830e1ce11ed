//! The rules file, sentence by sentence, on positions made for it.

use fairyring_behemoth::{Phase, Position, Rules};
use fairyring_game::{Actor, Game, Line, Rules as _, Text};

fn rules(values: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in values {
        rules.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

fn line(text: &str, values: &[(&str, &str)]) -> Line<Position> {
    Line::new(Position::parse(text, rules(values)).unwrap_or_else(|error| panic!("{error}")))
}

/// The reason and White's utility, where the game is over.
fn end(line: &Line<Position>) -> Option<(&'static str, f32)> {
    line.outcome().map(|outcome| (Position::REASONS[outcome.reason as usize], outcome.utility))
}

fn moves(line: &Line<Position>) -> Vec<String> {
    let mut texts: Vec<_> = line.legal_moves().into_iter().map(|m| line.position().move_text(m)).collect();
    texts.sort_unstable();
    texts
}

fn play(line: &mut Line<Position>, list: &[&str]) {
    for m in list {
        line.play(m).unwrap_or_else(|error| panic!("{error} in {}", line.text()));
    }
}

#[test]
fn dice_follow_every_move_or_blacks_only() {
    let mut game = Line::new(Position::start(Rules::default()));
    assert_eq!(
        (game.text().as_str(), game.actor()),
        ("rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -", Actor::Seat(0))
    );
    play(&mut game, &["e2e4"]);
    assert_eq!(game.text(), "rnbqkbnr/pppppppp/8/8/3*P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 roll");
    assert_eq!((game.actor(), moves(&game).len(), game.chance_outcomes().len()), (Actor::Chance, 0, 32));
    play(&mut game, &["*11", "e7e5", "*11", "g1f3"]);
    assert_eq!(game.actor(), Actor::Chance);

    let mut game = Line::new(Position::start(rules(&[("roll_every", "round")])));
    play(&mut game, &["e2e4", "e7e5"]);
    assert_eq!(game.text(), "rnbqkbnr/pppp1ppp/8/4p3/3*P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 roll");
    play(&mut game, &["*21", "g1f3"]);
    assert_eq!(game.actor(), Actor::Seat(1));
}

#[test]
fn the_behemoth_blocks_and_is_not_captured() {
    // Sliders stop before it, pawns cannot step onto or over it, knights jump it.
    let game = line("4k3/8/8/8/4*3/8/4P3/R1B1K1NR w KQ - 0 1 -", &[]);
    let list = moves(&game);
    assert!(list.contains(&"e2e3".to_owned()) && !list.contains(&"e2e4".to_owned()));
    let game = line("4k3/8/8/8/8/4*3/4P3/R3KNNR w KQ - 0 1 -", &[]);
    assert!(!moves(&game).iter().any(|m| m.starts_with("e2")), "{:?}", moves(&game));
    assert!(moves(&game).contains(&"g1f3".to_owned()));
    let game = line("4k3/8/8/8/8/8/4P3/R*2K2R w KQ - 0 1 -", &[]);
    assert!(moves(&game).contains(&"e1g1".to_owned()) && !moves(&game).contains(&"e1c1".to_owned()));
    assert!(!moves(&game).contains(&"a1b1".to_owned()), "{:?}", moves(&game));
    let error = game.clone().play("a1b1").unwrap_err();
    assert!(error.to_string().contains("the Behemoth stands on b1"), "{error}");
}

#[test]
fn kings_are_destroyed_by_rolls() {
    // Up from e5 over e8 to e1; down from e3 to e1.
    for (behemoth, roll, reason, utility) in [
        ("4k3/8/8/4*3/8/8/8/R3K3", "*23", "king_destroyed", 1.0),
        ("4k3/8/8/4*3/8/8/8/R3K3", "*24", "both_kings_destroyed", 0.0),
        ("4k3/8/8/8/8/4*3/8/R3K3", "*72", "king_destroyed", -1.0),
    ] {
        let mut game = line(&format!("{behemoth} b Q - 7 20 roll"), &[]);
        play(&mut game, &[roll]);
        assert_eq!(end(&game), Some((reason, utility)), "{roll}");
        assert!(game.text().ends_with(" -"), "{}", game.text());
        assert!(game.legal_moves().is_empty() && game.play("a1a2").is_err());
        assert!(Position::parse(&game.text(), Rules::default()).is_err(), "a position without a king is refused");
    }
}

#[test]
fn mate_and_stalemate_are_judged_when_the_option_says() {
    // Ra8 mates; the Behemoth is far away.
    let text = "6k1/5ppp/8/8/3*4/8/8/R3K3 w Q - 0 1 -";
    let mut before = line(text, &[]);
    play(&mut before, &["a1a8"]);
    assert_eq!(end(&before), Some(("mate", 1.0)));
    assert_eq!(before.text(), "R5k1/5ppp/8/8/3*4/8/8/4K3 b - - 1 1 -");
    // It reads back and is judged again; with dice due it is taken at its word.
    assert_eq!(end(&line(&before.text(), &[])), Some(("mate", 1.0)));
    let due = before.text().replace(" 1 1 -", " 1 1 roll");
    assert_eq!(line(&due, &[]).actor(), Actor::Chance);

    let mut after = line(text, &[("mate", "after_roll")]);
    play(&mut after, &["a1a8"]);
    assert_eq!((after.actor(), end(&after)), (Actor::Chance, None));
    let mut saved = after.clone();
    // From d4 to e4: nothing of the mate changes.
    play(&mut saved, &["*51"]);
    assert_eq!(end(&saved), Some(("mate", 1.0)));
    // From d4 down to d8: it stands between rook and king.
    play(&mut after, &["*74"]);
    assert_eq!((after.actor(), end(&after)), (Actor::Seat(1), None), "{}", after.text());

    // No dice follow White's move: judged at once, whatever the option.
    let mut round = line(text, &[("mate", "after_roll"), ("roll_every", "round")]);
    play(&mut round, &["a1a8"]);
    assert_eq!(end(&round), Some(("mate", 1.0)));

    let mut stale = line("7k/8/5KQ1/8/8/8/8/*7 w - - 0 1 -", &[]);
    play(&mut stale, &["g6f7"]);
    assert_eq!(end(&stale), Some(("stalemate", 0.0)));
}

#[test]
fn kings_without_royalty_are_captured() {
    let options = [("royalty", "king_capture")];
    let mut game = line("4k3/8/8/8/3*4/8/4R3/4K3 w - - 0 1 -", &options);
    // A king may step where it is attacked, and stay there.
    assert!(moves(&line("4k3/8/8/8/3*4/4r3/8/4K3 w - - 0 1 -", &options)).contains(&"e1e2".to_owned()));
    play(&mut game, &["e2e8"]);
    assert_eq!(end(&game), Some(("king_captured", 1.0)));
    assert_eq!((game.text().as_str(), game.position().phase()), ("4R3/8/8/8/3*4/8/8/4K3 b - - 0 1 -", Phase::Captured));
    // A side without a move draws, its king attacked or not; with check it would be mate.
    let text = "4K3/8/8/8/8/8/5Npp/6*k w - - 0 1 -";
    for (options, expected) in [(&options[..], ("stalemate", 0.0)), (&[], ("mate", 1.0))] {
        let mut game = line(text, options);
        play(&mut game, &["e8d8"]);
        assert_eq!(end(&game), Some(expected));
    }
    let mut game = line(text, &[("royalty", "king_capture"), ("mate", "after_roll")]);
    play(&mut game, &["e8d8"]);
    assert_eq!(game.actor(), Actor::Chance);
    // To f1: pawn and king may go to g1.
    play(&mut game, &["*41"]);
    assert_eq!(
        (end(&game), moves(&game)),
        (None, vec!["g2g1b", "g2g1n", "g2g1q", "g2g1r", "h1g1"].into_iter().map(str::to_owned).collect())
    );
    // Castling asks only for empty squares.
    assert!(moves(&line("4k1r1/8/8/8/3*4/8/8/4K2R w K - 0 1 -", &options)).contains(&"e1g1".to_owned()));
    assert!(!moves(&line("4k1r1/8/8/8/3*4/8/8/4K2R w K - 0 1 -", &[])).contains(&"e1g1".to_owned()));
}

#[test]
fn exposed_kings_may_be_captured_even_from_check() {
    // Black's king on e8 is exposed to the rook e1 after the Behemoth left the file; White's own king is attacked too.
    let mut game = line("4k3/8/8/8/3*4/8/7r/4R2K w - - 0 1 -", &[]);
    assert_eq!(moves(&game), ["e1e8", "h1g1", "h1h2"]);
    play(&mut game, &["e1e8"]);
    assert_eq!(end(&game), Some(("king_captured", 1.0)));
    // A pinned unit may do it as well; a pawn that reaches the last rank by it promotes.
    assert!(moves(&line("k7/8/8/8/8/2n5/1b2*3/K2r4 b - - 0 1 -", &[])).len() > 1);
    let game = line("4k3/3P4/8/8/8/4*3/8/4K3 w - - 0 1 -", &[]);
    for m in ["d7e8b", "d7e8n", "d7e8q", "d7e8r"] {
        assert!(moves(&game).contains(&m.to_owned()), "{:?}", moves(&game));
    }
}

#[test]
fn a_king_beside_an_exposed_one_is_attacked_by_it() {
    // Only the moves that answer the king's attack, or take it.
    let game = line("8/8/8/8/4*3/8/6k1/R6K w - - 0 1 -", &[]);
    assert_eq!(moves(&game), ["h1g2"]);
    assert!(game.position().is_check());
}

#[test]
fn rights_go_with_their_units_and_squares() {
    // The rook h1 is destroyed: 8 right-down from e4? over f3, g2 to h1.
    let mut game = line("r3k2r/8/8/8/4*3/8/8/R3K2R b KQkq - 5 9 roll", &[]);
    play(&mut game, &["*83"]);
    assert_eq!(game.text(), "r3k2r/8/8/8/8/8/8/R3K2* b Qkq - 0 9 -");
    // The pawn that passed is destroyed; run over; stood upon.
    let text = "4k3/8/8/8/2pP1*2/8/8/4K3 b - d3 0 1 roll";
    for (roll, expected) in [
        ("*42", "4k3/8/8/8/2p*4/8/8/4K3 b - - 0 1 -"),
        ("*41", "4k3/8/8/8/2pP*3/8/8/4K3 b - d3 0 1 -"),
        ("*21", "4k3/8/8/5*2/2pP4/8/8/4K3 b - d3 0 1 -"),
    ] {
        let mut game = line(text, &[]);
        play(&mut game, &[roll]);
        assert_eq!(game.text(), expected, "{roll}");
    }
    let mut game = line("4k3/8/8/8/2pP4/5*2/8/4K3 b - d3 0 1 roll", &[]);
    play(&mut game, &["*43"]);
    assert_eq!(game.text(), "4k3/8/8/8/2pP4/2*5/8/4K3 b - d3 0 1 -", "running over the passed square does not end it");
    let mut game = line("4k3/8/8/8/2pP4/5*2/8/4K3 b - d3 0 1 roll", &[]);
    play(&mut game, &["*42"]);
    assert_eq!(game.text(), "4k3/8/8/8/2pP4/3*4/8/4K3 b - - 0 1 -", "standing on it does");
    // The Behemoth may come to stand where the double step began.
    let mut game = line("4k3/8/8/8/2pP4/8/5*2/4K3 b - d3 0 1 roll", &[]);
    play(&mut game, &["*42"]);
    assert_eq!(game.text(), "4k3/8/8/8/2pP4/8/3*4/4K3 b - d3 0 1 -");
    assert_eq!(line(&game.text(), &[]).position(), game.position());
    assert!(moves(&game).contains(&"c4d3".to_owned()));
}

#[test]
fn counters_and_repetition_are_judged_after_the_roll() {
    // Ninety-nine plies without progress; the hundredth ply and a roll that destroys nothing draw, one that destroys does not.
    let text = "4k3/8/8/8/3*4/8/8/R3K3 w Q - 99 80 -";
    let mut game = line(text, &[]);
    play(&mut game, &["a1a2"]);
    assert_eq!(end(&game), None);
    let mut drawn = game.clone();
    play(&mut drawn, &["*41"]);
    assert_eq!(end(&drawn), Some(("fifty_moves", 0.0)));
    let mut game = line("4k3/8/8/8/3*4/8/R7/4K3 w - - 99 80 -", &[]);
    play(&mut game, &["a2a4", "*43"]);
    assert_eq!((end(&game), game.position().setup().clock), (None, 0));
    // A mate on the hundredth ply wins.
    let mut game = line("6k1/5ppp/8/8/3*4/8/8/R3K3 w Q - 99 80 -", &[]);
    play(&mut game, &["a1a8"]);
    assert_eq!(end(&game), Some(("mate", 1.0)));

    // The third occurrence of units, Behemoth and side.
    let mut game = line("4k3/7p/8/8/3*4/8/7P/4K3 w - - 0 1 -", &[]);
    for round in 0..2 {
        assert_eq!(end(&game), None, "round {round}");
        play(&mut game, &["e1d1", "*41", "e8d8", "*51", "d1e1", "*41", "d8e8", "*51"]);
    }
    assert_eq!(end(&game), Some(("repetition", 0.0)));
    // With the Behemoth elsewhere it is another position.
    let mut game = line("4k3/7p/8/8/3*4/8/7P/4K3 w - - 0 1 -", &[]);
    play(&mut game, &["e1d1", "*41", "e8d8", "*51", "d1e1", "*41", "d8e8", "*51"]);
    play(&mut game, &["e1d1", "*41", "e8d8", "*51", "d1e1", "*41", "d8e8", "*41"]);
    assert_eq!(end(&game), None);
}

#[test]
fn material_ends_no_game_with_a_behemoth() {
    assert_eq!(end(&line("4k3/8/8/8/3*4/8/8/4K3 w - - 0 1 -", &[])), None);
    let off = [("behemoth_start", "off")];
    assert_eq!(end(&line("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -", &off)), Some(("insufficient_material", 0.0)));
}

#[test]
fn numbers_stop_at_their_ends() {
    let mut game = line("4k3/8/8/8/3*4/8/8/4K2R b K - 9999 999999 roll", &[]);
    play(&mut game, &["*21"]);
    assert_eq!(end(&game), Some(("fifty_moves", 0.0)));
    let mut game = line("4k3/8/8/8/3*4/8/8/4K2R b K - 0 999999 -", &[]);
    play(&mut game, &["e8d8", "*21"]);
    assert_eq!(game.text(), "3k4/8/8/3*4/8/8/8/4K2R w K - 1 999999 -");
}
