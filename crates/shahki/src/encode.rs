//! Action ids and observations.
//!
//! Actions do not turn with the seat, so that their text needs no position:
//! - first all pairs of cells of which the second is seen from the first on an empty board along a line or by a knight's
//!   jump, ordered by the first and then by the second cell: chess moves, castling by the king's move, draughts steps, and
//!   single jumps of draughts units;
//! - then the promotions: for White from d11 to k11, then for Black from d2 to k2, each towards the left, straight and
//!   right file as White sees them, each to Q, R, B, N (some of these leave the board and are never legal);
//! - last the stop of a chain.
//!
//! A capture is played jump by jump. If the unit could capture again after the last jump the stop ends the move (never
//! with `mandatory_capture`); otherwise the last jump does.
//!
//! Observations are 36 planes of 12 rows and 14 columns, as the seat's colour sees the board: for White the first row is
//! rank 12 and the first column file a; for Black the board is turned by 180 degrees. Draughts seats see what the chess
//! seat of their colour sees.

use crate::moves::{Bundle, Chain, Move};
use crate::position::{castling_bit, is_chess_seat, team_of};
use crate::{Kind, Position, Rules};
use fairyring_game::{Encode, Seat, Step, Team, Text, Window};
use fairyring_geometry::{CrossCell, CrossSet};
use std::ops::ControlFlow;
use std::sync::LazyLock;

const ROWS: usize = CrossCell::RANKS as usize;
const COLUMNS: usize = CrossCell::FILES as usize;
const AREA: usize = ROWS * COLUMNS;

/// Promotions: two colours, eight files, three directions, four kinds.
const PROMOTIONS: usize = 2 * 8 * 3 * 4;

/// The pairs of cells, and where those of each first cell begin.
struct Pairs {
    pairs: Vec<(CrossCell, CrossCell)>,
    begin: [usize; CrossCell::SPAN],
}

static PAIRS: LazyLock<Pairs> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    let mut begin = [0; CrossCell::SPAN];
    for from in CrossCell::all() {
        begin[from.index()] = pairs.len();
        pairs.extend(seen_from(from).map(|to| (from, to)));
    }
    Pairs { pairs, begin }
});

/// The cells seen on an empty board along a line or by a knight's jump.
fn seen_from(cell: CrossCell) -> CrossSet {
    cell.diagonal_rays(CrossSet::EMPTY) | cell.straight_rays(CrossSet::EMPTY) | cell.knight_jumps()
}

/// The cells of lower index.
fn before(cell: CrossCell) -> CrossSet {
    let mut set = CrossSet::BOARD;
    for (word, bits) in set.0.iter_mut().enumerate() {
        let below = (cell.index() as u32).saturating_sub(64 * word as u32);
        *bits &= if below >= 64 { !0 } else { (1 << below) - 1 };
    }
    set
}

fn pair_id(from: CrossCell, to: CrossCell) -> Option<u32> {
    let seen = seen_from(from);
    seen.has(to).then(|| PAIRS.begin[from.index()] as u32 + (seen & before(to)).count())
}

fn stop_id() -> u32 {
    (PAIRS.pairs.len() + PROMOTIONS) as u32
}

fn promotion_id(from: CrossCell, to: CrossCell, kind: Kind) -> Option<u32> {
    let team = match (from.y(), to.y()) {
        (10, 11) => 0,
        (1, 0) => 1,
        _ => return None,
    };
    let towards = (to.x() + 1).checked_sub(from.x()).filter(|&towards| towards < 3)?;
    let kind = Kind::PROMOTIONS.iter().position(|&other| other == kind)?;
    let place = ((team * 8 + from.x() as usize - 3) * 3 + towards as usize) * 4 + kind;
    Some((PAIRS.pairs.len() + place) as u32)
}

/// What an action id stands for.
enum Action {
    Pair(CrossCell, CrossCell),
    Promotion(Move),
    Stop,
}

fn action_of(id: u32) -> Option<Action> {
    if let Some(&(from, to)) = PAIRS.pairs.get(id as usize) {
        return Some(Action::Pair(from, to));
    }
    let place = id as usize - PAIRS.pairs.len();
    if place == PROMOTIONS {
        return Some(Action::Stop);
    }
    let (kind, towards, file, team) = (place % 4, place / 4 % 3, place / 12 % 8, place / 96);
    let (from, to) = match team {
        0 => (10, 11),
        1 => (1, 0),
        _ => return None,
    };
    let from = CrossCell::at(file as u32 + 3, from)?;
    let to = CrossCell::at(from.x() + towards as u32 - 1, to)?;
    Some(Action::Promotion(Move::Plain { from, to, promotion: Some(Kind::PROMOTIONS[kind]) }))
}

impl Position {
    /// The chain that actions already taken of this turn have played, if they are legal.
    fn chain_of(&self, taken: &[u32]) -> Option<Chain> {
        let Some(Action::Pair(from, _)) = action_of(*taken.first()?) else { return None };
        taken.iter().try_fold(Chain::new(from), |chain, &action| match action_of(action) {
            Some(Action::Pair(from, to)) => self.jump(chain, from, to),
            _ => None,
        })
    }

    /// A chain with one more jump, if that is legal.
    fn jump(&self, mut chain: Chain, from: CrossCell, to: CrossCell) -> Option<Chain> {
        let team = team_of(self.seat);
        let own = !is_chess_seat(self.seat) && self.draughts(team).has(chain.from());
        (own && from == chain.last() && self.next_landings(team, &chain).has(to) && chain.push(to)).then_some(chain)
    }

    fn goes_on(&self, chain: &Chain) -> bool {
        !self.next_landings(team_of(self.seat), chain).is_empty()
    }

    /// Calls a function for each legal action after `taken`, once each, in any order.
    fn each_action(&self, taken: &[u32], mut visit: impl FnMut(u32)) {
        let team = team_of(self.seat);
        if !taken.is_empty() {
            let Some(chain) = self.chain_of(taken) else { return };
            let mut jumped = false;
            for action in self.jumps_of(&chain) {
                visit(action);
                jumped = true;
            }
            if jumped && !self.rules.mandatory_capture {
                visit(stop_id());
            }
            return;
        }
        let step = |bundle: Bundle| -> ControlFlow<()> {
            for m in (0..bundle.count()).filter_map(|n| bundle.nth(n)) {
                let action = match m {
                    Move::Plain { from, to, promotion: None } => pair_id(from, to),
                    Move::Plain { from, to, promotion: Some(kind) } => promotion_id(from, to, kind),
                    Move::Capture(_) => None,
                };
                action.into_iter().for_each(&mut visit);
            }
            ControlFlow::Continue(())
        };
        if is_chess_seat(self.seat) {
            let _ = self.visit_chess(team, step);
        } else {
            let _ = self.visit_legal_steps(team, step);
            for from in self.capturing(team) {
                self.jumps_of(&Chain::new(from)).for_each(&mut visit);
            }
        }
    }

    /// The actions of the jumps that may follow a chain.
    fn jumps_of(&self, chain: &Chain) -> impl Iterator<Item = u32> {
        let from = chain.last();
        self.next_landings(team_of(self.seat), chain).filter_map(move |to| pair_id(from, to))
    }
}

impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = "All pairs of cells of which the second is seen from the first on an empty board along a line or by a knight's jump, in the \
        order of the cells; then promotions; last the stop of a chain. A capture of draughts units is played jump by jump, each a pair \
        of cells: the same seat acts again until the chain cannot go on or is stopped. Ids do not turn with the seat.";

    fn action_count(_window: Window) -> u32 {
        stop_id() + 1
    }

    fn actions_of(&self, m: Move, _window: Window) -> Option<Vec<u32>> {
        match m {
            Move::Plain { from, to, promotion: None } => Some(vec![pair_id(from, to)?]),
            Move::Plain { from, to, promotion: Some(kind) } => Some(vec![promotion_id(from, to, kind)?]),
            Move::Capture(chain) => {
                let mut at = chain.from();
                let mut actions = Vec::new();
                for &landing in chain.landings() {
                    actions.push(pair_id(at, landing)?);
                    at = landing;
                }
                if self.goes_on(&chain) {
                    actions.push(stop_id());
                }
                Some(actions)
            }
        }
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        let legal = |m: Move| if self.has_move(m) { Step::Move(m) } else { Step::Illegal };
        let begun = if taken.is_empty() { None } else { Some(self.chain_of(taken)) };
        match (action_of(action), begun) {
            (None, _) | (_, Some(None)) | (Some(Action::Promotion(_)), Some(_)) | (Some(Action::Stop), None) => {
                Step::Illegal
            }
            (Some(Action::Promotion(m)), None) => legal(m),
            (Some(Action::Stop), Some(Some(chain))) => legal(Move::Capture(chain)),
            (Some(Action::Pair(from, to)), begun) => {
                let chain = begun.flatten().unwrap_or(Chain::new(from));
                match self.jump(chain, from, to) {
                    Some(chain) if self.goes_on(&chain) => Step::Partial,
                    Some(chain) => Step::Move(Move::Capture(chain)),
                    None if taken.is_empty() => legal(Move::Plain { from, to, promotion: None }),
                    None => Step::Illegal,
                }
            }
        }
    }

    fn legal_actions(&self, taken: &[u32], _window: Window, out: &mut Vec<u32>) {
        let begin = out.len();
        self.each_action(taken, |action| out.push(action));
        out[begin..].sort_unstable();
    }

    fn mark_legal_actions(&self, taken: &[u32], _window: Window, words: &mut [u64]) {
        self.each_action(taken, |action| words[action as usize / 64] |= 1 << (action % 64));
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        Some(match action_of(action)? {
            Action::Pair(from, to) => format!("{from}{to}"),
            Action::Promotion(m) => Self::empty(Rules::default()).move_text(m),
            Action::Stop => "stop".to_owned(),
        })
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [planes::COUNT, ROWS, COLUMNS]
    }

    fn planes(_window: Window) -> Vec<String> {
        let sides = ["own", "enemy"];
        let mut planes = Vec::new();
        for side in sides {
            planes.extend(Kind::ALL.map(|kind| format!("1 where a unit of the {side} side stands: {}", kind.word())));
        }
        planes.push("1 where the board has a cell".to_owned());
        for side in sides {
            planes.extend(["short", "long"].map(|way| format!("1 everywhere if the {side} king may castle {way}")));
        }
        planes.push("1 on the cell where capture en passant may still be open".to_owned());
        let seats = ["own chess", "own draughts", "enemy chess", "enemy draughts"];
        planes.extend(seats.map(|seat| format!("1 everywhere if the {seat} seat is to act")));
        planes.extend(sides.map(|side| format!("1 everywhere if the {side} chess seat was mated")));
        planes.extend(seats.map(|seat| format!("1 everywhere if play goes back to the {seat} seat after the check")));
        planes.push("no-progress count, at most 65535: quotient by 256, everywhere".to_owned());
        planes.push("no-progress count, at most 65535: remainder by 256, everywhere".to_owned());
        planes.push("1 where the capturing unit of an unfinished chain has landed".to_owned());
        planes.push("1 where units stand that an unfinished chain has jumped".to_owned());
        planes
    }

    fn observe(&self, taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        let own = team_of(seat);
        let relative = |seat: Seat| usize::from((seat + 4 - 2 * own) % 4);
        out.fill(0);
        let mut mark = |plane: usize, cells: CrossSet| {
            for cell in cells {
                out[plane * AREA + place(cell, own)] = 1;
            }
        };
        for (side, team) in [own, 1 - own].into_iter().enumerate() {
            for kind in Kind::ALL {
                mark(planes::UNITS + 8 * side + kind as usize, self.cells_of(team, kind));
            }
        }
        mark(planes::CELLS, CrossSet::BOARD);
        mark(planes::EN_PASSANT, self.en_passant.into_iter().collect());
        if let Some(chain) = self.chain_of(taken) {
            mark(planes::LANDED, CrossSet::of(chain.last()));
            mark(planes::JUMPED, self.jumped(&chain).unwrap_or_default());
        }
        let mut flood = |plane: usize, value: u8| out[plane * AREA..(plane + 1) * AREA].fill(value);
        for (side, team) in [own, 1 - own].into_iter().enumerate() {
            for (way, short) in [true, false].into_iter().enumerate() {
                flood(planes::CASTLING + 2 * side + way, u8::from(self.may_castle(team, short)));
            }
            flood(planes::MATED + side, u8::from(self.mated == Some(team)));
        }
        flood(planes::SEAT + relative(self.seat), 1);
        if let Some(back) = self.back {
            flood(planes::BACK + relative(back), 1);
        }
        let [high, low] = (self.no_progress.min(u32::from(u16::MAX)) as u16).to_be_bytes();
        flood(planes::NO_PROGRESS, high);
        flood(planes::NO_PROGRESS + 1, low);
    }

    /// The position with move number 1, at the beginning of the turn: the planes of an unfinished chain are not read.
    fn decode(observation: &[u8], seat: Seat, window: Window, rules: Rules) -> Option<Self> {
        if observation.len() != planes::COUNT * AREA || seat > 3 {
            return None;
        }
        let own = team_of(seat);
        let absolute = |relative: usize| (relative as Seat + 2 * own) % 4;
        let first = |plane: usize| observation[plane * AREA];
        let is = |plane: usize| first(plane) == 1;
        let mut position = Self::empty(rules);
        for cell in CrossCell::all() {
            let at = place(cell, own);
            for (side, team) in [own, 1 - own].into_iter().enumerate() {
                for kind in Kind::ALL {
                    if observation[(planes::UNITS + 8 * side + kind as usize) * AREA + at] == 1 {
                        position.toggle(team, kind, cell);
                    }
                }
            }
            if observation[planes::EN_PASSANT * AREA + at] == 1 {
                position.set_en_passant(Some(cell));
            }
        }
        let mut rights = 0;
        for (side, team) in [own, 1 - own].into_iter().enumerate() {
            for (way, short) in [true, false].into_iter().enumerate() {
                if is(planes::CASTLING + 2 * side + way) {
                    rights |= castling_bit(team, short);
                }
            }
            if is(planes::MATED + side) && position.mated.is_none() {
                position.set_mated(team);
            }
        }
        position.set_castling(rights);
        position.set_seat(absolute((0..4).find(|&seat| is(planes::SEAT + seat))?));
        position.set_back((0..4).find(|&seat| is(planes::BACK + seat)).map(absolute));
        position.no_progress = u32::from(first(planes::NO_PROGRESS)) * 256 + u32::from(first(planes::NO_PROGRESS + 1));
        // Reading the text refuses what is no position, and what the planes hold beyond one shows by comparison.
        let position = Self::parse(&position.text(false), rules).ok()?;
        let mut again = vec![0; observation.len()];
        position.observe(&[], seat, window, &mut again);
        let read = planes::LANDED * AREA;
        (again[..read] == observation[..read]).then_some(position)
    }
}

/// Where the planes begin.
mod planes {
    pub(super) const UNITS: usize = 0;
    pub(super) const CELLS: usize = 16;
    pub(super) const CASTLING: usize = 17;
    pub(super) const EN_PASSANT: usize = 21;
    pub(super) const SEAT: usize = 22;
    pub(super) const MATED: usize = 26;
    pub(super) const BACK: usize = 28;
    pub(super) const NO_PROGRESS: usize = 32;
    pub(super) const LANDED: usize = 34;
    pub(super) const JUMPED: usize = 35;
    pub(super) const COUNT: usize = 36;
}

/// Row and column of a cell, as a team sees the board, in one number.
fn place(cell: CrossCell, team: Team) -> usize {
    let cell = if team == 0 { cell } else { cell.turned() };
    (ROWS - 1 - cell.y() as usize) * COLUMNS + cell.x() as usize
}
