//! A position of chess and its rules.

use crate::{perft, playout, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng};
use fairyring_orthodox::{
    BLACK_TO_MOVE, FIFTY_MOVES, Machine, Masks, Move, Plain, Setup, Side, count_moves, has_move, list_moves,
    multiversion, nth_move, zobrist,
};

/// A position of chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    setup: Setup,
    key: u64,
}

impl Position {
    /// A setup that has passed the checks of the text, with its key.
    pub(crate) fn new(setup: Setup) -> Self {
        let mut position = Self { setup, key: setup.board.zobrist() };
        if setup.side == Side::Black {
            position.key ^= BLACK_TO_MOVE;
        }
        position.key ^= position.passed_key();
        position
    }

    /// Board, side to move and counters.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        let king = self.setup.board.king(self.setup.side);
        fairyring_orthodox::fen::attackers(&self.setup.board, king, self.setup.side.other(), 0, 0) != 0
    }

    /// The position seen from the other side: mirrored top to bottom, colours exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::new(self.setup.mirrored())
    }

    /// The part of the key that stands for the passed square: nothing unless a capture there is legal.
    fn passed_key(&self) -> u64 {
        let passed = self.setup.board.passed();
        if passed == 0 || takers(&self.setup) == 0 { 0 } else { zobrist(7, passed) }
    }

    /// The position after a pass, the passed square forgotten.
    pub(crate) fn passed_on(&self) -> Self {
        let mut next = *self;
        next.key ^= self.passed_key() ^ BLACK_TO_MOVE;
        next.setup.board.forget_passed();
        next.setup.count_ply(false);
        next
    }
}

multiversion! {
    /// The pawns that may take en passant.
    fn takers(setup: &Setup) -> u64 = takers_by;
}

#[inline(always)]
fn takers_by<M: Machine>(setup: &Setup) -> u64 {
    let mut board = setup.board;
    match setup.side {
        Side::White => {
            board.drop_idle_passed::<true>();
            if board.passed() == 0 {
                0
            } else {
                Masks::new::<M, true, _>(&board, &Plain).en_passant::<M, true, Plain>(&board)
            }
        }
        Side::Black => {
            board.drop_idle_passed::<false>();
            if board.passed() == 0 {
                0
            } else {
                Masks::new::<M, false, _>(&board, &Plain).en_passant::<M, false, Plain>(&board)
            }
        }
    }
}

impl Game for Position {
    type Move = Move;
    type Rules = ();

    const ID: &'static str = "chess";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["w", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] = rules::REASONS;

    fn start((): ()) -> Self {
        Self::new(Setup::start())
    }

    fn rules(&self) {}

    fn to_act(&self) -> Actor {
        Actor::Seat(self.setup.side.seat())
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        if self.count_legal_moves() == 0 {
            return Some(if self.is_check() {
                Outcome::win(self.setup.side.other().seat(), rules::MATE)
            } else {
                rules::STALEMATE
            });
        }
        if occurrences >= 3 {
            Some(rules::REPETITION)
        } else if u32::from(self.setup.clock) >= FIFTY_MOVES {
            Some(rules::FIFTY_MOVES)
        } else if self.setup.board.is_dead(0) {
            Some(rules::INSUFFICIENT_MATERIAL)
        } else {
            None
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        list_moves(&self.setup.board, self.setup.side, &Plain, out);
    }

    fn count_legal_moves(&self) -> usize {
        count_moves(&self.setup.board, self.setup.side, &Plain) as usize
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        nth_move(&self.setup.board, self.setup.side, &Plain, n).ok()
    }

    fn is_legal(&self, m: Move) -> bool {
        has_move(&self.setup.board, self.setup.side, &Plain, m)
    }

    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        playout::draw(&self.setup, occurrences, choices)
    }

    fn play_unchecked(&mut self, m: Move) {
        let before = self.setup.board;
        self.key ^= self.passed_key() ^ BLACK_TO_MOVE;
        self.setup.play(m);
        self.key ^= before.zobrist_change(&self.setup.board);
        self.key ^= self.passed_key();
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.key)
    }

    fn reversible_plies(&self) -> u32 {
        u32::from(self.setup.clock)
    }

    fn playout(&self, choices: &mut Rng, _dice: &mut Rng, history: &mut History, limit: u32) -> Playout {
        playout::playout(self, choices, history, limit)
    }

    fn perft(&self, depth: u32, occurrences: u32, history: &mut History) -> u64 {
        perft::perft(self, depth, occurrences, history)
    }
}
