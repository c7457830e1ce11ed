//! The position: pits, stores, side to move; play and the end of the game.

use crate::rows::{COUNTERS, Rows, flag, flag_count, nth_flag, pack, pits_of, total, unpack};
use crate::{Cycle, GrandSlam, Majority, Move, Rules};
use fairyring_game::{Actor, Game, Outcome, Rng, Team, below};
use std::hash::{Hash, Hasher};

/// Captured counters that win at once.
const MAJORITY: u8 = 25;

/// Indices into [`Position::REASONS`].
const BY_MAJORITY: u8 = 0;
const BY_NO_MOVES: u8 = 1;
const BY_CYCLE: u8 = 2;
const BY_MAX_PLIES: u8 = 3;

/// A position of Wari. Pits and stores hold 48 counters together.
///
/// Everything is kept as the seat to move sees it, so that play never asks whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) rows: Rows,
    /// Captured counters, the seat to move first.
    pub(crate) stores: [u8; 2],
    /// The seat to move.
    pub(crate) side: u8,
    pub(crate) rules: Rules,
    /// Plies since the last capture, or since the position was set up: a bound for repetition, not part of equality.
    quiet: u32,
}

impl Position {
    /// A position of these pits (in the order of sowing, `a` first), stores (South, North) and seat to move (0 or 1).
    /// `None` if the counters are not 48 in all or there is no such seat.
    #[must_use]
    pub fn new(pits: [u8; 12], stores: [u8; 2], side: u8, rules: Rules) -> Option<Self> {
        let sum: u32 = pits.iter().chain(&stores).map(|&n| u32::from(n)).sum();
        if sum != COUNTERS || side > 1 {
            return None;
        }
        let [south, north] = [0, 6].map(|from| pack(std::array::from_fn(|i| pits[from + i])));
        let rows = Rows { own: south, other: north };
        Some(if side == 0 {
            Self { rows, stores, side, rules, quiet: 0 }
        } else {
            Self { rows: rows.exchanged(), stores: [stores[1], stores[0]], side, rules, quiet: 0 }
        })
    }

    /// The counters in the pits, in the order of sowing: `a` to `f`, `A` to `F`.
    #[must_use]
    pub fn pits(&self) -> [u8; 12] {
        let [south, north] = self.by_team([self.rows.own, self.rows.other]).map(unpack);
        std::array::from_fn(|i| if i < 6 { south[i] } else { north[i - 6] })
    }

    /// The captured counters, South's first.
    #[must_use]
    pub fn stores(&self) -> [u8; 2] {
        self.by_team(self.stores)
    }

    /// The counters that lie on each side, South's first.
    #[must_use]
    pub fn on_sides(&self) -> [u8; 2] {
        self.by_team([self.rows.own, self.rows.other]).map(|row| total(row) as u8)
    }

    /// The number of counters a legal move captures.
    #[must_use]
    pub fn captured_by(&self, m: Move) -> u8 {
        total(self.sow(m.pit() % 6).1) as u8
    }

    /// A pair in the order of the seats, from the order mover, opponent.
    pub(crate) fn by_team<T>(&self, [own, other]: [T; 2]) -> [T; 2] {
        if self.side == 0 { [own, other] } else { [other, own] }
    }

    /// The rows after sowing a pit of the mover's row, captures still in them, and the bytes captured under the rules.
    #[inline(always)]
    pub(crate) fn sow(&self, pit: u32) -> (Rows, u64) {
        let (rows, captured) = self.rows.sow(pit);
        let slam = self.rules.grand_slam == GrandSlam::NoCapture && captured == rows.other;
        (rows, if slam { 0 } else { captured })
    }

    /// The end of the game, given the flags of the legal moves.
    #[inline(always)]
    fn ended(&self, legal: u64, occurrences: u32) -> Option<Outcome> {
        let majority = self.stores[0].max(self.stores[1]) >= MAJORITY && self.rules.majority == Majority::Ends;
        if !majority && legal != 0 && occurrences < u32::from(self.rules.occurrences) {
            return None;
        }
        Some(self.result(if majority {
            BY_MAJORITY
        } else if legal == 0 {
            BY_NO_MOVES
        } else {
            BY_CYCLE
        }))
    }

    /// The outcome for a reason: counters left are shared out as the reason demands.
    #[cold]
    fn result(&self, reason: u8) -> Outcome {
        let stores = self.stores().map(f32::from);
        let left = self.on_sides().map(f32::from);
        let score: [f32; 2] = match (reason, self.rules.cycle) {
            (BY_NO_MOVES, _) | (BY_CYCLE, Cycle::OwnSide) => [stores[0] + left[0], stores[1] + left[1]],
            (BY_CYCLE, Cycle::Even) => stores.map(|store| store + (left[0] + left[1]) / 2.0),
            _ => stores,
        };
        let utility = match score[0].total_cmp(&score[1]) {
            _ if reason == BY_MAX_PLIES => 0.0,
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        };
        Outcome { reason, utility, score: Some(score) }
    }
}

/// Hash of pits and seat to move: a product of two odd-looking words folded, never zero as the words' top bits are fixed.
#[inline(always)]
const fn pits_key(rows: Rows, side: u8) -> u64 {
    let own = rows.own ^ 0xa076_1d64_78bd_642f;
    let other = rows.other ^ 0xe703_7ed1_a0b4_28db ^ ((side as u64) << 60);
    let product = own as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Positions are equal where the boards, the stores and the seats to move are, under the same rules.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.stores, self.side, self.rules) == (other.rows, other.stores, other.side, other.rules)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rows, self.stores, self.side, self.rules).hash(state);
    }
}

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "wari";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["s", "n"];
    const TEAMS: &'static [Team] = &[0, 1];
    const REASONS: &'static [&'static str] = &["majority", "no_moves", "cycle", "max_plies"];
    const HAS_SCORE: bool = true;

    fn start(rules: Rules) -> Self {
        let row = pack([4; 6]);
        Self { rows: Rows { own: row, other: row }, stores: [0; 2], side: 0, rules, quiet: 0 }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline(always)]
    fn to_act(&self) -> Actor {
        Actor::Seat(self.side)
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        self.ended(self.legal(), occurrences)
    }

    /// Nobody wins; the score is what has been captured so far.
    fn outcome_by_limit(&self) -> Outcome {
        self.result(BY_MAX_PLIES)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let legal = self.legal();
        out.extend(pits_of(legal).map(|pit| Move::of(self.side, pit)));
    }

    fn count_legal_moves(&self) -> usize {
        flag_count(self.legal()) as usize
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        let legal = self.legal();
        (n < flag_count(legal) as usize).then(|| Move::of(self.side, nth_flag(legal, n as u32)))
    }

    fn has_legal_move(&self) -> bool {
        self.legal() != 0
    }

    fn is_legal(&self, m: Move) -> bool {
        m.pit() / 6 == u32::from(self.side) && self.legal() & flag(m.pit() % 6) != 0
    }

    #[inline(always)]
    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        let legal = self.legal();
        if let Some(outcome) = self.ended(legal, occurrences) {
            return Err(outcome);
        }
        let n = below(choices, u64::from(flag_count(legal))) as u32;
        Ok(Move::of(self.side, nth_flag(legal, n)))
    }

    #[inline(always)]
    fn play_unchecked(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} in {self:?}");
        let (rows, captured) = self.sow(m.pit().wrapping_sub(6 * u32::from(self.side)));
        // Bytes that are captured are subtracted whole, so no byte borrows.
        self.rows = Rows { own: rows.other - captured, other: rows.own };
        self.stores = [self.stores[1], self.stores[0] + total(captured) as u8];
        self.side ^= 1;
        self.quiet = if captured == 0 { self.quiet.saturating_add(1) } else { 0 };
    }

    fn key(&self) -> u64 {
        // The stores of a position differ in one number only, as all counters are 48.
        pits_key(self.rows, self.side) ^ u64::from(self.stores[0]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    fn repetition_key(&self) -> Option<u64> {
        Some(pits_key(self.rows, self.side))
    }

    #[inline(always)]
    fn reversible_plies(&self) -> u32 {
        self.quiet
    }
}
