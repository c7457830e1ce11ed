//! Rule options and ends of the game.

use fairyring_game::{OptionKind, OptionSpec, Outcome, set_word};

/// When the dormancy of a Teleport that has teleported ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dormancy {
    /// By its knight move.
    #[default]
    KnightMove,
    /// By its knight move, or when it is recharged.
    Recharged,
}

/// The options of the rules file. The last three are experiments that are not the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether the Teleports begin on the g file instead of the b file.
    pub on_g_file: bool,
    /// When dormancy ends.
    pub dormant_until: Dormancy,
    /// Whether a teleport after which the enemy king is in check is forbidden.
    pub no_uncovered_check: bool,
    /// Whether Teleports teleport at all.
    pub teleport: bool,
    /// Own moves that a Teleport recharges after a teleport: 0, 1 or 2.
    pub recharge: u8,
    /// Whether attacked squares are closed to teleports.
    pub safe_target: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            on_g_file: false,
            dormant_until: Dormancy::KnightMove,
            no_uncovered_check: false,
            teleport: true,
            recharge: 1,
            safe_target: true,
        }
    }
}

const FILES: &[&str] = &["b", "g"];
const DORMANCIES: &[&str] = &["knight_move", "recharged"];
const UNCOVERED: &[&str] = &["allowed", "forbidden"];
const RECHARGES: &[u32] = &[1, 0, 2];

impl fairyring_game::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "teleport_file",
            kind: OptionKind::Words(FILES),
            about: "the file on which the Teleports begin, in place of a knight",
        },
        OptionSpec {
            name: "dormant_until",
            kind: OptionKind::Words(DORMANCIES),
            about: "what ends the dormancy of a Teleport that has teleported: its knight move alone, or being recharged too",
        },
        OptionSpec {
            name: "uncovered_check",
            kind: OptionKind::Words(UNCOVERED),
            about: "whether a teleport may leave the enemy king in check",
        },
        OptionSpec { name: "teleport", kind: OptionKind::Flag, about: "experiment: whether Teleports teleport at all" },
        OptionSpec {
            name: "recharge",
            kind: OptionKind::Numbers(RECHARGES),
            about: "experiment: how many own moves a Teleport recharges after a teleport",
        },
        OptionSpec {
            name: "safe_target",
            kind: OptionKind::Flag,
            about: "experiment: whether squares that an enemy unit attacks are closed to teleports",
        },
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "teleport_file" => FILES[usize::from(self.on_g_file)].to_owned(),
            "dormant_until" => DORMANCIES[self.dormant_until as usize].to_owned(),
            "uncovered_check" => UNCOVERED[usize::from(self.no_uncovered_check)].to_owned(),
            "teleport" => self.teleport.to_string(),
            "recharge" => self.recharge.to_string(),
            _ => self.safe_target.to_string(),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "teleport_file" => self.on_g_file = set_word(FILES, value) == 1,
            "dormant_until" => {
                self.dormant_until =
                    if set_word(DORMANCIES, value) == 1 { Dormancy::Recharged } else { Dormancy::KnightMove };
            }
            "uncovered_check" => self.no_uncovered_check = set_word(UNCOVERED, value) == 1,
            "teleport" => self.teleport = value == "true",
            "recharge" => self.recharge = value.parse().unwrap_or(1),
            _ => self.safe_target = value == "true",
        }
    }
}

/// Words for the ends of the game, in the order in which they are judged; the limit set from outside last.
pub(crate) const REASONS: &[&str] =
    &["mate", "stalemate", "repetition", "fifty_moves", "insufficient_material", "max_plies"];

/// The side to move is mated.
pub(crate) const MATE: u8 = 0;
pub(crate) const STALEMATE: Outcome = Outcome::draw(1);
pub(crate) const REPETITION: Outcome = Outcome::draw(2);
pub(crate) const FIFTY_MOVES: Outcome = Outcome::draw(3);
pub(crate) const INSUFFICIENT_MATERIAL: Outcome = Outcome::draw(4);
pub(crate) const MAX_PLIES: Outcome = Outcome::draw(5);
