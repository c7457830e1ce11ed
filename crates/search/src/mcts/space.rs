//! What a tree is searched over: a position that is walked down from the root and taken back.

use crate::path::{Entered, Path};
use fairyring_game::{Actor, Encode, Game, History, Line, Outcome, Rng, Step, Team, Window};
use std::fmt::Debug;

/// Who decides at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Status {
    /// A seat of this team.
    Seat(Team),
    /// The dice.
    Chance,
    /// Nobody: the first team's utility.
    Over(f32),
}

/// A walk through the positions of a game.
pub(crate) trait Space {
    /// What leads from a node to the next.
    type Label: Copy + PartialEq + Debug;

    /// Goes back to the root.
    fn reset(&mut self);

    /// Who decides here.
    fn status(&self) -> Status;

    /// Appends the labels of a seat's choices.
    fn labels(&self, out: &mut Vec<Self::Label>);

    /// Appends the labels of the dice's outcomes with their probabilities.
    fn outcomes(&mut self, out: &mut Vec<(Self::Label, f64)>);

    /// Draws an outcome of the dice.
    fn draw(&mut self, dice: &mut Rng) -> Self::Label;

    /// Goes on.
    fn play(&mut self, label: Self::Label);
}

/// A space whose labels are moves.
#[derive(Clone, Debug)]
pub(crate) struct Moves<G: Game> {
    root: G,
    position: G,
    path: Path,
    entered: Vec<Entered>,
    last: Option<G::Move>,
    status: Status,
    root_status: Status,
    /// Points that count as a whole win, where the lead is played for.
    points: Option<f32>,
}

/// Who decides in a position.
fn status_of<G: Game>(position: &G, utility: Option<f32>) -> Status {
    match (utility, position.team_to_act()) {
        (Some(utility), _) => Status::Over(utility),
        (None, Some(team)) => Status::Seat(team),
        (None, None) => Status::Chance,
    }
}

/// The first team's utility: that of the result, or the lead over so many points.
pub(crate) fn utility_by(points: Option<f32>, outcome: Outcome) -> f32 {
    match (points, outcome.score) {
        (Some(points), Some([first, second])) => ((first - second) / points).clamp(-1.0, 1.0),
        _ => outcome.utility,
    }
}

impl<G: Game> Moves<G> {
    /// The space below the end of a line.
    pub(crate) fn of(line: &Line<G>, points: Option<f32>) -> Self {
        let status = status_of(line.position(), line.outcome().map(|outcome| utility_by(points, outcome)));
        Self {
            root: line.position().clone(),
            position: line.position().clone(),
            path: Path::real(line),
            entered: Vec::new(),
            last: None,
            status,
            root_status: status,
            points,
        }
    }

    /// The position reached.
    pub(crate) const fn position(&self) -> &G {
        &self.position
    }

    /// Who decides after a move.
    pub(crate) fn peek(&mut self, m: G::Move) -> Status {
        let mut next = self.position.clone();
        next.play_unchecked(m);
        let entered = self.path.enter(&next);
        self.path.leave(entered);
        status_of(&next, entered.outcome.map(|outcome| utility_by(self.points, outcome)))
    }

    /// The first team's utility after a random game from here. The play-out forgets the past.
    pub(crate) fn playout(&self, choices: &mut Rng, dice: &mut Rng, history: &mut History, limit: u32) -> f32 {
        history.clear();
        self.position.playout(choices, dice, history, limit).outcome.utility
    }
}

impl<G: Game> Space for Moves<G> {
    type Label = G::Move;

    fn reset(&mut self) {
        while let Some(entered) = self.entered.pop() {
            self.path.leave(entered);
        }
        self.position.clone_from(&self.root);
        self.last = None;
        self.status = self.root_status;
    }

    fn status(&self) -> Status {
        self.status
    }

    fn labels(&self, out: &mut Vec<G::Move>) {
        self.position.legal_moves(out);
    }

    fn outcomes(&mut self, out: &mut Vec<(G::Move, f64)>) {
        self.position.chance_outcomes(out);
    }

    fn draw(&mut self, dice: &mut Rng) -> G::Move {
        self.position.draw_chance(dice)
    }

    fn play(&mut self, m: G::Move) {
        self.position.play_unchecked(m);
        self.last = Some(m);
        let entered = self.path.enter(&self.position);
        self.status = status_of(&self.position, entered.outcome.map(|outcome| utility_by(self.points, outcome)));
        self.entered.push(entered);
    }
}

/// A space whose labels are action ids where seats choose, and indices of the list of outcomes where dice do.
#[derive(Clone, Debug)]
pub(crate) struct Actions<G: Encode> {
    moves: Moves<G>,
    window: Window,
    root_taken: Vec<u32>,
    taken: Vec<u32>,
    /// Memory for the outcomes of one roll.
    rolls: Vec<(G::Move, f64)>,
}

impl<G: Encode> Actions<G> {
    /// The space below the end of a line, seen through a window and played for points if any are given.
    pub(crate) fn of(line: &Line<G>, window: Window, points: Option<f32>) -> Self {
        let taken = line.taken().to_vec();
        Self { moves: Moves::of(line, points), window, root_taken: taken.clone(), taken, rolls: Vec::new() }
    }

    /// The seat that acts.
    pub(crate) fn seat(&self) -> u8 {
        let Actor::Seat(seat) = self.moves.position().to_act() else {
            unreachable!("leaves are positions where a seat acts")
        };
        seat
    }

    /// Writes the observation of the seat that acts, and returns that seat.
    pub(crate) fn observe(&self, out: &mut [u8]) -> u8 {
        let seat = self.seat();
        self.moves.position().observe(&self.taken, seat, self.window, out);
        seat
    }

    /// The move played last since the root; none while it is not complete.
    pub(crate) const fn last_move(&self) -> Option<G::Move> {
        self.moves.last
    }

    /// Lists the outcomes of the dice.
    fn list_rolls(&mut self) {
        self.rolls.clear();
        self.moves.outcomes(&mut self.rolls);
    }

    /// The utility of a position whose moves all lie outside the window.
    pub(crate) fn stuck(&self) -> f32 {
        utility_by(self.moves.points, self.moves.position().outcome_by_limit())
    }
}

impl<G: Encode> Space for Actions<G> {
    type Label = u32;

    fn reset(&mut self) {
        self.moves.reset();
        self.taken.clone_from(&self.root_taken);
    }

    fn status(&self) -> Status {
        self.moves.status
    }

    fn labels(&self, out: &mut Vec<u32>) {
        self.moves.position().legal_actions(&self.taken, self.window, out);
    }

    fn outcomes(&mut self, out: &mut Vec<(u32, f64)>) {
        self.list_rolls();
        out.extend(self.rolls.iter().zip(0..).map(|(&(_, probability), index)| (index, probability)));
    }

    fn draw(&mut self, dice: &mut Rng) -> u32 {
        let drawn = self.moves.draw(dice);
        self.list_rolls();
        self.rolls.iter().position(|&(m, _)| m == drawn).expect("the outcome drawn is in the list") as u32
    }

    fn play(&mut self, label: u32) {
        if self.moves.status == Status::Chance {
            self.list_rolls();
            self.moves.play(self.rolls[label as usize].0);
            return;
        }
        match self.moves.position().step_legal(&self.taken, label, self.window) {
            Step::Move(m) => {
                self.taken.clear();
                self.moves.play(m);
            }
            Step::Partial => self.taken.push(label),
            Step::Illegal => unreachable!("labels are legal actions"),
        }
    }
}
