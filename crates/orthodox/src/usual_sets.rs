//! The legal moves of few units as sets in fixed places, from which one is drawn without a branch.

use crate::generate::{PawnStep, Receiver, seen, turned};
use crate::rare::Rare;
use crate::usual::{KNIGHTS, LINE_MOVERS};
use crate::{Machine, Move};

/// Places of knights and of movers on lines, as many as bytes in a word; they have fewer than 128 moves together.
const UNITS: usize = KNIGHTS + 2 * LINE_MOVERS;
/// Places of the king and of the pawns' four steps; they have fewer than 128 moves together.
const OTHERS: usize = 1 + 4;
/// The place of double steps.
const DOUBLE: usize = UNITS + 1 + PawnStep::Double as usize;
/// A one in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The memory of [`UsualSets`], made once for position after position.
#[derive(Clone, Debug)]
pub struct UsualPlaces {
    /// Targets.
    targets: [u64; UNITS + OTHERS],
    /// Squares of the units as the mover sees them; of a pawns' step, what leads back from its targets.
    origins: [u32; UNITS + OTHERS],
    /// The moves beside the sets.
    rare: Rare,
}

/// Which bits of a target count for the origin: none, or those of a pawns' step.
static FOLLOWED: [u32; UNITS + OTHERS] = {
    let mut followed = [63; UNITS + OTHERS];
    let mut at = 0;
    while at <= UNITS {
        followed[at] = 0;
        at += 1;
    }
    followed
};

impl UsualPlaces {
    /// No moves.
    #[must_use]
    pub const fn new() -> Self {
        let mut origins = [0; UNITS + OTHERS];
        let mut step = 0;
        while step < PawnStep::ALL.len() {
            // As the mover sees it, every pawn goes up.
            origins[UNITS + 1 + step] = PawnStep::ALL[step].ahead::<true>().wrapping_neg().cast_unsigned();
            step += 1;
        }
        Self { targets: [0; UNITS + OTHERS], origins, rare: Rare::new() }
    }
}

impl Default for UsualPlaces {
    fn default() -> Self {
        Self::new()
    }
}

/// The moves of a side with [`crate::Board::has_usual_sets`]: as [`crate::MoveSets`], in the same order. What counts is kept
/// apart from the memory, so that it lies in registers, or, in a generation with [`crate::Extras::USUAL`], is known when the
/// program is compiled.
#[derive(Debug)]
pub struct UsualSets<'a> {
    places: &'a mut UsualPlaces,
    /// Number of the first places filled.
    len: usize,
    /// Number of moves in each of the first places, a byte each, and in each of the others.
    units: u64,
    others: u64,
}

impl<'a> UsualSets<'a> {
    /// No moves.
    #[inline(always)]
    pub const fn new(places: &'a mut UsualPlaces) -> Self {
        places.rare.reset();
        Self { places, len: 0, units: 0, others: 0 }
    }

    /// Number of moves in the first places, and in the others.
    #[inline(always)]
    const fn counts(&self) -> [u32; 2] {
        [(self.units.wrapping_mul(BYTES) >> 56) as u32, (self.others.wrapping_mul(BYTES) >> 56) as u32]
    }

    /// Number of moves.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        let [units, others] = self.counts();
        units + others + self.places.rare.count()
    }

    /// Whether an en passant capture is legal.
    #[must_use]
    #[inline(always)]
    pub const fn has_en_passant(&self) -> bool {
        self.places.rare.has_en_passant()
    }

    /// The move of number `n`, which is below the count, in a position with `WHITE` or Black to move.
    ///
    /// # Errors
    /// A move that is no [`Step`].
    #[inline(always)]
    pub fn nth<M: Machine, const WHITE: bool>(&self, n: u32) -> Result<Step, Move> {
        let [units, others] = self.counts();
        if n >= units + others {
            return Err(self.places.rare.nth::<WHITE>(n - units - others));
        }
        // Which set it is cannot be foretold, so all are looked at, a byte each.
        let (counts, first, n) = if n < units { (self.units, 0, n) } else { (self.others, UNITS, n - units) };
        // Byte `i` holds the number of moves in sets 0 to `i`; its top bit stays where that is at most `n`.
        let ends = counts.wrapping_mul(BYTES);
        let passed = (((u64::from(n) * BYTES) | (0x80 * BYTES)) - ends) & (0x80 * BYTES);
        let place = passed.count_ones();
        let left = n - (ends << 8 >> (8 * place) & 0xff) as u32;
        let at = first + place as usize;
        let to = M::select(seen::<WHITE>(self.places.targets[at]), left);
        let from = self.places.origins[at].wrapping_add(to & FOLLOWED[at]) & 63;
        let passed = u64::from(at == DOUBLE) << (turned::<WHITE>(from + 8) & 63);
        Ok(Step { from: turned::<WHITE>(from), to: turned::<WHITE>(to), passed })
    }

    #[inline(always)]
    const fn add_other(&mut self, place: usize, targets: u64) {
        self.others |= (targets.count_ones() as u64) << (8 * place);
        self.places.targets[UNITS + place] = targets;
    }
}

/// A drawn move that neither promotes, nor castles, nor takes en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The square it leaves.
    pub from: u32,
    /// The square it enters.
    pub to: u32,
    /// The square that a pawn passes by a double step, as a set.
    pub passed: u64,
}

impl<const WHITE: bool> Receiver<WHITE> for UsualSets<'_> {
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        // The mask spares the check; there are never more.
        let at = self.len % UNITS;
        self.units |= u64::from(targets.count_ones()) << (8 * at);
        self.places.targets[at] = targets;
        self.places.origins[at] = turned::<WHITE>(from);
        self.len += 1;
    }

    #[inline(always)]
    fn king(&mut self, from: u32, targets: u64) {
        self.places.origins[UNITS] = turned::<WHITE>(from);
        self.add_other(0, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        self.add_other(1 + step as usize, targets);
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        self.places.rare.promotions(step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        self.places.rare.en_passant(origins, to);
    }

    #[inline(always)]
    fn castling(&mut self, _from: u32, to: u32) {
        self.places.rare.castling(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Drawn, Each, Extras, Magic, Masks, MoveSets, Plain, generate};
    use fairyring_game::{below, stream};

    /// Orthodox chess on usual boards.
    #[derive(Clone, Copy)]
    struct Usual;

    impl Extras for Usual {
        const USUAL: bool = true;
    }

    /// Draws every number from both kinds of sets and plays what is drawn.
    fn agrees<const WHITE: bool, E: Extras>(board: &Board, extras: &E, sets: &MoveSets, places: &mut UsualPlaces) {
        let mut usual = UsualSets::new(places);
        generate::<Magic, WHITE, E, _>(board, &Masks::new::<Magic, WHITE, E>(board, extras), &mut usual);
        assert_eq!((usual.count(), usual.has_en_passant()), (sets.count(), sets.has_en_passant()), "{board:?}");
        for n in 0..sets.count() {
            let (mut after, mut expected) = (*board, *board);
            let drawn = sets.nth::<Magic, WHITE>(n);
            let irreversible = expected.play_drawn::<WHITE>(drawn);
            match (usual.nth::<Magic, WHITE>(n), drawn) {
                (Err(m), drawn) => assert_eq!(Drawn::Rare(m), drawn, "{board:?}"),
                (Ok(step), Drawn::Rare(m)) => panic!("{step:?} instead of {m:?} on {board:?}"),
                (Ok(step), _) => {
                    assert_eq!(after.play_step::<WHITE>(step), irreversible, "{step:?} on {board:?}");
                    assert_eq!(after, expected, "{step:?} on {board:?}");
                }
            }
        }
    }

    /// Compares the sets where there are places enough, then plays one of the moves; whether there was one.
    fn check<const WHITE: bool>(board: &mut Board, places: &mut UsualPlaces, seen: &mut [u32; 2], choice: u64) -> bool {
        let masks = Masks::new::<Magic, WHITE, _>(board, &Plain);
        let mut sets = MoveSets::new();
        generate::<Magic, WHITE, Plain, _>(board, &masks, &mut sets);
        if board.has_usual_sets::<WHITE>() {
            agrees::<WHITE, _>(board, &Plain, &sets, places);
            seen[0] += 1;
        }
        if board.is_usual() {
            agrees::<WHITE, _>(board, &Usual, &sets, places);
            seen[1] += 1;
        }
        let mut listed = Vec::new();
        generate::<Magic, WHITE, Plain, _>(board, &masks, &mut Each(|m: Move| listed.push(m)));
        let Some(&m) = listed.get((choice % listed.len().max(1) as u64) as usize) else { return false };
        board.play::<WHITE>(m);
        true
    }

    #[test]
    fn usual_sets_draw_the_same_moves_as_sets() {
        let mut rng = stream(8, 0);
        let mut places = UsualPlaces::new();
        let mut seen = [0; 2];
        for game in 0..60 {
            let mut board = Board::start();
            if game % 2 == 1 {
                // Four knights a side are not usual, and have places enough.
                let bishops = board.diagonal & !board.orthogonal;
                board.diagonal ^= bishops;
                board.knights |= bishops;
            }
            for _ in 0..150 {
                if !check::<true>(&mut board, &mut places, &mut seen, below(&mut rng, u64::MAX))
                    || !check::<false>(&mut board, &mut places, &mut seen, below(&mut rng, u64::MAX))
                {
                    break;
                }
            }
        }
        assert!(seen[1] > 5_000 && seen[0] > seen[1] + 1_000, "{seen:?}");
    }
}
