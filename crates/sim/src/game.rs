//! One game, move by move, by whoever chooses.

use crate::Control;
use fairyring_game::{Actor, Game, Line, Outcome, Rng};

/// A game that has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    /// Moves of seats.
    pub(crate) plies: u32,
    /// Sum of luck over the rolls, first seat's view.
    pub(crate) luck: f32,
}

/// Plays a line to its end, or to `limit` plies from here; `choose` is asked for the moves of seats. Nothing if it was
/// cancelled.
pub(crate) fn play_on<G: Game>(
    line: &mut Line<G>,
    dice: &mut Rng,
    limit: u32,
    control: &Control,
    mut choose: impl FnMut(usize, &Line<G>) -> G::Move,
) -> Option<Played> {
    let (mut plies, mut luck) = (0, 0.0);
    let end = |outcome, plies, luck: f64| Some(Played { outcome, plies, luck: luck as f32 });
    loop {
        match line.actor() {
            Actor::Over => return end(line.outcome().expect("a game that is over has an outcome"), plies, luck),
            Actor::Chance => {
                let roll = line.position().draw_chance(dice);
                luck += f64::from(line.position().luck(roll));
                line.play_unchecked(roll);
            }
            Actor::Seat(_) if plies >= limit => return end(line.position().outcome_by_limit(), plies, luck),
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
