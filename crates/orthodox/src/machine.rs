//! Which instructions a loop may use: chosen once at its entry, compiled for each choice.

use crate::attacks::ROWS;
use crate::sliders::{BISHOP, ROOK};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The primitive operations that differ between processors.
///
/// Loops are generic over it and are called through [`crate::multiversion`], which compiles them once a path.
pub trait Machine: Copy {
    /// Whether attacks along lines cost so little that it pays to look from absent units too ([`crate::Extras::USUAL`]),
    /// rather than to foretell how many there are.
    const QUICK_LINES: bool;

    /// Squares a rook attacks; none from a square of 64 to 127, which no unit has.
    fn rook(square: u32, occupied: u64) -> u64;
    /// Squares a bishop attacks; as for a rook.
    fn bishop(square: u32, occupied: u64) -> u64;
    /// The `n`-th square of a set with more than `n` squares, counted from below.
    fn select(set: u64, n: u32) -> u32;
    /// A hash of eight words in which every bit counts. Differs from machine to machine: compare only hashes of one.
    fn hash(words: [u64; 8]) -> u64;
}

/// Plain arithmetic, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

#[allow(unsafe_code)]
impl Machine for Magic {
    const QUICK_LINES: bool = false;

    #[inline(always)]
    fn rook(square: u32, occupied: u64) -> u64 {
        let at = square as usize % ROWS;
        let n = (occupied & ROOK.masks[at]).wrapping_mul(ROOK.magics[at]) >> ROOK.shifts[at];
        // SAFETY: a product shifted by `shifts[at]` is below the number of the square's occupations, and each number is that
        // of a set.
        unsafe {
            let number = *ROOK.numbers.get_unchecked(ROOK.offsets[at] as usize + n as usize);
            *ROOK.sets.get_unchecked(number as usize)
        }
    }

    #[inline(always)]
    fn bishop(square: u32, occupied: u64) -> u64 {
        let at = square as usize % ROWS;
        let n = (occupied & BISHOP.masks[at]).wrapping_mul(BISHOP.magics[at]) >> BISHOP.shifts[at];
        // SAFETY: a product shifted by `shifts[at]` is below the number of the square's occupations, and each number is that
        // of a set.
        unsafe {
            let number = *BISHOP.numbers.get_unchecked(BISHOP.offsets[at] as usize + n as usize);
            *BISHOP.sets.get_unchecked(number as usize)
        }
    }

    /// Takes off the lower squares, as many at a time as the bits of `n` say, so that nothing need foretell how many. Sets
    /// with more than eight squares below are rare.
    #[inline(always)]
    fn select(mut set: u64, mut n: u32) -> u32 {
        const fn without(mut set: u64, lowest: u32) -> u64 {
            let mut i = 0;
            while i < lowest {
                set &= set.wrapping_sub(1);
                i += 1;
            }
            set
        }
        while n >= 8 {
            set = without(set, 8);
            n -= 8;
        }
        for lowest in [4, 2, 1] {
            set = if n & lowest != 0 { without(set, lowest) } else { set };
        }
        set.trailing_zeros()
    }

    #[inline(always)]
    fn hash(words: [u64; 8]) -> u64 {
        const fn fold(a: u64, b: u64) -> u64 {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        }
        let pairs = fold(words[0] ^ 0xa076_1d64_78bd_642f, words[1] ^ 0xe703_7ed1_a0b4_28db)
            ^ fold(words[2] ^ 0x8ebc_6af0_9c88_c6e3, words[3] ^ 0x5899_65cc_7537_4cc3)
            ^ fold(words[4] ^ 0x1d8e_4e27_c47d_124f, words[5] ^ 0xeb44_acca_b455_d165);
        fold(pairs ^ words[6], words[7] ^ 0x8bb8_4b93_962e_acc9)
    }
}

/// Bit extraction and deposit (BMI2) and AES rounds of x86-64.
///
/// Its operations may run only where the processor has both; [`crate::multiversion`] sees to it. Do not call them
/// otherwise.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Pext;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Machine for Pext {
    const QUICK_LINES: bool = true;

    #[inline(always)]
    fn rook(square: u32, occupied: u64) -> u64 {
        let at = square as usize % ROWS;
        // SAFETY: this path is entered only where the processor has BMI2 (see `Path::best`).
        let n = unsafe { core::arch::x86_64::_pext_u64(occupied, ROOK.masks[at]) };
        // SAFETY: as above; as many bits as the mask has are below the number of the square's occupations.
        unsafe {
            let bits = *ROOK.extracts.get_unchecked(ROOK.offsets[at] as usize + n as usize);
            core::arch::x86_64::_pdep_u64(u64::from(bits), ROOK.lines[at])
        }
    }

    #[inline(always)]
    fn bishop(square: u32, occupied: u64) -> u64 {
        let at = square as usize % ROWS;
        // SAFETY: as above.
        let n = unsafe { core::arch::x86_64::_pext_u64(occupied, BISHOP.masks[at]) };
        // SAFETY: as above; as many bits as the mask has are below the number of the square's occupations.
        unsafe {
            let bits = *BISHOP.extracts.get_unchecked(BISHOP.offsets[at] as usize + n as usize);
            core::arch::x86_64::_pdep_u64(u64::from(bits), BISHOP.lines[at])
        }
    }

    #[inline(always)]
    fn select(set: u64, n: u32) -> u32 {
        // SAFETY: as above.
        unsafe { core::arch::x86_64::_pdep_u64(1 << n, set) }.trailing_zeros()
    }

    #[inline(always)]
    fn hash(words: [u64; 8]) -> u64 {
        // SAFETY: this path is entered only where the processor has AES (see `Path::best`).
        unsafe { aes_rounds(words) }
    }
}

/// Magic multiplication, and AES rounds of x86-64: for processors whose bit extraction is slow.
///
/// Its hash may run only where the processor has AES; [`crate::multiversion`] sees to it. Do not call it otherwise.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct MagicAes;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Machine for MagicAes {
    const QUICK_LINES: bool = Magic::QUICK_LINES;

    #[inline(always)]
    fn rook(square: u32, occupied: u64) -> u64 {
        Magic::rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(square: u32, occupied: u64) -> u64 {
        Magic::bishop(square, occupied)
    }

    #[inline(always)]
    fn select(set: u64, n: u32) -> u32 {
        Magic::select(set, n)
    }

    #[inline(always)]
    fn hash(words: [u64; 8]) -> u64 {
        // SAFETY: this path is entered only where the processor has AES (see `Path::best`).
        unsafe { aes_rounds(words) }
    }
}

/// Rounds of the AES cipher, which mix 128 bits at once.
///
/// # Safety
/// The processor has AES.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn aes_rounds(words: [u64; 8]) -> u64 {
    use core::arch::x86_64::{_mm_aesenc_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_setzero_si128};
    let [a, b, c, d, e, f, g, h] = words.map(u64::cast_signed);
    // SAFETY: the caller's promise.
    unsafe {
        let mut state = _mm_aesenc_si128(_mm_set_epi64x(a, b), _mm_set_epi64x(c, d));
        state = _mm_aesenc_si128(state, _mm_set_epi64x(e, f));
        state = _mm_aesenc_si128(state, _mm_set_epi64x(g, h));
        // Two more rounds spread every bit over all.
        state = _mm_aesenc_si128(state, _mm_setzero_si128());
        _mm_cvtsi128_si64(_mm_aesenc_si128(state, _mm_setzero_si128())).cast_unsigned()
    }
}

/// How loops are run on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Nothing beyond what the program was built for.
    Portable = 1,
    /// Counting and shifting instructions (x86-64 with POPCNT, LZCNT, BMI1, BMI2), slider attacks by multiplication, hashes by
    /// AES.
    Magic = 2,
    /// Those, and slider attacks by bit extraction where that is fast.
    Pext = 3,
}

/// The path in use; 0 before the first question.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Path {
    /// The fastest path this processor has. Bit extraction is left out on AMD processors before family 25, which run it
    /// in microcode.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("popcnt") && has!("lzcnt") && has!("bmi1") && has!("bmi2") && has!("aes") {
                return if extracts_slowly() { Self::Magic } else { Self::Pext };
            }
        }
        Self::Portable
    }

    /// The path in use.
    #[must_use]
    #[inline]
    pub fn chosen() -> Self {
        match CHOSEN.load(Relaxed) {
            1 => Self::Portable,
            2 => Self::Magic,
            3 => Self::Pext,
            _ => Self::best().choose(),
        }
    }

    /// Makes the whole process use this path, or the best this processor has if that is less: for tests and benchmarks
    /// of the slower paths. Returns the path in use. Results do not depend on it.
    pub fn choose(self) -> Self {
        let best = Self::best();
        let path = if self as u8 <= best as u8 { self } else { best };
        CHOSEN.store(path as u8, Relaxed);
        path
    }
}

/// Whether bit extraction is microcoded here: AMD (and Hygon) processors before Zen 3.
#[cfg(target_arch = "x86_64")]
fn extracts_slowly() -> bool {
    use core::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let amd = [(vendor.ebx, b"Auth"), (vendor.ebx, b"Hygo")].iter().any(|&(word, name)| word.to_le_bytes() == *name);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    amd && family < 25
}

/// Defines a function that runs `body::<M>` with the best [`Machine`] `M` of the processor, compiled for its
/// instructions. Everything the body calls must be `#[inline(always)]` to profit.
///
/// ```
/// use fairyring_orthodox::{Machine, multiversion};
///
/// #[inline(always)]
/// fn total<M: Machine>(occupied: u64) -> u32 {
///     (0..64).map(|square| M::rook(square, occupied).count_ones()).sum()
/// }
///
/// multiversion! {
///     /// Moves of a rook, summed over its squares.
///     pub fn rook_moves(occupied: u64) -> u32 = total;
/// }
/// assert_eq!(rook_moves(0), 64 * 14);
/// ```
///
/// Further generic arguments of the body follow it in brackets: `= body[true];` runs `body::<M, true>`. The function may
/// have type parameters with one bound each: `fn count<E: Extras>(...) = body[E];`.
#[macro_export]
macro_rules! multiversion {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)? ($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?
            = $body:ident $([$($more:tt)*])?;
    ) => {
        $(#[$meta])*
        $vis fn $name $(<$($generic: $bound),+>)? ($($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "aes,bmi1,bmi2,lzcnt,popcnt")]
                fn pext $(<$($generic: $bound),+>)? ($($arg: $ty),*) $(-> $ret)? {
                    $body::<$crate::Pext $(, $($more)*)?>($($arg),*)
                }
                #[target_feature(enable = "aes,bmi1,bmi2,lzcnt,popcnt")]
                fn magic $(<$($generic: $bound),+>)? ($($arg: $ty),*) $(-> $ret)? {
                    $body::<$crate::MagicAes $(, $($more)*)?>($($arg),*)
                }
                #[allow(unsafe_code)]
                match $crate::Path::chosen() {
                    // SAFETY: the path is never above the best one, which asked the processor for these features.
                    $crate::Path::Pext => return unsafe { pext $(::<$($generic),+>)? ($($arg),*) },
                    // SAFETY: as above.
                    $crate::Path::Magic => return unsafe { magic $(::<$($generic),+>)? ($($arg),*) },
                    $crate::Path::Portable => {}
                }
            }
            $body::<$crate::Magic $(, $($more)*)?>($($arg),*)
        }
    };
}
