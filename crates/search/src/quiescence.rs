//! Quiescence: what the leaves of a search are worth once the captures are done.

use crate::negamax::{Search, Window};
use crate::ordering::{is_quiet, select};
use crate::table::NO_MOVE;
use crate::value::is_proven;
use fairyring_game::{Evaluate, Team};

/// A capture that leaves the side this far below alpha, its gain counted, is not looked at in selective search.
const DELTA: i32 = 200;

impl<G: Evaluate> Search<G> {
    /// Value for `team`, which acts, `done` plies into quiescence. The side may stand pat, but where it is forced (in
    /// check) all its moves are searched.
    pub(crate) fn quiesce(&mut self, position: &G, done: u32, ply: u32, mut window: Window, team: Team) -> i32 {
        self.horizon = true;
        let still = self.still_value(position, ply, team);
        if done >= self.tuning.quiescence {
            return still;
        }
        let forced = position.is_forcing();
        let mut best = -crate::value::INFINITE;
        if !forced {
            best = still;
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let mut frame = self.take_frame(ply);
        if forced {
            position.legal_moves(&mut frame.moves);
        } else {
            position.noisy_moves(&self.weights, &mut frame.moves);
        }
        frame.rank(&self.ordering, position, &self.weights, (team, ply), NO_MOVE);
        if !frame.order.is_empty() {
            self.descend(position, ply);
        }
        for i in 0..frame.order.len() {
            select(&mut frame.order, &frame.scores, i);
            let n = frame.order[i] as usize;
            let m = frame.moves[n];
            if self.tuning.selective && !forced && !is_quiet(frame.scores[n]) {
                let hope = still + position.gain(m, &self.weights) + DELTA;
                if hope <= window.alpha && !is_proven::<G>(window.alpha) {
                    best = best.max(hope);
                    break;
                }
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            let value = self.visit(next, -(done as i32) - 1, ply + 1, window, team);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if self.traces_captures && value > window.alpha {
                    self.extend_variation(ply, m);
                }
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    break;
                }
            }
        }
        self.return_frame(ply, frame);
        best
    }
}
