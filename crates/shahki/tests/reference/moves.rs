//! The moves of the slow reference.

use super::Game;
use super::board::*;

/// A draughts capture as it grows.
#[derive(Clone)]
pub(super) struct Hop {
    pub(super) text: String,
    pub(super) end: Cell,
    pub(super) king: bool,
    pub(super) jumped: Vec<Cell>,
    pub(super) may_go_on: bool,
}

impl Game {
    /// The board after a chess move that is no castling, and the unit taken.
    pub(super) fn after_chess(&self, who: usize, from: Cell, to: Cell, promotion: Option<u8>) -> (Board, bool) {
        let mut board = self.board;
        let unit = at(&board, from);
        let mut taken = at(&board, to) != b'.';
        if unit == of(who, b'P') && from.0 != to.0 && !taken {
            set(&mut board, (to.0, from.1), b'.');
            taken = true;
        }
        set(&mut board, from, b'.');
        set(&mut board, to, promotion.map_or(unit, |letter| of(who, letter)));
        (board, taken)
    }

    pub(super) fn chess_moves(&self, who: usize) -> Vec<String> {
        if self.mated == Some(who) {
            return Vec::new();
        }
        let board = &self.board;
        let up = if who == 0 { 1 } else { -1 };
        let (second, last) = if who == 0 { (1, 11) } else { (10, 0) };
        let mut pseudo = Vec::new();
        for from in cells().filter(|&from| is_chess_of(at(board, from), who)) {
            if at(board, from) != of(who, b'P') {
                for to in attacks(board, from) {
                    if at(board, to) == b'.' || is_chess_of(at(board, to), 1 - who) {
                        pseudo.push((from, to));
                    }
                }
                continue;
            }
            let one = plus(from, (0, up));
            if at(board, one) == b'.' {
                pseudo.push((from, one));
                let two = plus(one, (0, up));
                if from.1 == second && at(board, two) == b'.' {
                    pseudo.push((from, two));
                }
            }
            for to in attacks(board, from) {
                let open = self.passed == Some(to) && at(board, to) == b'.' && (to.1 == 9) == (who == 0);
                if is_chess_of(at(board, to), 1 - who) || open {
                    pseudo.push((from, to));
                }
            }
        }
        let mut moves = Vec::new();
        for (from, to) in pseudo {
            let (after, _) = self.after_chess(who, from, to, None);
            let exposed = self.mated.is_none() && attacked(&after, Self::king(&after, who).unwrap(), 1 - who);
            if exposed {
                continue;
            }
            if at(board, from) == of(who, b'P') && to.1 == last {
                moves.extend(["q", "r", "b", "n"].map(|letter| name(from) + &name(to) + letter));
            } else {
                moves.push(name(from) + &name(to));
            }
        }
        let y = if who == 0 { 0 } else { 11 };
        for (right, between, walked, target) in [(b'K', 8..=9, 7..=10, 9), (b'Q', 4..=6, 3..=7, 4)] {
            let open = self.rights.contains(&of(who, right)) && between.clone().all(|x| at(board, (x, y)) == b'.');
            if open && walked.clone().all(|x| !attacked(board, (x, y), 1 - who)) {
                moves.push(name((7, y)) + &name((target, y)));
            }
        }
        moves
    }

    /// The captures of a unit, each prefix of a chain for itself.
    pub(super) fn hops(&self, board: &Board, who: usize, hop: &Hop, found: &mut Vec<Hop>) -> bool {
        let mut any = false;
        let far = if who == 0 { 13 } else { 0 };
        for step in BISHOP {
            let mut victim = plus(hop.end, step);
            while hop.king && at(board, victim) == b'.' {
                victim = plus(victim, step);
            }
            if !is_draughts_of(at(board, victim), 1 - who) || hop.jumped.contains(&victim) {
                continue;
            }
            let mut landing = plus(victim, step);
            while at(board, landing) == b'.' {
                any = true;
                let mut next = hop.clone();
                next.text += ":";
                next.text += &name(landing);
                next.end = landing;
                next.jumped.push(victim);
                next.king |= landing.0 == far;
                let place = found.len();
                found.push(next.clone());
                let more = self.hops(board, who, &next, found);
                found[place].may_go_on = more;
                if !hop.king {
                    break;
                }
                landing = plus(landing, step);
            }
        }
        any
    }

    pub(super) fn captures(&self, board: &Board, who: usize) -> Vec<Hop> {
        let mut found = Vec::new();
        for from in cells().filter(|&from| is_draughts_of(at(board, from), who)) {
            let mut lifted = *board;
            set(&mut lifted, from, b'.');
            let king = at(board, from) == of(who, b'D');
            let jumped = Vec::new();
            let hop = Hop { text: name(from), end: from, king, jumped, may_go_on: false };
            self.hops(&lifted, who, &hop, &mut found);
        }
        found
    }

    pub(super) fn draughts_moves(&self, board: &Board, who: usize) -> Vec<String> {
        let captures = self.captures(board, who);
        if self.options.mandatory && !captures.is_empty() {
            return captures.into_iter().filter(|hop| !hop.may_go_on).map(|hop| hop.text).collect();
        }
        let mut moves: Vec<String> = captures.into_iter().map(|hop| hop.text).collect();
        for from in cells().filter(|&from| is_draughts_of(at(board, from), who)) {
            let king = at(board, from) == of(who, b'D');
            for step in BISHOP {
                let forward = step.0 == if who == 0 { 1 } else { -1 };
                let mut to = plus(from, step);
                while (king || forward) && at(board, to) == b'.' {
                    moves.push(name(from) + &name(to));
                    if !king {
                        break;
                    }
                    to = plus(to, step);
                }
            }
        }
        moves
    }
}
