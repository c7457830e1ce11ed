//! What the targets share: the first byte of an input chooses the game, the next two a position of it.

use fairyring_game::{Actor, DICE, Game, Line, PLAYERS, stream};

/// Calls `$body` with the type of the game that `$byte` chooses.
#[macro_export]
macro_rules! with_game {
    ($byte:expr, $game:ident => $body:expr) => {
        match $byte % 7 {
            0 => { type $game = fairyring_chess::Position; $body }
            1 => { type $game = fairyring_behemoth::Position; $body }
            2 => { type $game = fairyring_astral::Position; $body }
            3 => { type $game = fairyring_ultima::Position; $body }
            4 => { type $game = fairyring_shahki::Position; $body }
            5 => { type $game = fairyring_cards::Position; $body }
            _ => { type $game = fairyring_wari::Position; $body }
        }
    };
}

/// The position after so many random plies, or the last one before the end.
pub fn position<G: Game>(seed: u8, plies: u8) -> G {
    let (mut choices, mut dice) = (stream(seed.into(), PLAYERS), stream(seed.into(), DICE));
    let mut line = Line::new(G::start(G::Rules::default()));
    for _ in 0..plies {
        let before = line.clone();
        let m = match line.actor() {
            Actor::Over => break,
            Actor::Chance => line.position().draw_chance(&mut dice),
            Actor::Seat(_) => line.position().draw_move(line.occurrences(), &mut choices).expect("the game is not over"),
        };
        line.play_unchecked(m);
        if line.actor() == Actor::Over {
            return before.position().clone();
        }
    }
    line.position().clone()
}
