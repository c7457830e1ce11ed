//! Playing a move, and whose turn it is afterwards: checks, mates, passes.

use crate::chess::{en_passant_pawn, rights_of};
use crate::draughts::crowns;
use crate::moves::{Chain, Move};
use crate::position::{INTERRUPTED, PASSED, chess_code, chess_seat, is_chess_seat, team_of};
use crate::{AfterCheck, Kind, Position};
use fairyring_game::{Seat, Team};
use fairyring_geometry::{CrossCell, CrossSet};

impl Position {
    /// Plays a legal move of the seat to act and settles whose turn it is. `can_move` says whether a seat could move in a
    /// position with that seat to act; the last seat it is asked about, unless the game is over, is the one to act.
    #[inline(always)]
    pub(crate) fn make(&mut self, m: Move, can_move: impl FnMut(&Self, Seat) -> bool) {
        let (mover, team) = (self.seat, team_of(self.seat));
        let progress = match m {
            Move::Plain { from, to, promotion } if is_chess_seat(mover) => self.make_chess(team, from, to, promotion),
            Move::Plain { from, to, .. } => self.make_step(team, from, to),
            Move::Capture(chain) => self.make_capture(team, &chain),
        };
        self.no_progress = if progress { 0 } else { self.no_progress.saturating_add(1) };
        self.move_number = self.move_number.saturating_add(1);
        self.settle(mover, can_move);
    }

    /// Says whether it was a capture or a pawn move.
    #[inline(always)]
    fn make_chess(&mut self, team: Team, from: CrossCell, to: CrossCell, promotion: Option<Kind>) -> bool {
        let code = self.chess_code(from);
        let pawn = code == chess_code(Kind::Pawn);
        let mut taken = self.chess[1 - team as usize].has(to).then_some(to);
        let mut passed = self.kept_en_passant(team, from);
        if pawn {
            if from.x() != to.x() && taken.is_none() {
                taken = CrossCell::at(to.x(), from.y());
            }
            if from.y().abs_diff(to.y()) == 2 && self.mated.is_none() {
                passed = CrossCell::at(to.x(), from.y().midpoint(to.y()));
            }
        }
        if let Some(cell) = taken {
            let taken_code = self.chess_code(cell);
            self.toggle_chess(1 - team, taken_code, cell);
        }
        self.toggle_chess(team, code, from);
        self.toggle_chess(team, promotion.map_or(code, chess_code), to);
        if passed != self.en_passant {
            self.set_en_passant(passed);
        }
        if self.castling != 0 {
            if code == chess_code(Kind::King) && from.x().abs_diff(to.x()) > 1 {
                self.make_castling_rook(team, from, to);
            }
            self.set_castling(self.castling & !rights_of(from) & !rights_of(to));
        }
        pawn || taken.is_some()
    }

    /// The en passant cell that a chess move from `from` leaves open: not the enemy's, whose capture is over with this
    /// turn, nor that of the pawn that moves on.
    #[inline(always)]
    fn kept_en_passant(&self, team: Team, from: CrossCell) -> Option<CrossCell> {
        self.en_passant.filter(|&passed| {
            let (owner, pawn) = en_passant_pawn(passed);
            owner == team && pawn != Some(from)
        })
    }

    /// The rook jumps over the king and stands on its other side.
    fn make_castling_rook(&mut self, team: Team, from: CrossCell, to: CrossCell) {
        let (corner, beside) = if to > from { (10, 8) } else { (3, 5) };
        if let (Some(corner), Some(beside)) = (CrossCell::at(corner, from.y()), CrossCell::at(beside, from.y())) {
            self.toggle_chess(team, chess_code(Kind::Rook), corner);
            self.toggle_chess(team, chess_code(Kind::Rook), beside);
        }
    }

    /// Says whether it was a man's step.
    #[inline(always)]
    fn make_step(&mut self, team: Team, from: CrossCell, to: CrossCell) -> bool {
        let man = self.men[team as usize].has(from);
        self.toggle_draughts(team, !man, from);
        self.toggle_draughts(team, !man || crowns(team, to), to);
        man
    }

    fn make_capture(&mut self, team: Team, chain: &Chain) -> bool {
        let dama = self.damas[team as usize].has(chain.from())
            || chain.landings().iter().any(|&landing| crowns(team, landing));
        for victim in self.jumped(chain).unwrap_or_default() {
            let victim_is_dama = self.damas[1 - team as usize].has(victim);
            self.toggle_draughts(1 - team, victim_is_dama, victim);
        }
        let was_dama = self.damas[team as usize].has(chain.from());
        self.toggle_draughts(team, was_dama, chain.from());
        self.toggle_draughts(team, dama, chain.last());
        true
    }

    /// Finds the seat to act after `mover` has moved.
    ///
    /// Checks come first: an attacked king's chess player answers at once. If there is no answer it is mate, which counts
    /// as one; nobody can be in check afterwards. Then seats without a move pass.
    #[inline(always)]
    fn settle(&mut self, mover: Seat, mut can_move: impl FnMut(&Self, Seat) -> bool) {
        let order = self.rules.turn_order;
        let mut next = self.back.unwrap_or_else(|| order.next(mover));
        if self.back.is_some() {
            self.set_back(None);
        }
        while let Some(seat) = self.checked_seat(mover) {
            if seat != next {
                self.counts[INTERRUPTED][next as usize % 4] += 1;
                if self.rules.after_check == AfterCheck::Resume {
                    self.set_back(Some(next));
                }
            }
            self.set_seat(seat);
            if can_move(self, seat) {
                return;
            }
            if !self.give_mate(team_of(seat)) {
                self.set_back(None);
                return;
            }
            next = self.back.unwrap_or_else(|| order.next(seat));
            self.set_back(None);
        }
        for _ in 0..4 {
            self.set_seat(next);
            if can_move(self, next) {
                return;
            }
            self.pass(next);
            next = order.next(next);
        }
        self.stalled = true;
    }

    /// The chess seat that must answer a check after `mover`'s move: of two, the first in the turn order.
    #[inline(always)]
    fn checked_seat(&self, mover: Seat) -> Option<Seat> {
        if self.mated.is_some() {
            return None;
        }
        // A chess move never leaves its own king attacked.
        let exposed = |team: Team| mover != chess_seat(team) && self.in_check(team);
        match (exposed(0), exposed(1)) {
            (false, false) => None,
            (true, false) => Some(chess_seat(0)),
            (false, true) => Some(chess_seat(1)),
            (true, true) => {
                let mut seat = self.rules.turn_order.next(mover);
                while !is_chess_seat(seat) {
                    seat = self.rules.turn_order.next(seat);
                }
                Some(seat)
            }
        }
    }

    /// A pass of a chess seat ends its chance to capture en passant.
    #[inline(always)]
    fn pass(&mut self, seat: Seat) {
        if self.mated != Some(team_of(seat)) || !is_chess_seat(seat) {
            self.counts[PASSED][seat as usize % 4] += 1;
        }
        if let Some(passed) = self.en_passant
            && is_chess_seat(seat)
            && en_passant_pawn(passed).0 != team_of(seat)
        {
            self.set_en_passant(None);
        }
    }

    /// The chess seat of `team` is mated. If both colours have draughts units its units change colour; says whether.
    fn give_mate(&mut self, team: Team) -> bool {
        self.set_mated(team);
        self.set_en_passant(None);
        self.set_castling(0);
        let goes_on = !self.draughts(0).is_empty() && !self.draughts(1).is_empty();
        if goes_on {
            let units: CrossSet = self.chess[team as usize];
            for cell in units {
                let code = self.chess_code(cell);
                self.toggle_chess(team, code, cell);
                self.toggle_chess(1 - team, code, cell);
            }
        }
        goes_on
    }
}
