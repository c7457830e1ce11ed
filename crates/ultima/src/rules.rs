//! The rule options.

use fairyring_game::{OptionKind, OptionSpec};

/// How the units stand at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Array {
    /// Kings on d1 and e8.
    #[default]
    Kd1,
    /// Kings on e1 and d8.
    Ke1,
    /// Kings on e1 and e8, as in chess.
    Chess,
}

/// What a side without a legal move gets when it is not in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMoves {
    /// It loses.
    #[default]
    Loss,
    /// A draw.
    Draw,
}

/// The rule options; the default is the encyclopedia's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the units stand at the start.
    pub array: Array,
    /// Whether a chameleon's leap also makes its other captures.
    pub leap_combines: bool,
    /// Whether a frozen unit may be taken off the board by its own side.
    pub suicide: bool,
    /// Whether a dragon loses its power over a unit while another dragon or chameleon of that unit's side stands beside
    /// the dragon.
    pub cambridge: bool,
    /// What a side without a legal move gets when it is not in check.
    pub no_moves: NoMoves,
    /// Plies in a row without a capture or suicide that end the game; at least 1.
    pub no_progress_limit: u32,
    /// Plies played that end the game; at least 1.
    pub max_plies: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            array: Array::Kd1,
            leap_combines: true,
            suicide: true,
            cambridge: false,
            no_moves: NoMoves::Loss,
            no_progress_limit: 100,
            max_plies: None,
        }
    }
}

impl fairyring_game::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "leap_combines",
            kind: OptionKind::Flag,
            about: "a chameleon's leap also makes its other captures",
        },
        OptionSpec {
            name: "suicide",
            kind: OptionKind::Flag,
            about: "a player may take one frozen unit of his own, not the king, off the board as his turn",
        },
        OptionSpec {
            name: "cambridge",
            kind: OptionKind::Flag,
            about: "a dragon does not freeze a unit while another dragon or chameleon of that unit's side is beside it",
        },
        OptionSpec {
            name: "no_moves",
            kind: OptionKind::Words(&["loss", "draw"]),
            about: "what a side without a legal move gets when it is not in check",
        },
        OptionSpec {
            name: "no_progress_limit",
            kind: OptionKind::Limit { least: 1 },
            about: "plies in a row without a capture or suicide after which the game is drawn",
        },
        OptionSpec {
            name: "max_plies",
            kind: OptionKind::OptionalLimit { least: 1 },
            about: "plies played, by the move number, after which the game is drawn",
        },
        OptionSpec {
            name: "array",
            kind: OptionKind::Words(&["kd1", "ke1", "chess"]),
            about: "the set-up: kings on d1 and e8, on e1 and d8, or on e1 and e8",
        },
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "leap_combines" => self.leap_combines.to_string(),
            "suicide" => self.suicide.to_string(),
            "cambridge" => self.cambridge.to_string(),
            "no_moves" => match self.no_moves {
                NoMoves::Loss => "loss".to_owned(),
                NoMoves::Draw => "draw".to_owned(),
            },
            "no_progress_limit" => self.no_progress_limit.to_string(),
            "max_plies" => self.max_plies.map_or_else(|| "none".to_owned(), |plies| plies.to_string()),
            "array" => match self.array {
                Array::Kd1 => "kd1".to_owned(),
                Array::Ke1 => "ke1".to_owned(),
                Array::Chess => "chess".to_owned(),
            },
            _ => String::new(),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "leap_combines" => self.leap_combines = value == "true",
            "suicide" => self.suicide = value == "true",
            "cambridge" => self.cambridge = value == "true",
            "no_moves" => self.no_moves = if value == "draw" { NoMoves::Draw } else { NoMoves::Loss },
            "no_progress_limit" => self.no_progress_limit = value.parse().unwrap_or(self.no_progress_limit),
            "max_plies" => self.max_plies = value.parse().ok(),
            "array" => {
                self.array = match value {
                    "ke1" => Array::Ke1,
                    "chess" => Array::Chess,
                    _ => Array::Kd1,
                }
            }
            _ => {}
        }
    }
}

impl Array {
    /// The board of the set-up, as in a position's text.
    pub(crate) const fn board(self) -> &'static str {
        match self {
            Self::Kd1 => "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC",
            Self::Ke1 => "clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC",
            Self::Chess => "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC",
        }
    }
}
