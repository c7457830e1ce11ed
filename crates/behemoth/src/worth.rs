//! Material square by square, and what rolls of the dice destroy of it.

use fairyring_geometry::{Square, TorusWalk};
use fairyring_orthodox::evaluate::WEIGHTS;
use fairyring_orthodox::{Board, Role};

/// What the unit on each square is worth to White, in hundredths of a pawn by the default weights: negative for Black's, 0
/// for kings and empty squares. And the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    squares: [i16; 64],
    total: i32,
}

/// The squares that the Behemoth enters in each direction, nearest first, by its square.
static LINES: [[[u8; 4]; 8]; 64] = {
    let mut lines = [[[0; 4]; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut walk = 0;
        while walk < TorusWalk::COUNT {
            lines[from][walk / 4][walk % 4] = TorusWalk::new(walk).end(Square::new(from as u32)).index() as u8;
            walk += 1;
        }
        from += 1;
    }
    lines
};

/// How many rolls enter each square, by the Behemoth's square: 5 - d where it lies at distance d, in each direction.
static ENTERED: [[i16; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut walk = 0;
        while walk < TorusWalk::COUNT {
            table[from][LINES[from][walk / 4][walk % 4] as usize] += 4 - walk as i16 % 4;
            walk += 1;
        }
        from += 1;
    }
    table
};

/// A king as the Behemoth on a1 sees it.
#[derive(Clone, Copy)]
struct Target {
    /// A direction in which it is reached, 0 to 7; some direction where it is out of reach.
    direction: u8,
    /// Number of directions in which it is reached.
    directions: u8,
    /// Number of rolls that destroy it.
    hits: u8,
    /// How many of the rolls that enter each square of that direction destroy the king too; 0 for its own square.
    fatal: [u8; 4],
}

static TARGETS: [Target; 64] = {
    let mut table = [Target { direction: 0, directions: 0, hits: 0, fatal: [0; 4] }; 64];
    let mut walk = 0;
    while walk < TorusWalk::COUNT {
        let target = &mut table[LINES[0][walk / 4][walk % 4] as usize];
        target.direction = walk as u8 / 4;
        target.directions += 1;
        target.hits += 4 - walk as u8 % 4;
        let mut other = 0;
        while other < 4 {
            if other != walk % 4 {
                let longest = if other > walk % 4 { other } else { walk % 4 };
                target.fatal[other] = 4 - longest as u8;
            }
            other += 1;
        }
        walk += 1;
    }
    table
};

impl Worth {
    /// The worth of a board.
    #[inline(always)]
    pub(crate) fn new(board: &Board) -> Self {
        let mut worth = Self { squares: [0; 64], total: 0 };
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let value = WEIGHTS[role as usize].default;
            for (units, value) in [(board.white, value), (board.black, -value)] {
                let mut rest = units & board.role(role);
                while rest != 0 {
                    worth.squares[rest.trailing_zeros() as usize] = value as i16;
                    worth.total += value;
                    rest &= rest - 1;
                }
            }
        }
        worth
    }

    /// The sum over the board.
    #[inline(always)]
    pub(crate) fn total(&self) -> i32 {
        self.total
    }

    /// Moves what stands on `from` to `to`; what stood there is gone.
    #[inline(always)]
    pub(crate) fn step(&mut self, from: u32, to: u32) {
        let (from, to) = (from as usize & 63, to as usize & 63);
        self.total -= i32::from(self.squares[to]);
        self.squares[to] = self.squares[from];
        self.squares[from] = 0;
    }

    /// Removes what a roll enters.
    #[inline(always)]
    pub(crate) fn destroy(&mut self, behemoth: Square, walk: TorusWalk) {
        let line = LINES[behemoth.index()][walk.index() / 4];
        let mut destroyed = 0;
        for distance in 0..4 {
            // Beyond the end of the walk its last square is looked at again, where nothing is left.
            let square = line[distance.min(walk.index() % 4)] as usize & 63;
            destroyed += i32::from(self.squares[square]);
            self.squares[square] = 0;
        }
        self.total -= destroyed;
    }

    /// Number of rolls that destroy no king, and what they destroy, summed over them. Both kings are on the board.
    ///
    /// A unit at distance d is destroyed by the rolls of its direction over d to 4 squares, but for those that go on to a
    /// king or came from one.
    #[inline(always)]
    pub(crate) fn survivable(&self, behemoth: Square, kings: [Square; 2]) -> (i32, i32) {
        let [white, black] = kings.map(|king| TARGETS[king.seen_from(behemoth).index()]);
        let shared = white.directions & black.directions != 0 && white.direction == black.direction;
        if white.directions > 1 || black.directions > 1 || shared {
            return self.survivable_by_line(behemoth, kings);
        }
        let entered = &ENTERED[behemoth.index()];
        let mut sum: i32 = self.squares.iter().zip(entered).map(|(&worth, &n)| i32::from(worth) * i32::from(n)).sum();
        sum -= self.fatal(behemoth, white) + self.fatal(behemoth, black);
        (32 - i32::from(white.hits) - i32::from(black.hits), sum)
    }

    /// What the rolls that destroy a king enter before and beyond it, summed over them; it lies in one direction, or out of
    /// reach.
    #[inline(always)]
    fn fatal(&self, behemoth: Square, target: Target) -> i32 {
        let line = LINES[behemoth.index()][target.direction as usize & 7];
        let at = |n: usize| i32::from(self.squares[line[n] as usize & 63]) * i32::from(target.fatal[n]);
        at(0) + at(1) + at(2) + at(3)
    }

    /// The same direction by direction, wherever the kings are.
    #[cold]
    #[inline(never)]
    fn survivable_by_line(&self, behemoth: Square, kings: [Square; 2]) -> (i32, i32) {
        let (mut rolls, mut sum) = (0, 0);
        for line in &LINES[behemoth.index()] {
            let mut destroyed = 0;
            let safe = line.iter().take_while(|&&square| kings.iter().all(|king| king.index() != square as usize));
            for &square in safe {
                destroyed += i32::from(self.squares[square as usize & 63]);
                rolls += 1;
                sum += destroyed;
            }
        }
        (rolls, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::{below, stream};
    use fairyring_orthodox::Side;

    /// A board with kings and up to 28 other units off the Behemoth's square, where chance leaves both kings room.
    fn thrown(rng: &mut fairyring_game::Rng, behemoth: Square) -> Option<Board> {
        let mut board = Board::default();
        for n in 0..30 {
            let role = if n < 2 { Role::King } else { Role::ALL[below(rng, 5) as usize] };
            let square = Square::new(below(rng, 64) as u32);
            if square != behemoth && board.units() >> square.index() & 1 == 0 {
                board.put(square, if n % 2 == 0 { Side::White } else { Side::Black }, role);
            }
        }
        (board.kings.count_ones() == 2).then_some(board)
    }

    #[test]
    fn all_rolls_at_once_are_the_rolls_one_by_one() {
        let mut rng = stream(11, 0);
        let mut kinds = [0; 2];
        for _ in 0..20_000 {
            let behemoth = Square::new(below(&mut rng, 64) as u32);
            let Some(board) = thrown(&mut rng, behemoth) else { continue };
            let worth = Worth::new(&board);
            let kings = [Side::White, Side::Black].map(|side| Square::new(board.king(side)));
            let (mut rolls, mut sum) = (0, 0);
            for walk in TorusWalk::all() {
                let path = walk.path(behemoth).0;
                let mut left = board;
                left.clear(path);
                let mut after = worth.clone();
                after.destroy(behemoth, walk);
                assert_eq!(after, Worth::new(&left), "{board:?} {behemoth} {walk:?}");
                if path & board.kings == 0 {
                    rolls += 1;
                    sum += worth.total() - after.total();
                }
            }
            assert_eq!(worth.survivable(behemoth, kings), (rolls, sum), "{board:?} {behemoth}");
            assert_eq!(worth.survivable_by_line(behemoth, kings), (rolls, sum), "{board:?} {behemoth}");
            kinds[usize::from(rolls < 32)] += 1;
        }
        assert!(kinds.iter().all(|&count| count > 2_000), "{kinds:?}");
    }
}
