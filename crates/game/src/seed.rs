//! One function from (master seed, experiment, game index, stream) to a generator state.
//!
//! Results depend on nothing else: not on threads, chunks, machines or resume. The mixing step is the finaliser of
//! `SplitMix64` (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"); the generator is
//! `xoshiro256++` of `rand_xoshiro`, seeded by its authors' recipe (`SplitMix64` fills the state).

use rand_core::{Rng as _, SeedableRng};

/// The generator of every stream.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// Stream of the dice: the rules' own randomness.
pub const DICE: u32 = 0;

/// First stream of the players' choices. Random play of all seats draws from this one; other players of seat `s` draw
/// from `PLAYERS + 1 + s`.
pub const PLAYERS: u32 = 1;

/// `SplitMix64`'s finaliser.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Odd increment of `SplitMix64`, the golden ratio in 64 bits.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The seed of one game of a run: the value of a batch's `seed` column, enough to replay the game.
#[must_use]
pub const fn game_seed(master: u64, experiment: u64, index: u64) -> u64 {
    let run = mix(mix(master.wrapping_add(GOLDEN)) ^ experiment.wrapping_add(GOLDEN));
    mix(run.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// The generator of one stream of a game.
#[must_use]
pub fn stream(game_seed: u64, stream: u32) -> Rng {
    Rng::seed_from_u64(mix(game_seed ^ (stream as u64 + 1).wrapping_mul(GOLDEN)))
}

/// A uniform integer in `0..n`: high half of a 64 x 64 bit product with rejection, exactly uniform (Lemire 2019, "Fast
/// random integer generation in an interval").
///
/// # Panics
/// In debug builds if `n` is 0.
#[inline(always)]
pub fn below(rng: &mut Rng, n: u64) -> u64 {
    debug_assert!(n > 0, "an interval has a member");
    let mut product = u128::from(rng.next_u64()) * u128::from(n);
    if (product as u64) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u64) < threshold {
            product = u128::from(rng.next_u64()) * u128::from(n);
        }
    }
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_pinned() {
        let first: Vec<u64> = (0..3).map(|index| game_seed(7, 0, index)).collect();
        let mut dice = stream(first[0], DICE);
        let mut players = stream(first[0], PLAYERS);
        let drawn = [dice.next_u64(), dice.next_u64(), players.next_u64()];
        // A change here changes every published result.
        assert_eq!(first, [13_787_737_555_580_495_284, 16_759_036_827_653_489_711, 10_842_747_937_517_646_840]);
        assert_eq!(drawn, [14_126_481_188_312_471_015, 13_933_959_562_037_469_655, 3_443_074_369_449_533_981]);
    }

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = stream(1, DICE);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.46, "chi-square {chi} on 6 degrees of freedom exceeds its 99.9 % point");
    }

    #[test]
    fn different_words_give_different_seeds() {
        let mut seen = std::collections::HashSet::new();
        for master in 0..10 {
            for experiment in 0..10 {
                for index in 0..100 {
                    assert!(seen.insert(game_seed(master, experiment, index)));
                }
            }
        }
    }
}
