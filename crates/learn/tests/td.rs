//! Runs by temporal differences: the same for any threads and stops, and files that are checked.

use fairyring_game::{Game, Inputs, Line, Text, below, stream};
use fairyring_learn::{AnyTrainer, TdOptions, Trainer, build};
use fairyring_sim::Control;
use std::path::PathBuf;

type Chess = fairyring_chess::Position;
type Wari = fairyring_wari::Position;

fn start<G: Game>() -> Vec<G> {
    vec![G::start(G::Rules::default())]
}

fn options<G: fairyring_game::Evaluate>() -> TdOptions {
    TdOptions { seed: 5, batch: 6, max_plies: 60, explore: 0.1, ..TdOptions::of::<G>() }
}

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fairyring-learn-{}-{name}", std::process::id()))
}

fn refusal<G: Text + Inputs + fairyring_game::Evaluate>(path: &std::path::Path) -> String {
    Trainer::<G>::open(path).expect_err("the file is refused").to_string()
}

fn reproduces<G: Text + fairyring_game::Evaluate + Inputs>(options: TdOptions, name: &str) {
    let mut whole = Trainer::<G>::new(start(), options.clone()).unwrap();
    whole.advance(4, 1, &Control::new()).unwrap();
    let mut parts = Trainer::<G>::new(start(), options).unwrap();
    parts.advance(2, 3, &Control::new()).unwrap();
    // A stop within a batch leaves no trace.
    let cancelled = Control::new();
    cancelled.cancel();
    parts.advance(4, 2, &cancelled).unwrap();
    let path = file(name);
    parts.save(&path).unwrap();
    let mut resumed = Trainer::<G>::open(&path).unwrap();
    resumed.advance(4, 2, &Control::new()).unwrap();
    resumed.save(&path).unwrap();
    let again = std::fs::read(&path).unwrap();
    whole.save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), again);
    std::fs::remove_file(&path).unwrap();
    assert!(whole.weights().iter().any(|&(_, weight)| weight != 0.0), "something was learned");
    assert_eq!(whole.curve()[0], ("games".to_owned(), vec![6.0, 12.0, 18.0, 24.0]));
}

#[test]
fn runs_depend_on_neither_threads_nor_stops() {
    reproduces::<Wari>(options::<Wari>(), "terms");
    reproduces::<Wari>(TdOptions { inputs: true, ..options::<Wari>() }, "linear");
    reproduces::<Chess>(TdOptions { inputs: true, hidden: 4, ..options::<Chess>() }, "layer");
    reproduces::<Wari>(TdOptions { fixed: true, nodes: 30, ..options::<Wari>() }, "fixed");
    reproduces::<Chess>(TdOptions { leaf: false, defaults: true, ..options::<Chess>() }, "root");
}

/// Lengths, decisions and scores of the games of a run's updates.
fn games(options: TdOptions) -> Vec<(String, Vec<f64>)> {
    let mut run = Trainer::<Wari>::new(start(), options).unwrap();
    run.advance(4, 1, &Control::new()).unwrap();
    assert!(run.weights().iter().any(|&(_, weight)| weight != 0.0), "something was learned");
    run.curve().into_iter().filter(|(name, _)| ["plies", "decided", "score"].contains(&name.as_str())).collect()
}

#[test]
fn games_of_fixed_players_do_not_depend_on_what_is_learned() {
    let small = || TdOptions { nodes: 30, max_plies: 200, ..options::<Wari>() };
    let fixed = || TdOptions { fixed: true, ..small() };
    let known = games(fixed());
    assert_eq!(known, games(TdOptions { rate: 100.0, lambda: 1.0, inputs: true, defaults: true, ..fixed() }));
    // Nodes take the place of the depth.
    assert_eq!(known, games(TdOptions { depth: 3, ..fixed() }));
    assert_ne!(known, games(TdOptions { nodes: 0, ..fixed() }));
    assert_ne!(games(small()), games(TdOptions { rate: 100.0, ..small() }));
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_reason() {
    let path = file("refused");
    let run = Trainer::<Chess>::new(start(), options::<Chess>()).unwrap();
    run.save(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    assert!(refusal::<Wari>(&path).contains("learned for chess, not for wari"));
    let tried = |bytes: &[u8], reason: &str| {
        std::fs::write(&path, bytes).unwrap();
        let said = refusal::<Chess>(&path);
        assert!(said.contains(reason), "{said}");
    };
    tried(b"", "no file of a learned evaluation");
    tried(b"\x80\x04\x95pickle", "no file of a learned evaluation");
    tried(b"fairyring-learned 2\n{}\n", "another version");
    tried(b"fairyring-learned 1\n", "cut off");
    tried(&whole[..whole.len() - 9], "where its header promises");
    tried(&[whole.as_slice(), b"more"].concat(), "where its header promises");
    for at in [whole.len() - 1, whole.len() - 30] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        tried(&damaged, "checksum is wrong");
    }
    // Every prefix and every damaged byte is refused, whatever the reason.
    for end in 0..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        refusal::<Chess>(&path);
    }
    // The header of another version or shape, with the right checksum.
    for (from, to, reason) in [
        ("\"rules_version\":", "\"rules_version\":9", "rules"),
        ("\"hidden\":0", "\"hidden\":5", "hidden units need inputs"),
        ("\"queen\",\"bishop_pair\"", "\"dabbaba\",\"bishop_pair\"", "its weights are"),
    ] {
        // The header is the second line; numbers and checksum may hold any bytes.
        let end = whole.split_inclusive(|&byte| byte == b'\n').take(2).map(<[u8]>::len).sum();
        let header = String::from_utf8(whole[..end].to_vec()).unwrap();
        assert!(header.contains(from), "{header}");
        let mut changed = header.replace(from, to).into_bytes();
        changed.extend(&whole[end..whole.len() - 4]);
        changed.extend(crc32fast::hash(&changed).to_le_bytes());
        std::fs::write(&path, changed).unwrap();
        let said = refusal::<Chess>(&path);
        assert!(said.contains(reason), "{said}");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(refusal::<Chess>(&path).contains("-refused\""), "a file that is not there is named");
}

#[test]
fn a_learned_player_plays_by_its_file_and_by_its_rules_only() {
    let path = file("player");
    let mut run = Trainer::<Wari>::new(start(), TdOptions { inputs: true, ..options::<Wari>() }).unwrap();
    run.advance(1, 1, &Control::new()).unwrap();
    run.save(&path).unwrap();
    let spec = |more: &str| format!("learned({}{more})", path.display()).parse().unwrap();
    for more in ["", ", depth=1", ", nodes=50", ", search=twoply", ", search=expectiminimax, depth=1"] {
        let mut player = build::<Wari>(&spec(more), Default::default()).unwrap();
        let line = Line::new(Wari::start(Default::default()));
        let found = player.analyse(&line, &mut stream(1, 1));
        assert!(line.position().is_legal(found.best));
    }
    let refused = |more: &str, rules| build::<Wari>(&spec(more), rules).err().expect(more).0;
    assert!(refused("", fairyring_wari::Rules::AWARI).contains("grand_slam=no_capture"));
    assert!(build::<Wari>(&spec(", any_rules=true"), fairyring_wari::Rules::AWARI).is_ok());
    assert!(refused(", search=guess", Default::default()).contains("valid: alphabeta"));
    assert!(refused(", search=twoply, depth=2", Default::default()).contains("unknown argument \"depth\""));
    assert!(build::<Chess>(&spec(""), ()).err().unwrap().0.contains("learned for wari"));
    std::fs::remove_file(&path).unwrap();
}

/// Inputs lie within their number, and the teams' inputs change places when the board is turned.
#[test]
fn inputs_are_the_same_from_both_sides() {
    let mut random = stream(3, 3);
    for _ in 0..20 {
        let mut line = Line::new(Chess::start(()));
        for _ in 0..30 {
            let moves = line.legal_moves();
            if moves.is_empty() {
                break;
            }
            line.play_unchecked(moves[below(&mut random, moves.len() as u64) as usize]);
            let seen = |position: &Chess, team| {
                let mut inputs = Vec::new();
                position.inputs(team, &mut inputs);
                let mut indices: Vec<u32> = inputs.iter().map(|&(index, _)| index).collect();
                indices.sort_unstable();
                assert!(indices.iter().all(|&index| (index as usize) < Chess::input_count()));
                indices
            };
            let (position, mirrored) = (line.position(), line.position().mirrored());
            assert_eq!(seen(position, 0), seen(&mirrored, 1));
            assert_eq!(seen(position, 1), seen(&mirrored, 0));
        }
    }
}
