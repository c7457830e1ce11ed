//! Moves, and the sets of legal ones.

use crate::attack::Trial;
use crate::field::Field;
use crate::{Kind, Position};
use fairyring_geometry::{Bitboard, Direction, Square};

/// A move: where a unit goes from and to, or the square of a suicide twice. What it takes follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the unit stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// Whether the unit is taken off the board by its own side.
    #[must_use]
    #[inline(always)]
    pub fn is_suicide(self) -> bool {
        self.from == self.to
    }
}

/// The moves of a side as sets of landing squares. A landing square and a direction name one move: the unit that moves
/// is the nearest of its side on the way back.
#[derive(Clone, Copy)]
pub(crate) struct MoveSets {
    /// Landing squares of all units but the king, in the order of [`Direction::ALL`].
    paths: [Bitboard; 8],
    /// Landing squares of the king.
    king: Bitboard,
    /// Units that may be taken off the board.
    suicides: Bitboard,
}

/// The units of the mover that are not frozen, by how they move and capture.
pub(crate) struct Movers {
    riders: Bitboard,
    pincers: Bitboard,
    spies: Bitboard,
    jumpers: Bitboard,
    coordinators: Bitboard,
    dragons: Bitboard,
    chameleons: Bitboard,
}

impl Movers {
    #[inline(always)]
    pub(crate) fn of(field: &Field, free: Bitboard) -> Self {
        let pincers = free & field.pincers;
        Self {
            riders: free & !pincers & !Bitboard::of(field.king),
            pincers,
            spies: free & field.spies,
            jumpers: free & field.jumpers,
            coordinators: free & field.coordinators,
            dragons: free & field.dragons,
            chameleons: free & field.chameleons,
        }
    }

    /// All units but the king that move this way.
    #[inline(always)]
    fn along(&self, direction: Direction) -> Bitboard {
        if direction.is_orthogonal() { self.riders | self.pincers } else { self.riders }
    }

    /// The landing squares of all units but the king, in the order of [`Direction::ALL`].
    #[inline(always)]
    fn paths(&self, field: &Field) -> [Bitboard; 8] {
        let empty = field.empty();
        let mut paths = Direction::each(|direction| direction.fill(self.along(direction), empty));
        let any = |sets: [Bitboard; 8]| !sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set).is_empty();
        // Most positions have no leap: look for a first one in all directions before any is followed.
        if !self.jumpers.is_empty() {
            let first = Direction::each(|direction| {
                let stand = self.jumpers | direction.fill(self.jumpers, empty);
                direction.shift(direction.shift(stand) & field.enemy) & empty
            });
            if any(first) {
                for (direction, path) in Direction::ALL.into_iter().zip(&mut paths) {
                    *path |= leaps(direction, self.jumpers, field.enemy, empty);
                }
            }
        }
        let over = field.enemy & field.jumpers;
        if !self.chameleons.is_empty() && !over.is_empty() {
            // Of any unit's path, which may be a chameleon's.
            let first = Direction::each(|direction| {
                let stand = self.chameleons | paths[direction as usize];
                direction.shift(direction.shift(stand) & over) & empty
            });
            if any(first) {
                for (direction, path) in Direction::ALL.into_iter().zip(&mut paths) {
                    *path |= leaps(direction, self.chameleons, over, empty);
                }
            }
        }
        paths
    }

    /// How many moves the units but the king have, safe for it or not.
    pub(crate) fn reach(&self, field: &Field) -> u32 {
        self.paths(field).iter().map(|set| set.count()).sum()
    }

    /// Where leaps in this direction come down.
    #[inline(always)]
    fn leaps(&self, field: &Field, direction: Direction) -> Bitboard {
        let by_jumpers = leaps(direction, self.jumpers, field.enemy, field.empty());
        by_jumpers | leaps(direction, self.chameleons, field.enemy & field.jumpers, field.empty())
    }
}

/// Where units come down that leave in this direction and jump some of these, one after another, with empty squares
/// behind each.
#[inline(always)]
fn leaps(direction: Direction, from: Bitboard, over: Bitboard, empty: Bitboard) -> Bitboard {
    let mut landed = Bitboard::EMPTY;
    let mut stand = from | direction.fill(from, empty);
    loop {
        let behind = direction.shift(direction.shift(stand) & over) & empty;
        if behind.is_empty() {
            return landed;
        }
        stand = behind | direction.fill(behind, empty);
        landed |= stand;
    }
}

/// Where moves may take one of some units: a superset of those moves.
struct Prizes {
    victims: Bitboard,
    victim_spies: Bitboard,
    for_pincers: Bitboard,
    for_coordinators: Bitboard,
    for_chameleons_enclosing: Bitboard,
    for_chameleons_coordinating: Bitboard,
}

impl Prizes {
    #[inline(always)]
    fn of(field: &Field, victims: Bitboard) -> Self {
        Self {
            victims,
            victim_spies: victims & field.spies,
            for_pincers: enclosing(field, victims),
            for_coordinators: coordinating(field, victims),
            for_chameleons_enclosing: enclosing(field, victims & field.pincers),
            for_chameleons_coordinating: coordinating(field, victims & field.coordinators),
        }
    }

    /// The landing squares in this direction of moves that may take one of the victims.
    #[inline(always)]
    fn along(&self, field: &Field, movers: &Movers, direction: Direction) -> Bitboard {
        let empty = field.empty();
        let fill = |units: Bitboard| direction.fill(units, empty);
        let mut imitated = self.for_chameleons_coordinating;
        let mut taking = fill(movers.coordinators) & self.for_coordinators;
        if direction.is_orthogonal() {
            imitated |= self.for_chameleons_enclosing;
            taking |= fill(movers.pincers) & self.for_pincers;
        }
        taking |= fill(movers.chameleons) & imitated;
        let withdrawing =
            (movers.spies & direction.shift(self.victims)) | (movers.chameleons & direction.shift(self.victim_spies));
        taking | fill(withdrawing) | movers.leaps(field, direction)
    }
}

/// The squares from which a unit encloses one of these with a unit of its side.
#[inline(always)]
fn enclosing(field: &Field, victims: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for direction in Direction::ORTHOGONAL {
        squares |= direction.shift(victims & direction.shift(field.own));
    }
    squares
}

/// The squares from which a coordinator takes one of these with its king.
#[inline(always)]
fn coordinating(field: &Field, victims: Bitboard) -> Bitboard {
    let (rank, file) = (field.king.rank(), field.king.file());
    let by_file = (victims & Bitboard::rank(rank)).fold(Bitboard::EMPTY, |set, on| set | Bitboard::file(on.file()));
    (victims & Bitboard::file(file)).fold(by_file, |set, on| set | Bitboard::rank(on.rank()))
}

impl MoveSets {
    /// The legal moves of the side to move.
    #[inline]
    pub(crate) fn legal(position: &Position) -> Self {
        let field = Field::of(position);
        let frozen = field.frozen();
        let free = field.own & !frozen;
        let movers = Movers::of(&field, free);
        let exposure = field.exposure();
        let mut paths = movers.paths(&field);
        let mut suicides = Bitboard::EMPTY;
        if let Some(needed) = exposure.check {
            // One way of capturing the king is stopped only by standing in its way, by taking a unit, by freezing one
            // with a dragon, or by moving the king. A suicide empties a square and stops nothing.
            let prizes = Prizes::of(&field, field.enemy);
            for (direction, path) in Direction::ALL.into_iter().zip(&mut paths) {
                let stopping =
                    needed | prizes.along(&field, &movers, direction) | direction.fill(movers.dragons, field.empty());
                *path = field.safe(position, direction, *path & stopping);
            }
        } else {
            let victims = exposure.watched & field.enemy;
            let pinned = exposure.pinned & free;
            if !(victims | pinned).is_empty() {
                let prizes = Prizes::of(&field, victims);
                for (direction, path) in Direction::ALL.into_iter().zip(&mut paths) {
                    let mut doubtful = direction.fill(movers.along(direction) & pinned, field.empty());
                    if !victims.is_empty() || !(pinned & (movers.jumpers | movers.chameleons)).is_empty() {
                        doubtful |= prizes.along(&field, &movers, direction);
                    }
                    doubtful &= *path;
                    if !doubtful.is_empty() {
                        *path = (*path & !doubtful) | field.safe(position, direction, doubtful);
                    }
                }
            }
            if field.rules.suicide {
                suicides = frozen & !Bitboard::of(field.king) & !exposure.pinned;
            }
        }
        let king = if free.has(field.king) { field.safe_steps() } else { Bitboard::EMPTY };
        Self { paths, king, suicides }
    }

    /// Number of moves in each set, in the order of the list of moves.
    #[inline(always)]
    fn counts(&self) -> [u32; 10] {
        self.in_order().map(Bitboard::count)
    }

    /// Number of moves.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.counts().iter().sum::<u32>() as usize
    }

    /// The move whose index is drawn from the number of moves by `draw`, which is not called if there is none.
    #[inline(always)]
    pub(crate) fn draw(&self, position: &Position, draw: impl FnOnce(u32) -> u32) -> Option<Move> {
        let counts = self.counts();
        let total = counts.iter().sum();
        if total == 0 { None } else { self.at(position, &counts, draw(total)) }
    }

    /// Whether there is no move.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.in_order().into_iter().fold(Bitboard::EMPTY, |all, set| all | set).is_empty()
    }

    /// The sets in the order of the list of moves.
    #[inline(always)]
    fn in_order(&self) -> [Bitboard; 10] {
        let [a, b, c, d, e, f, g, h] = self.paths;
        [a, b, c, d, e, f, g, h, self.king, self.suicides]
    }

    /// The move of an index.
    #[inline]
    pub(crate) fn nth(&self, position: &Position, n: usize) -> Option<Move> {
        self.at(position, &self.counts(), u32::try_from(n).ok()?)
    }

    /// The move of an index, given the numbers of moves.
    #[inline(always)]
    fn at(&self, position: &Position, counts: &[u32; 10], n: u32) -> Option<Move> {
        let mut rest = n;
        for (group, (set, &count)) in self.in_order().into_iter().zip(counts).enumerate() {
            if rest < count {
                return Some(move_of(position, group, nth_square(set, rest)));
            }
            rest -= count;
        }
        None
    }

    /// Appends all moves in order.
    pub(crate) fn list(&self, position: &Position, out: &mut Vec<Move>) {
        self.each(position, |m| out.push(m));
    }

    /// Calls a function for each move, in order.
    #[inline(always)]
    pub(crate) fn each(&self, position: &Position, mut visit: impl FnMut(Move)) {
        for (group, set) in self.in_order().into_iter().enumerate() {
            for square in set {
                visit(move_of(position, group, square));
            }
        }
    }

    /// Whether this is one of the moves.
    pub(crate) fn has(&self, position: &Position, m: Move) -> bool {
        if m.is_suicide() {
            return self.suicides.has(m.from);
        }
        let own = position.units_of(position.side());
        if (own & position.of_kind(Kind::King)).has(m.from) {
            return self.king.has(m.to);
        }
        Direction::between(m.from, m.to).is_some_and(|direction| {
            self.paths[direction as usize].has(m.to) && direction.opposite().nearest(m.to, own) == Bitboard::of(m.from)
        })
    }
}

/// The move of a square in the set with this number.
#[inline(always)]
fn move_of(position: &Position, group: usize, square: Square) -> Move {
    let own = position.units_of(position.side());
    let from = match group {
        0..8 => Direction::ALL[group].opposite().nearest(square, own),
        8 => own & position.of_kind(Kind::King),
        _ => Bitboard::of(square),
    };
    Move { from: Square::new(from.0.trailing_zeros()), to: square }
}

/// The square of a set that has `n` others below it; `n` is less than their number.
#[inline(always)]
fn nth_square(set: Bitboard, n: u32) -> Square {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Members up to each rank's end, a byte each, by sums of neighbouring bits, pairs and nibbles.
    let pairs = set.0 - (set.0 >> 1 & (0x55 * ONES));
    let nibbles = (pairs & (0x33 * ONES)) + (pairs >> 2 & (0x33 * ONES));
    let up_to = ((nibbles + (nibbles >> 4)) & (0x0f * ONES)).wrapping_mul(ONES);
    // The ranks that end before the member: their top bits survive the subtraction.
    let before = ((u64::from(n) * ONES) | (0x80 * ONES)) - up_to;
    let rank = ((before & (0x80 * ONES)) >> 7).wrapping_mul(ONES) >> 56;
    let mut rest = set.0 >> (8 * rank);
    for _ in 0..u64::from(n) - (up_to << 8 >> (8 * rank) & 0xff) {
        rest &= rest - 1;
    }
    Square::new(8 * rank as u32 + rest.trailing_zeros())
}

impl Position {
    /// Whether the unit on the first square of a move, frozen or not, gets to the second, safe for its king or not.
    pub(crate) fn reaches(&self, m: Move) -> bool {
        let field = Field::of(self);
        if m.from == field.king {
            return (field.king.neighbours() & !field.own).has(m.to);
        }
        let movers = Movers::of(&field, Bitboard::of(m.from) & field.own);
        Direction::between(m.from, m.to).is_some_and(|direction| movers.paths(&field)[direction as usize].has(m.to))
    }
}

impl Field {
    /// Those landing squares in a direction whose moves leave the king safe.
    #[inline]
    fn safe(&self, position: &Position, direction: Direction, landings: Bitboard) -> Bitboard {
        let mut safe = landings;
        for to in landings {
            let from = Square::new(direction.opposite().nearest(to, self.own).0.trailing_zeros());
            let Some((kind, _)) = position.unit_on(from) else { continue };
            let enemy = self.enemy & !self.taken(kind, from, to, direction);
            let swap = Bitboard::of(from) | Bitboard::of(to);
            let mut dragons = self.dragons & self.own;
            if kind == Kind::Dragon {
                dragons ^= swap;
            }
            if self.attacked(&Trial { king: self.king, own: self.own ^ swap, enemy, dragons }) {
                safe ^= Bitboard::of(to);
            }
        }
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_square_is_the_nth() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..2_000 {
            for set in [word, word & word.rotate_left(7), word | word.rotate_left(9), !0] {
                for (n, square) in (0..).zip(Bitboard(set)) {
                    assert_eq!(nth_square(Bitboard(set), n), square);
                }
            }
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        }
    }
}
