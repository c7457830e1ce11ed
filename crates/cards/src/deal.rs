//! Random positions with given cards, for composing.

use crate::card::{Card, Kind, Side};
use crate::generate::is_attacked;
use crate::position::Position;
use fairyring_game::{Rng, below};
use fairyring_geometry::RingCell;

impl Position {
    /// Lays all cards of both hands face up on different cells, drawn uniformly from the free ones of a rectangle of
    /// `width` x `height` cells around cell 0. Nothing if they find no room, or if the king of the side that is not to
    /// move is then attacked.
    #[must_use]
    pub fn deal(&self, width: u16, height: u16, choices: &mut Rng) -> Option<Self> {
        let (width, height) = (i32::from(width), i32::from(height));
        let mut free: Vec<RingCell> = (0..width * height)
            .map(|n| RingCell::at(n % width - width / 2, n / width - height / 2))
            .filter(|&cell| self.card_at(cell).is_none())
            .collect();
        let mut dealt = self.clone();
        for side in Side::ALL {
            for kind in Kind::ALL {
                let card = Card { side, kind };
                for _ in 0..self.in_hand(card) {
                    if free.is_empty() {
                        return None;
                    }
                    dealt.put(card, free.swap_remove(below(choices, free.len() as u64) as usize));
                }
                dealt.set_hand(card, 0);
            }
        }
        (!is_attacked(&dealt, dealt.side_to_move().other())).then_some(dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::{PLAYERS, Text, stream};

    #[test]
    fn a_deal_lays_every_card_on_the_rectangle() {
        let hands = Position::parse("P0 1,4 KQ/kn2p3 r 0 1", crate::Rules::default()).expect("a position");
        let mut choices = stream(2, PLAYERS);
        let mut dealt = 0;
        for _ in 0..200 {
            let Some(position) = hands.deal(5, 4, &mut choices) else { continue };
            dealt += 1;
            assert_eq!(position.cards().count(), 9);
            assert!(position.cards().all(|(_, cell)| (-2..=2).contains(&cell.x) && (-2..=1).contains(&cell.y)));
            let text = position.text(false);
            assert_eq!(Position::parse(&text, crate::Rules::default()), Ok(position), "{text}");
        }
        assert!(dealt > 50, "{dealt} deals");
        assert_eq!(hands.deal(3, 2, &mut choices), None);
        assert_eq!(hands.deal(0, 9, &mut choices), None);
    }
}
