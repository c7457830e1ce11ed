//! Plays random games and nothing else, for profilers and counters of instructions: `random_games GAME GAMES [PATH]`, PATH
//! one of `portable`, `magic`, `pext` (the best there is).
#![allow(clippy::print_stdout, reason = "a program for people")]

use fairyring_benches::all;
use fairyring_orthodox::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: random_games GAME GAMES [portable|magic|pext]";
    let id = arguments.next().expect(usage);
    let games: u64 = arguments.next().and_then(|games| games.parse().ok()).expect(usage);
    let path = match arguments.next().as_deref() {
        Some("portable") => Path::Portable,
        Some("magic") => Path::Magic,
        None | Some("pext") => Path::Pext,
        Some(_) => panic!("{usage}"),
    };
    let path = path.choose();
    let mut game = all().into_iter().find(|game| game.id() == id).expect(usage);
    println!("{id} {path:?} {} plies", game.play(0..games).plies);
}
