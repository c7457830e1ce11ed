//! The endgames of the Awari rules, numbered for [`fairyring_tables`].
//!
//! Level `n` holds all ways to place `n` counters in the twelve pits, the mover's first. A placing is a choice of the
//! eleven borders between pits among `n + 11` places, numbered by the combinatorial number system: with `b[j]` the
//! counters in the pits up to `j` plus `j`, its number is the sum of the binomials `C(b[j], j + 1)`, and every number from 0
//! to `C(n + 11, 11) - 1` is met once.
//!
//! ```
//! use fairyring_game::Text;
//! use fairyring_tables::{Build, Table, build};
//! use fairyring_wari::{Position, Rules};
//! use std::sync::atomic::AtomicBool;
//!
//! let directory = std::env::temp_dir().join(format!("awari-{}", std::process::id()));
//! let options = Build { level: 5, workers: 1, cancelled: &AtomicBool::new(false), progress: &|_| () };
//! let table: Table<Position> = build(&directory, &options)?;
//! let position = Position::parse("0,0,0,1,0,1/1,1,0,0,0,0 22-22 s", Rules::AWARI).expect("48 counters");
//! let moves = table.move_values(&position)?;
//! assert_eq!(moves.iter().map(|(m, value)| (m.letter(), *value)).collect::<Vec<_>>(), [('d', -4), ('f', 0)]);
//! assert_eq!(table.value(&position)?, 0);
//! # std::fs::remove_dir_all(&directory).expect("it was written");
//! # Ok::<(), fairyring_tables::TableError>(())
//! ```
//!
//! # How far it goes
//! A table of all levels up to `n` has `C(n + 12, 12)` bytes; building it takes memory for two bytes a position of the
//! highest level besides. The processor time was 9 seconds up to 16 counters and 110 seconds up to 20, with 310 MB in
//! memory at most.
//!
//! | counters | positions of the level | bytes of the table |
//! |---|---|---|
//! | 12 | 1,352,078 | 2.7 million |
//! | 16 | 13,037,895 | 30.4 million |
//! | 20 | 84,672,315 | 225.8 million |
//! | 24 | 417,225,900 | 1.25 billion |
//! | 36 | 17,417,133,617 | 69.7 billion |
//! | 48 | 279,871,768,995 | 1.4 trillion |
//!
//! So 24 counters want 2 GiB of memory and about six times the time of 20. For 48 the states of a level do not fit in the
//! memory of any one machine of today: the level has to be split among machines that send each other the positions they
//! settle, or worked through in pieces on disk, as was done for the first solution of the game (Romein and Bal 2002, on
//! 144 processors); leaving out what no move can reach ([`reachable`]) saves a quarter.

use crate::rows::{COUNTERS, Rows, filled, pack, pits_of, total};
use crate::{Cycle, GrandSlam, Move, Position};
use fairyring_game::Game;
use fairyring_tables::Endings;

/// The pits of an endgame, the mover's row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending(Rows);

impl Ending {
    /// An endgame of these pits, the mover's first, each row from its owner's left; `None` above 48 counters.
    #[must_use]
    pub fn new(pits: [u8; 12]) -> Option<Self> {
        let counters: u32 = pits.iter().map(|&n| u32::from(n)).sum();
        let [own, other] = [0, 6].map(|from| pack(std::array::from_fn(|i| pits[from + i])));
        (counters <= COUNTERS).then_some(Self(Rows { own, other }))
    }

    /// The pits, the mover's first.
    #[must_use]
    pub fn pits(self) -> [u8; 12] {
        std::array::from_fn(|i| self.byte(i))
    }

    /// Whether a move can lead here: the opponent, who has just sown a pit, has an empty one.
    #[must_use]
    pub fn is_reachable(self) -> bool {
        pits_of(filled(self.0.other)).count() < 6
    }

    /// Whether the mover has no counters, so that the game is over.
    #[must_use]
    pub const fn is_final(self) -> bool {
        self.0.own == 0
    }

    fn byte(self, pit: usize) -> u8 {
        let row = if pit < 6 { self.0.own } else { self.0.other };
        row.to_le_bytes()[pit % 6]
    }
}

/// `BINOMIALS[j][c]` is `C(c + j, j + 1)`: what `c` counters up to pit `j` add to the number. 64 entries a row, so that a
/// masked index needs no bounds check.
static BINOMIALS: [[u64; 64]; 11] = binomials();

const fn binomials() -> [[u64; 64]; 11] {
    let mut table = [[0u64; 64]; 11];
    let mut j = 0;
    while j < 11 {
        let mut c = 1;
        while c < 64 {
            // C(c + j, j + 1) = C(c - 1 + j, j + 1) + C(c + j - 1, j)
            let below = if j == 0 { 1 } else { table[j - 1][c] };
            table[j][c] = table[j][c - 1] + below;
            c += 1;
        }
        j += 1;
    }
    table
}

/// Number of endgames of a level that a move can lead to: the opponent's row has an empty pit.
#[must_use]
pub fn reachable(level: u32) -> u64 {
    Position::size(level) - if level < 6 { 0 } else { Position::size(level - 6) }
}

/// Under `grand_slam=awari` and `cycle=even`. The value counts to the last counter: it does not stop at 25, which changes no
/// winner.
impl Endings for Position {
    type Ending = Ending;

    const FAMILY: &'static str = "wari, grand_slam=awari";
    const FAMILY_VERSION: u32 = 1;
    const MAX_LEVEL: u32 = COUNTERS;

    fn ending(&self) -> Result<(u32, Ending), String> {
        let rules = self.rules();
        if (rules.grand_slam, rules.cycle) != (GrandSlam::Awari, Cycle::Even) {
            return Err("it is played by other rules than grand_slam=awari and cycle=even".to_owned());
        }
        Ok((total(self.rows.own) + total(self.rows.other), Ending(self.rows)))
    }

    fn points(&self, m: Move) -> i32 {
        i32::from(self.captured_by(m))
    }

    fn size(level: u32) -> u64 {
        BINOMIALS[10][level as usize + 1]
    }

    fn bound(level: u32) -> i8 {
        level as i8
    }

    #[inline(always)]
    fn index(ending: Ending) -> u64 {
        // Prefix sums of both rows by one multiplication each, byte j the counters up to pit j.
        let own = ending.0.own.wrapping_mul(0x0101_0101_0101);
        let other = ending.0.other.wrapping_add(own >> 40 & 0xff).wrapping_mul(0x0101_0101_0101);
        let up_to = |sums: u64, j: u32| (sums >> (8 * j)) as usize & 63;
        let first: u64 = (0..6).map(|j| BINOMIALS[j][up_to(own, j as u32)]).sum();
        let second: u64 = (0..5).map(|j| BINOMIALS[j + 6][up_to(other, j as u32)]).sum();
        first + second
    }

    fn at(level: u32, index: u64) -> Ending {
        let mut rest = index;
        let mut sums = [level as usize; 12];
        for j in (0..11).rev() {
            let mut sum = sums[j + 1];
            while BINOMIALS[j][sum] > rest {
                sum -= 1;
            }
            rest -= BINOMIALS[j][sum];
            sums[j] = sum;
        }
        let pit = |i: usize| (sums[i] - if i == 0 { 0 } else { sums[i - 1] }) as u8;
        let [own, other] = [0, 6].map(|from| pack(std::array::from_fn(|i| pit(from + i))));
        Ending(Rows { own, other })
    }

    #[inline(always)]
    fn next(ending: Ending) -> Ending {
        let Rows { own, other } = ending.0;
        let first = own & 0xff;
        // The first counter after pit a moves a pit down, and those of pit a follow to there.
        let (own, other) = if own >> 8 != 0 {
            let pit = (own & !0xff).trailing_zeros() / 8;
            (own - first + ((first + 1) << (8 * (pit - 1))) - (1 << (8 * pit)), other)
        } else if other != 0 {
            let pit = other.trailing_zeros() / 8;
            let other = other - (1 << (8 * pit));
            if pit == 0 { ((first + 1) << 40, other) } else { (0, other + ((first + 1) << (8 * (pit - 1)))) }
        } else {
            (own, other)
        };
        Ending(Rows { own, other })
    }

    #[inline(always)]
    fn final_value(level: u32, ending: Ending) -> Option<i8> {
        ending.is_final().then_some(-(level as i8))
    }

    #[inline(always)]
    fn successors(level: u32, ending: Ending, mut visit: impl FnMut(i8, u32, Ending)) {
        for pit in pits_of(ending.0.legal(GrandSlam::Awari)) {
            let (sown, captured) = ending.0.sow(pit);
            let gain = total(captured);
            visit(gain as i8, level - gain, Ending(Rows { own: sown.other - captured, other: sown.own }));
        }
    }

    #[inline(always)]
    fn predecessors(_level: u32, ending: Ending, mut visit: impl FnMut(Ending)) {
        let after = ending.0.exchanged();
        let mut pits = [0; 12];
        for (i, pit) in pits.iter_mut().enumerate() {
            *pit = Ending(after).byte(i);
        }
        for pit in (0..6).filter(|&pit| pits[pit] == 0) {
            let (mut at, mut round, mut counters) = (pit, 1, 0);
            loop {
                at = if at == 11 { 0 } else { at + 1 };
                if at == pit {
                    round += 1;
                    continue;
                }
                if pits[at] < round {
                    break;
                }
                counters += 1;
                // Two or three in the last pit of the other side would have been captured.
                if at >= 6 && matches!(pits[at], 2 | 3) {
                    continue;
                }
                let before = after.unsow(pit as u32, counters);
                // A move that leaves a reply is legal; any other is where no move leaves one.
                if after.other != 0 || pits_of(before.legal(GrandSlam::Awari)).any(|legal| legal == pit as u32) {
                    visit(Ending(before));
                }
            }
        }
    }
}
