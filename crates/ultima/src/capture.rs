//! What a move takes.

use crate::field::Field;
use crate::{Kind, Move, Position};
use fairyring_geometry::{Bitboard, Direction, Square};

impl Position {
    /// The squares of the units that a legal move takes. A suicide takes the unit itself.
    #[must_use]
    #[inline]
    pub fn taken(&self, m: Move) -> Bitboard {
        if m.is_suicide() {
            return Bitboard::of(m.from);
        }
        let Some((kind, _)) = self.unit_on(m.from) else { return Bitboard::EMPTY };
        Direction::between(m.from, m.to)
            .map_or(Bitboard::EMPTY, |direction| Field::of(self).taken(kind, m.from, m.to, direction))
    }
}

impl Field {
    /// What a unit of this kind takes by this move, which runs in this direction.
    #[inline(always)]
    pub(crate) fn taken(&self, kind: Kind, from: Square, to: Square, direction: Direction) -> Bitboard {
        match kind {
            Kind::King => Bitboard::of(to) & self.enemy,
            Kind::Pincer => self.enclosed(to) & self.enemy,
            Kind::Spy => behind(from, direction) & self.enemy,
            Kind::Jumper => direction.gap(from, to) & self.enemy,
            Kind::Coordinator => corners(to, self.king) & self.enemy,
            Kind::Dragon => Bitboard::EMPTY,
            Kind::Chameleon => {
                // A path over enemy units is a leap; nothing but jumpers can be on it.
                let jumped = direction.gap(from, to) & self.enemy;
                if !jumped.is_empty() && !self.rules.leap_combines {
                    return jumped;
                }
                let enclosed = if direction.is_orthogonal() { self.enclosed(to) } else { Bitboard::EMPTY };
                let imitated = (enclosed & self.pincers)
                    | (behind(from, direction) & self.spies)
                    | (corners(to, self.king) & self.coordinators);
                jumped | (imitated & self.enemy)
            }
        }
    }

    /// The squares beside `at` orthogonally with an own unit on the far side.
    #[inline(always)]
    fn enclosed(&self, at: Square) -> Bitboard {
        let at = Bitboard::of(at);
        let mut enclosed = Bitboard::EMPTY;
        for direction in Direction::ORTHOGONAL {
            enclosed |= direction.shift(at) & direction.opposite().shift(self.own);
        }
        enclosed
    }
}

/// The square that a unit moves straight away from.
#[inline(always)]
fn behind(from: Square, direction: Direction) -> Bitboard {
    direction.opposite().shift(Bitboard::of(from))
}

/// The two other corners of the rectangle between two squares. On a common rank or file these are the squares
/// themselves, where no enemy can stand.
#[inline(always)]
fn corners(at: Square, king: Square) -> Bitboard {
    (Bitboard::file(at.file()) & Bitboard::rank(king.rank()))
        | (Bitboard::file(king.file()) & Bitboard::rank(at.rank()))
}
