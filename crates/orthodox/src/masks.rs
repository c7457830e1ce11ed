//! What a position says before any unit is looked at: who gives check, what is pinned, which squares the king must not
//! enter. And what a game may add to the orthodox board.

use crate::attacks::{BETWEEN, KING, KNIGHT, knight_jumps, pawn_attacks};
use crate::{Board, Machine};

/// What a game adds to the orthodox board. The provided methods add nothing.
///
/// Its sets are asked for once a position and should be cheap.
pub trait Extras: Copy {
    /// Whether kings are royal: no move may leave one's own king attacked. Without it kings are taken like any unit,
    /// and castling asks only for empty squares.
    const ROYAL: bool = true;
    /// Whether the king of the side that is not to move may be attacked. Then taking it is a legal move of every unit that
    /// attacks it, whatever else is attacked.
    const EXPOSED: bool = false;

    /// Whether [`Masks::danger`] may be found for the king's own steps alone where these are few and castling has no free way.
    /// It pays where openings are counted, and costs a branch elsewhere; so does asking for castling by branches, which goes with it.
    const LAZY_DANGER: bool = false;

    /// Whether loops over units of a kind go over as many as a side begins with, present or not, so that nothing need
    /// foretell where they end. It pays in short games, and is for boards that have no more ([`Board::is_usual`]).
    const USUAL: bool = false;

    /// Whether neither check nor pin is known beforehand.
    const CALM: bool = false;

    /// Neutral units: they block every line and step, and are not captured.
    #[inline(always)]
    fn neutral(&self) -> u64 {
        0
    }

    /// Units of the side not to move that lie on no plane of the board and threaten the king by a knight's jump.
    #[inline(always)]
    fn jumpers(&self) -> u64 {
        0
    }
}

/// Orthodox chess: nothing is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain;

impl Extras for Plain {}

/// As many steps of a king are cheaper to look at one by one than all squares that the other side attacks.
const FEW_STEPS: u32 = 2;

/// The masks of legal moves, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Masks {
    /// Units of the side to move.
    pub own: u64,
    /// Units of the other side.
    pub enemy: u64,
    /// All units, neutral ones included.
    pub occupied: u64,
    /// The king's square; 64 if the side has none.
    pub king: u32,
    /// Squares that threaten the own king: attacked with the king taken off the board. See [`Extras::LAZY_DANGER`].
    pub danger: u64,
    /// Units that give check.
    pub checkers: u64,
    /// Squares that answer the checks if a unit other than the king goes there: all without check, none against two.
    pub answers: u64,
    /// Squares on the diagonal lines of pins, the pinning units included.
    pub pins_diagonal: u64,
    /// Squares on the orthogonal lines of pins, the pinning units included.
    pub pins_orthogonal: u64,
    /// The enemy king where it may be taken; else nothing.
    pub prize: u64,
}

impl Masks {
    /// The masks of a position with `WHITE` or Black to move.
    #[must_use]
    #[inline(always)]
    pub fn new<M: Machine, const WHITE: bool, E: Extras>(board: &Board, extras: &E) -> Self {
        let own = board.own::<WHITE>();
        let enemy = if WHITE { board.black } else { board.white };
        let occupied = own | enemy | extras.neutral();
        let king_bit = own & board.kings;
        let king = king_bit.trailing_zeros();
        let mut masks = Self {
            own,
            enemy,
            occupied,
            king,
            danger: 0,
            checkers: 0,
            answers: !0,
            pins_diagonal: 0,
            pins_orthogonal: 0,
            prize: if E::EXPOSED { enemy & board.kings } else { 0 },
        };
        if !E::ROYAL || E::EXPOSED && king_bit == 0 {
            return masks;
        }

        let without_king = occupied & !king_bit;
        let home = if WHITE { 0 } else { 56 };
        let mut steps = KING[king as usize] & !own;
        let few = steps.count_ones() <= FEW_STEPS && occupied >> home & 0x60 != 0 && occupied >> home & 0x0e != 0;
        if E::LAZY_DANGER && few {
            while steps != 0 {
                let square = steps.trailing_zeros();
                let attackers = if WHITE {
                    board.attackers::<M, false>(square, without_king)
                } else {
                    board.attackers::<M, true>(square, without_king)
                };
                masks.danger |= u64::from(attackers != 0) << square;
                steps &= steps - 1;
            }
        } else {
            masks.danger = if WHITE {
                board.attacked::<M, false, E>(without_king)
            } else {
                board.attacked::<M, true, E>(without_king)
            };
        }
        masks.danger |= knight_jumps(extras.jumpers());

        if E::CALM {
            return masks;
        }
        let at = king as usize & 63;
        masks.checkers = pawn_attacks::<WHITE>(king_bit) & enemy & board.pawns
            | KNIGHT[at] & (enemy & board.knights | extras.jumpers());
        if E::EXPOSED {
            // Kings stand side by side only where one of them may be taken.
            masks.checkers |= KING[at] & masks.prize;
        }
        // Sliders seen from the king through its own units: none between is a check, one is pinned.
        let beyond = enemy | extras.neutral();
        let mut sliders = M::bishop(king, beyond) & enemy & board.diagonal;
        while sliders != 0 {
            let slider = sliders & sliders.wrapping_neg();
            let between = BETWEEN[at][sliders.trailing_zeros() as usize];
            let shields = between & own;
            if shields == 0 {
                masks.checkers |= slider;
            } else if shields & (shields - 1) == 0 {
                masks.pins_diagonal |= between | slider;
            }
            sliders &= sliders - 1;
        }
        let mut sliders = M::rook(king, beyond) & enemy & board.orthogonal;
        while sliders != 0 {
            let slider = sliders & sliders.wrapping_neg();
            let between = BETWEEN[at][sliders.trailing_zeros() as usize];
            let shields = between & own;
            if shields == 0 {
                masks.checkers |= slider;
            } else if shields & (shields - 1) == 0 {
                masks.pins_orthogonal |= between | slider;
            }
            sliders &= sliders - 1;
        }
        if masks.checkers != 0 {
            masks.answers = if masks.checkers & (masks.checkers - 1) == 0 {
                masks.checkers | BETWEEN[at][masks.checkers.trailing_zeros() as usize & 63]
            } else {
                0
            };
        }
        masks
    }

    /// Whether there is neither check nor pin.
    #[must_use]
    #[inline(always)]
    pub const fn is_calm(&self) -> bool {
        self.checkers | self.pins_diagonal | self.pins_orthogonal == 0
    }

    /// Squares a unit other than the king may go to, pins aside: not its own side's, not a neutral unit's, answering checks.
    #[must_use]
    #[inline(always)]
    pub const fn open(&self) -> u64 {
        self.answers & (self.enemy | !self.occupied)
    }

    /// Squares the king may step to.
    #[must_use]
    #[inline(always)]
    pub const fn king_steps(&self) -> u64 {
        KING[self.king as usize] & (self.enemy & !self.prize | !self.occupied) & !self.danger
            | KING[self.king as usize] & self.prize
    }

    /// Where a unit on `from` may go as far as pins tell: anywhere, or only along the line of its pin, the pinning unit
    /// included. For units that reach squares off their lines; orthodox moves need less.
    #[must_use]
    pub const fn pin_line(&self, from: u32) -> u64 {
        let bit = 1u64 << (from & 63);
        let pins = self.pins_diagonal | self.pins_orthogonal;
        if pins & bit == 0 {
            return !0;
        }
        let (king, from) = (self.king as usize & 63, from as usize & 63);
        let mut line = bit | BETWEEN[king][from];
        let mut rest = pins;
        while rest != 0 {
            if BETWEEN[king][rest.trailing_zeros() as usize & 63] & bit != 0 {
                line |= rest & rest.wrapping_neg();
            }
            rest &= rest - 1;
        }
        line
    }

    /// The pawns of `WHITE` or Black that may take the pawn that has just passed a square.
    #[must_use]
    #[inline(always)]
    pub fn en_passant<M: Machine, const WHITE: bool, E: Extras>(&self, board: &Board) -> u64 {
        let passed = board.passed();
        if passed == 0 {
            return 0;
        }
        // From the passed square, backwards, an own pawn that attacks it.
        let mut takers = if WHITE { pawn_attacks::<false>(passed) } else { pawn_attacks::<true>(passed) };
        takers &= self.own & board.pawns;
        if !E::ROYAL || E::EXPOSED && self.king > 63 {
            return takers;
        }
        let taken = if WHITE { passed >> 8 } else { passed << 8 };
        let mut legal = 0;
        while takers != 0 {
            let taker = takers & takers.wrapping_neg();
            takers &= takers - 1;
            // Three squares change at once, so pins and answers do not tell: look along the lines afterwards.
            let after = self.occupied ^ taker ^ taken ^ passed;
            let lines = M::bishop(self.king, after) & board.diagonal | M::rook(self.king, after) & board.orthogonal;
            let others = self.checkers & !(board.diagonal | board.orthogonal) & !taken;
            if lines & self.enemy == 0 && others == 0 {
                legal |= taker;
            }
        }
        legal
    }
}
