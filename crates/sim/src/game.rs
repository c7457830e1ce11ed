//! One game, move by move, by whoever chooses.

use crate::Control;
use fairyring_game::{Actor, Game, Line, Outcome, Playout, Rng};
use fairyring_records::{MOST_COUNTS, Row};

/// A finished game as a row.
pub(crate) fn row<G: Game>(game: &Playout, start: u32, seed: u64) -> Row {
    let mut counts = [0; MOST_COUNTS];
    for (kind, numbers) in game.counts.iter().enumerate().take(G::COUNTS.len()) {
        let seats = G::SEATS.len();
        counts[kind * seats..(kind + 1) * seats].copy_from_slice(&numbers[..seats]);
    }
    Row {
        utility: game.outcome.utility,
        plies: game.plies,
        reason: game.outcome.reason,
        start,
        luck: game.luck,
        seed,
        score: game.outcome.score.unwrap_or_default(),
        counts,
    }
}

/// Plays a line to its end, or to `limit` plies from here; `choose` is asked for the moves of seats. Nothing if it was
/// cancelled.
pub(crate) fn play_on<G: Game>(
    line: &mut Line<G>,
    dice: &mut Rng,
    limit: u32,
    control: &Control,
    mut choose: impl FnMut(usize, &Line<G>) -> G::Move,
) -> Option<Playout> {
    let (mut plies, mut luck) = (0, 0.0);
    let end = |line: &Line<G>, outcome: Outcome, plies, luck: f64| {
        Some(Playout { outcome, plies, luck: luck as f32, counts: line.position().counts() })
    };
    loop {
        match line.actor() {
            Actor::Over => return end(line, line.outcome().expect("a game that is over has an outcome"), plies, luck),
            Actor::Chance => {
                let roll = line.position().draw_chance(dice);
                luck += f64::from(line.position().luck(roll));
                line.play_unchecked(roll);
            }
            Actor::Seat(_) if plies >= limit => return end(line, line.position().outcome_by_limit(), plies, luck),
            Actor::Seat(seat) => {
                if control.is_cancelled() {
                    return None;
                }
                let m = choose(seat as usize, line);
                line.play_unchecked(m);
                plies += 1;
            }
        }
    }
}
