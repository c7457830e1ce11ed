//! The Teleports of both sides: where they stand, which are dormant, which recharge, and where they may go.

use crate::{Dormancy, Rules};
use fairyring_orthodox::attacks::{BETWEEN, KNIGHT, knight_jumps};
use fairyring_orthodox::{Board, Extras, FIRST_FREE_PLANE, Machine, Masks, zobrist};

/// The Teleports of both sides, as sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Teleports {
    /// All of them.
    pub(crate) all: u64,
    /// Those that arrived by teleporting and threaten no king.
    pub(crate) dormant: u64,
    /// Those that may not teleport yet.
    pub(crate) recharging: u64,
    /// Those of them that need two more own moves.
    pub(crate) fresh: u64,
}

/// What the Teleports add to the masks of orthodox units: those of the side not to move that are awake threaten the king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awake(pub(crate) u64);

impl Extras for Awake {
    #[inline(always)]
    fn jumpers(&self) -> u64 {
        self.0
    }
}

impl Teleports {
    /// The part of the key that stands for the Teleports.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        zobrist(FIRST_FREE_PLANE, self.all)
            ^ zobrist(FIRST_FREE_PLANE + 1, self.dormant)
            ^ zobrist(FIRST_FREE_PLANE + 2, self.recharging)
            ^ zobrist(FIRST_FREE_PLANE + 3, self.fresh)
    }

    /// A hash of the Teleports, where [`Self::key`] is not kept but would be made anew.
    #[inline(always)]
    pub(crate) const fn digest(&self) -> u64 {
        const fn fold(a: u64, b: u64) -> u64 {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        }
        fold(self.all ^ 0x9e37_79b9_7f4a_7c15, self.dormant ^ 0xbf58_476d_1ce4_e5b9)
            ^ fold(self.recharging ^ 0x94d0_49bb_1331_11eb, self.fresh ^ 0xd6e8_feb8_6659_fd93)
    }

    /// Units of `enemy` that threaten the king by a knight's jump.
    #[inline(always)]
    pub(crate) const fn awake(&self, enemy: u64) -> Awake {
        Awake(self.all & enemy & !self.dormant)
    }

    /// Removes captured Teleports.
    #[inline(always)]
    pub(crate) const fn clear(&mut self, taken: u64) {
        self.all &= !taken;
        self.dormant &= !taken;
        self.recharging &= !taken;
        self.fresh &= !taken;
    }

    /// The side `own` has made a move: its Teleports recharge.
    #[inline(always)]
    pub(crate) const fn recharge(&mut self, own: u64, rules: Rules) {
        self.recharging &= !own | self.fresh;
        self.fresh &= !own;
        if matches!(rules.dormant_until, Dormancy::Recharged) {
            self.dormant &= !own | self.recharging;
        }
    }

    /// A Teleport makes a knight move: it is awake afterwards. Its side's recharging is counted already.
    #[inline(always)]
    pub(crate) const fn jump(&mut self, from: u64, to: u64) {
        self.all ^= from | to;
        self.dormant &= !from;
        if self.recharging & from != 0 {
            self.recharging ^= from | to;
        }
    }

    /// A Teleport teleports.
    #[inline(always)]
    pub(crate) const fn teleport(&mut self, from: u64, to: u64, rules: Rules) {
        self.all ^= from | to;
        self.dormant &= !from;
        if rules.recharge > 0 {
            self.recharging |= to;
        }
        if rules.recharge > 1 {
            self.fresh |= to;
        }
        if rules.recharge > 0 || matches!(rules.dormant_until, Dormancy::KnightMove) {
            self.dormant |= to;
        }
    }

    /// The Teleports seen from the other side.
    pub(crate) const fn mirrored(&self) -> Self {
        Self {
            all: self.all.swap_bytes(),
            dormant: self.dormant.swap_bytes(),
            recharging: self.recharging.swap_bytes(),
            fresh: self.fresh.swap_bytes(),
        }
    }
}

/// Where the Teleports of the side to move may go, before each is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Own Teleports.
    pub(crate) own: u64,
    /// Those that are pinned.
    pinned: u64,
    /// Squares open to their knight moves.
    jumps: u64,
    /// Squares open to teleports: empty, and safe where the rules ask for it; none in check.
    landings: u64,
    /// Own Teleports that may teleport.
    ready: u64,
}

impl Reach {
    /// The reach in a position; `masks` are those of the side to move. One expression for all targets: empty and not
    /// attacked now, the Teleport still on its old square.
    #[inline(always)]
    pub(crate) const fn new(board: &Board, masks: &Masks, teleports: &Teleports, rules: Rules) -> Self {
        let own = teleports.all & masks.own;
        let threatened = masks.danger | knight_jumps(teleports.all & masks.enemy);
        let calm = rules.teleport && masks.checkers == 0;
        Self {
            own,
            pinned: own & (masks.pins_diagonal | masks.pins_orthogonal),
            // A king may stand where only a dormant Teleport jumps, and is not taken there.
            jumps: masks.open() & !board.kings,
            landings: if calm { !masks.occupied & !(if rules.safe_target { threatened } else { 0 }) } else { 0 },
            ready: own & !teleports.recharging,
        }
    }

    /// Where the Teleport on `from` may go by a knight's jump.
    #[inline(always)]
    pub(crate) fn jumps(&self, from: u32) -> u64 {
        if self.pinned >> from & 1 != 0 { 0 } else { KNIGHT[from as usize & 63] & self.jumps }
    }

    /// Where the Teleport on `from` may teleport to.
    #[inline(always)]
    pub(crate) fn landings<M: Machine>(
        &self,
        from: u32,
        board: &Board,
        masks: &Masks,
        teleports: &Teleports,
        rules: Rules,
    ) -> u64 {
        if self.ready >> from & 1 == 0 {
            return 0;
        }
        let mut targets = self.landings;
        if self.pinned >> from & 1 != 0 {
            targets &= masks.pin_line(from);
        }
        if rules.no_uncovered_check {
            targets &= quiet::<M>(from, board, masks, teleports, rules);
        }
        targets
    }
}

/// Targets of a teleport from `from` after which the enemy king is not in check.
#[inline(never)]
fn quiet<M: Machine>(from: u32, board: &Board, masks: &Masks, teleports: &Teleports, rules: Rules) -> u64 {
    let king = (masks.enemy & board.kings).trailing_zeros();
    let origin = 1u64 << from;
    // Other Teleports that this move wakes.
    let mut after = *teleports;
    after.clear(origin);
    after.recharge(masks.own, rules);
    if after.all & masks.own & !after.dormant & KNIGHT[king as usize & 63] != 0 {
        return 0;
    }
    let without = masks.occupied ^ origin;
    let mut lines = masks.own & (M::bishop(king, without) & board.diagonal | M::rook(king, without) & board.orthogonal);
    let mut targets = !0;
    while lines != 0 {
        targets &= BETWEEN[king as usize & 63][lines.trailing_zeros() as usize];
        lines &= lines - 1;
    }
    // A Teleport that arrives awake gives check itself.
    let wakeful = rules.recharge == 0 && rules.dormant_until == Dormancy::Recharged;
    if wakeful { targets & !KNIGHT[king as usize & 63] } else { targets }
}
