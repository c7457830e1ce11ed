//! Laws on arbitrary bytes: what a fuzzer calls, and what the loops of the tests call with bytes of their own.

use crate::check_line;
use fairyring_game::{Actor, Encode, Evaluate, Line, Rng, Step, Text, Window, below};

/// Reads `bytes` as a position. What is accepted writes itself back and obeys every law; what is refused has reasons.
/// Returns whether it was accepted.
///
/// # Panics
/// At the first law broken.
pub fn check_text<G: Text + Encode + Evaluate>(bytes: &[u8], rules: G::Rules) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match G::parse(&text, rules) {
        Ok(position) => {
            assert_eq!(position.text(false), text, "accepted, but not written back");
            check_line(&Line::new(position));
            true
        }
        Err(error) => {
            assert!(!error.reasons.is_empty() && error.reasons.iter().all(|reason| !reason.is_empty()), "{text:?}");
            false
        }
    }
}

/// Reads `bytes` as a move of a position. What is accepted writes itself back; what is refused is told. Returns whether
/// it was accepted.
///
/// # Panics
/// At the first law broken.
pub fn check_move_text<G: Text>(position: &G, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match position.parse_move(&text) {
        Ok(m) => {
            assert_eq!(position.move_text(m), text, "accepted in {:?}, but not written back", position.text(false));
            if !position.is_legal(m) {
                assert!(!position.why_illegal(m).is_empty());
            }
            true
        }
        Err(reason) => {
            assert!(!reason.is_empty(), "{text:?} is refused without a word in {:?}", position.text(false));
            false
        }
    }
}

/// Reads `bytes` as little-endian actions, taken one after another until a move is made or one is refused. A prefix that
/// is accepted goes on by one of the actions listed. Returns whether a move was made.
///
/// # Panics
/// At the first law broken.
pub fn check_actions<G: Text + Encode>(position: &G, bytes: &[u8]) -> bool {
    let window = Window::default();
    let mut taken = Vec::new();
    for word in bytes.chunks_exact(4) {
        let action = u32::from_le_bytes(word.try_into().expect("four bytes"));
        let mut listed = Vec::new();
        position.legal_actions(&taken, window, &mut listed);
        let step = position.step(&taken, action, window);
        assert_eq!(
            listed.contains(&action),
            step != Step::Illegal,
            "action {action} after {taken:?} in {:?}",
            position.text(false)
        );
        match step {
            Step::Illegal => return false,
            Step::Partial => taken.push(action),
            Step::Move(m) => {
                assert!(position.is_legal(m), "{m:?} by {taken:?} and {action} in {:?}", position.text(false));
                return true;
            }
        }
    }
    false
}

/// Plays the game that `bytes` choose, two bytes an index into the moves or rolls, with every law checked on each
/// position, and units that change only as the move says. Returns the number of plies and rolls.
///
/// # Panics
/// At the first law broken.
pub fn check_game_of_bytes<G: Text + Encode + Evaluate>(start: &G, bytes: &[u8]) -> usize {
    let mut line = Line::new(start.clone());
    for word in bytes.chunks_exact(2) {
        check_line(&line);
        let choices: Vec<G::Move> = match line.actor() {
            Actor::Over => break,
            Actor::Chance => line.chance_outcomes().into_iter().map(|(m, _)| m).collect(),
            Actor::Seat(_) => line.legal_moves(),
        };
        let m = choices[u16::from_le_bytes([word[0], word[1]]) as usize % choices.len()];
        line.play_unchecked(m);
    }
    check_line(&line);
    line.moves().len()
}

/// A text changed in one to three places: characters dropped, doubled, exchanged, replaced by one of the same text or of
/// `foreign`, numbers made absurd, fields repeated, the end cut off.
pub fn changed(text: &str, foreign: &str, draw: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let others: Vec<char> = foreign.chars().collect();
    for _ in 0..=below(draw, 3) {
        if letters.is_empty() {
            break;
        }
        let mut at = || below(draw, letters.len() as u64) as usize;
        let (i, j) = (at(), at());
        match below(draw, 8) {
            0 => drop(letters.remove(i)),
            1 => letters.insert(i, letters[i]),
            2 => letters.swap(i, j),
            3 => letters[i] = letters[j],
            4 => letters[i] = others[below(draw, others.len() as u64) as usize],
            5 => letters.insert(i, others[below(draw, others.len() as u64) as usize]),
            6 => letters.truncate(i),
            _ => drop(letters.splice(i..i, "99999999999999999999".chars().take(1 + j % 20))),
        }
    }
    letters.into_iter().collect()
}
