//! The rule options of Shahki.

use fairyring_game::{OptionKind, OptionSpec, Rules as RuleOptions, Seat, set_word};

/// In which order the seats play when no check intervenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TurnOrder {
    /// White chess, White draughts, Black chess, Black draughts.
    #[default]
    Clockwise,
    /// White chess, Black chess, White draughts, Black draughts.
    Alternate,
}

impl TurnOrder {
    const WORDS: &'static [&'static str] = &["clockwise", "alternate"];

    /// The seat after this one.
    #[must_use]
    #[inline(always)]
    pub const fn next(self, seat: Seat) -> Seat {
        const CLOCKWISE: [Seat; 4] = [1, 2, 3, 0];
        const ALTERNATE: [Seat; 4] = [2, 3, 1, 0];
        match self {
            Self::Clockwise => CLOCKWISE[seat as usize % 4],
            Self::Alternate => ALTERNATE[seat as usize % 4],
        }
    }
}

/// With whom play goes on after a check has been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AfterCheck {
    /// With the seat after the one that answered.
    #[default]
    Continue,
    /// With the seat that was skipped, also after several checks in a row.
    Resume,
}

impl AfterCheck {
    const WORDS: &'static [&'static str] = &["continue", "resume"];
}

/// The rule options of Shahki, all gaps of the published text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// In which order the seats play.
    pub turn_order: TurnOrder,
    /// With whom play goes on after a check.
    pub after_check: AfterCheck,
    /// Whether a draughts seat that can capture must, and must finish its chain.
    pub mandatory_capture: bool,
    /// The game ends after this many plies in a row without a capture, pawn move or man move; at least 1.
    pub no_progress_limit: u32,
    /// The game ends when the move number exceeds this; at least 1.
    pub max_plies: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            turn_order: TurnOrder::Clockwise,
            after_check: AfterCheck::Continue,
            mandatory_capture: false,
            no_progress_limit: 200,
            max_plies: None,
        }
    }
}

impl RuleOptions for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "turn_order",
            kind: OptionKind::Words(TurnOrder::WORDS),
            about: "clockwise: wc, wd, bc, bd; alternate: wc, bc, wd, bd",
        },
        OptionSpec {
            name: "after_check",
            kind: OptionKind::Words(AfterCheck::WORDS),
            about: "whether play goes on after the seat that answered a check, or goes back to the seat it skipped",
        },
        OptionSpec {
            name: "mandatory_capture",
            kind: OptionKind::Flag,
            about: "whether a draughts seat that can capture must, and must finish its chain",
        },
        OptionSpec {
            name: "no_progress_limit",
            kind: OptionKind::Limit { least: 1 },
            about: "plies in a row without a capture, pawn move or man move that end the game",
        },
        OptionSpec {
            name: "max_plies",
            kind: OptionKind::OptionalLimit { least: 1 },
            about: "the greatest move number that is played",
        },
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "turn_order" => TurnOrder::WORDS[self.turn_order as usize].to_owned(),
            "after_check" => AfterCheck::WORDS[self.after_check as usize].to_owned(),
            "mandatory_capture" => self.mandatory_capture.to_string(),
            "no_progress_limit" => self.no_progress_limit.to_string(),
            _ => self.max_plies.map_or_else(|| "none".to_owned(), |plies| plies.to_string()),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "turn_order" => {
                self.turn_order =
                    [TurnOrder::Clockwise, TurnOrder::Alternate][set_word(TurnOrder::WORDS, value) as usize];
            }
            "after_check" => {
                self.after_check =
                    [AfterCheck::Continue, AfterCheck::Resume][set_word(AfterCheck::WORDS, value) as usize];
            }
            "mandatory_capture" => self.mandatory_capture = value == "true",
            "no_progress_limit" => self.no_progress_limit = value.parse().unwrap_or(self.no_progress_limit),
            _ => self.max_plies = value.parse().ok(),
        }
    }
}
