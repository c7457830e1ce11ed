//! Games as lists of actions, and back.
//!
//! A move is written as the actions that play it through the window. A move that the window does not hold is written as one
//! number: the size of the action space plus the move's place among the legal moves (or outcomes of the dice) there.

use fairyring_game::{Actor, Encode, Game, Line, Text, Window};

/// A list of actions that is no game from its start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {action}, number {number} of the game (counted from 0), cannot be played: {reason}")]
pub struct RecordError {
    /// The action.
    pub action: u32,
    /// Its place in the list.
    pub number: usize,
    /// Why it was refused.
    pub reason: String,
}

/// Appends the actions of a line from its start.
pub fn record<G: Encode>(line: &Line<G>, window: Window, out: &mut Vec<u32>) {
    let mut position = line.start().clone();
    for &m in line.moves() {
        match position.actions_of(m, window) {
            Some(actions) => out.extend(actions),
            None => {
                let place = choices(&position).iter().position(|&other| other == m);
                let place = place.expect("a move that was played is among the legal ones");
                out.push(G::action_count(window) + place as u32);
            }
        }
        position.play_unchecked(m);
    }
}

/// The line that actions play from a start.
///
/// # Errors
/// [`RecordError`] names the action that cannot be played.
pub fn restore<G: Encode + Text>(start: &G, actions: &[u32], window: Window) -> Result<Line<G>, RecordError> {
    let mut line = Line::new(start.clone());
    for (number, &action) in actions.iter().enumerate() {
        let refuse = |reason| RecordError { action, number, reason };
        let Some(place) = action.checked_sub(G::action_count(window)) else {
            line.play_action(action, window).map_err(|error| refuse(error.reason))?;
            continue;
        };
        let none = line.outcome().is_some() || !line.taken().is_empty();
        let choices = if none { Vec::new() } else { choices(line.position()) };
        let m = choices.get(place as usize);
        line.play_unchecked(*m.ok_or_else(|| refuse(format!("there is no legal move number {place} here")))?);
    }
    if !line.taken().is_empty() {
        let (number, action) = (actions.len() - 1, actions[actions.len() - 1]);
        return Err(RecordError { action, number, reason: "it leaves a move unfinished".to_owned() });
    }
    Ok(line)
}

/// The moves or outcomes of the dice of a position that is not over.
fn choices<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if position.to_act() == Actor::Chance {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        moves.extend(outcomes.iter().map(|&(m, _)| m));
    } else {
        position.legal_moves(&mut moves);
    }
    moves
}
