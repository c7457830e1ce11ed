//! A position: the cards on the table, the floor, the hands, the side to move and two counters.

use crate::card::{BASE, Card, DECK, Kind, SIDE_CARDS, Side};
use crate::moves::Move;
use crate::rules::Rules;
use crate::zobrist;
use fairyring_game::Text;
use fairyring_geometry::RingCell;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most face-down cells there can be: every card but the kings may be captured.
pub(crate) const MAX_DOWN: usize = 30;

/// One side's cards. Cards of a kind stand together from `BASE[kind]`, by row and column; unused places hold cell 0. So
/// equal tables are equal values, whatever way they came about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Half {
    cells: [RingCell; SIDE_CARDS],
    on_table: [u8; 6],
    hand: [u8; 6],
}

/// Rows from the bottom, each from the left.
#[inline(always)]
const fn reading_order(cell: RingCell) -> (i32, i32) {
    (cell.y, cell.x)
}

impl Half {
    /// The cells of the face-up cards of a kind.
    #[inline(always)]
    pub(crate) fn of(&self, kind: Kind) -> &[RingCell] {
        let from = BASE[kind as usize];
        &self.cells[from..from + self.on_table[kind as usize] as usize]
    }

    /// The king's cell, if he is on the table.
    #[inline(always)]
    pub(crate) fn king(&self) -> Option<RingCell> {
        self.of(Kind::King).first().copied()
    }

    /// All face-up cards.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (Kind, RingCell)> {
        Kind::ALL.into_iter().flat_map(|kind| self.of(kind).iter().map(move |&cell| (kind, cell)))
    }

    /// Number of face-up cards.
    pub(crate) fn count(&self) -> u32 {
        self.on_table.iter().map(|&n| u32::from(n)).sum()
    }

    /// Number of cards of a kind in the hand.
    #[inline(always)]
    pub(crate) const fn in_hand(&self, kind: Kind) -> u8 {
        self.hand[kind as usize]
    }

    pub(crate) fn hand_is_empty(&self) -> bool {
        self.hand == [0; 6]
    }

    /// The kind of the face-up card on a cell.
    #[inline]
    pub(crate) fn at(&self, cell: RingCell) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.of(kind).contains(&cell))
    }

    /// Adds a card; the deck has one of this kind left.
    fn add(&mut self, kind: Kind, cell: RingCell) {
        let from = BASE[kind as usize];
        let mut at = from + self.on_table[kind as usize] as usize;
        self.on_table[kind as usize] += 1;
        while at > from && reading_order(self.cells[at - 1]) > reading_order(cell) {
            self.cells[at] = self.cells[at - 1];
            at -= 1;
        }
        self.cells[at] = cell;
    }

    /// Removes a card that stands there.
    fn remove(&mut self, kind: Kind, cell: RingCell) {
        let from = BASE[kind as usize];
        let end = from + self.on_table[kind as usize] as usize;
        let at = self.cells[from..end].iter().position(|&other| other == cell).expect("the card stands there") + from;
        self.cells.copy_within(at + 1..end, at);
        self.cells[end - 1] = RingCell::at(0, 0);
        self.on_table[kind as usize] -= 1;
    }
}

/// A position of card chess.
///
/// Invariants: no side has more cards of a kind than the deck; each has its king, on the table or in the hand; no two
/// face-up cards share a cell; every cell has a name ([`RingCell::has_name`]); the king of the side that is not to move
/// is not attacked.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) halves: [Half; 2],
    /// Face-down cells, sorted by row and column; unused places hold cell 0.
    down: [RingCell; MAX_DOWN],
    downs: u8,
    pub(crate) side: Side,
    /// Plies in a row without a placement or capture.
    pub(crate) idle: u32,
    /// Move number, from 1, counting plies.
    pub(crate) number: u32,
    /// Hash of the table, the hands and the side to move.
    pub(crate) table_key: u64,
    pub(crate) rules: Rules,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text(false))
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.table_key, self.idle, self.number).hash(state);
    }
}

impl Position {
    /// An empty table with empty hands, Red to move.
    pub(crate) fn empty(rules: Rules) -> Self {
        let mut position = Self {
            halves: [Half::default(), Half::default()],
            down: [RingCell::at(0, 0); MAX_DOWN],
            downs: 0,
            side: Side::Red,
            idle: 0,
            number: 1,
            table_key: 0,
            rules,
        };
        for side in Side::ALL {
            for kind in Kind::ALL {
                position.table_key ^= zobrist::hand(Card { side, kind }, 0);
            }
        }
        position
    }

    /// The cards of a side.
    #[inline(always)]
    pub(crate) const fn half(&self, side: Side) -> &Half {
        &self.halves[side as usize]
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The face-up card on a cell.
    #[must_use]
    pub fn card_at(&self, cell: RingCell) -> Option<Card> {
        Side::ALL.into_iter().find_map(|side| self.half(side).at(cell).map(|kind| Card { side, kind }))
    }

    /// All face-up cards.
    pub fn cards(&self) -> impl Iterator<Item = (Card, RingCell)> {
        Side::ALL
            .into_iter()
            .flat_map(|side| self.half(side).cards().map(move |(kind, cell)| (Card { side, kind }, cell)))
    }

    /// The face-down cells, rows from the bottom.
    #[must_use]
    #[inline(always)]
    pub fn face_down(&self) -> &[RingCell] {
        &self.down[..self.downs as usize]
    }

    /// How many cards of this kind the side has in the hand.
    #[must_use]
    pub const fn in_hand(&self, card: Card) -> u8 {
        self.half(card.side).in_hand(card.kind)
    }

    /// Lowest and highest x and y of the cards on the table, face down ones included; `None` if there are none.
    pub(crate) fn extent(&self) -> Option<(RingCell, RingCell)> {
        let mut low = RingCell::at(i32::MAX, i32::MAX);
        let mut high = RingCell::at(i32::MIN, i32::MIN);
        let mut take = |cells: &[RingCell]| {
            for cell in cells {
                low = RingCell::at(low.x.min(cell.x), low.y.min(cell.y));
                high = RingCell::at(high.x.max(cell.x), high.y.max(cell.y));
            }
        };
        for half in &self.halves {
            for kind in Kind::ALL {
                take(half.of(kind));
            }
        }
        take(self.face_down());
        (low.x <= high.x).then_some((low, high))
    }

    /// How many cards are neither on the table nor in a hand, for the kinds that can be captured.
    pub(crate) fn missing(&self) -> usize {
        let shown: u32 = self.cards().filter(|(card, _)| card.kind != Kind::King).count() as u32
            + self.halves.iter().flat_map(|half| &half.hand[1..]).map(|&n| u32::from(n)).sum::<u32>();
        MAX_DOWN.saturating_sub(shown as usize)
    }

    /// How many cards of this kind the deck still has, neither on the table nor in the hand.
    pub(crate) fn undealt(&self, card: Card) -> u8 {
        let half = self.half(card.side);
        DECK[card.kind as usize].saturating_sub(half.on_table[card.kind as usize] + half.in_hand(card.kind))
    }

    /// Puts a card face up; the deck has one left and the cell none.
    pub(crate) fn put(&mut self, card: Card, cell: RingCell) {
        self.halves[card.side as usize].add(card.kind, cell);
        self.table_key ^= zobrist::face_up(card, cell);
    }

    /// Takes a face-up card away.
    pub(crate) fn take(&mut self, card: Card, cell: RingCell) {
        self.halves[card.side as usize].remove(card.kind, cell);
        self.table_key ^= zobrist::face_up(card, cell);
    }

    /// Sets the number of cards of a kind in the hand.
    pub(crate) fn set_hand(&mut self, card: Card, count: u8) {
        let held = &mut self.halves[card.side as usize].hand[card.kind as usize];
        self.table_key ^= zobrist::hand(card, *held) ^ zobrist::hand(card, count);
        *held = count;
    }

    /// Makes a cell floor; once is enough. There is room for every card that can be captured.
    pub(crate) fn lay_down(&mut self, cell: RingCell) {
        let at = self.face_down().partition_point(|&other| reading_order(other) < reading_order(cell));
        if self.face_down().get(at) == Some(&cell) {
            return;
        }
        self.down.copy_within(at..self.downs as usize, at + 1);
        self.down[at] = cell;
        self.downs += 1;
        self.table_key ^= zobrist::face_down(cell);
    }

    /// Gives the turn to this side.
    pub(crate) fn set_side(&mut self, side: Side) {
        if self.side != side {
            self.side = side;
            self.table_key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    /// Plays a legal move.
    pub(crate) fn make(&mut self, m: Move) {
        match m {
            Move::Place { card, to } => {
                self.set_hand(card, self.in_hand(card) - 1);
                self.put(card, to);
                self.idle = 0;
            }
            Move::Go { card, from, to } => {
                self.take(card, from);
                let other = card.side.other();
                if let Some(kind) = self.half(other).at(to) {
                    self.take(Card { side: other, kind }, to);
                    self.lay_down(to);
                    self.idle = 0;
                } else {
                    self.idle = self.idle.saturating_add(1);
                }
                self.put(card, to);
            }
        }
        self.number = self.number.saturating_add(1);
        self.set_side(self.side.other());
    }
}
