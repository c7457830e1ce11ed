//! When players place their kings, and how games end, under both rules of king placement: GAMES AGENT...

use fairyring_cards::{Card, Kind, KingPlacement, Position, Rules, Side};
use fairyring_game::{Game, Line, PLAYERS, game_seed, stream};
use fairyring_search::{AgentSpec, build};

#[allow(clippy::print_stdout)]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|n| n.parse().ok()).expect("GAMES AGENT...");
    for agent in arguments {
        let spec: AgentSpec = agent.parse().unwrap_or_else(|error| panic!("{error}"));
        for king_placement in [KingPlacement::Free, KingPlacement::First] {
            let start = Position::start(Rules { king_placement, ..Rules::default() });
            let mut players = [0, 1].map(|_| build::<Position>(&spec).unwrap_or_else(|error| panic!("{error}")));
            let (mut plies, mut reasons, mut red, mut black) = (0usize, [0u32; 6], 0u32, 0u32);
            let mut placed: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
            for index in 0..games {
                let seed = game_seed(1, 0, index);
                let mut choices = [0, 1].map(|seat| stream(seed, PLAYERS + 1 + seat));
                players.iter_mut().for_each(|player| player.begin_game());
                let mut line = Line::new(start.clone());
                while line.outcome().is_none() {
                    let seat = line.position().side_to_move() as usize;
                    let held = |line: &Line<Position>| {
                        line.position().in_hand(Card { side: Side::ALL[seat], kind: Kind::King })
                    };
                    let before = held(&line);
                    let m = players[seat].choose(&line, &mut choices[seat]);
                    line.play_unchecked(m);
                    if held(&line) < before {
                        placed[seat].push(line.moves().len());
                    }
                }
                let outcome = line.outcome().expect("the game is over");
                reasons[outcome.reason as usize] += 1;
                red += u32::from(outcome.utility > 0.0);
                black += u32::from(outcome.utility < 0.0);
                plies += line.moves().len();
            }
            let share = placed.each_ref().map(|plies| 100.0 * plies.len() as f64 / games as f64);
            let median = placed.each_mut().map(|plies| {
                plies.sort_unstable();
                plies.get(plies.len() / 2).copied().unwrap_or(0)
            });
            println!(
                "{agent} {king_placement:?}: {games} games, {:.0} plies a game; kings placed {share:.1?} %, median ply \
                 {median:?}; Red won {red}, Black {black}; {:?} {reasons:?}",
                plies as f64 / games as f64,
                Position::REASONS
            );
        }
    }
}
