//! Whether a king could be captured.

use crate::field::Field;
use fairyring_geometry::{Bitboard, Direction, Square};

/// A board after a move that is tried out: where the mover's king and units, his dragons and the enemy's units stand.
#[derive(Clone, Copy)]
pub(crate) struct Trial {
    pub(crate) king: Square,
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) dragons: Bitboard,
}

impl Field {
    /// The board as it stands.
    #[inline(always)]
    pub(crate) fn as_it_stands(&self) -> Trial {
        Trial { king: self.king, own: self.own, enemy: self.enemy, dragons: self.dragons & self.own }
    }

    /// Whether the mover's king is in check as the board stands.
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.attacked(&self.as_it_stands())
    }

    /// Whether the enemy, if he were to move on the board of the trial, could capture the king, whatever becomes of his
    /// own. His units stand where they stood before, but for those that are gone.
    #[inline]
    pub(crate) fn attacked(&self, trial: &Trial) -> bool {
        let Trial { king, own, enemy, dragons } = *trial;
        let empty = !(own | enemy);
        let active = enemy & !self.cold(dragons, enemy);
        let near = king.neighbours();

        // A king or a chameleon beside the king.
        if !(near & active & (self.chameleons | Bitboard::of(self.enemy_king))).is_empty() {
            return true;
        }
        // A spy beside the king with room to step away.
        for spy in near & active & self.spies {
            if !(beyond(king, spy) & empty).is_empty() {
                return true;
            }
        }
        // A pincer that can reach the far side of the king from a unit beside it.
        let partners = king.orthogonal_neighbours() & enemy;
        if !partners.is_empty() {
            for far in opposite_of(king, partners) & empty {
                for direction in Direction::ORTHOGONAL {
                    if !(direction.nearest(far, own | enemy) & active & self.pincers).is_empty() {
                        return true;
                    }
                }
            }
        }
        // A jumper that can jump the king.
        for jumper in king.lines() & active & self.jumpers {
            let Some(direction) = Direction::between(jumper, king) else { continue };
            let gap = direction.gap(jumper, king);
            let landing = direction.shift(Bitboard::of(king)) & empty;
            let jumped = gap & own;
            let blocked = direction.shift(jumped) & (jumped | Bitboard::of(king));
            if !landing.is_empty() && ((gap & enemy) | blocked).is_empty() {
                return true;
            }
        }
        // A coordinator that can reach the line through the king across the line of the kings.
        let across = across(king, self.enemy_king);
        if !across.is_empty() {
            for coordinator in active & self.coordinators {
                for direction in Direction::ALL {
                    let aims = direction.ray(coordinator) & across;
                    if !aims.is_empty() {
                        let reach = direction.ray(coordinator)
                            & !beyond_blocker(direction, direction.nearest(coordinator, own | enemy));
                        if !(reach & aims).is_empty() {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

/// The square one step further from `at` through its neighbour `beside`.
#[inline(always)]
pub(crate) fn beyond(at: Square, beside: Square) -> Bitboard {
    Direction::between(at, beside).map_or(Bitboard::EMPTY, |direction| direction.shift(Bitboard::of(beside)))
}

/// The squares on the other side of `at` from these orthogonal neighbours.
#[inline(always)]
pub(crate) fn opposite_of(at: Square, beside: Bitboard) -> Bitboard {
    let at = Bitboard::of(at);
    let mut far = Bitboard::EMPTY;
    for direction in Direction::ORTHOGONAL {
        if !(direction.shift(at) & beside).is_empty() {
            far |= direction.opposite().shift(at);
        }
    }
    far
}

/// The squares where an enemy coordinator would have a corner of its rectangle on `king`: if the kings share a rank, the
/// rest of the king's file, and the other way round; none if they share neither.
#[inline(always)]
pub(crate) fn across(king: Square, enemy_king: Square) -> Bitboard {
    let line = if king.rank() == enemy_king.rank() {
        Bitboard::file(king.file())
    } else if king.file() == enemy_king.file() {
        Bitboard::rank(king.rank())
    } else {
        return Bitboard::EMPTY;
    };
    line & !Bitboard::of(king)
}

/// A blocker and the squares behind it in this direction; nothing without a blocker.
#[inline(always)]
pub(crate) fn beyond_blocker(direction: Direction, blocker: Bitboard) -> Bitboard {
    blocker.first().map_or(Bitboard::EMPTY, |square| blocker | direction.ray(square))
}
