//! The board as the side to move sees it, and which units are frozen.

use crate::{Kind, Position, Rules};
use fairyring_geometry::{Bitboard, Square};

/// A position's sets of squares from the mover's side, taken apart once.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) pincers: Bitboard,
    pub(crate) spies: Bitboard,
    pub(crate) jumpers: Bitboard,
    pub(crate) coordinators: Bitboard,
    pub(crate) dragons: Bitboard,
    pub(crate) chameleons: Bitboard,
    /// The mover's king.
    pub(crate) king: Square,
    /// The enemy's king.
    pub(crate) enemy_king: Square,
    pub(crate) rules: Rules,
}

impl Field {
    /// The field of the side to move.
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Self {
        Self::seen_by(position, position.side())
    }

    /// The field that a side sees. Each side must have its king, or the squares of the kings mean nothing.
    #[inline(always)]
    pub(crate) fn seen_by(position: &Position, side: u8) -> Self {
        let (own, enemy) = (position.units_of(side), position.units_of(side ^ 1));
        let kings = position.of_kind(Kind::King);
        Self {
            own,
            enemy,
            pincers: position.of_kind(Kind::Pincer),
            spies: position.of_kind(Kind::Spy),
            jumpers: position.of_kind(Kind::Jumper),
            coordinators: position.of_kind(Kind::Coordinator),
            dragons: position.of_kind(Kind::Dragon),
            chameleons: position.of_kind(Kind::Chameleon),
            king: Square::new((kings & own).0.trailing_zeros()),
            enemy_king: Square::new((kings & enemy).0.trailing_zeros()),
            rules: position.options(),
        }
    }

    /// The squares where nothing stands.
    #[inline(always)]
    pub(crate) fn empty(&self) -> Bitboard {
        !(self.own | self.enemy)
    }

    /// The mover's frozen units.
    #[inline(always)]
    pub(crate) fn frozen(&self) -> Bitboard {
        let cold = self.cold(self.dragons & self.enemy, self.own) & self.own;
        cold | ((self.chameleons & self.enemy).neighbours() & self.dragons & self.own)
    }

    /// The squares where these dragons freeze the units of `victims`; squares of other units are included at will.
    #[inline(always)]
    pub(crate) fn cold(&self, dragons: Bitboard, victims: Bitboard) -> Bitboard {
        if self.rules.cambridge { self.cold_unless_guarded(dragons, victims) } else { dragons.neighbours() }
    }

    /// [`Field::cold`] by the Cambridge rule: a dragon or chameleon beside the dragon shields all its side but itself.
    fn cold_unless_guarded(&self, dragons: Bitboard, victims: Bitboard) -> Bitboard {
        let mut cold = Bitboard::EMPTY;
        for dragon in dragons {
            let around = dragon.neighbours();
            let guards = around & victims & (self.dragons | self.chameleons);
            if guards.is_empty() {
                cold |= around;
            } else if !guards.has_several() {
                cold |= guards;
            }
        }
        cold
    }
}
