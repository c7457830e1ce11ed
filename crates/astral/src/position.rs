//! A position of Astral chess and its rules.

use crate::play::{Step, play};
use crate::teleports::{Reach, Teleports};
use crate::{Move, Rules, playout, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng};
use fairyring_geometry::Square;
use fairyring_orthodox::{
    BLACK_TO_MOVE, Each, FIFTY_MOVES, Legal, Machine, Masks, Move as Orthodox, Setup, Side, generate, multiversion,
    zobrist,
};

/// A position of Astral chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    setup: Setup,
    teleports: Teleports,
    rules: Rules,
    key: u64,
}

impl Position {
    /// A setup whose Teleports lie in the words of their sides, with its key.
    pub(crate) fn new(setup: Setup, teleports: Teleports, rules: Rules) -> Self {
        let mut position = Self { setup, teleports, rules, key: setup.board.zobrist() ^ teleports.key() };
        if setup.side == Side::Black {
            position.key ^= BLACK_TO_MOVE;
        }
        position.key ^= position.passed_key();
        position
    }

    /// Board, side to move and counters. Teleports lie in their side's word alone.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The Teleports.
    pub(crate) const fn teleports(&self) -> &Teleports {
        &self.teleports
    }

    /// Squares of the Teleports of both sides, of the dormant ones, and of the recharging ones, as sets.
    #[must_use]
    pub const fn teleport_sets(&self) -> (u64, u64, u64) {
        (self.teleports.all, self.teleports.dormant, self.teleports.recharging)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        let Setup { board, side, .. } = &self.setup;
        let awake = self.teleports.awake(board.of(side.other())).0;
        fairyring_orthodox::fen::attackers(board, board.king(*side), side.other(), 0, awake) != 0
    }

    /// The position seen from the other side: mirrored top to bottom, colours exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::new(self.setup.mirrored(), self.teleports.mirrored(), self.rules)
    }

    /// Calls a function for each legal move, in order.
    pub(crate) fn each_legal_move(&self, visit: impl FnMut(Move)) {
        each_move(self, visit);
    }

    /// The part of the key that stands for the passed square: nothing unless a capture there is legal.
    fn passed_key(&self) -> u64 {
        let passed = self.setup.board.passed();
        if passed == 0 || takers(&self.setup, &self.teleports) == 0 { 0 } else { zobrist(7, passed) }
    }

    /// The position after a pass, the passed square forgotten.
    pub(crate) fn passed_on(&self) -> Self {
        let mut setup = self.setup;
        setup.board.forget_passed();
        setup.count_ply(false);
        Self::new(setup, self.teleports, self.rules)
    }
}

multiversion! {
    /// The pawns that may take en passant.
    fn takers(setup: &Setup, teleports: &Teleports) -> u64 = takers_by;
}

#[inline(always)]
fn takers_by<M: Machine>(setup: &Setup, teleports: &Teleports) -> u64 {
    let board = &setup.board;
    match setup.side {
        Side::White => {
            let awake = teleports.awake(board.black);
            Masks::new::<M, true, _>(board, &awake).en_passant::<M, true, crate::teleports::Awake>(board)
        }
        Side::Black => {
            let awake = teleports.awake(board.white);
            Masks::new::<M, false, _>(board, &awake).en_passant::<M, false, crate::teleports::Awake>(board)
        }
    }
}

multiversion! {
    /// Number of moves of the Teleports, by the masks of the side to move.
    fn count_teleports(position: &Position, masks: &Masks) -> u32 = count_teleports_by;
}

#[inline(always)]
fn count_teleports_by<M: Machine>(position: &Position, masks: &Masks) -> u32 {
    let reach = Reach::new(&position.setup.board, masks, &position.teleports, position.rules);
    let (mut count, mut rest) = (0, reach.own);
    while rest != 0 {
        let from = rest.trailing_zeros();
        rest &= rest - 1;
        let landings = reach.landings::<M>(from, &position.setup.board, masks, &position.teleports, position.rules);
        count += reach.jumps(from).count_ones() + landings.count_ones();
    }
    count
}

multiversion! {
    /// Calls a function for each legal move, in order.
    fn each_move<F: FnMut(Move)>(position: &Position, visit: F) = each_move_by[F];
}

#[inline(always)]
fn each_move_by<M: Machine, F: FnMut(Move)>(position: &Position, visit: F) {
    match position.setup.side {
        Side::White => each_of::<M, true, F>(position, visit),
        Side::Black => each_of::<M, false, F>(position, visit),
    }
}

#[inline(always)]
fn each_of<M: Machine, const WHITE: bool, F: FnMut(Move)>(position: &Position, mut visit: F) {
    let board = &position.setup.board;
    let awake = position.teleports.awake(if WHITE { board.black } else { board.white });
    let masks = Masks::new::<M, WHITE, _>(board, &awake);
    generate::<M, WHITE, crate::teleports::Awake, _>(board, &masks, &mut Each(|m| visit(Move::Orthodox(m))));
    let reach = Reach::new(board, &masks, &position.teleports, position.rules);
    // Units and targets are taken from the mover's side, as orthodox ones are.
    let seen = |set: u64| if WHITE { set } else { set.swap_bytes() };
    let turned = |square: u32| if WHITE { square } else { square ^ 56 };
    let mut rest = seen(reach.own);
    while rest != 0 {
        let from = turned(rest.trailing_zeros());
        rest &= rest - 1;
        let mut targets = seen(reach.jumps(from));
        while targets != 0 {
            let to = turned(targets.trailing_zeros());
            targets &= targets - 1;
            visit(Move::Orthodox(Orthodox::new(Square::new(from), Square::new(to))));
        }
        let mut targets = seen(reach.landings::<M>(from, board, &masks, &position.teleports, position.rules));
        while targets != 0 {
            let to = turned(targets.trailing_zeros());
            targets &= targets - 1;
            visit(Move::Teleport(Square::new(from), Square::new(to)));
        }
    }
}

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "astral";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["w", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] = rules::REASONS;

    fn start(rules: Rules) -> Self {
        let mut setup = Setup::start();
        let all = if rules.on_g_file { 1 << 6 | 1 << 62 } else { 1 << 1 | 1 << 57 };
        setup.board.knights &= !all;
        Self::new(setup, Teleports { all, ..Teleports::default() }, rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_act(&self) -> Actor {
        Actor::Seat(self.setup.side.seat())
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        if !self.has_legal_move() {
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
        } else if self.setup.board.is_dead(self.teleports.all) {
            Some(rules::INSUFFICIENT_MATERIAL)
        } else {
            None
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        each_move(self, |m| out.push(m));
    }

    fn count_legal_moves(&self) -> usize {
        let Setup { board, side, .. } = &self.setup;
        let legal = legal(board, *side, &self.teleports);
        (legal.count + count_teleports(self, &legal.masks)) as usize
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        let (mut at, mut found) = (0, None);
        each_move(self, |m| {
            if at == n {
                found = Some(m);
            }
            at += 1;
        });
        found
    }

    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        playout::draw(&self.setup, &self.teleports, self.rules, occurrences, choices)
    }

    fn play_unchecked(&mut self, m: Move) {
        let before = self.setup.board;
        self.key ^= self.passed_key() ^ BLACK_TO_MOVE ^ self.teleports.key();
        let step = Step::of(m, &self.teleports);
        let irreversible = match self.setup.side {
            Side::White => play::<true>(&mut self.setup.board, &mut self.teleports, self.rules, step),
            Side::Black => play::<false>(&mut self.setup.board, &mut self.teleports, self.rules, step),
        };
        self.setup.count_ply(irreversible);
        self.key ^= before.zobrist_change(&self.setup.board) ^ self.teleports.key();
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
}

multiversion! {
    /// Masks and number of the orthodox moves.
    fn legal(board: &fairyring_orthodox::Board, side: Side, teleports: &Teleports) -> Legal = legal_by;
}

#[inline(always)]
fn legal_by<M: Machine>(board: &fairyring_orthodox::Board, side: Side, teleports: &Teleports) -> Legal {
    Legal::new::<M, _>(board, side, &teleports.awake(board.of(side.other())))
}
