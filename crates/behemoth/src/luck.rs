//! The luck of a roll: how much it raises a guess of White's expected score over the mean of the 32 rolls.
//!
//! The guess is the frozen-kings chain plus material in hundredths of a pawn over 25000, and the result where a king is
//! destroyed (METHODS 2.5). The chain's mean over the rolls is its value before them, so only the material that the rolls
//! destroy is summed, all rolls at once: a unit at distance d is destroyed by the rolls of its direction over d to 4
//! squares, but for those that destroy a king.

use crate::chain::Chain;
use fairyring_geometry::{Bitboard, Square, TorusWalk};
use fairyring_orthodox::evaluate::WEIGHTS;
use fairyring_orthodox::{Board, Machine, multiversion};

/// Material worth the score from a loss to a win, in hundredths of a pawn.
const SCALE: f64 = 25_000.0;

/// Values of pawn, knight, bishop (and a queen's diagonal half), rook (and its other half), and what a queen is worth
/// beyond both.
const VALUES: [i32; 5] = {
    let [pawn, knight, bishop, rook, queen] =
        [WEIGHTS[0].default, WEIGHTS[1].default, WEIGHTS[2].default, WEIGHTS[3].default, WEIGHTS[4].default];
    [pawn, knight, bishop, rook, queen - bishop - rook]
};

/// Weights 0 to 7 of squares in three sets: of the squares whose weight has the bit 1, 2, 4.
type Weights = [u64; 3];

/// How many rolls enter each square, as seen by the Behemoth on a1.
const ENTERED: Weights = {
    let mut sets = [0; 3];
    let mut counts = [0; 64];
    let mut walk = 0;
    while walk < TorusWalk::COUNT {
        // The end of this walk is entered by it and by the longer ones of its direction.
        counts[TorusWalk::new(walk).end(Square::new(0)).index()] += 5 - TorusWalk::new(walk).distance();
        walk += 1;
    }
    let mut square = 0;
    while square < 64 {
        add(&mut sets, counts[square], square);
        square += 1;
    }
    sets
};

/// Gives a square of weight 0 this weight.
const fn add(sets: &mut Weights, count: u32, square: usize) {
    let mut bit = 0;
    while bit < 3 {
        sets[bit] |= (count as u64 >> bit & 1) << square;
        bit += 1;
    }
}

/// A king as seen by the Behemoth on a1.
#[derive(Clone, Copy)]
struct Target {
    /// How many of the rolls that enter each square destroy the king too; the king's own square has weight 0. (Where several
    /// directions reach the king, at distance 4, no other square is in two of them.)
    fatal: Weights,
    /// Directions in which it is reached, as eight bits.
    directions: u32,
    /// Number of rolls that destroy it.
    hits: i32,
}

/// A king on each square.
static TARGETS: [Target; 64] = {
    let mut table = [Target { fatal: [0; 3], directions: 0, hits: 0 }; 64];
    let mut walk = 0;
    while walk < TorusWalk::COUNT {
        let target = &mut table[TorusWalk::new(walk).end(Square::new(0)).index()];
        target.directions |= 1 << (walk / 4);
        target.hits += 5 - TorusWalk::new(walk).distance() as i32;
        let mut other = walk / 4 * 4;
        while other < walk / 4 * 4 + 4 {
            if other != walk {
                let longest = if other > walk { other } else { walk };
                let end = TorusWalk::new(other).end(Square::new(0)).index();
                add(&mut target.fatal, 5 - TorusWalk::new(longest).distance(), end);
            }
            other += 1;
        }
        walk += 1;
    }
    table
};

/// Differences of weights, square by square, where none is negative.
#[inline(always)]
const fn subtract(a: Weights, b: Weights) -> Weights {
    let borrow = !a[0] & b[0];
    let more = !a[1] & (b[1] | borrow) | b[1] & borrow;
    [a[0] ^ b[0], a[1] ^ b[1] ^ borrow, a[2] ^ b[2] ^ more]
}

/// White's material less Black's, each unit counted with the weight of its square.
#[inline(always)]
fn weighted<const SETS: usize>(board: &Board, sets: [u64; SETS]) -> i32 {
    let planes = [board.pawns, board.knights, board.diagonal, board.orthogonal, board.diagonal & board.orthogonal];
    let mut sum = 0;
    for (plane, value) in planes.into_iter().zip(VALUES) {
        let mut count = 0;
        for (bit, set) in sets.into_iter().enumerate() {
            let white = (plane & set & board.white).count_ones() as i32;
            let black = (plane & set & board.black).count_ones() as i32;
            count += (white - black) << bit;
        }
        sum += count * value;
    }
    sum
}

/// Number of rolls that destroy no king, and the material they destroy in all (White's less Black's).
#[inline(always)]
fn survived(board: &Board, behemoth: Square, kings: [Square; 2]) -> (i32, i32) {
    let targets = kings.map(|king| &TARGETS[king.seen_from(behemoth).index()]);
    let mut rolls = 32 - targets[0].hits - targets[1].hits;
    let shared = targets[0].directions & targets[1].directions;
    let weights = if shared == 0 {
        subtract(subtract(ENTERED, targets[0].fatal), targets[1].fatal)
    } else {
        // The nearer king ends the direction both lie in; the farther one only its others, if it has any (at distance 4).
        let far = usize::from(
            targets[0].directions == shared && (targets[1].directions != shared || targets[1].hits < targets[0].hits),
        );
        rolls += if targets[far].directions == shared { targets[far].hits } else { 1 };
        let line = TorusWalk::new(4 * shared.trailing_zeros() as usize + 3).path(Square::new(0)).0;
        let others = targets[far].fatal.map(|set| set & !line);
        subtract(subtract(ENTERED, targets[1 - far].fatal), others)
    };
    (rolls, weighted(board, weights.map(|set| Bitboard(set).seen_at(behemoth).0)))
}

multiversion! {
    /// The luck of a roll before it is played, in units of White's expected score. Both kings are on the board.
    pub(crate) fn luck(board: &Board, behemoth: Square, walk: TorusWalk, chain: &Chain) -> f32 = luck_by;
}

/// Compiled for each set of instructions, though none but counting is used.
#[inline(always)]
#[allow(clippy::extra_unused_type_parameters)]
fn luck_by<M: Machine>(board: &Board, behemoth: Square, walk: TorusWalk, chain: &Chain) -> f32 {
    luck_of(board, behemoth, walk, chain)
}

/// [`luck`], for loops that are compiled for their instructions already.
#[inline(always)]
pub(crate) fn luck_of(board: &Board, behemoth: Square, walk: TorusWalk, chain: &Chain) -> f32 {
    let kings = [board.white, board.black].map(|side| Square::new((side & board.kings).trailing_zeros()));
    let [white, black] = kings;
    let material = weighted(board, [!0]);
    let (rolls, destroyed) = survived(board, behemoth, kings);
    let mean = f64::from(rolls * material - destroyed) / (32.0 * SCALE);
    let path = walk.path(behemoth);
    let after = match (path.has(black), path.has(white)) {
        (false, false) => {
            let left = material - weighted(board, [path.0]);
            chain.score(white, black, walk.end(behemoth)) + f64::from(left) / SCALE
        }
        (true, false) => 1.0,
        (true, true) => 0.5,
        (false, true) => 0.0,
    };
    (after - chain.score(white, black, behemoth) - mean) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::{below, stream};
    use fairyring_orthodox::{Role, Side};

    #[test]
    fn all_rolls_at_once_are_the_rolls_one_by_one() {
        let mut rng = stream(11, 0);
        let mut shared = 0;
        for _ in 0..20_000 {
            let mut board = Board::default();
            let behemoth = Square::new(below(&mut rng, 64) as u32);
            for n in 0..30 {
                let role = if n < 2 { Role::King } else { Role::ALL[below(&mut rng, 5) as usize] };
                let square = Square::new(below(&mut rng, 64) as u32);
                if square != behemoth && board.units() >> square.index() & 1 == 0 {
                    board.put(square, if n % 2 == 0 { Side::White } else { Side::Black }, role);
                }
            }
            if board.kings.count_ones() == 2 {
                let kings = [Side::White, Side::Black].map(|side| Square::new(board.king(side)));
                let [white, black] = kings.map(|king| TARGETS[king.seen_from(behemoth).index()].directions);
                shared += u32::from(white & black != 0);
                let safe = TorusWalk::all().map(|walk| walk.path(behemoth).0).filter(|path| path & board.kings == 0);
                let one_by_one =
                    safe.fold((0, 0), |(rolls, material), path| (rolls + 1, material + weighted(&board, [path])));
                assert_eq!(survived(&board, behemoth, kings), one_by_one, "{board:?} {behemoth}");
            }
        }
        assert!(shared > 300, "{shared} positions have both kings in one direction");
    }
}
