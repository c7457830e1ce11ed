//! A build that is killed at any moment goes on and brings the files of an undisturbed one.
//!
//! The test starts its own program again as the build that is to be killed, `killed build DIRECTORY`.

use fairyring_tables::{Build, Table, build};
use fairyring_wari::Position;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const LEVEL: u32 = 12;
/// Levels while which the build is killed.
const KILLED: [u32; 4] = [3, 9, 11, 12];

fn solve(path: &Path) -> Table<Position> {
    build(path, &Build { level: LEVEL, workers: 2, cancelled: &AtomicBool::new(false), progress: &|_| () }).unwrap()
}

fn level_file(path: &Path, level: u32) -> PathBuf {
    path.join(format!("level-{level:02}.table"))
}

fn clear(path: &Path) {
    if path.exists() {
        std::fs::remove_dir_all(path).unwrap();
    }
}

/// Kills a build, by a signal that cannot be caught, once the level below the given one is there.
fn kill_in(path: &Path, level: u32) {
    let program = std::env::current_exe().unwrap();
    let mut child = Command::new(program).arg("build").arg(path).stdout(Stdio::null()).spawn().unwrap();
    while !level_file(path, level - 1).exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, path] = &arguments[..]
        && command == "build"
    {
        solve(Path::new(path));
        return;
    }
    // What a harness is asked for; this program has one test and always runs it.
    if arguments.iter().any(|argument| argument == "--list") {
        return;
    }
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [whole, killed] = ["killed-whole", "killed-killed"].map(|name| target.join(name));
    clear(&whole);
    solve(&whole);
    // A kill may come too late to interrupt anything; then it is tried again.
    let interrupted = (0..10).any(|_| {
        clear(&killed);
        for level in KILLED {
            kill_in(&killed, level);
        }
        !level_file(&killed, LEVEL).exists()
    });
    assert!(interrupted, "no kill came in time");
    assert_eq!(solve(&killed).highest(), LEVEL);
    for level in 0..=LEVEL {
        let [expected, found] = [&whole, &killed].map(|path| std::fs::read(level_file(path, level)).unwrap());
        assert!(expected == found, "level {level} differs");
    }
}
