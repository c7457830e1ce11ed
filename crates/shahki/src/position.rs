//! A position: what stands where, whose turn it is, and what the past leaves behind for the rules.

use crate::keys::{KEYS, mix};
use crate::{AfterCheck, Kind, Rules};
use fairyring_game::{Counts, KINDS, MOST_SEATS, Seat, Team};
use fairyring_geometry::{CrossCell, CrossSet};
use std::hash::{Hash, Hasher};

/// The chess seat of a team.
#[must_use]
#[inline(always)]
pub const fn chess_seat(team: Team) -> Seat {
    2 * team
}

/// The draughts seat of a team.
#[must_use]
#[inline(always)]
pub const fn draughts_seat(team: Team) -> Seat {
    2 * team + 1
}

/// Whether a seat plays chess.
#[must_use]
#[inline(always)]
pub const fn is_chess_seat(seat: Seat) -> bool {
    seat.is_multiple_of(2)
}

/// The team of a seat.
#[must_use]
#[inline(always)]
pub const fn team_of(seat: Seat) -> Team {
    seat / 2
}

/// A position of Shahki. Seats are numbered wc, wd, bc, bd from 0, teams White 0 and Black 1.
///
/// Invariants: sets of one level are disjoint; a chess unit is in one of `pawns`, `knights`, `kings`, or in `diagonal`,
/// `straight` or (a queen) both. As long as nobody is mated each team has one king. `key` is the hash of the rest.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    /// Chess units of each team.
    pub(crate) chess: [CrossSet; 2],
    pub(crate) pawns: CrossSet,
    pub(crate) knights: CrossSet,
    /// Bishops and queens.
    pub(crate) diagonal: CrossSet,
    /// Rooks and queens.
    pub(crate) straight: CrossSet,
    pub(crate) kings: CrossSet,
    /// Men of each team.
    pub(crate) men: [CrossSet; 2],
    /// Draughts kings of each team.
    pub(crate) damas: [CrossSet; 2],
    /// Seat to act, after passes.
    pub(crate) seat: Seat,
    /// Bit 0: White short, 1: White long, 2 and 3: Black's.
    pub(crate) castling: u8,
    pub(crate) en_passant: Option<CrossCell>,
    pub(crate) mated: Option<Team>,
    /// The seat to go back to when the check is answered.
    pub(crate) back: Option<Seat>,
    /// Whether all four seats would have to pass.
    pub(crate) stalled: bool,
    pub(crate) no_progress: u32,
    pub(crate) move_number: u32,
    /// Hash of all fields that repetition compares.
    pub(crate) key: u64,
    /// How often each seat was interrupted and has passed since the position was set up; not part of equality.
    pub(crate) counts: Counts,
}

/// Equal are positions of the same text under the same rules.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let state = |position: &Self| {
            let Self { pawns, knights, diagonal, straight, kings, .. } = *position;
            let Self { seat, castling, en_passant, mated, back, stalled, no_progress, move_number, .. } = *position;
            let units = (position.chess, [pawns, knights, diagonal, straight, kings], position.men, position.damas);
            (units, (seat, castling, en_passant, mated, back, stalled, no_progress, move_number))
        };
        self.key == other.key && state(self) == state(other) && self.rules == other.rules
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
        self.no_progress.hash(state);
        self.move_number.hash(state);
    }
}

impl Position {
    /// A board without units, White chess to move.
    pub(crate) const fn empty(rules: Rules) -> Self {
        Self {
            rules,
            chess: [CrossSet::EMPTY; 2],
            pawns: CrossSet::EMPTY,
            knights: CrossSet::EMPTY,
            diagonal: CrossSet::EMPTY,
            straight: CrossSet::EMPTY,
            kings: CrossSet::EMPTY,
            men: [CrossSet::EMPTY; 2],
            damas: [CrossSet::EMPTY; 2],
            seat: 0,
            castling: 0,
            en_passant: None,
            mated: None,
            back: None,
            stalled: false,
            no_progress: 0,
            move_number: 1,
            key: KEYS.seat[0] ^ KEYS.castling[0],
            counts: [[0; MOST_SEATS]; KINDS],
        }
    }

    /// The start of the published game under these rules.
    pub(crate) fn initial(rules: Rules) -> Self {
        const BACK_RANK: [Kind; 8] =
            [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
        let mut position = Self::empty(rules);
        for (x, kind) in (3..).zip(BACK_RANK) {
            for (team, kind, y) in [(0, kind, 0), (0, Kind::Pawn, 1), (1, Kind::Pawn, 10), (1, kind, 11)] {
                position.toggle(team, kind, CrossCell::at(x, y).expect("a cell of the home ranks"));
            }
        }
        for cell in CrossCell::all().filter(|cell| cell.is_dark()) {
            match cell.x() {
                0..=2 => position.toggle(0, Kind::Man, cell),
                11.. => position.toggle(1, Kind::Man, cell),
                _ => {}
            }
        }
        position.set_castling(0b1111);
        position
    }

    /// The seat to act, after passes: 0 to 3 for wc, wd, bc, bd.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The team whose chess seat was mated.
    #[must_use]
    pub const fn mated(&self) -> Option<Team> {
        self.mated
    }

    /// The cell a pawn passed by its double step, if capture there may still be open.
    #[must_use]
    pub const fn en_passant(&self) -> Option<CrossCell> {
        self.en_passant
    }

    /// The seat that play goes back to when the check is answered; only with `after_check=resume`.
    #[must_use]
    pub const fn back(&self) -> Option<Seat> {
        self.back
    }

    /// Whether a team may still castle on the short or long side.
    #[must_use]
    pub const fn may_castle(&self, team: Team, short: bool) -> bool {
        self.castling & castling_bit(team, short) != 0
    }

    /// Plies since the last capture, pawn move or man move.
    #[must_use]
    pub const fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// How often each seat should have moved next and was passed over for an answer to a check, since the position was set
    /// up. Whether it had a move is not asked.
    #[must_use]
    pub const fn interrupted(&self) -> [u32; 4] {
        self.counts[INTERRUPTED]
    }

    /// How often each seat had no move when its turn came, since the position was set up. The turn goes on before the end of
    /// the game is looked for, so the passes after the last move count; a seat that was mated has no turn.
    #[must_use]
    pub const fn passed(&self) -> [u32; 4] {
        self.counts[PASSED]
    }

    /// The number of the move to be played, from 1, a ply each.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// All cells with a unit.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> CrossSet {
        self.chess[0] | self.chess[1] | self.draughts(0) | self.draughts(1)
    }

    /// The draughts units of a team.
    #[must_use]
    #[inline(always)]
    pub fn draughts(&self, team: Team) -> CrossSet {
        self.men[team as usize] | self.damas[team as usize]
    }

    /// The cells of a team's units of a kind.
    #[must_use]
    pub fn cells_of(&self, team: Team, kind: Kind) -> CrossSet {
        let own = self.chess[team as usize];
        match kind {
            Kind::Pawn => self.pawns & own,
            Kind::Knight => self.knights & own,
            Kind::Bishop => self.diagonal & !self.straight & own,
            Kind::Rook => self.straight & !self.diagonal & own,
            Kind::Queen => self.diagonal & self.straight & own,
            Kind::King => self.kings & own,
            Kind::Man => self.men[team as usize],
            Kind::Dama => self.damas[team as usize],
        }
    }

    /// The unit on a cell, with its team.
    #[must_use]
    pub fn unit_at(&self, cell: CrossCell) -> Option<(Team, Kind)> {
        for team in [0, 1] {
            if self.men[team as usize].has(cell) {
                return Some((team, Kind::Man));
            }
            if self.damas[team as usize].has(cell) {
                return Some((team, Kind::Dama));
            }
            if self.chess[team as usize].has(cell) {
                let kind = Kind::ALL.into_iter().find(|&kind| chess_code(kind) == self.chess_code(cell))?;
                return Some((team, kind));
            }
        }
        None
    }

    /// A number for the kind of the chess unit on a cell: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 king, 7 queen; 0 if there
    /// is none.
    #[inline(always)]
    pub(crate) fn chess_code(&self, cell: CrossCell) -> usize {
        usize::from(self.pawns.has(cell))
            + 2 * usize::from(self.knights.has(cell))
            + 3 * usize::from(self.diagonal.has(cell))
            + 4 * usize::from(self.straight.has(cell))
            + 5 * usize::from(self.kings.has(cell))
    }

    /// Puts a unit on an empty cell, or takes it off.
    pub(crate) fn toggle(&mut self, team: Team, kind: Kind, cell: CrossCell) {
        if kind.is_draughts() {
            self.toggle_draughts(team, kind == Kind::Dama, cell);
        } else {
            self.toggle_chess(team, chess_code(kind), cell);
        }
    }

    /// Puts a chess unit, given by its code, on an empty cell, or takes it off.
    #[inline(always)]
    pub(crate) fn toggle_chess(&mut self, team: Team, code: usize, cell: CrossCell) {
        self.chess[team as usize].toggle(cell);
        match code {
            1 => self.pawns.toggle(cell),
            2 => self.knights.toggle(cell),
            3 => self.diagonal.toggle(cell),
            4 => self.straight.toggle(cell),
            5 => self.kings.toggle(cell),
            _ => {
                self.diagonal.toggle(cell);
                self.straight.toggle(cell);
            }
        }
        self.key ^= KEYS.chess[team as usize][code % 8][cell.index()];
    }

    /// Puts a draughts unit on an empty cell, or takes it off.
    #[inline(always)]
    pub(crate) fn toggle_draughts(&mut self, team: Team, dama: bool, cell: CrossCell) {
        let level = if dama { &mut self.damas } else { &mut self.men };
        level[team as usize].toggle(cell);
        self.key ^= KEYS.draughts[team as usize][usize::from(dama)][cell.index()];
    }

    #[inline(always)]
    pub(crate) fn set_seat(&mut self, seat: Seat) {
        self.key ^= KEYS.seat[self.seat as usize % 4] ^ KEYS.seat[seat as usize % 4];
        self.seat = seat;
    }

    #[inline(always)]
    pub(crate) fn set_castling(&mut self, rights: u8) {
        self.key ^= KEYS.castling[self.castling as usize % 16] ^ KEYS.castling[rights as usize % 16];
        self.castling = rights;
    }

    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, cell: Option<CrossCell>) {
        let number = |cell: Option<CrossCell>| cell.map_or(0, |cell| KEYS.en_passant[cell.index()]);
        self.key ^= number(self.en_passant) ^ number(cell);
        self.en_passant = cell;
    }

    #[inline(always)]
    pub(crate) fn set_back(&mut self, seat: Option<Seat>) {
        let number = |seat: Option<Seat>| seat.map_or(0, |seat| KEYS.back[seat as usize % 4]);
        self.key ^= number(self.back) ^ number(seat);
        self.back = seat;
    }

    pub(crate) fn set_mated(&mut self, team: Team) {
        self.key ^= KEYS.mated[team as usize % 2];
        self.mated = Some(team);
    }

    /// Hash of everything that the future depends on but for the past.
    pub(crate) const fn full_key(&self) -> u64 {
        let number = if self.rules.max_plies.is_some() { self.move_number } else { 0 };
        mix(mix(self.key, self.no_progress), number)
    }

    /// Whether the field of the seat to go back to is written.
    pub(crate) const fn shows_back(&self) -> bool {
        matches!(self.rules.after_check, AfterCheck::Resume)
    }
}

/// Kinds of events that are counted, indices into [`fairyring_game::Game::COUNTS`].
pub(crate) const INTERRUPTED: usize = 0;
pub(crate) const PASSED: usize = 1;

/// The code of [`Position::chess_code`] for a kind.
pub(crate) const fn chess_code(kind: Kind) -> usize {
    [1, 2, 3, 4, 7, 5, 0, 0][kind as usize]
}

/// The bit of a castling right.
pub(crate) const fn castling_bit(team: Team, short: bool) -> u8 {
    1 << (2 * team + !short as u8)
}
