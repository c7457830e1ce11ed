//! Which squares keep the king safe: what lets most moves pass without being tried out.

use crate::attack::{Trial, across, beyond, beyond_blocker, opposite_of};
use crate::field::Field;
use fairyring_geometry::{Bitboard, Direction};

/// What stands between the mover's king and the enemy's captures.
///
/// An enemy capture of the king needs an active enemy unit in a certain place and some squares empty. A move of any unit
/// but the king and a dragon makes no enemy unit active, so it exposes the king only by emptying such squares: its
/// origin and those of the units it takes. A dragon's move may also set enemy units free.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exposure {
    /// If the king is in check: the squares that must be empty for one of the captures of the king.
    pub(crate) check: Option<Bitboard>,
    /// If not in check: the own units, each of which would expose the king if it alone were taken off the board.
    pub(crate) pinned: Bitboard,
    /// If not in check: the units in the way of some capture of the king. A move that takes none of them and whose unit
    /// is not pinned is legal.
    pub(crate) watched: Bitboard,
}

impl Exposure {
    /// The king is in check by a capture that needs these squares empty.
    fn in_check(needed: Bitboard) -> Self {
        Self { check: Some(needed), ..Self::default() }
    }

    /// A capture of the king has these units in its way.
    fn block(&mut self, field: &Field, blockers: Bitboard) {
        self.watched |= blockers;
        if !blockers.has_several() {
            self.pinned |= blockers & field.own;
        }
    }
}

impl Field {
    /// What stands between the mover's king and the enemy's captures.
    #[inline]
    pub(crate) fn exposure(&self) -> Exposure {
        let Self { own, enemy, king, .. } = *self;
        let occupied = own | enemy;
        let dragons = self.dragons & own;
        let active = enemy & !self.cold(dragons, enemy);
        let near = king.neighbours();
        let mut exposure = Exposure::default();

        if !(near & active & (self.chameleons | Bitboard::of(self.enemy_king))).is_empty() {
            return Exposure::in_check(Bitboard::EMPTY);
        }
        for spy in near & active & self.spies {
            let room = beyond(king, spy);
            if !(room & !occupied).is_empty() {
                return Exposure::in_check(room);
            }
            exposure.block(self, room);
        }
        let partners = king.orthogonal_neighbours() & enemy;
        if !partners.is_empty() {
            for far in opposite_of(king, partners) {
                for direction in Direction::ORTHOGONAL {
                    let pincers = direction.ray(far) & active & self.pincers;
                    if pincers.is_empty() {
                        continue;
                    }
                    for pincer in pincers {
                        let needed = Bitboard::of(far) | direction.gap(far, pincer);
                        let blockers = needed & occupied;
                        if blockers.is_empty() {
                            return Exposure::in_check(needed);
                        }
                        exposure.block(self, blockers);
                    }
                }
            }
        }
        for jumper in king.lines() & active & self.jumpers {
            let Some(direction) = Direction::between(jumper, king) else { continue };
            let landing = direction.shift(Bitboard::of(king));
            if landing.is_empty() {
                continue;
            }
            let gap = direction.gap(jumper, king);
            // Blocked where a unit stands that cannot be jumped, or right behind one that could be.
            let blocked = |own: Bitboard| {
                let jumped = gap & own;
                (gap & enemy) | (landing & (own | enemy)) | (direction.shift(jumped) & (jumped | Bitboard::of(king)))
            };
            if blocked(own).is_empty() {
                return Exposure::in_check(gap | landing);
            }
            let blockers = (gap | landing) & occupied;
            exposure.watched |= blockers;
            if (blockers & enemy).is_empty() {
                for unit in blockers {
                    if blocked(own & !Bitboard::of(unit)).is_empty() {
                        exposure.pinned |= Bitboard::of(unit);
                    }
                }
            }
        }
        let across = across(king, self.enemy_king);
        if !across.is_empty() {
            for coordinator in active & self.coordinators {
                for direction in Direction::ALL {
                    let ray = direction.ray(coordinator);
                    let aims = ray & across;
                    if aims.is_empty() {
                        continue;
                    }
                    let first = direction.nearest(coordinator, occupied);
                    let reach = ray & !beyond_blocker(direction, first);
                    if !(reach & aims).is_empty() {
                        return Exposure::in_check(reach);
                    }
                    exposure.watched |= ray & occupied;
                    let second = direction.nearest(coordinator, occupied & !first);
                    if !(ray & !beyond_blocker(direction, second) & aims).is_empty() {
                        exposure.pinned |= first & own;
                    }
                }
            }
        }
        for dragon in dragons {
            if !(dragon.neighbours() & enemy).is_empty() {
                let rest = !Bitboard::of(dragon);
                if self.attacked(&Trial { king, own: own & rest, enemy, dragons: dragons & rest }) {
                    exposure.pinned |= Bitboard::of(dragon);
                }
            }
        }
        exposure
    }
}
