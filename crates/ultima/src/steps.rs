//! Where the king may step.

use crate::attack::Trial;
use crate::field::Field;
use fairyring_geometry::{Bitboard, Direction};

impl Field {
    /// The squares that the king may step to if it is not frozen.
    #[inline]
    pub(crate) fn safe_steps(&self) -> Bitboard {
        let steps = self.king.neighbours() & !self.own;
        let quiet = steps & !self.enemy;
        let mut safe = steps & !self.dangers(quiet);
        for to in safe & self.enemy {
            let mut trial = self.step_to(Bitboard::of(to));
            trial.king = to;
            trial.enemy &= !Bitboard::of(to);
            if self.attacked(&trial) {
                safe ^= Bitboard::of(to);
            }
        }
        safe
    }

    /// The board after the king has stepped to `to`.
    #[inline(always)]
    fn step_to(&self, to: Bitboard) -> Trial {
        Trial { own: self.own ^ Bitboard::of(self.king) ^ to, ..self.as_it_stands() }
    }

    /// Those of some empty squares beside the king where it would be in check.
    #[inline(always)]
    fn dangers(&self, quiet: Bitboard) -> Bitboard {
        let active = self.enemy & !self.cold(self.dragons & self.own, self.enemy);
        let empty = self.empty() | Bitboard::of(self.king);
        let beset = (active & (self.chameleons | Bitboard::of(self.enemy_king))).neighbours();
        let mut dangers = quiet & beset;
        let spies = active & self.spies & quiet.neighbours();
        if !spies.is_empty() {
            for direction in Direction::ALL {
                let back = direction.opposite();
                dangers |= back.shift(spies & back.shift(empty)) & quiet;
            }
        }
        dangers |= self.enclosed_among(quiet & !dangers, active & self.pincers, empty);
        for jumper in active & self.jumpers {
            for to in jumper.lines() & quiet & !dangers {
                let trial = Trial { king: to, ..self.step_to(Bitboard::of(to)) };
                if self.jumped_by(&trial, Bitboard::of(jumper)) {
                    dangers |= Bitboard::of(to);
                }
            }
        }
        if !(active & self.coordinators).is_empty() {
            let (rank, file) = (self.enemy_king.rank(), self.enemy_king.file());
            for to in (Bitboard::rank(rank) | Bitboard::file(file)) & quiet & !dangers {
                let trial = Trial { king: to, ..self.step_to(Bitboard::of(to)) };
                if self.cornered_by(&trial, active) {
                    dangers |= Bitboard::of(to);
                }
            }
        }
        dangers
    }

    /// Those of some empty squares where a king could be enclosed by one of these pincers.
    #[inline(always)]
    fn enclosed_among(&self, quiet: Bitboard, pincers: Bitboard, empty: Bitboard) -> Bitboard {
        let far = Direction::ORTHOGONAL.map(|direction| {
            let back = direction.opposite();
            back.shift(quiet & back.shift(self.enemy)) & empty
        });
        let mut enclosed = Bitboard::EMPTY;
        if pincers.is_empty() || (far[0] | far[1] | far[2] | far[3]).is_empty() {
            return enclosed;
        }
        let reach = Direction::ORTHOGONAL.map(|direction| direction.fill(pincers, empty));
        for (n, direction) in Direction::ORTHOGONAL.into_iter().enumerate() {
            // Not from the partner's side: the king itself would stand in the way.
            let around = [1, 2, 3].map(|turn| reach[((direction.opposite() as usize) + turn) % 4]);
            enclosed |= direction.shift(far[n] & (around[0] | around[1] | around[2]));
        }
        enclosed & quiet
    }
}
