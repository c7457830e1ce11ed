//! The rule options.

use fairyring_game::{OptionKind, OptionSpec, Preset, Rules as RulesTrait, set_word};

/// What becomes of a move that would capture all counters on the opponent's side after sowing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GrandSlam {
    /// It is legal and captures nothing.
    #[default]
    NoCapture,
    /// It is not legal.
    Illegal,
    /// It captures them all.
    Captures,
    /// It is forbidden if another move leaves the opponent a reply, otherwise it captures. Every move must leave a reply
    /// if any does; if none does, all moves are free.
    Awari,
}

/// Who gets the counters left when a position recurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// Each side those on its own side.
    #[default]
    OwnSide,
    /// Half each.
    Even,
}

/// What becomes of the game when a side has captured more than half of the counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Majority {
    /// It ends at once.
    #[default]
    Ends,
    /// It goes on for the counters that are left, as endgame tables count them.
    PlaysOn,
}

/// The options of Wari; the default is the tournament game (Abapa).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Capturing everything.
    pub grand_slam: GrandSlam,
    /// Sharing out at a recurrence.
    pub cycle: Cycle,
    /// The occurrence of a position, since the last capture, that ends the game: 2 or 3.
    pub occurrences: u8,
    /// More than half of the counters.
    pub majority: Majority,
}

const GRAND_SLAM: &[&str] = &["no_capture", "illegal", "captures", "awari"];
const CYCLE: &[&str] = &["own_side", "even"];
const MAJORITY: &[&str] = &["ends", "plays_on"];

impl Default for Rules {
    fn default() -> Self {
        Self {
            grand_slam: GrandSlam::default(),
            cycle: Cycle::default(),
            occurrences: 2,
            majority: Majority::default(),
        }
    }
}

impl Rules {
    /// The scientific game, whose endgames are tabulated: `grand_slam=awari`, `cycle=even`.
    pub const AWARI: Self =
        Self { grand_slam: GrandSlam::Awari, cycle: Cycle::Even, occurrences: 2, majority: Majority::Ends };
}

impl RulesTrait for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "grand_slam",
            kind: OptionKind::Words(GRAND_SLAM),
            about: "What becomes of a move that would capture all counters on the opponent's side.",
        },
        OptionSpec {
            name: "cycle",
            kind: OptionKind::Words(CYCLE),
            about: "Who gets the counters left when a position recurs since the last capture.",
        },
        OptionSpec {
            name: "occurrences",
            kind: OptionKind::Numbers(&[2, 3]),
            about: "The occurrence of a position since the last capture that ends the game.",
        },
        OptionSpec {
            name: "majority",
            kind: OptionKind::Words(MAJORITY),
            about: "What becomes of the game when a side has captured more than half of the counters.",
        },
    ];

    const PRESETS: &'static [Preset] = &[
        ("abapa", &[("grand_slam", "no_capture"), ("cycle", "own_side"), ("occurrences", "2"), ("majority", "ends")]),
        ("awari", &[("grand_slam", "awari"), ("cycle", "even"), ("occurrences", "2"), ("majority", "ends")]),
    ];

    fn get(&self, name: &str) -> String {
        match name {
            "grand_slam" => GRAND_SLAM[self.grand_slam as usize].to_owned(),
            "cycle" => CYCLE[self.cycle as usize].to_owned(),
            "majority" => MAJORITY[self.majority as usize].to_owned(),
            _ => self.occurrences.to_string(),
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "grand_slam" => {
                let all = [GrandSlam::NoCapture, GrandSlam::Illegal, GrandSlam::Captures, GrandSlam::Awari];
                self.grand_slam = all[set_word(GRAND_SLAM, value) as usize];
            }
            "majority" => {
                self.majority = [Majority::Ends, Majority::PlaysOn][set_word(MAJORITY, value) as usize];
            }
            "cycle" => self.cycle = [Cycle::OwnSide, Cycle::Even][set_word(CYCLE, value) as usize],
            _ => self.occurrences = if value == "3" { 3 } else { 2 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_the_two_named_games() {
        let mut rules = Rules::AWARI;
        rules.apply_preset("abapa").unwrap();
        assert_eq!(rules, Rules::default());
        rules.apply_preset("awari").unwrap();
        assert_eq!(rules, Rules::AWARI);
        let error = rules.apply_preset("kalah").unwrap_err().to_string();
        assert_eq!(error, "unknown preset \"kalah\"; valid: abapa, awari");
    }

    #[test]
    fn every_value_reads_back_and_others_are_refused() {
        let mut rules = Rules::default();
        for slam in GRAND_SLAM {
            for cycle in CYCLE {
                for occurrences in ["2", "3"] {
                    for (name, value) in [("grand_slam", *slam), ("cycle", *cycle), ("occurrences", occurrences)] {
                        rules.set(name, value).unwrap();
                        assert_eq!(rules.get(name), value);
                    }
                    for majority in MAJORITY {
                        rules.set("majority", majority).unwrap();
                        assert_eq!(rules.get("majority"), *majority);
                    }
                }
            }
        }
        let before = rules;
        for (name, value) in [("occurrences", "4"), ("occurrences", "02"), ("cycle", "odd"), ("slam", "illegal")] {
            assert!(rules.set(name, value).is_err());
        }
        assert_eq!(rules, before);
    }
}
