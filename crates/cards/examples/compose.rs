//! Composes mate problems: MATERIAL (hands, `KN/kp2`) MOVES WIDTH HEIGHT WANTED SEED [NAME=VALUE]... Prints each position with its
//! solution, the most economical first.

use fairyring_cards::{Position, Rules};
use fairyring_game::{PLAYERS, Rules as _, Text, stream};
use fairyring_search::mate::{Request, SolutionText, Stipulation, compose};

#[allow(clippy::print_stdout)]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [material, moves, width, height, wanted, seed, options @ ..] = arguments.as_slice() else {
        println!("usage: compose MATERIAL MOVES WIDTH HEIGHT WANTED SEED [NAME=VALUE]...");
        return;
    };
    let number = |text: &String| text.parse::<u16>().expect("a number");
    let mut rules = Rules::default();
    for option in options {
        let (name, value) = option.split_once('=').expect("options are NAME=VALUE");
        rules.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let hands = Position::parse(&format!("- - {material} r 0 1"), rules).unwrap_or_else(|e| panic!("{e}"));
    let request = Request {
        stipulation: Stipulation { nodes: 2_000_000, ..Stipulation::mate_in(u32::from(number(moves))) },
        wanted: usize::from(number(wanted)),
        attempts: u64::MAX,
        quiet_key: true,
    };
    let mut choices = stream(u64::from(number(seed)), PLAYERS);
    let found = compose(&request, &mut choices, |choices| hands.deal(number(width), number(height), choices));
    for problem in found.expect("a stipulation") {
        let solution = SolutionText::new(&problem.position, &problem.solution);
        println!("{}\n{}{}", problem.position.text(false), problem.position.diagram(), solution.lines());
    }
}
