//! Static evaluation: material of both games, advancement, mobility.

use crate::moves::Move;
use crate::position::{is_chess_seat, team_of};
use crate::{Kind, Position};
use fairyring_game::{Evaluate, Team, Weight};
use fairyring_geometry::{CrossCell, CrossSet};

const PAWN_ADVANCE: usize = 7;
const MAN_ADVANCE: usize = 8;
const CHESS_MOBILITY: usize = 9;
const DRAUGHTS_MOBILITY: usize = 10;
const MATE: usize = 11;

/// Where the weight of a kind stands; the chess king has none.
const fn weight_of(kind: Kind) -> Option<usize> {
    match kind {
        Kind::King => None,
        Kind::Man => Some(5),
        Kind::Dama => Some(6),
        _ => Some(kind as usize),
    }
}

impl Position {
    /// What a unit counts: chess units nothing after a mate.
    fn worth(&self, kind: Kind, weights: &[i32]) -> i64 {
        let counts = kind.is_draughts() || self.mated.is_none();
        weight_of(kind).filter(|_| counts).map_or(0, |index| i64::from(weights[index]))
    }

    /// The side of one team.
    fn side(&self, team: Team, occupied: CrossSet, weights: &[i32]) -> i64 {
        let weight = |index: usize| i64::from(weights[index]);
        let mut sum: i64 = Kind::ALL
            .iter()
            .map(|&kind| self.worth(kind, weights) * i64::from(self.cells_of(team, kind).count()))
            .sum();
        let men = self.men[team as usize];
        let files = |cell: CrossCell| if team == 0 { cell.x() } else { CrossCell::FILES - 1 - cell.x() };
        sum += weight(MAN_ADVANCE) * men.map(files).map(i64::from).sum::<i64>();
        sum += weight(DRAUGHTS_MOBILITY) * i64::from(self.draughts_mobility(team, occupied));
        if self.mated.is_some() {
            return sum + if self.mated == Some(1 - team) { weight(MATE) } else { 0 };
        }
        let own = self.chess[team as usize];
        let ranks = |cell: CrossCell| if team == 0 { cell.y() - 1 } else { CrossCell::RANKS - 2 - cell.y() };
        sum += weight(PAWN_ADVANCE) * (self.pawns & own).map(ranks).map(i64::from).sum::<i64>();
        let open = CrossSet::BOARD & !(occupied & !self.chess[1 - team as usize]);
        let targets = (self.knights & own).map(CrossCell::knight_jumps);
        let targets = targets.chain((self.diagonal & own).map(|cell| cell.diagonal_rays(occupied)));
        let targets = targets.chain((self.straight & own).map(|cell| cell.straight_rays(occupied)));
        sum + weight(CHESS_MOBILITY) * targets.map(|set| i64::from((set & open).count())).sum::<i64>()
    }
}

impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &[
        Weight { name: "pawn", default: 100, about: "a pawn, before a mate" },
        Weight { name: "knight", default: 300, about: "a knight, before a mate" },
        Weight { name: "bishop", default: 350, about: "a bishop, before a mate" },
        Weight { name: "rook", default: 550, about: "a rook, before a mate" },
        Weight { name: "queen", default: 1000, about: "a queen, before a mate" },
        Weight { name: "man", default: 150, about: "a man" },
        Weight { name: "dama", default: 450, about: "a draughts king" },
        Weight { name: "pawn_advance", default: 5, about: "each rank a pawn has gone, before a mate" },
        Weight { name: "man_advance", default: 6, about: "each file a man has gone" },
        Weight {
            name: "chess_mobility",
            default: 3,
            about: "each target of knights, bishops, rooks and queens, before a mate",
        },
        Weight { name: "draughts_mobility", default: 4, about: "each step of a draughts unit" },
        Weight { name: "mate", default: 6000, about: "the point for a mate given" },
    ];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        let occupied = self.occupied();
        let value = self.side(0, occupied, weights) - self.side(1, occupied, weights);
        let most = i64::from(Self::WIN) - 1;
        value.clamp(-most, most) as i32
    }

    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        let worth = |kind: Kind| self.worth(kind, weights);
        let taken = |cell: CrossCell| self.unit_at(cell).map_or(0, |(_, kind)| worth(kind));
        let team = team_of(self.seat);
        let man = self.men[team as usize].has(m.from());
        let gain = match m {
            Move::Plain { from, to, promotion } if is_chess_seat(self.seat) => {
                self.taken_by_chess(from, to).map_or(0, taken)
                    + promotion.map_or(0, |kind| worth(kind) - worth(Kind::Pawn))
            }
            Move::Plain { to, .. } if man && self.crowns(to) => worth(Kind::Dama) - worth(Kind::Man),
            Move::Plain { .. } => 0,
            Move::Capture(chain) => {
                let crowned = man && chain.landings().iter().any(|&landing| self.crowns(landing));
                self.jumped(&chain).unwrap_or_default().map(taken).sum::<i64>()
                    + if crowned { worth(Kind::Dama) - worth(Kind::Man) } else { 0 }
            }
        };
        let most = i64::from(Self::WIN) - 1;
        gain.clamp(-most, most) as i32
    }

    fn is_forcing(&self) -> bool {
        is_chess_seat(self.seat) && self.in_check(team_of(self.seat))
    }
}
