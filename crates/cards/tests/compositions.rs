//! Mate problems: the source's, those of `tests/data/compositions.json`, and the solver against plain minimax.

mod reference;

use fairyring_cards::{Contact, KingPlacement, Position, Rules};
use fairyring_game::{Game, PLAYERS, Rules as _, Text, stream};
use fairyring_search::mate::{
    ContinuationText, MateError, Request, SolutionText, Stipulation, Verdict, compose, solve,
};
use reference::{Options, Table};
use serde_json::{Value, json};

const SOURCE: &str = "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1";

fn parse(text: &str, rules: Rules) -> Position {
    Position::parse(text, rules).unwrap_or_else(|error| panic!("{error}"))
}

fn solved(text: &str, rules: Rules, moves: u32) -> SolutionText {
    let position = parse(text, rules);
    let solution = solve(&position, &Stipulation::mate_in(moves)).unwrap_or_else(|error| panic!("{error}"));
    SolutionText::new(&position, &solution)
}

#[test]
fn the_source_is_sound_unless_contact_is_strict() {
    for contact in [Contact::DetachedFree, Contact::KnightsFree] {
        let solution = solved(SOURCE, Rules { contact, ..Rules::default() }, 2);
        assert_eq!((solution.verdict, solution.shortest), ("sound", Some(2)), "{contact:?}");
        assert_eq!(solution.keys.iter().map(|key| key.m.as_str()).collect::<Vec<_>>(), ["N5,26-3,17"]);
        let closest = solution.tries.iter().find(|attempt| attempt.m == "N5,26-3,15").expect("a try");
        assert_eq!(closest.refutations, ["q3,10-1,4"]);
        // The capture leaves one mate, everything else two: knights on 1,6 and on 2,14.
        let duals: Vec<_> = solution.keys[0].replies.iter().map(|reply| (reply.m.as_str(), reply.dual)).collect();
        assert_eq!(duals.len(), 9);
        assert!(duals.iter().all(|&(m, dual)| dual == (m != "q3,10-1,4")), "{duals:?}");
        assert!(solution.lines().contains("\n  1... q3,10-1,4\n    2. N3,17-2,14#\n"), "{}", solution.lines());
    }
    let strict = solved(SOURCE, Rules { contact: Contact::Strict, ..Rules::default() }, 2);
    assert_eq!((strict.verdict, strict.keys.len(), strict.shortest), ("no solution", 0, None));
}

/// With all undealt cards in the hand it is cooked: seven mates in one.
#[test]
fn cards_in_the_hand_cook_it() {
    let dealt = "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - QRB2NP6/r2b2n2p6 r 0 1";
    let in_one = solved(dealt, Rules::default(), 1);
    let keys: Vec<_> = in_one.keys.iter().map(|key| key.m.as_str()).collect();
    assert_eq!(keys, ["N@1,6", "N@2,14", "N@2,4", "Q@1,2", "Q@1,8", "Q@2,15", "Q@2,3"]);
    assert_eq!(in_one.verdict, "cooked");
    let in_two = solved(dealt, Rules::default(), 2);
    assert_eq!((in_two.verdict, in_two.shortest), ("cooked", Some(1)));
    assert!(in_two.lines().starts_with("mate in 2: cooked, mates in 1\n"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let source = parse(SOURCE, Rules::default());
    for moves in [0, 51] {
        assert_eq!(solve(&source, &Stipulation::mate_in(moves)), Err(MateError::Moves(moves)));
    }
    let few = Stipulation { nodes: 5, ..Stipulation::mate_in(3) };
    assert_eq!(solve(&source, &few), Err(MateError::Nodes(5)));
    let bare = parse("K0;k5,1 - -/- r 0 1", Rules::default());
    assert_eq!(solve(&bare, &Stipulation::mate_in(1)), Err(MateError::Over));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let long = Stipulation { stop: Some(&stop), ..Stipulation::mate_in(8) };
    assert_eq!(solve(&source, &long), Err(MateError::Interrupted));
    // A tree without room holds the key alone and says so.
    let bare_tree = solve(&source, &Stipulation { tree: 0, ..Stipulation::mate_in(2) }).expect("solved");
    assert!(bare_tree.cut && bare_tree.keys[0].replies.is_empty());
}

/// Fewest moves in which the side to move mates, up to `most`: every move against every answer, nothing remembered.
fn plain(position: &Position, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| {
        let mut list = Vec::new();
        position.legal_moves(&mut list);
        list.into_iter().any(|m| plainly_mates(position, m, moves))
    })
}

fn plainly_mates(position: &Position, m: <Position as Game>::Move, moves: u32) -> bool {
    let mut next = position.clone();
    next.play_unchecked(m);
    if let Some(outcome) = next.outcome(1) {
        return Position::REASONS[outcome.reason as usize] == "mate";
    }
    let mut answers = Vec::new();
    next.legal_moves(&mut answers);
    moves > 1
        && answers.into_iter().all(|answer| {
            let mut again = next.clone();
            again.play_unchecked(answer);
            again.outcome(1).is_none() && plain(&again, moves - 1).is_some()
        })
}

#[test]
fn the_solver_finds_what_plain_minimax_finds() {
    let wanted = if cfg!(feature = "long") { 400 } else { 60 };
    let hands = parse("- - KQNP/kbp r 0 1", Rules::default());
    let mut choices = stream(31, PLAYERS);
    let mut counts = [0; 4];
    while counts.iter().sum::<u32>() < wanted {
        let Some(position) = hands.deal(4, 4, &mut choices) else { continue };
        if position.outcome(1).is_some() {
            continue;
        }
        let solution = solve(&position, &Stipulation { refutations: 2, ..Stipulation::mate_in(3) }).expect("solved");
        let shortest = plain(&position, 3);
        assert_eq!(solution.shortest, shortest, "{position:?}");
        counts[shortest.unwrap_or(0) as usize] += 1;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let keys: Vec<_> = solution.keys.iter().map(|key| key.m).collect();
        moves.retain(|&m| plainly_mates(&position, m, 3));
        assert_eq!(keys, moves, "{position:?}");
        for attempt in &solution.tries {
            let mut next = position.clone();
            next.play_unchecked(attempt.m);
            let mut answers = Vec::new();
            next.legal_moves(&mut answers);
            answers.retain(|&answer| {
                let mut again = next.clone();
                again.play_unchecked(answer);
                again.outcome(1).is_some() || plain(&again, 2).is_none()
            });
            let mut refutations = attempt.refutations.clone();
            let order = |m: &_| next.move_text(*m);
            refutations.sort_by_key(order);
            answers.sort_by_key(order);
            assert_eq!(refutations, answers, "{position:?}");
        }
    }
    assert!(counts.iter().all(|&n| n > 0), "no mate, mate in 1, 2, 3: {counts:?}");
}

/// Follows the first continuation after every answer with the slow reading of the rules: the answers are all there are,
/// and the last moves are mate. Returns the number of positions looked at.
fn confirm(position: &Position, node: &ContinuationText, options: Options) -> usize {
    let mut next = position.clone();
    next.play_unchecked(next.parse_move(&node.m).expect("a move"));
    let text = next.text(false);
    let table = Table::read(&text);
    let answers = table.moves(options);
    if node.moves == 1 {
        assert!(answers.is_empty() && table.in_check(table.red), "no mate: {text}");
        return 1;
    }
    assert_eq!(answers, node.replies.iter().map(|reply| reply.m.as_str()).collect::<Vec<_>>(), "{text}");
    let confirmed = node.replies.iter().map(|reply| {
        let mut again = next.clone();
        again.play_unchecked(again.parse_move(&reply.m).expect("a move"));
        let continuation = reply.continuations.first().expect("mate in time");
        assert!(Table::read(&again.text(false)).moves(options).contains(&continuation.m), "{text}");
        confirm(&again, continuation, options)
    });
    1 + confirmed.sum::<usize>()
}

/// Where kings must be placed as soon as they can be, the game is won: Red mates by his fourth move at the latest.
#[test]
fn red_wins_from_the_start_where_kings_come_first() {
    let start = Position::start(Rules { king_placement: KingPlacement::First, ..Rules::default() });
    let solution = solve(&start, &Stipulation { table_bits: 20, ..Stipulation::mate_in(4) }).expect("solved");
    let solution = SolutionText::new(&start, &solution);
    assert_eq!((solution.verdict, solution.shortest, solution.cut), ("sound", Some(4), false));
    assert_eq!((solution.keys[0].m.as_str(), solution.keys[0].replies.len()), ("K@0", 40));
    let options = Options { place_on_face_down: true, contact: "detached_free", king_first: true };
    assert!(confirm(&start, &solution.keys[0], options) > 2000);
}

/// A continuation and all below it.
fn tree(node: &ContinuationText) -> Value {
    let answers = node.replies.iter().map(|reply| {
        let continuations: Vec<Value> = reply.continuations.iter().map(tree).collect();
        json!({"answer": reply.m, "dual": reply.dual, "continuations": continuations})
    });
    json!({"move": node.m, "mates_in": node.moves, "answers": answers.collect::<Vec<_>>()})
}

/// A problem as the file has it.
fn entry(options: &Value, text: &str, moves: u32) -> Value {
    let mut rules = Rules::default();
    for (name, value) in options.as_object().expect("options") {
        rules.set(name, value.as_str().expect("a word")).expect("an option");
    }
    let solution = solved(text, rules, moves);
    assert_eq!((solution.verdict, solution.shortest, solution.cut), ("sound", Some(moves), false), "{text}");
    let tries = solution.tries.iter().map(|attempt| json!({"move": attempt.m, "refutations": attempt.refutations}));
    json!({
        "game": "cards", "options": options, "position": text, "moves": moves,
        "tries": tries.collect::<Vec<_>>(), "solution": tree(&solution.keys[0]),
    })
}

#[test]
fn the_composed_problems_are_sound() {
    let path = fairyring_laws::data_file("compositions.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("the file")).expect("JSON");
    let problems = file.as_array().expect("a list");
    assert_eq!(problems.len(), 10);
    for problem in problems {
        let text = problem["position"].as_str().expect("a text");
        let moves = problem["moves"].as_u64().expect("a number") as u32;
        assert_eq!(*problem, entry(&problem["options"], text, moves), "{text}");
        // The key neither captures nor checks.
        assert!(!problem["solution"]["answers"].as_array().expect("answers").is_empty(), "{text}");
    }
}

#[test]
fn composing_is_repeatable_and_ranks_by_economy() {
    let hands = [parse("- - KRN/kp2 r 0 1", Rules::default()), parse("- - KRN/kp r 0 1", Rules::default())];
    let request = Request { stipulation: Stipulation::mate_in(2), wanted: 6, attempts: 200_000, quiet_key: true };
    let compose = || {
        let mut n = 0;
        compose(&request, &mut stream(4, PLAYERS), |choices| {
            n += 1;
            hands[n % 2].deal(5, 5, choices)
        })
        .expect("composed")
    };
    let found = compose();
    let texts = |found: &[fairyring_search::mate::Composed<Position>]| -> Vec<String> {
        found.iter().map(|problem| problem.position.text(false)).collect()
    };
    assert_eq!(texts(&found), texts(&compose()));
    assert_eq!(found.len(), 6);
    let rank = |problem: &fairyring_search::mate::Composed<Position>| {
        (problem.units, usize::MAX - problem.solution.tries.len())
    };
    assert!(found.is_sorted_by_key(rank));
    for problem in &found {
        assert_eq!(problem.solution.verdict(), Verdict::Sound);
        assert_eq!(problem.units, problem.position.cards().count());
        assert!(problem.position.captures(problem.solution.keys[0].m).is_empty());
        let mut next = problem.position.clone();
        next.play_unchecked(problem.solution.keys[0].m);
        assert!(!problem.position.in_check() && !next.in_check());
    }
}
