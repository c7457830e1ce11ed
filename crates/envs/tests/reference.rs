//! Every array after every step, against one line of play a row, stepped one after another.

mod common;

use common::{Chooser, ones, rows};
use fairyring_envs::{AnyVectorEnv, Arrays, Dice, Options, Seeds, VectorEnv};
use fairyring_game::{Actor, DICE, Encode, Evaluate, Line, Outcome, Rng, Text, Window, game_seed, stream, utility_of};

/// A row, done slowly.
struct Slow<G: Encode> {
    line: Line<G>,
    dice: Rng,
    row: u64,
    episode: u64,
    plies: u32,
    mover: u8,
    cut: Option<Outcome>,
    last: Option<Outcome>,
    games: u32,
}

impl<G: Text + Encode> Slow<G> {
    fn new(start: &G, row: u64) -> Self {
        let (line, dice) = (Line::new(start.clone()), stream(0, DICE));
        Self { line, dice, row, episode: 0, plies: 0, mover: 0, cut: None, last: None, games: 0 }
    }

    fn begin(&mut self, start: &G, options: &Options) {
        self.line = Line::new(start.clone());
        self.dice = stream(game_seed(options.seed, self.row, self.episode), DICE);
        self.episode += 1;
        (self.plies, self.mover, self.cut) = (0, 0, None);
        self.settle(options);
    }

    fn step(&mut self, action: i64, start: &G, options: &Options) {
        if self.end().is_some() {
            return self.begin(start, options);
        }
        if let Actor::Seat(seat) = self.line.actor() {
            let before = self.line.moves().len();
            self.line.play_action(action as u32, options.window).expect("a legal action");
            if self.line.moves().len() > before {
                (self.plies, self.mover) = (self.plies + 1, seat);
            }
        } else {
            self.line.play_action(action as u32, options.window).expect("a legal action");
        }
        self.settle(options);
    }

    /// Rolls, and ends the game at the limit.
    fn settle(&mut self, options: &Options) {
        while self.line.actor() == Actor::Chance && options.dice == Dice::Inside {
            let roll = self.line.position().draw_chance(&mut self.dice);
            self.line.play_unchecked(roll);
        }
        let at_limit = options.max_plies.is_some_and(|limit| self.plies >= limit) && self.line.taken().is_empty();
        if matches!(self.line.actor(), Actor::Seat(_))
            && (at_limit || self.line.legal_actions(options.window).is_empty())
        {
            self.cut = Some(self.line.position().outcome_by_limit());
        }
        if let Some(end) = self.end() {
            self.last = Some(end);
            self.games += 1;
        }
    }

    fn end(&self) -> Option<Outcome> {
        self.line.outcome().or(self.cut)
    }

    fn check(&self, index: usize, arrays: &Arrays, options: &Options) {
        let (actor, end) = (self.line.actor(), self.end());
        let position = self.line.position();
        let expected = match (end, actor) {
            (Some(_), _) => -2,
            (None, Actor::Seat(seat)) => seat as i8,
            _ => -1,
        };
        assert_eq!(arrays.actor[index], expected);
        let count = G::action_count(options.window);
        let legal = if end.is_some() { (0..count).collect() } else { self.line.legal_actions(options.window) };
        assert_eq!(ones(arrays.mask_of(index)), legal, "{}", self.line.text());
        let observer = if let Actor::Seat(seat) = position.to_act() { seat } else { self.mover };
        assert_eq!(arrays.observer[index], observer as i8);
        let cells = arrays.observations.len() / arrays.actor.len();
        let mut seen = vec![0; cells];
        position.observe(self.line.taken(), observer, options.window, &mut seen);
        assert_eq!(arrays.observations[index * cells..][..cells], seen, "{}", self.line.text());
        assert_eq!(arrays.plies[index], self.plies);
        assert_eq!(arrays.terminated[index], self.line.outcome().is_some());
        assert_eq!(arrays.truncated[index], self.line.outcome().is_none() && self.cut.is_some());
        assert_eq!(arrays.games[index], self.games);
        assert_eq!(arrays.reason[index], self.last.map_or(-1, |end| i16::from(end.reason)));
        let outside = |m: &G::Move| position.actions_of(*m, options.window).is_none();
        let begins = end.is_none() && self.line.taken().is_empty();
        let lost = if begins { self.line.legal_moves().iter().filter(|m| outside(m)).count() } else { 0 };
        assert_eq!(arrays.outside[index], lost as u32);
        let seats = G::SEATS.len();
        for (seat, &team) in G::TEAMS.iter().enumerate() {
            let utility = |end: Option<Outcome>| end.map_or(0.0, |end| utility_of(team, end.utility));
            assert_eq!(arrays.rewards[index * seats + seat], utility(end));
            assert_eq!(arrays.returns[index * seats + seat], utility(self.last));
        }
    }
}

/// Compares so many steps; returns the games finished.
fn compare<G: Text + Encode + Evaluate>(start: &G, options: &Options, steps: usize) -> u32 {
    let mut env = VectorEnv::new(vec![start.clone()], options.clone()).expect("a good set-up");
    let mut arrays = Arrays::new(&env);
    let mut slow: Vec<_> = (0..options.rows as u64).map(|row| Slow::new(start, row)).collect();
    let mut chooser = Chooser::new(options.seed);
    env.reset(Seeds::Keep, None, arrays.output()).expect("a reset");
    slow.iter_mut().for_each(|row| row.begin(start, options));
    for _ in 0..steps {
        for (index, row) in slow.iter().enumerate() {
            row.check(index, &arrays, options);
        }
        let actions = chooser.choose(&env);
        env.step(&actions, arrays.output()).expect("legal actions");
        for (row, &action) in slow.iter_mut().zip(&actions) {
            row.step(action, start, options);
        }
    }
    slow.iter().map(|row| row.games).sum()
}

#[test]
fn chess() {
    let start = fairyring_game::Game::start(());
    let games = compare::<fairyring_chess::Position>(&start, &rows::<fairyring_chess::Position>(5, 1), 1500);
    assert!(games > 5, "{games} games were finished");
}

#[test]
fn behemoth_with_dice_inside_and_exposed() {
    type Position = fairyring_behemoth::Position;
    let start = fairyring_game::Game::start(Default::default());
    for dice in [Dice::Inside, Dice::Exposed] {
        let options = Options { dice, ..rows::<Position>(6, 2) };
        let games = compare::<Position>(&start, &options, 400);
        assert!(games > 50, "{games} games were finished");
    }
}

#[test]
fn shahki_whose_moves_are_chains_of_actions() {
    type Position = fairyring_shahki::Position;
    let start = fairyring_game::Game::start(Default::default());
    let options = Options { max_plies: Some(150), ..rows::<Position>(4, 3) };
    assert!(compare::<Position>(&start, &options, 500) > 4);
}

#[test]
fn wari() {
    type Position = fairyring_wari::Position;
    let start = fairyring_game::Game::start(Default::default());
    assert!(compare::<Position>(&start, &rows::<Position>(6, 4), 800) > 10);
}

#[test]
fn cards_through_small_windows() {
    type Position = fairyring_cards::Position;
    let start = fairyring_game::Game::start(Default::default());
    for window in [1, 4, 9] {
        let options = Options { window: Window(window), max_plies: Some(60), ..rows::<Position>(3, 5) };
        let games = compare::<Position>(&start, &options, 150);
        assert!(games >= 3, "{games} games were finished");
    }
}
