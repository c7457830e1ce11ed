//! The contract of a game: rules alone, without text, action ids or evaluation.

use crate::{Actor, History, Outcome, Rng, Rules, Seat, Team, below};
use std::fmt::Debug;
use std::hash::Hash;

/// A position of a game, without its past. Equality is equality of the rules' state: units, actor, rights, dormant or
/// recharging states, counters that text shows; not the history.
pub trait Game: Clone + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move of a seat or an outcome of the dice.
    type Move: Copy + PartialEq + Eq + Hash + Debug + Send + Sync + 'static;
    /// The rule options; a position carries its own.
    type Rules: Rules;

    /// Identifier, for ever: `behemoth`.
    const ID: &'static str;
    /// Raised when rules, actions or observations change their meaning.
    const RULES_VERSION: u32;
    /// Codes of the seats, in seat order.
    const SEATS: &'static [&'static str];
    /// Team of each seat.
    const TEAMS: &'static [Team];
    /// Words for [`Outcome::reason`]. The last is always `max_plies`.
    const REASONS: &'static [&'static str];
    /// Whether outcomes carry points.
    const HAS_SCORE: bool = false;
    /// Whether chance ever acts.
    const HAS_DICE: bool = false;
    /// What is counted of each seat's games beside their results, as the names of columns; at most [`KINDS`].
    const COUNTS: &'static [&'static str] = &[];

    /// The usual start under these rules.
    fn start(rules: Self::Rules) -> Self;

    /// The rules this position is played by.
    fn rules(&self) -> Self::Rules;

    /// Who acts if the game is not over: a seat or chance, never [`Actor::Over`].
    fn to_act(&self) -> Actor;

    /// The outcome if the game has ended here, given how often this position has occurred, itself included (1 where it is
    /// new, or does not count). The order of the rules file decides between reasons.
    fn outcome(&self, occurrences: u32) -> Option<Outcome>;

    /// The outcome when a limit on plies set from outside ends the game here. Games with a rule of that name override it.
    fn outcome_by_limit(&self) -> Outcome {
        Outcome::draw((Self::REASONS.len() - 1) as u8)
    }

    /// Appends the legal moves of the seat to act, in a fixed order without duplicates; nothing at a chance node. Ends of
    /// the game that are not a lack of moves (repetition, counters, material) are not looked at.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Number of legal moves.
    fn count_legal_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// `legal_moves()[n]`, without the list where counting is cheaper.
    fn nth_legal_move(&self, n: usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.get(n).copied()
    }

    /// Whether the seat to act has a legal move.
    fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether `m` may be played here: a legal move of the seat to act, or a possible outcome of the dice. Must be right
    /// for any value of the type.
    fn is_legal(&self, m: Self::Move) -> bool {
        if self.to_act() == Actor::Chance {
            let mut outcomes = Vec::new();
            self.chance_outcomes(&mut outcomes);
            return outcomes.iter().any(|&(outcome, _)| outcome == m);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    /// Draws a uniformly random legal move, or says how the game has ended. Must equal the provided form: the outcome, or
    /// else the move whose index `below(choices, count)` draws.
    ///
    /// # Errors
    /// The outcome, if the game is over.
    #[inline]
    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Self::Move, Outcome> {
        if let Some(outcome) = self.outcome(occurrences) {
            return Err(outcome);
        }
        let count = self.count_legal_moves();
        let n = below(choices, count as u64) as usize;
        Ok(self.nth_legal_move(n).expect("the index lies below the count"))
    }

    /// Appends the outcomes of the dice with their probabilities; nothing where a seat acts.
    fn chance_outcomes(&self, _out: &mut Vec<(Self::Move, f64)>) {}

    /// Draws an outcome of the dice; only where chance acts.
    fn draw_chance(&self, dice: &mut Rng) -> Self::Move {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        let scaled = below(dice, 1 << 53) as f64 / (1u64 << 53) as f64;
        let mut sum = 0.0;
        for &(m, p) in &outcomes {
            sum += p;
            if scaled < sum {
                return m;
            }
        }
        outcomes.last().expect("chance has outcomes where it acts").0
    }

    /// The luck of an outcome of the dice before it is played: how much it raises the first team's expected score (in
    /// `[0, 1]` units) over the mean of all outcomes, by the game's own guess of values. Its mean over the outcomes is 0.
    fn luck(&self, _outcome: Self::Move) -> f32 {
        0.0
    }

    /// How often each of [`Game::COUNTS`] has happened to each seat since the position was set up: not part of equality.
    fn counts(&self) -> Counts {
        Counts::default()
    }

    /// Plays a move without asking whether it is legal. Afterwards the seat to act is the one after automatic passes.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Hash of everything that the future depends on, the past excepted: for transposition tables.
    fn key(&self) -> u64;

    /// Hash of what repetition compares, or nothing where this position does not count (dice to be rolled).
    fn repetition_key(&self) -> Option<u64>;

    /// An upper bound on how many counted positions back an equal one can lie (plies since the last irreversible move).
    fn reversible_plies(&self) -> u32 {
        u32::MAX
    }

    /// Plays random moves to the end. `history` is empty, or holds the past with this position. Overridden where a game
    /// has a faster loop; it must then give the same game for the same streams.
    fn playout(&self, choices: &mut Rng, dice: &mut Rng, history: &mut History, limit: u32) -> Playout {
        let mut position = self.clone();
        let mut plies = 0;
        let mut luck = 0.0;
        let mut occurrences = match position.repetition_key() {
            Some(key) if history.is_empty() => history.push(key, 0),
            _ => 1,
        };
        loop {
            match position.to_act() {
                Actor::Chance if position.outcome(occurrences).is_none() => {
                    let roll = position.draw_chance(dice);
                    luck += f64::from(position.luck(roll));
                    position.play_unchecked(roll);
                }
                _ => match position.draw_move(occurrences, choices) {
                    Err(outcome) => {
                        return Playout { outcome, plies, luck: luck as f32, counts: position.counts() };
                    }
                    Ok(_) if plies >= limit => {
                        let outcome = position.outcome_by_limit();
                        return Playout { outcome, plies, luck: luck as f32, counts: position.counts() };
                    }
                    Ok(m) => {
                        position.play_unchecked(m);
                        plies += 1;
                    }
                },
            }
            occurrences = position.repetition_key().map_or(1, |key| history.push(key, position.reversible_plies()));
        }
    }

    /// Number of lines of `depth` plies from here, a roll counting as a ply with all its outcomes; a line ends at every
    /// end of the game. `occurrences` is this position's; `history` holds it.
    fn perft(&self, depth: u32, occurrences: u32, history: &mut History) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome(occurrences).is_some() {
            return 0;
        }
        let mut moves = Vec::new();
        if self.to_act() == Actor::Chance {
            let mut outcomes = Vec::new();
            self.chance_outcomes(&mut outcomes);
            moves.extend(outcomes.iter().map(|&(m, _)| m));
        } else if depth == 1 {
            return self.count_legal_moves() as u64;
        } else {
            self.legal_moves(&mut moves);
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .iter()
            .map(|&m| {
                let mut next = self.clone();
                next.play_unchecked(m);
                match next.repetition_key() {
                    None => next.perft(depth - 1, 1, history),
                    Some(key) => {
                        let occurrences = history.push(key, next.reversible_plies());
                        let nodes = next.perft(depth - 1, occurrences, history);
                        history.pop();
                        nodes
                    }
                }
            })
            .sum()
    }

    /// Team of the seat to act; of the seat whose dice are to be rolled, none.
    fn team_to_act(&self) -> Option<Team> {
        match self.to_act() {
            Actor::Seat(seat) => Some(Self::TEAMS[seat as usize]),
            _ => None,
        }
    }

    /// The code of a seat.
    #[must_use]
    fn seat_code(seat: Seat) -> &'static str {
        Self::SEATS[seat as usize]
    }
}

/// A finished random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// Moves of seats; rolls and passes are not counted.
    pub plies: u32,
    /// Sum of [`Game::luck`] over the rolls.
    pub luck: f32,
    /// [`Game::counts`] at the end.
    pub counts: Counts,
}

impl Playout {
    /// A game without dice in which nothing was counted.
    #[must_use]
    pub fn new(outcome: Outcome, plies: u32) -> Self {
        Self { outcome, plies, luck: 0.0, counts: Counts::default() }
    }
}

/// Most kinds of events that a game counts.
pub const KINDS: usize = 2;

/// Most seats of a game.
pub const MOST_SEATS: usize = 4;

/// Numbers of events, by kind and seat.
pub type Counts = [[u32; MOST_SEATS]; KINDS];
