//! Players whose game is not known: asked for one move at a time.

use crate::{AnalysisText, CatalogError};
use fairyring_game::{Actor, AnyLine, Evaluate, Line, PLAYERS, Rng, Text, stream};
use fairyring_search::{Analysis, Player};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player with its game forgotten.
pub trait AnyPlayer: Send {
    /// Forgets earlier games and takes its random choices from the streams of this seed, one a seat: those that players of
    /// contests have.
    fn begin_game(&mut self, seed: u64);

    /// Chooses a move.
    ///
    /// # Errors
    /// [`CatalogError::Question`] if the line is of another game, or no seat acts there.
    fn choose(&mut self, line: &dyn AnyLine) -> Result<String, CatalogError>;

    /// What it thinks of a position.
    ///
    /// # Errors
    /// As [`AnyPlayer::choose`].
    fn analyse(&mut self, line: &dyn AnyLine) -> Result<AnalysisText, CatalogError>;

    /// As [`AnyPlayer::analyse`], spending no more than on a choice: the list may hold the best move alone.
    ///
    /// # Errors
    /// As [`AnyPlayer::choose`].
    fn consider(&mut self, line: &dyn AnyLine) -> Result<AnalysisText, CatalogError>;

    /// From now on ends its thinking soon after `stop` is set.
    fn heed(&mut self, stop: &Arc<AtomicBool>);
}

/// A player with the streams of its choices.
pub(crate) struct Seated<G: Text + Evaluate> {
    player: Box<dyn Player<G>>,
    choices: Vec<Rng>,
}

impl<G: Text + Evaluate> Seated<G> {
    pub(crate) fn new(player: Box<dyn Player<G>>, seed: u64) -> Self {
        let mut seated = Self { player, choices: Vec::new() };
        seated.begin_game(seed);
        seated
    }
}

/// A line as one of this game.
pub(crate) fn typed<G: Text>(line: &dyn AnyLine) -> Result<&Line<G>, CatalogError> {
    line.as_any()
        .downcast_ref::<Line<G>>()
        .ok_or_else(|| CatalogError::Question(format!("the position is not one of {}", G::ID)))
}

/// A line as one of this game, with the seat that acts.
fn acting<G: Text>(line: &dyn AnyLine) -> Result<(&Line<G>, usize), CatalogError> {
    let line = typed::<G>(line)?;
    match line.actor() {
        Actor::Seat(_) if !line.taken().is_empty() => {
            Err(CatalogError::Question("a move has been begun by actions and must be finished by them".to_owned()))
        }
        Actor::Seat(seat) => Ok((line, seat as usize)),
        _ => Err(CatalogError::Question(format!(
            "an agent chooses where a seat acts; here it is {:?}",
            line.actor_word()
        ))),
    }
}

impl<G: Text + Evaluate> AnyPlayer for Seated<G> {
    fn begin_game(&mut self, seed: u64) {
        self.player.begin_game();
        self.choices = (0..G::SEATS.len() as u32).map(|seat| stream(seed, PLAYERS + 1 + seat)).collect();
    }

    fn choose(&mut self, line: &dyn AnyLine) -> Result<String, CatalogError> {
        let (line, seat) = acting::<G>(line)?;
        let m = self.player.choose(line, &mut self.choices[seat]);
        Ok(line.position().move_text(m))
    }

    fn analyse(&mut self, line: &dyn AnyLine) -> Result<AnalysisText, CatalogError> {
        let (line, seat) = acting::<G>(line)?;
        let analysis = self.player.analyse(line, &mut self.choices[seat]);
        Ok(in_words(line, &analysis))
    }

    fn consider(&mut self, line: &dyn AnyLine) -> Result<AnalysisText, CatalogError> {
        let (line, seat) = acting::<G>(line)?;
        let analysis = self.player.consider(line, &mut self.choices[seat]);
        Ok(in_words(line, &analysis))
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.player.heed(stop);
    }
}

/// An analysis with moves as text.
fn in_words<G: Text + Evaluate>(line: &Line<G>, analysis: &Analysis<G::Move>) -> AnalysisText {
    let mut position = line.position().clone();
    let mut pv = Vec::new();
    for &m in &analysis.pv {
        pv.push(position.move_text(m));
        position.play_unchecked(m);
        if position.to_act() == Actor::Chance {
            position.skip_chance();
        }
    }
    let mut moves: Vec<_> = analysis.moves.iter().map(|root| (line.position().move_text(root.m), root.value)).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    AnalysisText {
        best: line.position().move_text(analysis.best),
        value: analysis.value,
        pv,
        nodes: analysis.nodes,
        moves,
    }
}
