//! Bytes that nobody meant: changed texts, noise, actions and games chosen by bytes, for all games. The fuzz targets call
//! the same laws.

use fairyring_game::{
    Actor, DICE, Encode, Evaluate, Game, Line, OptionKind, PLAYERS, Rng, Rules as _, Text, Window, below, stream,
};
use fairyring_laws::bytes::{changed, check_actions, check_game_of_bytes, check_move_text, check_text};

/// Raised by the feature `long`: one hundred million texts over seven games.
const TEXTS: u64 = if cfg!(feature = "long") { 14_300_000 } else { 20_000 };
const GAMES: u64 = if cfg!(feature = "long") { 2_000 } else { 20 };

/// Characters from outside a game's own texts.
const FOREIGN: &str = "0123456789/-*,;:@~.+=()[]{}'\"\\ \t\n\0abcdefghknpqrswxyzABCDEFGHKNPQRSWXYZéЖ♞\u{202e}\u{feff}";

fn noise(draw: &mut Rng, most: u64) -> Vec<u8> {
    (0..below(draw, most)).map(|_| below(draw, 256) as u8).collect()
}

/// Positions of random games, ends excepted.
fn positions<G: Text>(start: &G, games: u64, stride: usize) -> Vec<G> {
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
        let mut line = Line::new(start.clone());
        for ply in 0..400 {
            if line.outcome().is_some() {
                break;
            }
            if ply % stride == seed as usize % stride {
                found.push(line.position().clone());
            }
            let m = match line.actor() {
                Actor::Chance => line.position().draw_chance(&mut dice),
                _ => line.position().draw_move(line.occurrences(), &mut choices).expect("the game is not over"),
            };
            line.play_unchecked(m);
        }
    }
    found
}

/// The default rules and every set that differs from them in one option.
fn rule_sets<G: Game>() -> Vec<G::Rules> {
    let mut sets = vec![G::Rules::default()];
    for option in G::Rules::OPTIONS {
        let values: Vec<String> = match option.kind {
            OptionKind::Words(words) => words.iter().map(ToString::to_string).collect(),
            OptionKind::Flag => vec!["true".to_owned(), "false".to_owned()],
            OptionKind::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
            OptionKind::Limit { least } => vec![least.to_string(), (least + 40).to_string()],
            OptionKind::OptionalLimit { least } => vec!["none".to_owned(), (least + 40).to_string()],
        };
        for value in values {
            let mut rules = G::Rules::default();
            rules.set(option.name, &value).unwrap_or_else(|error| panic!("{error}"));
            if !sets.contains(&rules) {
                sets.push(rules);
            }
        }
    }
    sets
}

fn changed_texts_are_refused_or_written_back<G: Text + Encode + Evaluate>() {
    let seeds: Vec<(String, G::Rules)> = rule_sets::<G>()
        .into_iter()
        .flat_map(|rules| positions(&G::start(rules), 2, 7).into_iter().map(move |p| (p.text(false), rules)))
        .collect();
    let mut draw = stream(1, PLAYERS);
    let mut accepted = 0;
    for _ in 0..TEXTS {
        let (text, rules) = &seeds[below(&mut draw, seeds.len() as u64) as usize];
        accepted += u64::from(check_text::<G>(changed(text, FOREIGN, &mut draw).as_bytes(), *rules));
    }
    assert!(accepted > TEXTS / 100 && accepted < TEXTS / 2, "{accepted} of {TEXTS} were accepted");
    for _ in 0..TEXTS / 10 {
        check_text::<G>(&noise(&mut draw, 80), G::Rules::default());
    }
}

fn moves_and_actions_of_bytes_are_legal_or_refused<G: Text + Encode>() {
    let positions = positions(&G::start(G::Rules::default()), 8, 5);
    let mut draw = stream(2, PLAYERS);
    let (mut read, mut played) = (0, 0);
    for _ in 0..TEXTS / 10 {
        let position = &positions[below(&mut draw, positions.len() as u64) as usize];
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            continue;
        }
        let m = moves[below(&mut draw, moves.len() as u64) as usize];
        let text = changed(&position.move_text(m), FOREIGN, &mut draw);
        read += u32::from(check_move_text(position, text.as_bytes()));
        check_move_text(position, &noise(&mut draw, 12));
        let mut bytes = noise(&mut draw, 30);
        if let Some(actions) = position.actions_of(m, Window::default()) {
            let kept = below(&mut draw, actions.len() as u64 + 1) as usize;
            bytes.splice(0..0, actions[..kept].iter().flat_map(|action| action.to_le_bytes()));
        }
        played += u32::from(check_actions(position, &bytes));
    }
    assert!(read > 0 && played > 0, "{read} moves were read, {played} played");
}

fn games_of_bytes_obey_the_laws<G: Text + Encode + Evaluate>() {
    let mut draw = stream(3, PLAYERS);
    let sets = rule_sets::<G>();
    for game in 0..GAMES {
        let bytes: Vec<u8> = (0..400).map(|_| below(&mut draw, 256) as u8).collect();
        let plies = check_game_of_bytes(&G::start(sets[game as usize % sets.len()]), &bytes);
        assert!(plies > 0, "game {game} ended before its first move");
    }
}

macro_rules! games {
    ($($name:ident: $game:ty;)*) => {
        $(mod $name {
            #[test]
            fn changed_texts_are_refused_or_written_back() {
                super::changed_texts_are_refused_or_written_back::<$game>();
            }

            #[test]
            fn moves_and_actions_of_bytes_are_legal_or_refused() {
                super::moves_and_actions_of_bytes_are_legal_or_refused::<$game>();
            }

            #[test]
            fn games_of_bytes_obey_the_laws() {
                super::games_of_bytes_obey_the_laws::<$game>();
            }
        })*
    };
}

games! {
    chess: fairyring_chess::Position;
    behemoth: fairyring_behemoth::Position;
    astral: fairyring_astral::Position;
    ultima: fairyring_ultima::Position;
    shahki: fairyring_shahki::Position;
    cards: fairyring_cards::Position;
    wari: fairyring_wari::Position;
}
