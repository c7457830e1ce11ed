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
        let active = trial.enemy & !self.cold(trial.dragons, trial.enemy);
        self.beset(trial, active)
            || self.withdrawn_from(trial, active)
            || self.enclosed_by(trial, active)
            || self.jumped_by(trial, active)
            || self.cornered_by(trial, active)
    }

    /// Whether an active enemy king or chameleon stands beside the king.
    #[inline(always)]
    fn beset(&self, trial: &Trial, active: Bitboard) -> bool {
        !(trial.king.neighbours() & active & (self.chameleons | Bitboard::of(self.enemy_king))).is_empty()
    }

    /// Whether an active spy stands beside the king with room to step away.
    #[inline(always)]
    fn withdrawn_from(&self, trial: &Trial, active: Bitboard) -> bool {
        (trial.king.neighbours() & active & self.spies)
            .into_iter()
            .any(|spy| !(beyond(trial.king, spy) & !(trial.own | trial.enemy)).is_empty())
    }

    /// Whether an active pincer can reach the far side of the king from an enemy unit beside it.
    #[inline(always)]
    fn enclosed_by(&self, trial: &Trial, active: Bitboard) -> bool {
        let partners = trial.king.orthogonal_neighbours() & trial.enemy;
        let occupied = trial.own | trial.enemy;
        !partners.is_empty()
            && (opposite_of(trial.king, partners) & !occupied).into_iter().any(|far| {
                Direction::ORTHOGONAL
                    .into_iter()
                    .any(|direction| !(direction.nearest(far, occupied) & active & self.pincers).is_empty())
            })
    }

    /// Whether an active jumper can jump the king.
    #[inline(always)]
    pub(crate) fn jumped_by(&self, trial: &Trial, active: Bitboard) -> bool {
        let Trial { king, own, enemy, .. } = *trial;
        (king.lines() & active & self.jumpers).into_iter().any(|jumper| {
            Direction::between(jumper, king).is_some_and(|direction| {
                let gap = direction.gap(jumper, king);
                let landing = direction.shift(Bitboard::of(king)) & !(own | enemy);
                let jumped = gap & own;
                let blocked = direction.shift(jumped) & (jumped | Bitboard::of(king));
                !landing.is_empty() && ((gap & enemy) | blocked).is_empty()
            })
        })
    }

    /// Whether an active coordinator can reach the line through the king across the line of the kings.
    #[inline(always)]
    pub(crate) fn cornered_by(&self, trial: &Trial, active: Bitboard) -> bool {
        let across = across(trial.king, self.enemy_king);
        !across.is_empty()
            && (active & self.coordinators).into_iter().any(|coordinator| {
                Direction::ALL.into_iter().any(|direction| {
                    let ray = direction.ray(coordinator);
                    if (ray & across).is_empty() {
                        return false;
                    }
                    let blocker = direction.nearest(coordinator, trial.own | trial.enemy);
                    !(ray & across & !beyond_blocker(direction, blocker)).is_empty()
                })
            })
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
