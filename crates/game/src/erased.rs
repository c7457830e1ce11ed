//! The contract without types: one generic implementation, for the edge where Python asks.

use crate::{Actor, Encode, Evaluate, Line, MoveError, Outcome, Rules, Text, Unit, Window};
use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A line of play of some game.
pub trait AnyLine: Any + Send + Sync {
    /// The game's identifier.
    fn id(&self) -> &'static str;
    /// Codes of the seats.
    fn seats(&self) -> &'static [&'static str];
    /// Team of each seat.
    fn teams(&self) -> &'static [u8];
    /// All rule options with their values as text.
    fn rules(&self) -> Vec<(&'static str, String)>;
    /// The position's text.
    fn text(&self) -> String;
    /// The text of the position the line began with.
    fn start_text(&self) -> String;
    /// Who acts.
    fn actor(&self) -> Actor;
    /// Who acts, as a word.
    fn actor_word(&self) -> &'static str;
    /// The outcome with its reason as a word.
    fn outcome(&self) -> Option<(&'static str, Outcome)>;
    /// The outcome, with its reason as a word, if a limit on plies set from outside ended the game here.
    fn outcome_by_limit(&self) -> (&'static str, Outcome);
    /// Texts of the legal moves, sorted bytewise.
    fn legal_moves(&self) -> Vec<String>;
    /// Outcomes of the dice, sorted by text, with probabilities.
    fn chance(&self) -> Vec<(String, f64)>;
    /// How much a roll raises the first team's expected score over the mean of all rolls ([`crate::Game::luck`]); 0 for a
    /// seat's move.
    ///
    /// # Errors
    /// [`MoveError`] if it is not legal.
    fn luck(&self, text: &str) -> Result<f32, MoveError>;
    /// Texts of the moves so far.
    fn moves(&self) -> Vec<String>;
    /// Number of moves so far, rolls included.
    fn move_count(&self) -> usize;
    /// The line one move on.
    ///
    /// # Errors
    /// [`MoveError`] names the move, the actor and why.
    fn play(&self, text: &str) -> Result<Box<dyn AnyLine>, MoveError>;
    /// The squares a legal move takes.
    ///
    /// # Errors
    /// [`MoveError`] if the move is not legal.
    fn captures(&self, text: &str) -> Result<Vec<String>, MoveError>;
    /// The legal actions.
    fn legal_actions(&self, window: Window) -> Vec<u32>;
    /// The line one action on.
    ///
    /// # Errors
    /// [`MoveError`] if it is not legal.
    fn play_action(&self, action: u32, window: Window) -> Result<Box<dyn AnyLine>, MoveError>;
    /// The actions that play a legal move; none where the window does not hold it.
    ///
    /// # Errors
    /// [`MoveError`] if the move is not legal.
    fn actions_of(&self, text: &str, window: Window) -> Result<Option<Vec<u32>>, MoveError>;
    /// The actions already taken of an unfinished move.
    fn taken(&self) -> &[u32];
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self, window: Window) -> [usize; 3];
    /// Writes the observation of a seat.
    fn observe(&self, seat: u8, window: Window, out: &mut [u8]);
    /// The units on the board.
    fn units(&self) -> Vec<Unit>;
    /// The board in characters.
    fn diagram(&self) -> String;
    /// Lines of `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// Static value for the first team with these weights, or the default ones.
    fn evaluate(&self, weights: Option<&[i32]>) -> i32;
    /// Whether the seat to act is in check, or forced in another way that the game knows.
    fn is_forcing(&self) -> bool;
    /// Equality of positions; lines of different games are different.
    fn equals(&self, other: &dyn AnyLine) -> bool;
    /// A hash that equal positions share.
    fn hash(&self) -> u64;
    /// A copy.
    fn clone_box(&self) -> Box<dyn AnyLine>;
    /// The typed line, for the crate that knows its type.
    fn as_any(&self) -> &dyn Any;
}

/// A line with its type forgotten.
#[must_use]
pub fn erase<G: Text + Encode + Evaluate>(line: Line<G>) -> Box<dyn AnyLine> {
    Box::new(line)
}

impl<G: Text + Encode + Evaluate> AnyLine for Line<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> &'static [&'static str] {
        G::SEATS
    }

    fn teams(&self) -> &'static [u8] {
        G::TEAMS
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        let rules = self.position().rules();
        G::Rules::OPTIONS.iter().map(|spec| (spec.name, rules.get(spec.name))).collect()
    }

    fn text(&self) -> String {
        Line::text(self)
    }

    fn start_text(&self) -> String {
        Line::new(self.start().clone()).text()
    }

    fn actor(&self) -> Actor {
        Line::actor(self)
    }

    fn actor_word(&self) -> &'static str {
        Line::actor_word(self)
    }

    fn outcome(&self) -> Option<(&'static str, Outcome)> {
        Line::outcome(self).map(|outcome| (G::REASONS[outcome.reason as usize], outcome))
    }

    fn outcome_by_limit(&self) -> (&'static str, Outcome) {
        let outcome = self.position().outcome_by_limit();
        (G::REASONS[outcome.reason as usize], outcome)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<_> = Line::legal_moves(self).into_iter().map(|m| self.position().move_text(m)).collect();
        texts.sort_unstable();
        texts
    }

    fn chance(&self) -> Vec<(String, f64)> {
        let mut outcomes: Vec<_> =
            self.chance_outcomes().into_iter().map(|(m, p)| (self.position().move_text(m), p)).collect();
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        outcomes
    }

    fn luck(&self, text: &str) -> Result<f32, MoveError> {
        let m = self.check(text)?;
        Ok(if self.actor() == Actor::Chance { self.position().luck(m) } else { 0.0 })
    }

    fn moves(&self) -> Vec<String> {
        let mut position = self.start().clone();
        Line::moves(self)
            .iter()
            .map(|&m| {
                let text = position.move_text(m);
                position.play_unchecked(m);
                text
            })
            .collect()
    }

    fn move_count(&self) -> usize {
        Line::moves(self).len()
    }

    fn play(&self, text: &str) -> Result<Box<dyn AnyLine>, MoveError> {
        let m = self.check(text)?;
        let mut next = self.clone_to_play();
        next.play_unchecked(m);
        Ok(Box::new(next))
    }

    fn captures(&self, text: &str) -> Result<Vec<String>, MoveError> {
        Ok(self.position().captures(self.check(text)?))
    }

    fn legal_actions(&self, window: Window) -> Vec<u32> {
        Line::legal_actions(self, window)
    }

    fn play_action(&self, action: u32, window: Window) -> Result<Box<dyn AnyLine>, MoveError> {
        let mut next = self.clone_to_play();
        Line::play_action(&mut next, action, window)?;
        Ok(Box::new(next))
    }

    fn actions_of(&self, text: &str, window: Window) -> Result<Option<Vec<u32>>, MoveError> {
        Ok(self.position().actions_of(self.check(text)?, window))
    }

    fn taken(&self) -> &[u32] {
        Line::taken(self)
    }

    fn observation_shape(&self, window: Window) -> [usize; 3] {
        G::observation_shape(window)
    }

    fn observe(&self, seat: u8, window: Window, out: &mut [u8]) {
        self.position().observe(Line::taken(self), seat, window, out);
    }

    fn units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        self.position().units(&mut units);
        units
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn perft(&self, depth: u32) -> u64 {
        Line::perft(self, depth)
    }

    fn evaluate(&self, weights: Option<&[i32]>) -> i32 {
        match weights {
            Some(weights) => self.position().evaluate(weights),
            None => {
                let defaults = G::default_weights();
                self.position().evaluate(&defaults)
            }
        }
    }

    fn is_forcing(&self) -> bool {
        matches!(Line::actor(self), Actor::Seat(_)) && self.position().is_forcing()
    }

    fn equals(&self, other: &dyn AnyLine) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self == other)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        G::ID.hash(&mut hasher);
        self.position().hash(&mut hasher);
        hasher.finish()
    }

    fn clone_box(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl std::fmt::Debug for dyn AnyLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.id(), self.text())
    }
}
