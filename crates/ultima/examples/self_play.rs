//! Games of a player against itself: speed of random play, lengths, results by reason, and who takes how much.
//!
//! `cargo run --release -p fairyring-ultima --example self_play -- 20000 random`, another agent, or `speed` for the speed
//! alone.

#![allow(clippy::print_stdout)]

use fairyring_game::{Actor, DICE, Game, History, Line, PLAYERS, game_seed, stream};
use fairyring_search::{AgentSpec, build};
use fairyring_ultima::{Kind, Position, Rules};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    let agent = std::env::args().nth(2).unwrap_or_else(|| "random".to_owned());
    let start = Position::start(Rules::default());
    if agent == "speed" {
        speed(&start, games);
    } else {
        tally(&start, games, &agent.parse()?)?;
    }
    Ok(())
}

/// Plies per second of the play-out loop.
fn speed(start: &Position, games: u64) {
    let mut history = History::filtered();
    let clock = Instant::now();
    let mut plies = 0;
    for index in 0..games {
        let seed = game_seed(1, 0, index);
        history.clear();
        let game = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut history, u32::MAX);
        plies += u64::from(game.plies);
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{games} games, {plies} plies, {:.2} million plies a second, {:.0} ns a ply",
        plies as f64 / seconds / 1e6,
        seconds / plies as f64 * 1e9
    );
}

/// What happens in games of an agent against itself.
fn tally(start: &Position, games: u64, agent: &AgentSpec) -> Result<(), Box<dyn std::error::Error>> {
    let mut player = build::<Position>(agent)?;
    let mut lengths = Vec::new();
    let mut reasons = [[0u64; 3]; 6];
    let mut taken_by = [[0u64; 2]; 8];
    let mut taken = [0u64; 8];
    let (mut suicides, mut several, mut most) = (0, 0, 0);
    let (mut legal, mut checks, mut positions, mut frozen) = (0, 0, 0, 0);
    for index in 0..games {
        let mut choices = stream(game_seed(1, 0, index), PLAYERS);
        player.begin_game();
        let mut line = Line::new(*start);
        while line.actor() != Actor::Over {
            let position = *line.position();
            let m = player.choose(&line, &mut choices);
            positions += 1;
            legal += position.count_legal_moves();
            checks += u64::from(position.in_check());
            frozen += u64::from(position.frozen(position.side()).count());
            let victims = position.taken(m);
            if m.is_suicide() {
                suicides += 1;
            } else if let Some((kind, side)) = position.unit_on(m.from) {
                taken_by[kind as usize][side as usize] += u64::from(victims.count());
                several += u64::from(victims.has_several());
                most = most.max(victims.count());
                for (kind, _) in victims.filter_map(|square| position.unit_on(square)) {
                    taken[kind as usize] += 1;
                }
            }
            line.play_unchecked(m);
        }
        let plies = line.moves().len();
        let outcome = line.outcome().ok_or("a game that is over has an outcome")?;
        lengths.push(plies);
        reasons[outcome.reason as usize][(1.0 - outcome.utility) as usize] += 1;
    }
    lengths.sort_unstable();
    let mean = |sum: f64, count: f64| sum / count;
    let total = positions as f64;
    println!("mean of legal moves {:.2}", mean(legal as f64, total));
    println!(
        "in check {:.4} of positions, frozen units {:.3} a position",
        checks as f64 / total,
        frozen as f64 / total
    );
    let quantile = |q: usize| lengths[(lengths.len() - 1) * q / 100];
    println!(
        "plies: mean {:.1}, 5 % {}, median {}, 95 % {}, longest {}",
        mean(total, games as f64),
        quantile(5),
        quantile(50),
        quantile(95),
        quantile(100)
    );
    for (reason, [white, drawn, black]) in Position::REASONS.iter().zip(reasons) {
        println!("{reason}: White {white}, drawn {drawn}, Black {black}");
    }
    let [white, drawn, black] = reasons.iter().fold([0; 3], |sum, row| [0, 1, 2].map(|n| sum[n] + row[n]));
    let score = (white as f64 + drawn as f64 / 2.0) / games as f64;
    let decided = ((white + black) as f64).sqrt() / 2.0 / games as f64;
    println!("White {white}, drawn {drawn}, Black {black}: score {score:.4}, standard error {decided:.4}");
    println!(
        "suicides {:.3} a game; captures of several units {several}, the most {most}",
        suicides as f64 / games as f64
    );
    for kind in Kind::ALL {
        let [white, black] = taken_by[kind as usize];
        let per_game = |count: u64| count as f64 / games as f64;
        println!(
            "{}: takes {:.3} a game (White's {:.3}, Black's {:.3}), is taken {:.3} times",
            kind.name(),
            per_game(white + black),
            per_game(white),
            per_game(black),
            per_game(taken[kind as usize])
        );
    }
    Ok(())
}
