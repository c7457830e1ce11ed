//! A table of any extent as a map from cells to what lies there.
//!
//! Lines are looked at card by card (at most 32 face-up ones), contact cell by cell (the eight around): no query walks
//! the table, however far the cards lie apart.

use crate::board::{Board, Patch, Ray};
use crate::card::Side;
use crate::position::Position;
use fairyring_geometry::RingCell;
use hashbrown::HashMap;

/// What lies on a cell.
#[derive(Clone, Copy, Default)]
struct Content {
    up: Option<Side>,
    down: bool,
}

/// The map, with the cells that have entries.
pub(crate) struct Sparse {
    map: HashMap<RingCell, Content>,
    cells: Vec<RingCell>,
    /// The table's corners; the table ends at the last cells that have names.
    low: RingCell,
    high: RingCell,
}

impl Sparse {
    pub(crate) fn new(position: &Position, (low, high): (RingCell, RingCell)) -> Self {
        const MOST: i32 = RingCell::MAX_RING as i32;
        let mut map: HashMap<RingCell, Content> = HashMap::with_capacity(64);
        for (card, cell) in position.cards() {
            map.entry(cell).or_default().up = Some(card.side);
        }
        for &cell in position.face_down() {
            map.entry(cell).or_default().down = true;
        }
        let mut cells: Vec<_> = position.cards().map(|(_, cell)| cell).chain(position.face_down().to_vec()).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        Self {
            map,
            cells,
            low: RingCell::at((low.x - 1).max(-MOST), (low.y - 1).max(-MOST)),
            high: RingCell::at((high.x + 1).min(MOST), (high.y + 1).min(MOST)),
        }
    }

    fn content(&self, cell: RingCell) -> Content {
        self.map.get(&cell).copied().unwrap_or_default()
    }

    /// Steps along one axis until the table ends.
    const fn room(at: i32, step: i32, low: i32, high: i32) -> i32 {
        match step {
            0 => i32::MAX,
            1 => high - at,
            _ => at - low,
        }
    }
}

/// The range of steps along an axis that brings `at` within one cell of `goal`.
const fn near(at: i32, step: i32, goal: i32) -> (i32, i32) {
    let gap = goal - at;
    match step {
        0 if gap.abs() <= 1 => (i32::MIN, i32::MAX),
        0 => (1, 0),
        _ => (gap * step - 1, gap * step + 1),
    }
}

impl Board for Sparse {
    fn lift(&mut self, cell: RingCell, _side: Side) {
        if let Some(content) = self.map.get_mut(&cell) {
            content.up = None;
        }
    }

    fn lay(&mut self, cell: RingCell, side: Side) {
        self.map.entry(cell).or_default().up = Some(side);
    }

    fn owner(&self, cell: RingCell) -> Option<Side> {
        self.content(cell).up
    }

    fn on_table(&self, cell: RingCell) -> bool {
        cell.x >= self.low.x && cell.x <= self.high.x && cell.y >= self.low.y && cell.y <= self.high.y
    }

    fn attached(&self, cell: RingCell) -> bool {
        self.on_table(cell) && (self.content(cell).down || cell.around().any(|beside| self.map.contains_key(&beside)))
    }

    fn attached_beside(&self, cell: RingCell, left: RingCell) -> bool {
        let stays = |beside: RingCell| match self.map.get(&beside) {
            Some(content) => beside != left || content.down,
            None => false,
        };
        self.on_table(cell) && (self.content(cell).down || cell.around().any(stays))
    }

    fn ray(&self, from: RingCell, step: (i32, i32)) -> Ray {
        let edge = Self::room(from.x, step.0, self.low.x, self.high.x).min(Self::room(
            from.y,
            step.1,
            self.low.y,
            self.high.y,
        ));
        let mut ray = Ray { free: edge.max(0), hit: None };
        for &cell in &self.cells {
            let (x, y) = (cell.x - from.x, cell.y - from.y);
            let steps = if step.0 == 0 { y * step.1 } else { x * step.0 };
            let beyond = steps <= 0 || steps > ray.free || x != steps * step.0 || y != steps * step.1;
            if let Some(side) = self.content(cell).up.filter(|_| !beyond) {
                ray = Ray { free: steps - 1, hit: Some(side) };
            }
        }
        ray
    }

    fn walk(&self, from: RingCell, step: (i32, i32), mut emit: impl FnMut(i32)) -> Ray {
        let ray = self.ray(from, step);
        let mut stops = Vec::new();
        for &cell in &self.cells {
            let (x, y) = (near(from.x, step.0, cell.x), near(from.y, step.1, cell.y));
            stops.extend(x.0.max(y.0).max(1)..=x.1.min(y.1).min(ray.free));
        }
        stops.sort_unstable();
        stops.dedup();
        for steps in stops {
            let cell = from.along(step, steps);
            if if steps == 1 { self.attached_beside(cell, from) } else { self.attached(cell) } {
                emit(steps);
            }
        }
        ray
    }

    fn places(&self, on_face_down: bool, out: &mut Vec<Patch>) {
        let mut cells: Vec<_> = self.cells.iter().flat_map(|cell| cell.around()).collect();
        cells.extend(&self.cells);
        cells.retain(|&cell| {
            let content = self.content(cell);
            self.attached(cell) && content.up.is_none() && (on_face_down || !content.down)
        });
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        for cell in cells {
            match out.last_mut() {
                Some(patch) if patch.y == cell.y && cell.x - patch.x < 64 => patch.bits |= 1 << (cell.x - patch.x),
                _ => out.push(Patch { x: cell.x, y: cell.y, bits: 1 }),
            }
        }
    }
}
