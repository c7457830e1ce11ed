//! Small games on which players are tested, each with what the large ones lack or hide.

mod duel;
mod heaps;
mod walk;

pub use duel::Duel;
pub use heaps::Heaps;
pub use walk::Walk;

/// A static value without sense, so that no two positions are equally good.
fn noise(key: u64) -> i32 {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i32 % 100
}

/// A hash of small numbers.
fn key_of(parts: &[u64]) -> u64 {
    parts.iter().fold(0x1234_5678_9abc_def1, |key, &part| {
        (key ^ part).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29).wrapping_add(0x9e37_79b9)
    })
}
