//! Action ids and observations through a window of the table.
//!
//! The window is a square of W x W cells, W at most [`WIDEST`], centred on the bounding box of all cards on the table
//! (rounded down and left as the side to move sees the table, so that a turned table has the turned window), or on cell 0
//! while there are none. Its columns and rows are counted from its bottom-left cell, whoever moves.
//!
//! An action is `cell * (8 (W - 1) + 14) + way`, where `cell` is `row * W + column`: the cell a card leaves, or where one is
//! placed. The ways: 8 directions (clockwise from the top-left) with 1 to W - 1 steps each, 8 knight's jumps, 6 kinds placed.
//! Moves with a cell outside the window have no action.

use crate::card::{Card, JUMPS, Kind, Side};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use fairyring_game::{Encode, Game, Seat, Step, Text, Window};
use fairyring_geometry::{RING_STEPS, RingCell};

/// The widest window; wider ones are taken as this, so that every action id fits 32 bits.
pub const WIDEST: u32 = 255;

/// Planes before the constant ones.
const FLOOR: usize = 12;
const FIRST_CELL: usize = 13;
const HANDS: usize = 14;
const MINE: usize = 26;
const IDLE: usize = 27;
const PLANES: usize = 28;

/// A window laid on a table.
#[derive(Clone, Copy)]
struct View {
    size: i32,
    /// Its bottom-left cell.
    corner: RingCell,
}

/// Cells a side.
fn size(window: Window) -> i32 {
    window.0.clamp(1, WIDEST) as i32
}

/// Actions that belong to one cell.
fn ways(size: i32) -> u32 {
    (8 * (size - 1) + 14) as u32
}

/// What an action does, in the window's own columns and rows.
enum Way {
    Go { from: (i32, i32), to: (i32, i32) },
    Place { kind: Kind, to: (i32, i32) },
}

/// Reads an action; `None` where a cell lies outside the window.
fn read(action: u32, size: i32) -> Option<Way> {
    let (cell, way) = ((action / ways(size)) as i32, (action % ways(size)) as i32);
    let at = (cell % size, cell / size);
    if at.1 >= size {
        return None;
    }
    let riding = 8 * (size - 1);
    if way >= riding + 8 {
        return Some(Way::Place { kind: Kind::ALL[(way - riding - 8) as usize], to: at });
    }
    let (right, up) = if way < riding {
        let (step, times) = (RING_STEPS[(way / (size - 1)) as usize], way % (size - 1) + 1);
        (step.0 * times, step.1 * times)
    } else {
        JUMPS[(way - riding) as usize]
    };
    let to = (at.0 + right, at.1 + up);
    ((0..size).contains(&to.0) && (0..size).contains(&to.1)).then_some(Way::Go { from: at, to })
}

impl View {
    fn new(position: &Position, window: Window) -> Self {
        let (low, high) = position.extent().unwrap_or_default();
        let size = size(window);
        let corner = |low: i32, high: i32| match position.side_to_move() {
            Side::Red => (low + high).div_euclid(2) - size / 2,
            Side::Black => 1 - size - ((-high - low).div_euclid(2) - size / 2),
        };
        Self { size, corner: RingCell::at(corner(low.x, high.x), corner(low.y, high.y)) }
    }

    /// Column and row of a cell of the window.
    fn place(self, cell: RingCell) -> Option<(i32, i32)> {
        let (column, row) = (cell.x - self.corner.x, cell.y - self.corner.y);
        ((0..self.size).contains(&column) && (0..self.size).contains(&row)).then_some((column, row))
    }

    fn cell(self, (column, row): (i32, i32)) -> RingCell {
        self.corner.offset(column, row)
    }

    /// The action of a move.
    fn action(self, m: Move) -> Option<u32> {
        let riding = 8 * (self.size - 1);
        let (at, way) = match m {
            Move::Place { card, to } => (self.place(to)?, riding + 8 + card.kind as i32),
            Move::Go { from, to, .. } => {
                let at = self.place(from)?;
                self.place(to)?;
                let (x, y) = (to.x - from.x, to.y - from.y);
                let way = if let Some(jump) = JUMPS.iter().position(|&jump| jump == (x, y)) {
                    riding + jump as i32
                } else {
                    let steps = x.abs().max(y.abs());
                    let step = RING_STEPS.iter().position(|&step| (step.0 * steps, step.1 * steps) == (x, y))?;
                    step as i32 * (self.size - 1) + steps - 1
                };
                (at, way)
            }
        };
        Some((at.1 * self.size + at.0) as u32 * ways(self.size) + way as u32)
    }

    /// Index of a cell in a plane as a seat sees it: Black turns the table round.
    fn index(self, (column, row): (i32, i32), seat: Seat) -> usize {
        let last = self.size - 1;
        let (column, row) = if seat == 0 { (column, last - row) } else { (last - column, row) };
        (row * self.size + column) as usize
    }
}

impl Position {
    /// The move an action stands for here, legal or not.
    fn move_of(&self, action: u32, window: Window) -> Option<Move> {
        let view = View::new(self, window);
        let side = self.side_to_move();
        Some(match read(action, view.size)? {
            Way::Place { kind, to } => Move::Place { card: Card { side, kind }, to: view.cell(to) },
            Way::Go { from, to } => {
                let from = view.cell(from);
                Move::Go { card: self.card_at(from)?, from, to: view.cell(to) }
            }
        })
    }
}

impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = "`cell * (8 * (w - 1) + 14) + way` in a window of w x w cells that is centred on the cards, cells counted along the rows \
        from its bottom-left one: the cell that a card leaves, or where one is placed. Ways: 8 directions clockwise from the top-left \
        with 1 to w - 1 steps each, 8 knight's jumps, 6 kinds of unit placed. Moves with a cell outside the window have no action.";

    fn action_count(window: Window) -> u32 {
        let size = size(window);
        (size * size) as u32 * ways(size)
    }

    fn actions_of(&self, m: Move, window: Window) -> Option<Vec<u32>> {
        View::new(self, window).action(m).map(|action| vec![action])
    }

    fn step(&self, taken: &[u32], action: u32, window: Window) -> Step<Move> {
        match self.move_of(action, window) {
            Some(m) if taken.is_empty() && self.is_legal(m) => Step::Move(m),
            _ => Step::Illegal,
        }
    }

    fn step_legal(&self, _taken: &[u32], action: u32, window: Window) -> Step<Move> {
        self.move_of(action, window).map_or(Step::Illegal, Step::Move)
    }

    /// The window is laid once for all moves.
    fn legal_actions(&self, _taken: &[u32], window: Window, out: &mut Vec<u32>) {
        let (view, from) = (View::new(self, window), out.len());
        self.each_legal_move(|m| out.extend(view.action(m)));
        out[from..].sort_unstable();
    }

    fn mark_legal_actions(&self, _taken: &[u32], window: Window, words: &mut [u64]) {
        let view = View::new(self, window);
        self.each_legal_move(|m| {
            if let Some(action) = view.action(m) {
                words[action as usize / 64] |= 1 << (action % 64);
            }
        });
    }

    fn count_outside(&self, window: Window) -> usize {
        let view = View::new(self, window);
        let mut outside = 0;
        self.each_legal_move(|m| outside += usize::from(view.action(m).is_none()));
        outside
    }

    /// Columns and rows from the window's bottom-left cell, counted from 0: a move's card and the window's place on the
    /// table are not known without a position.
    fn action_text(action: u32, window: Window) -> Option<String> {
        Some(match read(action, size(window))? {
            Way::Go { from, to } => format!("column {} row {} to column {} row {}", from.0, from.1, to.0, to.1),
            Way::Place { kind, to } => format!("{}@column {} row {}", kind.letter(), to.0, to.1),
        })
    }

    fn observation_shape(window: Window) -> [usize; 3] {
        [PLANES, size(window) as usize, size(window) as usize]
    }

    fn planes(_window: Window) -> Vec<String> {
        const NAMES: [&str; 6] = ["king", "queen", "rooks", "bishops", "knights", "pawns"];
        let mut planes = Vec::with_capacity(PLANES);
        for whose in ["own", "the other side's"] {
            planes.extend(NAMES.iter().map(|name| format!("1 on the cells of {whose} face-up {name}")));
        }
        planes.push("1 on face-down cells, also those under a face-up card".to_owned());
        planes.push("1 on cell 0, if it lies in the window".to_owned());
        for whose in ["own", "the other side's"] {
            planes.extend(NAMES.iter().map(|name| format!("number of {whose} {name} in the hand, on every cell")));
        }
        planes.push("1 on every cell if this seat is to move".to_owned());
        planes.push("plies in a row without a placement or capture, at most 255, on every cell".to_owned());
        planes
    }

    /// The window must hold all cards on the table, and cell 0, from which cells are named.
    fn fits(&self, window: Window) -> bool {
        let view = View::new(self, window);
        let (low, high) = self.extent().unwrap_or_default();
        [low, high, RingCell::at(0, 0)].into_iter().all(|cell| view.place(cell).is_some())
    }

    /// The top row of the seat's view comes first.
    fn observe(&self, _taken: &[u32], seat: Seat, window: Window, out: &mut [u8]) {
        let view = View::new(self, window);
        let area = (view.size * view.size) as usize;
        out.fill(0);
        let mut mark = |plane: usize, cell: RingCell| {
            if let Some(place) = view.place(cell) {
                out[plane * area + view.index(place, seat)] = 1;
            }
        };
        for (card, cell) in self.cards() {
            let whose = usize::from(card.side as u8 != seat);
            mark(whose * 6 + card.kind as usize, cell);
        }
        for &cell in self.face_down() {
            mark(FLOOR, cell);
        }
        mark(FIRST_CELL, RingCell::at(0, 0));
        let mut fill = |plane: usize, value: u8| out[plane * area..(plane + 1) * area].fill(value);
        for side in Side::ALL {
            for kind in Kind::ALL {
                let whose = usize::from(side as u8 != seat);
                fill(HANDS + whose * 6 + kind as usize, self.in_hand(Card { side, kind }));
            }
        }
        fill(MINE, u8::from(self.side_to_move() as u8 == seat));
        fill(IDLE, self.idle.min(255) as u8);
    }

    /// Does not hold: the move number (read as 1), the count of plies without progress beyond 255, the past.
    fn decode(observation: &[u8], seat: Seat, window: Window, rules: Rules) -> Option<Self> {
        let size = size(window);
        let area = (size * size) as usize;
        if observation.len() != PLANES * area || seat > 1 {
            return None;
        }
        let plane = |n: usize| &observation[n * area..(n + 1) * area];
        // A view whose corner is cell 0, to turn indices into columns and rows; then moved to where cell 0 is seen.
        let view = View { size, corner: RingCell::at(0, 0) };
        let place = |index: usize| {
            let index = index as i32;
            let (column, row) = (index % size, index / size);
            if seat == 0 { (column, size - 1 - row) } else { (size - 1 - column, row) }
        };
        let marked = |n: usize| (0..area).filter(move |&index| plane(n)[index] == 1);
        let first = place(marked(FIRST_CELL).next()?);
        let cell = |index: usize| view.cell(place(index)).offset(-first.0, -first.1);

        let sides = if seat == 0 { Side::ALL } else { [Side::Black, Side::Red] };
        let mut position = Self::empty(rules);
        for (whose, side) in sides.into_iter().enumerate() {
            for kind in Kind::ALL {
                let card = Card { side, kind };
                for index in marked(whose * 6 + kind as usize) {
                    if position.undealt(card) == 0 || position.card_at(cell(index)).is_some() {
                        return None;
                    }
                    position.put(card, cell(index));
                }
                let held = plane(HANDS + whose * 6 + kind as usize)[0];
                if held > position.undealt(card) {
                    return None;
                }
                position.set_hand(card, held);
            }
        }
        if marked(FLOOR).count() > position.missing() {
            return None;
        }
        for index in marked(FLOOR) {
            position.lay_down(cell(index));
        }
        position.set_side(if plane(MINE)[0] == 1 { sides[0] } else { sides[1] });
        position.idle = u32::from(plane(IDLE)[0]);
        // What is read must show the same again, and be a position that its text can name.
        let mut again = vec![0; observation.len()];
        position.observe(&[], seat, window, &mut again);
        (again == observation && Self::parse(&position.text(false), rules).is_ok()).then_some(position)
    }
}
