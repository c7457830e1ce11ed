//! A position of Behemoth chess and its rules.

use crate::luck::luck;
use crate::manner::{Manner, with_manner};
use crate::replies::has_reply;
use crate::{Mate, Move, Royalty, Rules, chain, draw, playout, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng};
use fairyring_geometry::{Bitboard, Square, TorusWalk};
use fairyring_orthodox::{
    BLACK_TO_MOVE, Board, FIFTY_MOVES, FIRST_FREE_PLANE, Machine, Masks, Setup, Side, count_moves, has_move,
    list_moves, mark_moves, multiversion, nth_move, zobrist,
};
use std::hash::{Hash, Hasher};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The side to move moves, or the game is over.
    Move,
    /// The dice are to be rolled.
    Roll,
    /// Nothing: a player has captured the king of the side to move.
    Captured,
}

/// A position of Behemoth chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    setup: Setup,
    behemoth: Option<Square>,
    phase: Phase,
    rules: Rules,
    key: u64,
}

/// The key of dice to be rolled.
const ROLL_DUE: u64 = 0x6c62_272e_07bb_0142;

/// A set of at most one square.
#[inline(always)]
pub(crate) fn set_of(square: Option<Square>) -> u64 {
    square.map_or(0, |square| 1 << square.index())
}

impl Position {
    /// A setup that has passed the checks of the text, with its key. `phase` is not [`Phase::Captured`].
    pub(crate) fn new(setup: Setup, behemoth: Option<Square>, phase: Phase, rules: Rules) -> Self {
        let mut position = Self { setup, behemoth, phase, rules, key: setup.board.zobrist() };
        if setup.side == Side::Black {
            position.key ^= BLACK_TO_MOVE;
        }
        position.key ^= position.own_key();
        position
    }

    /// Board, side to move and counters.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where the Behemoth stands; `None` in games without it.
    #[must_use]
    pub const fn behemoth(&self) -> Option<Square> {
        self.behemoth
    }

    /// What happens next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the king of the side to move is attacked by units. Attacks mean nothing to the rules where kings are
    /// captured.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.setup.side)
    }

    /// Whether the king of a side is attacked.
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        let (board, neutral) = (&self.setup.board, set_of(self.behemoth));
        let king = board.king(side);
        king < 64 && fairyring_orthodox::fen::attackers(board, king, side.other(), neutral, 0) != 0
    }

    /// The position seen from the other side: mirrored top to bottom, colours exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self::new(self.setup.mirrored(), self.behemoth.map(Square::flipped), self.phase, self.rules);
        mirrored.rules.behemoth_start = self.rules.behemoth_start.map(Square::flipped);
        mirrored
    }

    /// The part of the key that is not units, rights and side: the Behemoth, dice due, and the passed square where it
    /// counts. While dice are due it always does, for what they do is not known.
    fn own_key(&self) -> u64 {
        let passed = self.setup.board.passed();
        let mut key = zobrist(FIRST_FREE_PLANE, set_of(self.behemoth));
        if self.phase == Phase::Roll {
            key ^= ROLL_DUE ^ zobrist(7, passed);
        } else if passed != 0 && with_manner!(self.rules, E => takers::<E>(&self.setup, set_of(self.behemoth))) != 0 {
            key ^= zobrist(7, passed);
        }
        key
    }

    /// Changes the position and keeps its key.
    fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let (board, side) = (self.setup.board, self.setup.side);
        self.key ^= self.own_key();
        change(self);
        self.key ^= board.zobrist_change(&self.setup.board) ^ self.own_key();
        if side != self.setup.side {
            self.key ^= BLACK_TO_MOVE;
        }
    }

    /// The dice as though they did nothing.
    pub(crate) fn dice_skipped(&mut self) {
        self.change(|position| position.phase = Phase::Move);
    }

    /// The position after a pass without dice, the passed square forgotten.
    pub(crate) fn passed_on(&self) -> Self {
        let mut next = *self;
        next.change(|position| {
            position.setup.board.forget_passed();
            position.setup.count_ply(false);
        });
        next
    }

    /// Plays a player's move.
    fn move_unit(&mut self, m: fairyring_orthodox::Move) {
        let mover = self.setup.side;
        self.setup.play(m);
        let board = &self.setup.board;
        self.phase = if board.of(mover.other()) & board.kings == 0 {
            Phase::Captured
        } else if self.rules.rolls_after(mover.is_white()) && (self.rules.mate == Mate::AfterRoll || self.has_reply()) {
            Phase::Roll
        } else {
            Phase::Move
        };
    }

    /// Sets the bits of the action ids of the units' legal moves.
    pub(crate) fn mark_unit_moves(&self, words: &mut [u64]) {
        if self.phase == Phase::Move {
            let behemoth = set_of(self.behemoth);
            with_manner!(self.rules, E => mark_moves(&self.setup.board, self.setup.side, &E::new(behemoth), words));
        }
    }

    /// Whether the side to move has a move, dice or not.
    fn has_reply(&self) -> bool {
        let behemoth = set_of(self.behemoth);
        with_manner!(self.rules, E => has_reply::<E>(&self.setup.board, self.setup.side, behemoth))
    }

    /// Moves the Behemoth.
    fn roll(&mut self, walk: TorusWalk) {
        let Some(behemoth) = self.behemoth else { return };
        let end = walk.end(behemoth);
        if trample(&mut self.setup.board, walk.path(behemoth), end) {
            self.setup.clock = 0;
        }
        self.behemoth = Some(end);
        self.phase = Phase::Move;
    }
}

/// Destroys what the Behemoth enters on its way to `end`. Returns whether it destroyed a unit.
#[inline(always)]
pub(crate) fn trample(board: &mut Board, path: Bitboard, end: Square) -> bool {
    let destroys = path.0 & board.units() != 0;
    board.clear(path.0);
    if board.passed() >> end.index() & 1 != 0 {
        board.forget_passed();
    }
    destroys
}

/// The end by a king that is gone after a roll.
#[inline(always)]
pub(crate) fn destroyed(board: &Board) -> Option<Outcome> {
    match (board.white & board.kings != 0, board.black & board.kings != 0) {
        (true, true) => None,
        (true, false) => Some(Outcome::win(0, rules::KING_DESTROYED)),
        (false, true) => Some(Outcome::win(1, rules::KING_DESTROYED)),
        (false, false) => Some(rules::BOTH_KINGS_DESTROYED),
    }
}

/// The end where `side` has no move.
#[inline(always)]
pub(crate) const fn without_moves(side: Side, royalty: Royalty, attacked: bool) -> Outcome {
    match royalty {
        Royalty::Check if attacked => Outcome::win(side.other().seat(), rules::MATE),
        _ => rules::STALEMATE,
    }
}

/// The draws of a position with a legal move.
#[inline(always)]
pub(crate) fn drawn(board: &Board, has_dice: bool, occurrences: u32, clock: u32) -> Option<Outcome> {
    if occurrences >= 3 {
        Some(rules::REPETITION)
    } else if clock >= FIFTY_MOVES {
        Some(rules::FIFTY_MOVES)
    } else if !has_dice && board.is_dead(0) {
        Some(rules::INSUFFICIENT_MATERIAL)
    } else {
        None
    }
}

multiversion! {
    /// The pawns that may take en passant.
    fn takers<E: Manner>(setup: &Setup, behemoth: u64) -> u64 = takers_by[E];
}

#[inline(always)]
fn takers_by<M: Machine, E: Manner>(setup: &Setup, behemoth: u64) -> u64 {
    match setup.side {
        Side::White => takers_of::<M, true, E>(setup.board, behemoth),
        Side::Black => takers_of::<M, false, E>(setup.board, behemoth),
    }
}

#[inline(always)]
fn takers_of<M: Machine, const WHITE: bool, E: Manner>(mut board: Board, behemoth: u64) -> u64 {
    board.drop_idle_passed::<WHITE>();
    if board.passed() == 0 {
        return 0;
    }
    Masks::new::<M, WHITE, E>(&board, &E::new(behemoth)).en_passant::<M, WHITE, E>(&board)
}

/// By the key, which stands for units, side, rights, Behemoth and phase; counters and rules differ rarely.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "behemoth";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["w", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] = rules::REASONS;
    const HAS_DICE: bool = true;

    fn start(rules: Rules) -> Self {
        Self::new(Setup::start(), rules.behemoth_start, Phase::Move, rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_act(&self) -> Actor {
        match self.phase {
            Phase::Roll => Actor::Chance,
            Phase::Move | Phase::Captured => Actor::Seat(self.setup.side.seat()),
        }
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        match self.phase {
            Phase::Roll => return None,
            Phase::Captured => return Some(Outcome::win(self.setup.side.other().seat(), rules::KING_CAPTURED)),
            Phase::Move => {}
        }
        if let Some(outcome) = destroyed(&self.setup.board) {
            return Some(outcome);
        }
        if !self.has_reply() {
            return Some(without_moves(self.setup.side, self.rules.royalty, self.is_check()));
        }
        drawn(&self.setup.board, self.rules.has_dice(), occurrences, u32::from(self.setup.clock))
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.phase != Phase::Move {
            return;
        }
        let (board, side, behemoth) = (&self.setup.board, self.setup.side, set_of(self.behemoth));
        with_manner!(self.rules, E => list_moves(board, side, &E::new(behemoth), out));
    }

    fn count_legal_moves(&self) -> usize {
        if self.phase != Phase::Move {
            return 0;
        }
        let (board, side, behemoth) = (&self.setup.board, self.setup.side, set_of(self.behemoth));
        with_manner!(self.rules, E => count_moves(board, side, &E::new(behemoth))) as usize
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        if self.phase != Phase::Move {
            return None;
        }
        let (board, side, behemoth) = (&self.setup.board, self.setup.side, set_of(self.behemoth));
        with_manner!(self.rules, E => nth_move(board, side, &E::new(behemoth), n)).ok().map(Move::Unit)
    }

    fn has_legal_move(&self) -> bool {
        self.phase == Phase::Move && self.has_reply()
    }

    fn is_legal(&self, m: Move) -> bool {
        match (self.phase, m) {
            (Phase::Roll, Move::Roll(_)) => true,
            (Phase::Move, Move::Unit(m)) => {
                let (board, side, behemoth) = (&self.setup.board, self.setup.side, set_of(self.behemoth));
                with_manner!(self.rules, E => has_move(board, side, &E::new(behemoth), m))
            }
            _ => false,
        }
    }

    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        draw::draw(self, occurrences, choices)
    }

    fn chance_outcomes(&self, out: &mut Vec<(Move, f64)>) {
        if self.phase == Phase::Roll {
            out.extend(TorusWalk::all().map(|walk| (Move::Roll(walk), 1.0 / TorusWalk::COUNT as f64)));
        }
    }

    fn draw_chance(&self, dice: &mut Rng) -> Move {
        Move::Roll(draw::draw_roll(dice))
    }

    fn luck(&self, outcome: Move) -> f32 {
        match (self.phase, self.behemoth, outcome) {
            (Phase::Roll, Some(behemoth), Move::Roll(walk)) => {
                luck(&self.setup.board, behemoth, walk.path(behemoth), walk.end(behemoth), chain())
            }
            _ => 0.0,
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        self.change(|position| match m {
            Move::Unit(m) => position.move_unit(m),
            Move::Roll(walk) => position.roll(walk),
        });
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition_key(&self) -> Option<u64> {
        (self.phase != Phase::Roll).then_some(self.key)
    }

    fn reversible_plies(&self) -> u32 {
        u32::from(self.setup.clock)
    }

    fn playout(&self, choices: &mut Rng, dice: &mut Rng, history: &mut History, limit: u32) -> Playout {
        playout::playout(self, choices, dice, history, limit)
    }
}
