//! The rule options.

use fairyring_game::{OptionKind, OptionSpec, Rules as RulesTrait, set_word};

/// What a move (not a capture) must keep in contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// A card may not lose contact by its own move; one that had lost it already moves freely on the table.
    DetachedFree,
    /// As `Strict`, but a knight may move to any cell of the table.
    KnightsFree,
    /// The arriving card must be attached.
    Strict,
}

/// When the king comes from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingPlacement {
    /// When his player likes, or never.
    Free,
    /// As soon as he can legally be placed.
    First,
}

/// The rule options of card chess; the default is the source's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether a card may be placed on a face-down card.
    pub place_on_face_down: bool,
    /// Contact after a move.
    pub contact: Contact,
    /// When the king must be placed.
    pub king_placement: KingPlacement,
    /// Plies in a row without a placement or capture that draw the game, at least 1.
    pub no_progress_limit: u32,
    /// The last move number that is played, if there is one.
    pub max_plies: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            place_on_face_down: true,
            contact: Contact::DetachedFree,
            king_placement: KingPlacement::Free,
            no_progress_limit: 100,
            max_plies: None,
        }
    }
}

const CONTACT: [&str; 3] = ["detached_free", "knights_free", "strict"];
const KING_PLACEMENT: [&str; 2] = ["free", "first"];

impl RulesTrait for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "place_on_face_down",
            kind: OptionKind::Flag,
            about: "Whether a card may be placed from the hand on a face-down card",
        },
        OptionSpec {
            name: "contact",
            kind: OptionKind::Words(&CONTACT),
            about: "What a card must touch after a move that is no capture; detached_free: it may not lose contact by \
                    its own move, and moves freely on the table when it had none",
        },
        OptionSpec {
            name: "king_placement",
            kind: OptionKind::Words(&KING_PLACEMENT),
            about: "Whether the king may stay in the hand, or must be placed as soon as he legally can",
        },
        OptionSpec {
            name: "no_progress_limit",
            kind: OptionKind::Limit { least: 1 },
            about: "Plies in a row without a placement or capture that draw the game",
        },
        OptionSpec {
            name: "max_plies",
            kind: OptionKind::OptionalLimit { least: 1 },
            about: "The game is drawn when the move number exceeds this",
        },
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "place_on_face_down" => self.place_on_face_down.to_string(),
            "contact" => CONTACT[self.contact as usize].to_owned(),
            "king_placement" => KING_PLACEMENT[self.king_placement as usize].to_owned(),
            "no_progress_limit" => self.no_progress_limit.to_string(),
            "max_plies" => self.max_plies.map_or_else(|| "none".to_owned(), |limit| limit.to_string()),
            _ => String::new(),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "place_on_face_down" => self.place_on_face_down = value == "true",
            "contact" => {
                self.contact =
                    [Contact::DetachedFree, Contact::KnightsFree, Contact::Strict][set_word(&CONTACT, value) as usize];
            }
            "king_placement" => {
                self.king_placement =
                    [KingPlacement::Free, KingPlacement::First][set_word(&KING_PLACEMENT, value) as usize];
            }
            "no_progress_limit" => self.no_progress_limit = value.parse().unwrap_or(self.no_progress_limit),
            "max_plies" => self.max_plies = value.parse().ok(),
            _ => {}
        }
    }
}
