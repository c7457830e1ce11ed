//! One game of the batch.

use crate::options::{Dice, Options};
use crate::output::{Observations, OutputRow};
use fairyring_game::{
    Actor, DICE, Encode, Evaluate, Line, Outcome, PLAYERS, Rng, Seat, Step, Text, game_seed, stream, utility_of,
};
use fairyring_search::Player;

/// A game, its dice and its opponents' choices.
#[derive(Debug)]
pub(crate) struct Row<G: Encode> {
    line: Line<G>,
    dice: Rng,
    choices: Vec<Rng>,
    /// Games begun.
    episodes: u64,
    plies: u32,
    /// How the game ended, kept until the next step begins another.
    end: Option<End>,
    /// What the next step does, once it was found legal.
    pending: Option<Step<G::Move>>,
    /// Legal actions or bytes on their way to an output.
    actions: Vec<u32>,
    bytes: Vec<u8>,
}

/// The end of a row's game.
#[derive(Clone, Copy, Debug)]
struct End {
    outcome: Outcome,
    truncated: bool,
}

/// The players of the environment's seats; none for the caller's.
pub(crate) type Players<G> = Vec<Option<Box<dyn Player<G>>>>;

impl<G: Text + Encode + Evaluate> Row<G> {
    /// A row without a game: it must be reset.
    pub(crate) fn new(start: &G) -> Self {
        Self {
            line: Line::new(start.clone()),
            dice: stream(0, DICE),
            choices: Vec::new(),
            episodes: 0,
            plies: 0,
            end: None,
            pending: None,
            actions: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Begins the next game, or after `seed` the first of that seed.
    pub(crate) fn reset(
        &mut self,
        start: &G,
        index: usize,
        options: &Options,
        restart: bool,
        players: &mut Players<G>,
    ) {
        if restart {
            self.episodes = 0;
        }
        let seed = game_seed(options.seed, index as u64, self.episodes);
        self.episodes += 1;
        self.line = Line::new(start.clone());
        self.dice = stream(seed, DICE);
        self.choices = (0..G::SEATS.len() as u32).map(|seat| stream(seed, PLAYERS + 1 + seat)).collect();
        self.plies = 0;
        self.end = None;
        self.advance(options, players);
    }

    /// Looks an action up; the row remembers what it does. `None` if it is not legal.
    pub(crate) fn prepare(&mut self, action: i64, options: &Options) -> Option<()> {
        if self.end.is_some() {
            self.pending = None;
            return Some(());
        }
        let action = u32::try_from(action).ok()?;
        let step = self.line.position().step(self.line.taken(), action, options.window);
        if step == Step::Illegal {
            return None;
        }
        self.actions.clear();
        self.actions.push(action);
        self.pending = Some(step);
        Some(())
    }

    /// Takes the prepared step.
    pub(crate) fn step(&mut self, start: &G, index: usize, options: &Options, players: &mut Players<G>) {
        match self.pending.take() {
            None => self.reset(start, index, options, false, players),
            Some(Step::Move(m)) => {
                self.plies += u32::from(self.line.actor() != Actor::Chance);
                self.line.play_unchecked(m);
                self.advance(options, players);
            }
            Some(_) => {
                let action = self.actions[0];
                self.line.play_action(action, options.window).expect("the action was found legal");
            }
        }
    }

    /// Plays dice and opponents until the caller acts or the game ends.
    fn advance(&mut self, options: &Options, players: &mut Players<G>) {
        loop {
            match self.line.actor() {
                Actor::Over => {
                    let outcome = self.line.outcome().expect("a game that is over has an outcome");
                    self.end = Some(End { outcome, truncated: false });
                    return;
                }
                Actor::Chance if options.dice == Dice::Inside => {
                    let roll = self.line.position().draw_chance(&mut self.dice);
                    self.line.play_unchecked(roll);
                }
                Actor::Chance => return,
                Actor::Seat(_) if options.max_plies.is_some_and(|limit| self.plies >= limit) => {
                    self.end = Some(End { outcome: self.line.position().outcome_by_limit(), truncated: true });
                    return;
                }
                Actor::Seat(seat) => {
                    let Some(player) = &mut players[seat as usize] else {
                        if self.playable(options) {
                            return;
                        }
                        // No legal move lies inside the window: the game cannot be played on from here.
                        self.end = Some(End { outcome: self.line.position().outcome_by_limit(), truncated: true });
                        return;
                    };
                    player.begin_game();
                    let m = player.choose(&self.line, &mut self.choices[seat as usize]);
                    self.line.play_unchecked(m);
                    self.plies += 1;
                }
            }
        }
    }

    /// Whether the caller has an action.
    fn playable(&mut self, options: &Options) -> bool {
        self.actions.clear();
        self.line.position().legal_actions(self.line.taken(), options.window, &mut self.actions);
        !self.actions.is_empty()
    }

    /// Who acts, for messages.
    pub(crate) fn actor_word(&self) -> &'static str {
        self.line.actor_word()
    }

    /// The line of play of this row.
    pub(crate) const fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Writes the row.
    pub(crate) fn write(&mut self, options: &Options, out: &mut OutputRow<'_>) {
        let actor = if self.end.is_some() { Actor::Over } else { self.line.actor() };
        *out.actor = match actor {
            Actor::Seat(seat) => seat as i8,
            Actor::Chance => -1,
            Actor::Over => -2,
        };
        *out.plies = self.plies;
        *out.terminated = self.end.is_some_and(|end| !end.truncated);
        *out.truncated = self.end.is_some_and(|end| end.truncated);
        for (reward, &team) in out.rewards.iter_mut().zip(G::TEAMS) {
            *reward = self.end.map_or(0.0, |end| utility_of(team, end.outcome.utility));
        }
        if self.end.is_some() {
            out.mask.fill(1);
        } else {
            self.actions.clear();
            self.line.position().legal_actions(self.line.taken(), options.window, &mut self.actions);
            out.mask.fill(0);
            for &action in &self.actions {
                out.mask[action as usize] = 1;
            }
        }
        let seat: Seat = if let Actor::Seat(seat) = actor { seat } else { 0 };
        let position = self.line.position();
        match &mut out.observations {
            Observations::Bytes(cells) => position.observe(self.line.taken(), seat, options.window, cells),
            Observations::Floats(cells) => {
                self.bytes.resize(cells.len(), 0);
                position.observe(self.line.taken(), seat, options.window, &mut self.bytes);
                for (cell, &byte) in cells.iter_mut().zip(&self.bytes) {
                    *cell = f32::from(byte);
                }
            }
        }
    }
}
