//! Moves made on the board and the Teleports.

use crate::teleports::Teleports;
use crate::{Move, Rules};
use fairyring_geometry::Square;
use fairyring_orthodox::{Board, Drawn, Move as Orthodox};

/// A move with the kind of unit that makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// Of an orthodox unit.
    Orthodox(Drawn),
    /// A Teleport's knight move, from and to.
    Jump(u32, u32),
    /// A Teleport teleports, from and to.
    Teleport(u32, u32),
}

impl Step {
    /// The step of a legal move.
    pub(crate) const fn of(m: Move, teleports: &Teleports) -> Self {
        match m {
            Move::Orthodox(m) if teleports.all >> m.from().index() & 1 != 0 => {
                Self::Jump(m.from().index() as u32, m.to().index() as u32)
            }
            Move::Orthodox(m) => Self::Orthodox(Drawn::Rare(m)),
            Move::Teleport(from, to) => Self::Teleport(from.index() as u32, to.index() as u32),
        }
    }

    /// The move.
    pub(crate) const fn to_move(self) -> Move {
        match self {
            Self::Orthodox(drawn) => Move::Orthodox(drawn.to_move()),
            Self::Jump(from, to) => Move::Orthodox(Orthodox::new(Square::new(from), Square::new(to))),
            Self::Teleport(from, to) => Move::Teleport(Square::new(from), Square::new(to)),
        }
    }
}

/// Plays a step of `WHITE` or Black; says whether it is irreversible for the count of plies. What a drawn step forgets of
/// the passed square see [`Board::play_drawn`].
#[inline(always)]
pub(crate) fn play<const WHITE: bool>(board: &mut Board, teleports: &mut Teleports, rules: Rules, step: Step) -> bool {
    teleports.recharge(board.own::<WHITE>(), rules);
    match step {
        Step::Orthodox(drawn) => {
            let to = match drawn {
                Drawn::Unit(_, to) | Drawn::Pawn(_, to, _) => to,
                Drawn::Rare(m) => m.to().index() as u32,
            };
            teleports.clear(1 << (to & 63));
            board.play_drawn::<WHITE>(drawn)
        }
        Step::Jump(from, to) => {
            teleports.clear(1 << (to & 63));
            teleports.jump(1 << (from & 63), 1 << (to & 63));
            board.step_unit::<WHITE>(from, to)
        }
        Step::Teleport(from, to) => {
            teleports.teleport(1 << (from & 63), 1 << (to & 63), rules);
            board.step_unit::<WHITE>(from, to)
        }
    }
}
