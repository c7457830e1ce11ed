//! Moves of the chess seats: orthodox units on 144 cells, blocked by units of either kind.
//!
//! Moves come in bundles, a unit with the set of its targets, so that counting and drawing need no list. Legality is
//! exact from the start: checkers bound the targets, pinned units keep to their line, the king avoids attacked cells.

use crate::Position;
use crate::moves::Bundle;
use crate::position::castling_bit;
use fairyring_game::Team;
use fairyring_geometry::{CrossCell, CrossSet};
use std::ops::ControlFlow;

/// Cells of the home ranks from column `from` to `to`.
const fn home(team: Team, from: u32, to: u32) -> CrossSet {
    let mut set = CrossSet::EMPTY;
    let bits = ((2 << to) - (1 << from)) as u64;
    if team == 0 {
        set.0[0] = bits;
    } else {
        set.0[2] = bits << 48;
    }
    set
}

/// A castling: what must be empty, what must not be attacked (the cells on which king and rook stand, pass and land), and
/// the king's target.
struct Castling {
    empty: CrossSet,
    safe: CrossSet,
    target: CrossSet,
}

/// By team: short to file j, long to file e.
const CASTLINGS: [[Castling; 2]; 2] = [
    [
        Castling { empty: home(0, 8, 9), safe: home(0, 7, 10), target: home(0, 9, 9) },
        Castling { empty: home(0, 4, 6), safe: home(0, 3, 7), target: home(0, 4, 4) },
    ],
    [
        Castling { empty: home(1, 8, 9), safe: home(1, 7, 10), target: home(1, 9, 9) },
        Castling { empty: home(1, 4, 6), safe: home(1, 3, 7), target: home(1, 4, 4) },
    ],
];

/// What stands between a king and its attackers.
struct Guard {
    king: CrossCell,
    /// Enemy units that give check.
    checkers: CrossSet,
    /// Own units that must stay on their line with the king.
    pinned: CrossSet,
}

impl Position {
    /// Whether an enemy chess unit attacks the king of `team`. Never after a mate.
    #[must_use]
    pub fn in_check(&self, team: Team) -> bool {
        let own = self.chess[team as usize];
        self.mated.is_none()
            && (self.kings & own).first().is_some_and(|king| {
                !self.attackers(king, team, self.chess[1 - team as usize], self.occupied()).is_empty()
            })
    }

    /// The units of `enemies` that attack a cell of `team`, with these cells occupied.
    #[inline(always)]
    fn attackers(&self, cell: CrossCell, team: Team, enemies: CrossSet, occupied: CrossSet) -> CrossSet {
        let pawns = if team == 0 { cell.diagonally_above() } else { cell.diagonally_below() };
        let mut found = (pawns & self.pawns) | (cell.knight_jumps() & self.knights) | (cell.king_steps() & self.kings);
        if cell.diagonals().meets(self.diagonal & enemies) {
            found |= cell.diagonal_rays(occupied) & self.diagonal;
        }
        if cell.straights().meets(self.straight & enemies) {
            found |= cell.straight_rays(occupied) & self.straight;
        }
        found & enemies
    }

    /// All cells that the chess units of `team` attack, with these cells occupied.
    #[inline]
    pub(crate) fn attacked_by(&self, team: Team, occupied: CrossSet) -> CrossSet {
        let own = self.chess[team as usize];
        let pawns = self.pawns & own;
        let mut attacked = if team == 0 {
            pawns.shifted::<15>() | pawns.shifted::<17>()
        } else {
            pawns.shifted::<-15>() | pawns.shifted::<-17>()
        };
        for cell in self.knights & own {
            attacked |= cell.knight_jumps();
        }
        for cell in self.diagonal & own {
            attacked |= cell.diagonal_rays(occupied);
        }
        for cell in self.straight & own {
            attacked |= cell.straight_rays(occupied);
        }
        for cell in self.kings & own {
            attacked |= cell.king_steps();
        }
        attacked & CrossSet::BOARD
    }

    /// Checkers and pins of the king of `team`; nothing after a mate.
    #[inline(always)]
    fn guard(&self, team: Team, occupied: CrossSet) -> Option<Guard> {
        let (own, enemies) = (self.chess[team as usize], self.chess[1 - team as usize]);
        if self.mated.is_some() {
            return None;
        }
        let king = (self.kings & own).first()?;
        let pawns = if team == 0 { king.diagonally_above() } else { king.diagonally_below() };
        let mut checkers = ((pawns & self.pawns) | (king.knight_jumps() & self.knights)) & enemies;
        let mut pinned = CrossSet::EMPTY;
        let mut pin_from = |pinners: CrossSet| {
            for pinner in pinners {
                pinned |= king.between(pinner) & own;
            }
        };
        let diagonal = self.diagonal & enemies;
        if king.diagonals().meets(diagonal) {
            let seen = king.diagonal_rays(occupied);
            checkers |= seen & diagonal;
            pin_from(king.diagonal_rays(occupied & !(seen & own)) & diagonal & !seen);
        }
        let straight = self.straight & enemies;
        if king.straights().meets(straight) {
            let seen = king.straight_rays(occupied);
            checkers |= seen & straight;
            pin_from(king.straight_rays(occupied & !(seen & own)) & straight & !seen);
        }
        Some(Guard { king, checkers, pinned })
    }

    /// Visits the legal moves of a team's chess seat.
    #[inline]
    pub(crate) fn visit_chess<B>(&self, team: Team, mut visit: impl FnMut(Bundle) -> ControlFlow<B>) -> ControlFlow<B> {
        if team == 0 { self.visit_chess_of::<0, B>(&mut visit) } else { self.visit_chess_of::<1, B>(&mut visit) }
    }

    #[inline(always)]
    fn visit_chess_of<const TEAM: u8, B>(&self, visit: &mut impl FnMut(Bundle) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.mated == Some(TEAM) {
            return ControlFlow::Continue(());
        }
        let (own, enemies) = (self.chess[TEAM as usize], self.chess[1 - TEAM as usize]);
        let occupied = self.occupied();
        let free = CrossSet::BOARD & !occupied;
        let guard = self.guard(TEAM, occupied);
        let (mut targets, pinned) = (free | enemies, guard.as_ref().map_or(CrossSet::EMPTY, |guard| guard.pinned));
        if let Some(Guard { king, checkers, .. }) = guard
            && let Some(checker) = checkers.first()
        {
            let several = checkers != CrossSet::of(checker);
            targets &= if several { CrossSet::EMPTY } else { king.between(checker) | CrossSet::of(checker) };
        }
        let line = |cell: CrossCell| match &guard {
            Some(guard) if pinned.has(cell) => guard.king.line_through(cell),
            _ => CrossSet::BOARD,
        };
        let pawns = self.pawns & own;
        if !pawns.is_empty() {
            self.visit_pawns::<TEAM, B>(pawns & !pinned, free, enemies, targets, visit)?;
            for pawn in pawns & pinned {
                self.visit_pawns::<TEAM, B>(CrossSet::of(pawn), free, enemies, targets & line(pawn), visit)?;
            }
        }
        if let Some(cell) = self.en_passant {
            self.visit_en_passant(TEAM, cell, &guard, occupied, visit)?;
        }
        for cell in self.knights & own & !pinned {
            visit(Bundle::From(cell, cell.knight_jumps() & targets))?;
        }
        for cell in self.diagonal & own {
            visit(Bundle::From(cell, cell.diagonal_rays(occupied) & targets & line(cell)))?;
        }
        for cell in self.straight & own {
            visit(Bundle::From(cell, cell.straight_rays(occupied) & targets & line(cell)))?;
        }
        let Some(Guard { king, checkers, .. }) = guard else {
            for king in self.kings & own {
                visit(Bundle::From(king, king.king_steps() & targets))?;
            }
            return ControlFlow::Continue(());
        };
        let mut steps = king.king_steps() & (free | enemies);
        let rights = if checkers.is_empty() { self.castling >> (2 * TEAM) & 3 } else { 0 };
        if rights != 0 || !steps.is_empty() {
            let attacked = self.attacked_by(1 - TEAM, occupied & !CrossSet::of(king));
            steps &= !attacked;
            for (side, castling) in CASTLINGS[TEAM as usize].iter().enumerate() {
                if rights >> side & 1 != 0 && !castling.empty.meets(occupied) && !castling.safe.meets(attacked) {
                    steps |= castling.target;
                }
            }
            visit(Bundle::From(king, steps))?;
        }
        ControlFlow::Continue(())
    }

    /// Moves of pawns but en passant captures, onto `targets`.
    #[inline(always)]
    fn visit_pawns<const TEAM: u8, B>(
        &self,
        pawns: CrossSet,
        free: CrossSet,
        enemies: CrossSet,
        targets: CrossSet,
        visit: &mut impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        const PASSED: [CrossSet; 2] = [CrossSet::rank(2), CrossSet::rank(9)];
        const LAST: [CrossSet; 2] = [CrossSet::rank(11), CrossSet::rank(0)];
        let (steps, captures) = if TEAM == 0 {
            (pawns.shifted::<16>(), [(15, pawns.shifted::<15>()), (17, pawns.shifted::<17>())])
        } else {
            (pawns.shifted::<-16>(), [(-17, pawns.shifted::<-17>()), (-15, pawns.shifted::<-15>())])
        };
        let forward = if TEAM == 0 { 16 } else { -16 };
        let steps = steps & free;
        let passed = steps & PASSED[TEAM as usize];
        let doubles = if TEAM == 0 { passed.shifted::<16>() } else { passed.shifted::<-16>() } & free & targets;
        visit(Bundle::By(2 * forward, doubles))?;
        for (by, set) in [(forward, steps), captures[0], captures[1]] {
            let set = if by == forward { set } else { set & enemies } & targets;
            let last = set & LAST[TEAM as usize];
            visit(Bundle::By(by, set & !last))?;
            if !last.is_empty() {
                visit(Bundle::Promotions(by, last))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Captures en passant, each tried on the board for the safety of the king.
    fn visit_en_passant<B>(
        &self,
        team: Team,
        passed: CrossCell,
        guard: &Option<Guard>,
        occupied: CrossSet,
        visit: &mut impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (owner, victim) = en_passant_pawn(passed);
        let Some(victim) = victim else { return ControlFlow::Continue(()) };
        if owner == team || occupied.has(passed) {
            return ControlFlow::Continue(());
        }
        let (target, victim) = (CrossSet::of(passed), CrossSet::of(victim));
        let enemies = self.chess[owner as usize] & !victim;
        let beside = if team == 0 { passed.diagonally_below() } else { passed.diagonally_above() };
        for pawn in beside & self.pawns & self.chess[team as usize] {
            let after = (occupied & !victim & !CrossSet::of(pawn)) | target;
            let safe = guard.as_ref().is_none_or(|guard| self.attackers(guard.king, team, enemies, after).is_empty());
            if safe {
                visit(Bundle::From(pawn, target))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The team whose pawn passed a cell of rank 3 or 10 by its double step, and where that pawn stands.
pub(crate) const fn en_passant_pawn(passed: CrossCell) -> (Team, Option<CrossCell>) {
    if passed.y() < CrossCell::RANKS / 2 { (0, passed.step(0, 1)) } else { (1, passed.step(0, -1)) }
}

/// The rights that are lost when a unit leaves or enters a cell.
pub(crate) const fn rights_of(cell: CrossCell) -> u8 {
    let team = match cell.y() {
        0 => 0,
        11 => 1,
        _ => return 0,
    };
    match cell.x() {
        3 => castling_bit(team, false),
        7 => castling_bit(team, true) | castling_bit(team, false),
        10 => castling_bit(team, true),
        _ => 0,
    }
}
