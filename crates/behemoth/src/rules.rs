//! Rule options and ends of the game.

use fairyring_game::{OptionKind, OptionSpec, Outcome};
use fairyring_geometry::Square;

/// When dice are rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RollEvery {
    /// After every move.
    #[default]
    Move,
    /// After Black's moves.
    Round,
}

/// What protects kings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// Check and mate; a king that the Behemoth exposed may be captured.
    #[default]
    Check,
    /// Nothing: kings are captured like any unit.
    KingCapture,
}

/// When a lack of moves is judged, where dice follow the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mate {
    /// Before the dice, and again after them.
    #[default]
    BeforeRoll,
    /// After the dice only.
    AfterRoll,
}

/// The rule options; the default is the published game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Where the Behemoth begins: a square of ranks 3 to 6, or nowhere.
    pub behemoth_start: Option<Square>,
    /// When dice are rolled.
    pub roll_every: RollEvery,
    /// What protects kings.
    pub royalty: Royalty,
    /// When a lack of moves is judged.
    pub mate: Mate,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            behemoth_start: Some(Square::at(3, 3)),
            roll_every: RollEvery::default(),
            royalty: Royalty::default(),
            mate: Mate::default(),
        }
    }
}

impl Rules {
    /// Whether the game has a Behemoth and dice.
    #[must_use]
    #[inline(always)]
    pub const fn has_dice(&self) -> bool {
        self.behemoth_start.is_some()
    }

    /// Whether a move of White, or of Black, is followed by dice.
    #[must_use]
    #[inline(always)]
    pub const fn rolls_after(&self, white: bool) -> bool {
        self.has_dice() && (!white || matches!(self.roll_every, RollEvery::Move))
    }
}

/// Starts of the Behemoth: the default, the other squares of ranks 3 to 6 by rank, and none.
const STARTS: &[&str] = &[
    "d4", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "e4", "f4", "g4", "h4", "a5", "b5", "c5",
    "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "off",
];

impl fairyring_game::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "behemoth_start",
            kind: OptionKind::Words(STARTS),
            about: "where the Behemoth begins; off: no Behemoth and no dice, orthodox chess",
        },
        OptionSpec {
            name: "roll_every",
            kind: OptionKind::Words(&["move", "round"]),
            about: "the dice are rolled after every move, or after Black's moves only",
        },
        OptionSpec {
            name: "royalty",
            kind: OptionKind::Words(&["check", "king_capture"]),
            about: "kings are protected by check and mate, or captured like any unit",
        },
        OptionSpec {
            name: "mate",
            kind: OptionKind::Words(&["before_roll", "after_roll"]),
            about: "a lack of moves is judged before and after the dice, or after them only",
        },
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "behemoth_start" => self.behemoth_start.map_or_else(|| "off".to_owned(), |square| square.to_string()),
            "roll_every" => ["move", "round"][self.roll_every as usize].to_owned(),
            "royalty" => ["check", "king_capture"][self.royalty as usize].to_owned(),
            "mate" => ["before_roll", "after_roll"][self.mate as usize].to_owned(),
            _ => String::new(),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match (name, value) {
            ("behemoth_start", square) => self.behemoth_start = square.parse().ok(),
            ("roll_every", "move") => self.roll_every = RollEvery::Move,
            ("roll_every", _) => self.roll_every = RollEvery::Round,
            ("royalty", "check") => self.royalty = Royalty::Check,
            ("royalty", _) => self.royalty = Royalty::KingCapture,
            ("mate", "before_roll") => self.mate = Mate::BeforeRoll,
            ("mate", _) => self.mate = Mate::AfterRoll,
            _ => debug_assert!(Self::OPTIONS.iter().any(|spec| spec.name == name), "the option exists"),
        }
    }
}

/// Words for the ends of the game; the limit set from outside last.
pub(crate) const REASONS: &[&str] = &[
    "king_captured",
    "king_destroyed",
    "both_kings_destroyed",
    "mate",
    "stalemate",
    "repetition",
    "fifty_moves",
    "insufficient_material",
    "max_plies",
];

/// The ends as reasons of a win, or as draws.
pub(crate) const KING_CAPTURED: u8 = 0;
pub(crate) const KING_DESTROYED: u8 = 1;
pub(crate) const BOTH_KINGS_DESTROYED: Outcome = Outcome::draw(2);
pub(crate) const MATE: u8 = 3;
pub(crate) const STALEMATE: Outcome = Outcome::draw(4);
pub(crate) const REPETITION: Outcome = Outcome::draw(5);
pub(crate) const FIFTY_MOVES: Outcome = Outcome::draw(6);
pub(crate) const INSUFFICIENT_MATERIAL: Outcome = Outcome::draw(7);
pub(crate) const MAX_PLIES: Outcome = Outcome::draw(8);

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::Rules as _;

    #[test]
    fn starts_are_the_squares_of_four_ranks_and_none() {
        let mut expected: Vec<_> = Square::all().filter(|square| (2..6).contains(&square.rank())).collect();
        let mut found: Vec<Square> = STARTS.iter().filter_map(|word| word.parse().ok()).collect();
        assert_eq!((STARTS.len(), STARTS[0], STARTS[32]), (33, "d4", "off"));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(REASONS[MAX_PLIES.reason as usize], "max_plies");
    }

    #[test]
    fn every_value_reads_back() {
        for spec in Rules::OPTIONS {
            let OptionKind::Words(words) = spec.kind else { panic!("{} is not a choice of words", spec.name) };
            assert_eq!(Rules::default().get(spec.name), words[0]);
            for word in words {
                let mut rules = Rules::default();
                rules.set(spec.name, word).unwrap();
                assert_eq!(rules.get(spec.name), *word);
                assert_eq!(rules == Rules::default(), *word == words[0]);
            }
        }
        for (name, value) in [("behemoth_start", "a2"), ("behemoth_start", "D4"), ("roll_every", ""), ("dice", "on")] {
            assert!(Rules::default().set(name, value).is_err());
        }
    }
}
