//! What learned evaluations see: own units by square, and around the enemy dragon, which freezes what it stands beside.

use crate::{Kind, Position};
use fairyring_game::{Inputs, Team};
use fairyring_geometry::Square;

/// Own units by square.
const ON_SQUARES: u32 = Kind::ALL.len() as u32 * 64;

impl Inputs for Position {
    fn input_count() -> usize {
        (ON_SQUARES + 2 * Kind::ALL.len() as u32 * Square::PLACES_AROUND) as usize
    }

    fn inputs(&self, team: Team, out: &mut Vec<(u32, f32)>) {
        let seen = |square: Square| if team == 0 { square } else { square.flipped() };
        let own = self.units_of(team);
        let dragons = self.of_kind(Kind::Dragon);
        let enemy_dragon = (dragons & self.units_of(1 - team)).first().map(seen);
        let own_king = (self.of_kind(Kind::King) & own).first().map(seen);
        for (number, kind) in (0..).zip(Kind::ALL) {
            for square in (self.of_kind(kind) & own).map(seen) {
                out.push((number * 64 + square.index() as u32, 1.0));
                for (centre, block) in [(enemy_dragon, 0), (own_king, Kind::ALL.len() as u32)] {
                    if let Some(centre) = centre {
                        let begin = ON_SQUARES + (block + number) * Square::PLACES_AROUND;
                        out.push((begin + square.place_around(centre), 1.0));
                    }
                }
            }
        }
    }
}
