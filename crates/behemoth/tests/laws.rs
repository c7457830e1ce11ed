//! The laws of every game under every combination of options, traces of an independent implementation, and what is
//! particular to the dice.

use fairyring_behemoth::{Move, Phase, Position, Rules};
use fairyring_game::{
    Actor, DICE, Encode, Evaluate, Game, History, Line, OptionKind, PLAYERS, Rules as _, Text, Window, below,
    game_seed, stream,
};
use fairyring_laws::{check_game, check_uniform_draw, data_file, replay_vectors};

const LONG: bool = cfg!(feature = "long");

/// Rules with these values, the rest default.
fn rules(values: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in values {
        rules.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

/// All combinations of the options, with these starts of the Behemoth.
fn combinations(starts: &[&str]) -> Vec<Rules> {
    let mut all = vec![Rules::default()];
    for spec in Rules::OPTIONS {
        let OptionKind::Words(words) = spec.kind else { panic!("{} is not a choice of words", spec.name) };
        let values = if spec.name == "behemoth_start" { starts } else { words };
        all = all
            .into_iter()
            .flat_map(|rules| {
                values.iter().map(move |value| {
                    let mut rules = rules;
                    rules.set(spec.name, value).unwrap();
                    rules
                })
            })
            .collect();
    }
    all
}

fn line(text: &str, rules: Rules) -> Line<Position> {
    Line::new(Position::parse(text, rules).unwrap_or_else(|error| panic!("{error}")))
}

/// The reason and White's utility, where the game is over.
fn end(line: &Line<Position>) -> Option<(&'static str, f32)> {
    line.outcome().map(|outcome| (Position::REASONS[outcome.reason as usize], outcome.utility))
}

#[test]
fn random_games_obey_the_laws_under_all_options() {
    let combinations = combinations(&["d4", "e5", "a6", "off"]);
    assert_eq!(combinations.len(), 32);
    for (seed, rules) in (0..).zip(combinations) {
        let games = if rules.has_dice() { 120 } else { 12 } * if LONG { 20 } else { 1 };
        check_game(&Position::start(rules), games, seed, 400, 7);
    }
}

#[test]
fn games_from_every_start_and_from_thin_boards_obey_the_laws() {
    for (seed, start) in (100..).zip(combinations(&["a3", "h3", "a4", "c5", "h6"])) {
        check_game(&Position::start(start), 10, seed, 400, 11);
    }
    // Few units: exposed kings, en passant, castling, promotion and long games are frequent.
    for text in [
        "8/2k5/8/8/3*4/8/5K2/8 w - - 0 1 -",
        "r3k2r/8/8/3*4/8/8/8/R3K2R w KQkq - 0 1 -",
        "4k3/pppppppp/8/8/3*4/8/PPPPPPPP/4K3 w - - 0 1 roll",
        "k6Q/6PP/8/3*4/8/8/1pp5/K6q b - - 90 40 roll",
        "1Q4rk/8/8/8/1*6/8/8/KR4q1 w - - 0 1 -",
    ] {
        for (seed, rules) in (200..).zip(combinations(&["d4"])) {
            let text =
                if rules.rolls_after(true) { text.to_owned() } else { text.replace(" w ", " b ").replace("roll", "-") };
            check_game(&Position::parse(&text, rules).unwrap(), 60, seed, 300, 5);
        }
    }
}

#[test]
fn traces() {
    let replayed = replay_vectors::<Position>("behemoth.jsonl");
    assert_eq!((replayed.games, replayed.perfts), (45, 91));
    let replayed = replay_vectors::<Position>("behemoth-long.jsonl");
    assert_eq!((replayed.games, replayed.perfts), (18, 41));
}

#[test]
fn draws_are_uniform() {
    let mut positions = Vec::new();
    let mut choices = stream(3, PLAYERS);
    let mut dice = stream(3, DICE);
    for rules in combinations(&["d4", "off"]) {
        let mut line = Line::new(Position::start(rules));
        for _ in 0..40 {
            let m = match line.actor() {
                Actor::Over => break,
                Actor::Chance => line.position().draw_chance(&mut dice),
                Actor::Seat(_) => line.position().draw_move(line.occurrences(), &mut choices).unwrap(),
            };
            line.play_unchecked(m);
            if matches!(line.actor(), Actor::Seat(_)) && line.moves().len() % 3 == 0 {
                positions.push(*line.position());
            }
        }
    }
    check_uniform_draw(&positions, if LONG { 2_000 } else { 100 }, 9);
}

#[test]
fn rolls_are_uniform() {
    let mut position = Position::start(Rules::default());
    position.play_unchecked(position.nth_legal_move(0).unwrap());
    let mut dice = stream(1, DICE);
    let mut counts = [0f64; 32];
    for _ in 0..320_000 {
        let Move::Roll(walk) = position.draw_chance(&mut dice) else { panic!("the dice roll") };
        counts[walk.index()] += 1.0;
    }
    let chi: f64 = counts.iter().map(|count| (count - 1e4).powi(2) / 1e4).sum();
    assert!(chi < 61.1, "chi-square {chi} on 31 degrees of freedom exceeds its 99.9 % point");
}

#[test]
fn the_first_rolls_destroy_what_the_table_says() {
    let mut compared = 0;
    for row in std::fs::read_to_string(data_file("known/behemoth_rolls_from_d4.csv")).unwrap().lines().skip(1) {
        let cells: Vec<_> = row.split(',').collect();
        // A null move first, so that all units stand at home.
        let mut position = line("rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 roll", Rules::default());
        let roll = format!("*{}{}", cells[0], cells[1]);
        let mut expected: Vec<_> = cells[4].split_whitespace().map(|unit| unit[2..].to_owned()).collect();
        expected.sort_by_key(|name| (name.as_bytes()[1], name.as_bytes()[0]));
        let m = position.check(&roll).unwrap();
        assert_eq!(position.position().captures(m), expected, "{row}");
        position.play(&roll).unwrap();
        assert_eq!(position.position().behemoth().unwrap().to_string(), cells[3], "{row}");
        assert_eq!(end(&position), None, "{row}");
        compared += 1;
    }
    assert_eq!(compared, 32);
}

#[test]
fn a_roll_removes_both_queens() {
    let mut line = Line::new(Position::start(Rules::default()));
    for m in ["a2a3", "*74"] {
        line.play(m).unwrap();
    }
    assert_eq!(line.text(), "rnb*kbnr/pppppppp/8/8/8/P7/1PP1PPPP/RNB1KBNR b KQkq - 0 1 -");
}

#[test]
fn without_a_behemoth_games_are_those_of_chess() {
    let start = Position::start(rules(&[("behemoth_start", "off")]));
    let chess = fairyring_chess::Position::start(());
    let (mut history, games) = (History::filtered(), if LONG { 5_000 } else { 300 });
    for index in 0..games {
        let seed = game_seed(7, 0, index);
        let play = |dice: u32| (stream(seed, PLAYERS), stream(seed, dice));
        let (mut choices, mut dice) = play(DICE);
        history.clear();
        let own = start.playout(&mut choices, &mut dice, &mut history, 1_000);
        let (mut choices, mut dice) = play(DICE);
        history.clear();
        let theirs = chess.playout(&mut choices, &mut dice, &mut history, 1_000);
        assert_eq!((own.plies, own.outcome.utility, own.luck), (theirs.plies, theirs.outcome.utility, 0.0));
        let reasons = [
            Position::REASONS[own.outcome.reason as usize],
            fairyring_chess::Position::REASONS[theirs.outcome.reason as usize],
        ];
        assert_eq!(reasons[0], reasons[1]);
    }
    // Move by move: lists in the same order, evaluations, texts but for the seventh field.
    let mut choices = stream(2, PLAYERS);
    for mate in ["before_roll", "after_roll"] {
        for roll_every in ["move", "round"] {
            let options = [("behemoth_start", "off"), ("mate", mate), ("roll_every", roll_every)];
            let (mut own, mut theirs) = (Line::new(Position::start(rules(&options))), Line::new(chess));
            let defaults = Position::default_weights();
            while theirs.outcome().is_none() && theirs.moves().len() < 600 {
                let moves = theirs.legal_moves();
                assert_eq!(own.legal_moves(), moves.iter().map(|&m| Move::Unit(m)).collect::<Vec<_>>());
                assert_eq!(own.text(), format!("{} -", theirs.text()));
                assert_eq!(
                    own.position().evaluate(&defaults),
                    theirs.position().evaluate(&defaults[..fairyring_chess::Position::WEIGHTS.len()])
                );
                let n = below(&mut choices, moves.len() as u64) as usize;
                theirs.play_unchecked(moves[n]);
                own.play_unchecked(Move::Unit(moves[n]));
            }
            assert_eq!(own.outcome().is_some(), theirs.outcome().is_some());
        }
    }
}

/// The game from the mirrored start with mirrored dice, in which the mirrored moves have the same numbers, gives the
/// complementary result.
#[test]
fn mirrored_games_give_complementary_results() {
    let mut over = 0;
    for rules in
        combinations(&["d4", "a3", "off"]).into_iter().filter(|rules| rules.rolls_after(true) || !rules.has_dice())
    {
        for index in 0..if LONG { 2_000 } else { 60 } {
            let seed = game_seed(11, 0, index);
            let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
            let mut game = Line::new(Position::start(rules));
            let mut twin = Line::new(game.position().mirrored());
            let (mut luck, mut twin_luck) = (0.0, 0.0);
            while game.actor() != Actor::Over && game.moves().len() < 500 {
                let (m, mirrored) = if game.actor() == Actor::Chance {
                    let roll = game.position().draw_chance(&mut dice);
                    luck += game.position().luck(roll);
                    twin_luck += twin.position().luck(roll.mirrored());
                    (roll, roll.mirrored())
                } else {
                    let (moves, mirrored) = (game.legal_moves(), twin.legal_moves());
                    assert_eq!(moves.len(), mirrored.len(), "{}", game.text());
                    let n = below(&mut choices, moves.len() as u64) as usize;
                    assert_eq!(moves[n].mirrored(), mirrored[n], "{}", game.text());
                    (moves[n], mirrored[n])
                };
                game.play_unchecked(m);
                twin.play_unchecked(mirrored);
                let mirrored = game.position().mirrored();
                assert_eq!(without_number(&mirrored), without_number(twin.position()));
                assert_eq!((mirrored.key(), mirrored.phase()), (twin.position().key(), twin.position().phase()));
            }
            let utilities = [&game, &twin].map(|line| line.outcome().map(|outcome| (outcome.reason, outcome.utility)));
            assert_eq!(utilities[0], utilities[1].map(|(reason, utility)| (reason, 0.0 - utility)));
            assert!((luck + twin_luck).abs() < 1e-5, "luck {luck} and {twin_luck}");
            over += u32::from(game.outcome().is_some());
        }
    }
    assert!(over > 500, "{over} games ended");
}

/// The fields of a text without the move number: it is raised after Black's moves, which the mirror does not keep.
fn without_number(position: &Position) -> Vec<String> {
    let text = position.text(false);
    text.split(' ').enumerate().filter(|(n, _)| *n != 5).map(|(_, field)| field.to_owned()).collect()
}

#[test]
fn luck_is_what_its_definition_says() {
    let value = |position: &Position| {
        let kings = [true, false].map(|white| {
            let side = if white { fairyring_orthodox::Side::White } else { fairyring_orthodox::Side::Black };
            position.setup().board.king(side)
        });
        match kings.map(|king| king < 64) {
            [true, false] => return 1.0,
            [false, true] => return 0.0,
            [false, false] => return 0.5,
            [true, true] => {}
        }
        let [white, black] = kings.map(fairyring_geometry::Square::new);
        fairyring_behemoth::chain().score(white, black, position.behemoth().unwrap())
    };
    let (mut choices, mut dice) = (stream(5, PLAYERS), stream(5, DICE));
    let mut rolls = 0;
    for _ in 0..200 {
        let mut line = Line::new(Position::start(Rules::default()));
        while line.actor() != Actor::Over {
            if line.actor() == Actor::Chance {
                let values: Vec<f64> = line
                    .chance_outcomes()
                    .into_iter()
                    .map(|(roll, _)| {
                        let mut next = *line.position();
                        next.play_unchecked(roll);
                        value(&next)
                    })
                    .collect();
                let mean = values.iter().sum::<f64>() / 32.0;
                for ((roll, _), value) in line.chance_outcomes().into_iter().zip(values) {
                    let luck = f64::from(line.position().luck(roll));
                    assert!((luck - (value - mean)).abs() < 1e-7, "{roll} in {}: {luck}", line.text());
                }
                line.play_unchecked(line.position().draw_chance(&mut dice));
                rolls += 1;
            } else {
                let m = line.position().draw_move(line.occurrences(), &mut choices).unwrap();
                line.play_unchecked(m);
                assert_eq!(line.position().luck(m), 0.0);
            }
        }
    }
    assert!(rolls > 1_500, "{rolls}");
}

#[test]
fn skipped_dice_leave_the_board_alone() {
    let mut line = Line::new(Position::start(Rules::default()));
    line.play("e2e4").unwrap();
    let mut skipped = *line.position();
    skipped.skip_chance();
    assert_eq!(skipped.text(false), "rnbqkbnr/pppppppp/8/8/3*P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 -");
    assert_eq!(skipped, Position::parse(&skipped.text(false), Rules::default()).unwrap());
    assert_eq!(
        skipped.null_move().unwrap().text(false),
        "rnbqkbnr/pppppppp/8/8/3*P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 -"
    );
    assert_eq!(skipped.phase(), Phase::Move);
}

#[test]
fn the_chain_moves_the_evaluation() {
    let weights = Position::default_weights();
    let mut without = weights.clone();
    *without.last_mut().expect("the chain is the last weight") = 0;
    for (start, chain) in [("d4", -30), ("e4", 43), ("a4", 197), ("a5", -197)] {
        let position = Position::start(rules(&[("behemoth_start", start)]));
        // 2500 (W - 1/2), W of METHODS V9.
        assert!((position.evaluate(&weights) - position.evaluate(&without) - chain).abs() <= 1, "{start}");
    }
}

#[test]
fn actions_of_rolls_come_last() {
    let mut line = Line::new(Position::start(Rules::default()));
    line.play("e2e4").unwrap();
    let window = Window::default();
    assert_eq!(Position::action_count(window), 4288 + 32);
    assert_eq!(line.legal_actions(window), (4288..4320).collect::<Vec<_>>());
    assert_eq!(Position::action_text(4288 + 27, window).as_deref(), Some("*74"));
    assert_eq!(Position::action_text(4320, window), None);
    line.play_action(4288 + 27, window).unwrap();
    assert_eq!(line.position().behemoth().unwrap().to_string(), "d8");
}
