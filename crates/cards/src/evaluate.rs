//! A static evaluation: material on the table and in the hand, contact, and a king that cannot be checked.

use crate::card::{Card, Kind, Side};
use crate::generate::{attached_cards, checking_moves};
use crate::moves::Move;
use crate::position::Position;
use fairyring_game::{Evaluate, Weight};

/// Index of the queen's value among the weights; the kinds follow in the order of hands.
const QUEEN: usize = 0;
const HAND_PERCENT: usize = 5;
const KING_IN_HAND: usize = 6;
const ATTACHED: usize = 7;

/// The value of a card on the table.
fn value(kind: Kind, weights: &[i32]) -> i32 {
    if kind == Kind::King { 0 } else { weights[QUEEN + kind as usize - 1] }
}

impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &[
        Weight { name: "queen", default: 900, about: "A queen on the table" },
        Weight { name: "rook", default: 500, about: "A rook on the table" },
        Weight { name: "bishop", default: 330, about: "A bishop on the table" },
        Weight { name: "knight", default: 300, about: "A knight on the table" },
        Weight { name: "pawn", default: 100, about: "A pawn on the table" },
        Weight {
            name: "hand_percent",
            default: 95,
            about: "Value of a card in the hand, in percent of its value on the table",
        },
        Weight { name: "king_in_hand", default: 100, about: "A king in the hand, where he cannot be checked" },
        Weight { name: "attached", default: 4, about: "A face-up card with contact" },
    ];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        let attached = attached_cards(self);
        let sides = Side::ALL.map(|side| {
            let half = self.half(side);
            let (mut table, mut hand) = (0i64, 0i64);
            for kind in Kind::ALL {
                let value = i64::from(value(kind, weights));
                table += value * half.of(kind).len() as i64;
                hand += value * i64::from(half.in_hand(kind));
            }
            table
                + hand * i64::from(weights[HAND_PERCENT]) / 100
                + i64::from(weights[KING_IN_HAND]) * i64::from(half.in_hand(Kind::King))
                + i64::from(weights[ATTACHED]) * i64::from(attached[side as usize])
        });
        let most = i64::from(Self::WIN - 1);
        (sides[0] - sides[1]).clamp(-most, most) as i32
    }

    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        match m {
            Move::Go { card: Card { side, .. }, to, .. } => {
                self.half(side.other()).at(to).map_or(0, |kind| value(kind, weights))
            }
            Move::Place { .. } => 0,
        }
    }

    fn winning_candidates(&self, out: &mut Vec<Move>) {
        checking_moves(self, out);
    }

    fn is_forcing(&self) -> bool {
        self.in_check()
    }
}
