//! One game of the batch.

use crate::crew::Worker;
use crate::options::{Dice, Options};
use crate::output::{Mask, Observations, Output};
use fairyring_game::{
    Actor, DICE, Encode, Line, Outcome, PLAYERS, Rng, Seat, Step, below, game_seed, stream, utility_of,
};

/// What the rows of an environment share.
#[derive(Debug)]
pub(crate) struct Common<G> {
    /// Where games begin: game `e` of row `i` at number `(i + e) % len`.
    pub(crate) starts: Vec<G>,
    pub(crate) options: Options,
    /// The caller's seat, if it plays one only.
    pub(crate) caller: Option<Seat>,
}

/// A game, its dice and its opponents' choices.
#[derive(Debug)]
pub(crate) struct Row<G: Encode> {
    line: Line<G>,
    dice: Rng,
    choices: Vec<Rng>,
    /// Seed and lane from which the games' seeds come.
    pub(crate) seed: u64,
    pub(crate) lane: u64,
    /// Games begun and finished since it was seeded.
    pub(crate) episodes: u64,
    pub(crate) games: u32,
    plies: u32,
    /// The seat that moved last.
    mover: Seat,
    /// How the game ended, kept until the next step begins another.
    end: Option<End>,
    /// How the last finished game ended.
    pub(crate) last: Option<End>,
    /// Bits of the legal actions; meaningless where the game is over.
    legal: Vec<u64>,
    /// The caller's actions in this game.
    pub(crate) actions: Vec<u32>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    /// Utility of the first team.
    pub(crate) utility: f32,
    pub(crate) reason: u8,
    pub(crate) truncated: bool,
}

impl End {
    const fn new(outcome: Outcome, truncated: bool) -> Self {
        Self { utility: outcome.utility, reason: outcome.reason, truncated }
    }
}

impl<G: Encode> Row<G> {
    /// A row without a game: it must be begun.
    pub(crate) fn new(index: usize, common: &Common<G>) -> Self {
        Self {
            line: Line::new(common.starts[0].clone()),
            dice: stream(0, DICE),
            choices: Vec::with_capacity(G::SEATS.len()),
            seed: common.options.seed,
            lane: index as u64,
            episodes: 0,
            games: 0,
            plies: 0,
            mover: 0,
            end: None,
            last: None,
            legal: vec![0; G::action_count(common.options.window).div_ceil(64) as usize],
            actions: Vec::new(),
        }
    }

    /// Gives the row a seed; its next game is the first of it.
    pub(crate) const fn reseed(&mut self, seed: u64, lane: u64) {
        self.seed = seed;
        self.lane = lane;
        self.episodes = 0;
        self.games = 0;
        self.last = None;
    }

    /// Begins the next game.
    pub(crate) fn begin(&mut self, index: usize, common: &Common<G>, worker: &mut Worker<G>) {
        let seed = game_seed(self.seed, self.lane, self.episodes);
        let start = (index as u64).wrapping_add(self.episodes) % common.starts.len() as u64;
        self.episodes += 1;
        self.line.restart(&common.starts[start as usize]);
        self.dice = stream(seed, DICE);
        self.choices.clear();
        self.choices.extend((0..G::SEATS.len() as u32).map(|seat| stream(seed, PLAYERS + 1 + seat)));
        self.plies = 0;
        self.mover = 0;
        self.end = None;
        self.actions.clear();
        self.advance(common, worker);
    }

    /// Whether an action may be given here: a legal one, or anything where the game is over.
    pub(crate) fn accepts(&self, action: i64) -> bool {
        self.is_over() || usize::try_from(action).is_ok_and(|action| self.is_legal(action))
    }

    fn is_legal(&self, action: usize) -> bool {
        self.legal.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Whether the game is over.
    pub(crate) const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Takes an action that is accepted.
    pub(crate) fn step(&mut self, action: i64, index: usize, common: &Common<G>, worker: &mut Worker<G>) {
        if self.is_over() {
            return self.begin(index, common, worker);
        }
        let action = action as u32;
        self.actions.push(action);
        let window = common.options.window;
        match self.line.position().step_legal(self.line.taken(), action, window) {
            Step::Move(m) => {
                if let Actor::Seat(seat) = self.line.actor() {
                    self.plies += 1;
                    self.mover = seat;
                }
                self.line.play_unchecked(m);
                self.advance(common, worker);
            }
            Step::Partial => {
                self.line.take_unchecked(action);
                self.mark(common);
            }
            Step::Illegal => unreachable!("the action was found legal"),
        }
    }

    /// Plays dice and opponents until the caller acts or the game ends.
    fn advance(&mut self, common: &Common<G>, worker: &mut Worker<G>) {
        loop {
            match self.line.actor() {
                Actor::Over => {
                    let outcome = self.line.outcome().expect("a game that is over has an outcome");
                    return self.finish(End::new(outcome, false));
                }
                Actor::Chance if common.options.dice == Dice::Inside => {
                    let roll = self.line.position().draw_chance(&mut self.dice);
                    self.line.play_unchecked(roll);
                }
                Actor::Seat(_) if common.options.max_plies.is_some_and(|limit| self.plies >= limit) => {
                    return self.finish(End::new(self.line.position().outcome_by_limit(), true));
                }
                actor => {
                    if let Actor::Seat(seat) = actor
                        && let Some(player) = &mut worker.players[seat as usize]
                    {
                        // The thread's player serves many games: it must not carry anything from one to another.
                        player.begin_game();
                        let m = player.choose(&self.line, &mut self.choices[seat as usize]);
                        self.line.play_unchecked(m);
                        self.plies += 1;
                        self.mover = seat;
                        continue;
                    }
                    self.mark(common);
                    if self.legal.iter().all(|&word| word == 0) {
                        // No legal move lies inside the window: the game cannot be played on from here.
                        self.finish(End::new(self.line.position().outcome_by_limit(), true));
                    }
                    return;
                }
            }
        }
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.last = Some(end);
        self.games = self.games.saturating_add(1);
    }

    /// Finds the legal actions.
    fn mark(&mut self, common: &Common<G>) {
        self.legal.fill(0);
        self.line.position().mark_legal_actions(self.line.taken(), common.options.window, &mut self.legal);
    }

    /// Appends the legal actions, ascending; none where the game is over.
    pub(crate) fn legal_actions(&self, out: &mut Vec<u32>) {
        if !self.is_over() {
            out.extend(ones(&self.legal).map(|action| action as u32));
        }
    }

    /// A uniformly random legal action; 0 where the game is over. A function of the game's seed, of this one and of the number
    /// of actions taken, so that the same question has the same answer.
    pub(crate) fn sample(&self, seed: u64) -> i64 {
        if self.is_over() {
            return 0;
        }
        let game = game_seed(self.seed, self.lane, self.episodes - 1);
        let draw = game_seed(game, seed, self.actions.len() as u64);
        let legal: u32 = self.legal.iter().map(|word| word.count_ones()).sum();
        nth_one(&self.legal, below(&mut stream(draw, PLAYERS), u64::from(legal)) as u32) as i64
    }

    /// The line of play of this row.
    pub(crate) const fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Writes the row; `out` has one.
    pub(crate) fn write(&self, common: &Common<G>, bytes: &mut Vec<u8>, out: &mut Output<'_>) {
        let window = common.options.window;
        let position = self.line.position();
        let actor = if self.is_over() { Actor::Over } else { self.line.actor() };
        out.actor[0] = match actor {
            Actor::Seat(seat) => seat as i8,
            Actor::Chance => -1,
            Actor::Over => -2,
        };
        let observer = match (common.caller, position.to_act()) {
            (Some(seat), _) | (None, Actor::Seat(seat)) => seat,
            _ => self.mover,
        };
        out.observer[0] = observer as i8;
        out.plies[0] = self.plies;
        let begins = matches!(actor, Actor::Seat(_)) && self.line.taken().is_empty();
        out.outside[0] = if begins { position.count_outside(window) as u32 } else { 0 };
        out.terminated[0] = self.end.is_some_and(|end| !end.truncated);
        out.truncated[0] = self.end.is_some_and(|end| end.truncated);
        for (seat, &team) in G::TEAMS.iter().enumerate() {
            out.rewards[seat] = self.end.map_or(0.0, |end| utility_of(team, end.utility));
            out.returns[seat] = self.last.map_or(0.0, |end| utility_of(team, end.utility));
        }
        out.reason[0] = self.last.map_or(-1, |end| i16::from(end.reason));
        out.games[0] = self.games;
        self.write_mask(G::action_count(window) as usize, &mut out.mask);
        match &mut out.observations {
            Observations::Bytes(cells) => position.observe(self.line.taken(), observer, window, cells),
            Observations::Floats(cells) => {
                bytes.resize(cells.len(), 0);
                position.observe(self.line.taken(), observer, window, bytes);
                for (cell, &byte) in cells.iter_mut().zip(bytes.iter()) {
                    *cell = f32::from(byte);
                }
            }
            Observations::Skipped => {}
        }
    }

    fn write_mask(&self, actions: usize, mask: &mut Mask<'_>) {
        match mask {
            Mask::Bytes(bytes) if self.is_over() => bytes.fill(1),
            Mask::Bytes(bytes) => {
                bytes.fill(0);
                for action in ones(&self.legal) {
                    bytes[action] = 1;
                }
            }
            Mask::Bits(bytes) if self.is_over() => {
                bytes.fill(!0);
                if let Some(last) = bytes.last_mut() {
                    *last >>= (8 - actions % 8) % 8;
                }
            }
            Mask::Bits(bytes) => {
                let (whole, rest) = bytes.as_chunks_mut::<8>();
                let mut words = self.legal.iter();
                for (chunk, word) in whole.iter_mut().zip(words.by_ref()) {
                    *chunk = word.to_le_bytes();
                }
                if let Some(word) = words.next() {
                    rest.copy_from_slice(&word.to_le_bytes()[..rest.len()]);
                }
            }
            Mask::Skipped => {}
        }
    }
}

/// The number of the bit that is the `n`-th of those set, counted from 0; there are more than `n`.
fn nth_one(words: &[u64], mut n: u32) -> usize {
    for (at, &word) in words.iter().enumerate() {
        match n.checked_sub(word.count_ones()) {
            Some(rest) => n = rest,
            None => {
                let higher = (0..n).fold(word, |word, _| word & (word - 1));
                return 64 * at + higher.trailing_zeros() as usize;
            }
        }
    }
    unreachable!("more bits are set")
}

/// Numbers of the bits that are set, ascending.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().filter(|&(_, &word)| word != 0).flat_map(|(at, &word)| {
        std::iter::successors((word != 0).then_some(word), |rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |rest| 64 * at + rest.trailing_zeros() as usize)
    })
}
