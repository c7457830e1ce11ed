//! A line of play: a position with its past.

use crate::{Actor, Encode, Game, History, MoveError, Outcome, Step, Text, Window};

/// Room for legal actions that hardly any position exceeds.
const MOST_ACTIONS: usize = 64;

/// A position, the moves that led to it, and the outcome if the game is over.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    start: G,
    position: G,
    moves: Vec<G::Move>,
    history: History,
    occurrences: u32,
    outcome: Option<Outcome>,
    /// Actions already taken of an unfinished move.
    taken: Vec<u32>,
}

impl<G: Game> Line<G> {
    /// A line that begins here.
    #[must_use]
    pub fn new(start: G) -> Self {
        let mut history = History::new();
        let occurrences = start.repetition_key().map_or(1, |key| history.push(key, 0));
        let outcome = start.outcome(occurrences);
        Self { position: start.clone(), start, moves: Vec::new(), history, occurrences, outcome, taken: Vec::new() }
    }

    /// Begins again at a position. Keeps the memory.
    pub fn restart(&mut self, start: &G) {
        self.start.clone_from(start);
        self.position.clone_from(start);
        self.moves.clear();
        self.history.clear();
        self.taken.clear();
        self.occurrences = start.repetition_key().map_or(1, |key| self.history.push(key, 0));
        self.outcome = start.outcome(self.occurrences);
    }

    /// A copy with room for one more move: nothing is moved twice where the copy plays on.
    #[must_use]
    pub fn clone_to_play(&self) -> Self {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        moves.extend_from_slice(&self.moves);
        Self {
            start: self.start.clone(),
            position: self.position.clone(),
            moves,
            history: self.history.clone_to_push(),
            occurrences: self.occurrences,
            outcome: self.outcome,
            taken: self.taken.clone(),
        }
    }

    /// Where the line began.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// The position reached.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far, rolls included.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The keys of the past.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// How often the position has occurred.
    #[must_use]
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The actions already taken of an unfinished move.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Who acts.
    #[must_use]
    pub fn actor(&self) -> Actor {
        if self.outcome.is_some() { Actor::Over } else { self.position.to_act() }
    }

    /// `actor` as a word: a seat's code, `chance` or `over`.
    #[must_use]
    pub fn actor_word(&self) -> &'static str {
        match self.actor() {
            Actor::Seat(seat) => G::seat_code(seat),
            Actor::Chance => "chance",
            Actor::Over => "over",
        }
    }

    /// The legal moves; none at a chance node or when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if matches!(self.actor(), Actor::Seat(_)) {
            self.position.legal_moves(&mut moves);
        }
        moves
    }

    /// The outcomes of the dice with their probabilities; none where a seat acts or the game is over.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<(G::Move, f64)> {
        let mut outcomes = Vec::new();
        if self.actor() == Actor::Chance {
            self.position.chance_outcomes(&mut outcomes);
        }
        outcomes
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, m: G::Move) {
        self.taken.clear();
        self.position.play_unchecked(m);
        self.moves.push(m);
        self.occurrences =
            self.position.repetition_key().map_or(1, |key| self.history.push(key, self.position.reversible_plies()));
        self.outcome = self.position.outcome(self.occurrences);
    }

    /// Number of lines of `depth` plies from here.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome.is_some() {
            return 0;
        }
        self.position.perft(depth, self.occurrences, &mut self.history.clone())
    }
}

impl<G: Text> Line<G> {
    /// The text of the position reached.
    #[must_use]
    pub fn text(&self) -> String {
        self.position.text(self.outcome.is_some())
    }

    /// Reads a move and finds whether it may be played here.
    ///
    /// # Errors
    /// [`MoveError`] names the move, the actor and why.
    pub fn check(&self, text: &str) -> Result<G::Move, MoveError> {
        let refuse = |reason: String| MoveError { text: text.to_owned(), actor: self.actor_word().to_owned(), reason };
        if let Some(outcome) = self.outcome {
            return Err(refuse(format!("the game is over ({})", G::REASONS[outcome.reason as usize])));
        }
        if !self.taken.is_empty() {
            return Err(refuse("a move has been begun by actions and must be finished by them".to_owned()));
        }
        let m = self.position.parse_move(text).map_err(refuse)?;
        if self.position.is_legal(m) {
            return Ok(m);
        }
        Err(refuse(match self.actor() {
            Actor::Chance => "the dice are to be rolled and this is none of their outcomes".to_owned(),
            _ => self.position.why_illegal(m),
        }))
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// As [`Line::check`]; the line is unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let m = self.check(text)?;
        self.play_unchecked(m);
        Ok(())
    }
}

impl<G: Encode> Line<G> {
    /// Takes an action that is known to be legal and not to complete a move.
    pub fn take_unchecked(&mut self, action: u32) {
        self.taken.push(action);
    }
}

impl<G: Encode + Text> Line<G> {
    /// The legal actions, ascending: of the seat to act, or of chance; none when the game is over.
    #[must_use]
    pub fn legal_actions(&self, window: Window) -> Vec<u32> {
        let mut actions = Vec::with_capacity(MOST_ACTIONS);
        if self.outcome.is_none() {
            self.position.legal_actions(&self.taken, window, &mut actions);
        }
        actions
    }

    /// Takes an action.
    ///
    /// # Errors
    /// [`MoveError`] if it is not legal here; the line is unchanged.
    pub fn play_action(&mut self, action: u32, window: Window) -> Result<(), MoveError> {
        let step = if self.outcome.is_some() { Step::Illegal } else { self.position.step(&self.taken, action, window) };
        match step {
            Step::Move(m) => self.play_unchecked(m),
            Step::Partial => self.taken.push(action),
            Step::Illegal => {
                return Err(MoveError {
                    text: G::action_text(action, window).map_or(action.to_string(), |m| format!("{action} ({m})")),
                    actor: self.actor_word().to_owned(),
                    reason: match self.outcome {
                        Some(outcome) => {
                            format!("the game is over ({})", G::REASONS[outcome.reason as usize])
                        }
                        None => "it is not a legal action here".to_owned(),
                    },
                });
            }
        }
        Ok(())
    }
}

/// Two lines are equal where their positions are, the past left out.
impl<G: Game> PartialEq for Line<G> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.taken == other.taken
    }
}

impl<G: Game> Eq for Line<G> {}
