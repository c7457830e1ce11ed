//! A small game with cycles, gains and dead ends: values against sweeps by threshold, files against damage.

use fairyring_game::{Actor, Game, Outcome, Team};
use fairyring_tables::{Build, Endings, Progress, Statistics, Table, TableError, build};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cells of a level.
const CELLS: u32 = 499;
const LEVELS: u32 = 6;

/// A token on a ring of cells that both players move, with as many points left as its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Toy {
    level: u32,
    cell: u32,
    side: u8,
    /// Whether it belongs to the family that is numbered.
    counted: bool,
}

/// Points gained, level and cell.
type Hop = (i8, u32, u32);

/// All moves from a cell.
fn hops(level: u32, cell: u32) -> Vec<Hop> {
    if ends(cell) {
        return Vec::new();
    }
    let mut hops = vec![(0, level, (cell + 1) % CELLS)];
    if cell.is_multiple_of(2) && (3 * cell + 7) % CELLS != (cell + 1) % CELLS {
        hops.push((0, level, (3 * cell + 7) % CELLS));
    }
    if cell % 7 == 3 && level > 0 {
        hops.push((1, level - 1, (5 * cell + 2) % CELLS));
    }
    if cell % 19 == 4 && level > 2 {
        hops.push((3, level - 3, cell));
    }
    hops
}

/// Cells where the game is over and the opponent gets the points left.
fn ends(cell: u32) -> bool {
    cell % 31 == 30
}

impl Game for Toy {
    type Move = Hop;
    type Rules = ();
    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["x", "y"];
    const TEAMS: &'static [Team] = &[0, 1];
    const REASONS: &'static [&'static str] = &["end", "max_plies"];

    fn start((): ()) -> Self {
        Self { level: LEVELS, cell: 0, side: 0, counted: true }
    }

    fn rules(&self) {}

    fn to_act(&self) -> Actor {
        Actor::Seat(self.side)
    }

    fn outcome(&self, _occurrences: u32) -> Option<Outcome> {
        ends(self.cell).then_some(Outcome::draw(0))
    }

    fn legal_moves(&self, out: &mut Vec<Hop>) {
        out.extend(hops(self.level, self.cell));
    }

    fn play_unchecked(&mut self, (_, level, cell): Hop) {
        *self = Self { level, cell, side: 1 - self.side, ..*self };
    }

    fn key(&self) -> u64 {
        u64::from(self.level * CELLS + self.cell) * 2 + u64::from(self.side)
    }

    fn repetition_key(&self) -> Option<u64> {
        None
    }
}

impl Endings for Toy {
    type Ending = u32;
    const FAMILY: &'static str = "toy";
    const FAMILY_VERSION: u32 = 3;
    const MAX_LEVEL: u32 = 9;

    fn ending(&self) -> Result<(u32, u32), String> {
        if self.counted { Ok((self.level, self.cell)) } else { Err("it does not count".to_owned()) }
    }

    fn points(&self, (gain, _, _): Hop) -> i32 {
        i32::from(gain)
    }

    fn size(_level: u32) -> u64 {
        u64::from(CELLS)
    }

    fn bound(level: u32) -> i8 {
        level as i8
    }

    fn index(cell: u32) -> u64 {
        u64::from(cell)
    }

    fn at(_level: u32, index: u64) -> u32 {
        index as u32
    }

    fn next(cell: u32) -> u32 {
        cell + 1
    }

    fn final_value(level: u32, cell: u32) -> Option<i8> {
        ends(cell).then_some(-(level as i8))
    }

    fn successors(level: u32, cell: u32, mut visit: impl FnMut(i8, u32, u32)) {
        for (gain, level, cell) in hops(level, cell) {
            visit(gain, level, cell);
        }
    }

    fn predecessors(level: u32, cell: u32, visit: impl FnMut(u32)) {
        (0..CELLS).filter(|&before| hops(level, before).contains(&(0, level, cell))).for_each(visit);
    }
}

/// Values by another way: for each threshold, who can force a gain of at least so much, by sweeps until nothing changes.
fn by_sweeps() -> Vec<Vec<i8>> {
    let mut values: Vec<Vec<i8>> = Vec::new();
    for level in 0..=LEVELS {
        let mut found = vec![0; CELLS as usize];
        for t in 1..=level as i8 {
            let (mut wins, mut losses) = (vec![false; CELLS as usize], vec![false; CELLS as usize]);
            let mut changed = true;
            while changed {
                changed = false;
                for cell in 0..CELLS {
                    let hops = hops(level, cell);
                    let yields = |(gain, to, child): Hop| gain - values[to as usize][child as usize];
                    let win =
                        hops.iter().any(|&hop| if hop.1 == level { losses[hop.2 as usize] } else { yields(hop) >= t });
                    let loss = if ends(cell) {
                        level as i8 >= t
                    } else {
                        hops.iter().all(|&hop| if hop.1 == level { wins[hop.2 as usize] } else { yields(hop) <= -t })
                    };
                    changed |= win != wins[cell as usize] || loss != losses[cell as usize];
                    (wins[cell as usize], losses[cell as usize]) = (win, loss);
                }
            }
            for cell in 0..CELLS as usize {
                if wins[cell] {
                    found[cell] = t;
                } else if losses[cell] {
                    found[cell] = -t;
                }
            }
        }
        values.push(found);
    }
    values
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    match std::fs::remove_dir_all(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => path,
    }
}

fn solve(path: &Path, level: u32, workers: usize) -> Result<Table<Toy>, TableError> {
    build(path, &Build { level, workers, cancelled: &AtomicBool::new(false), progress: &|_| () })
}

fn level_file(path: &Path, level: u32) -> PathBuf {
    path.join(format!("level-{level:02}.table"))
}

fn files(path: &Path) -> Vec<Vec<u8>> {
    (0..=LEVELS).map(|level| std::fs::read(level_file(path, level)).unwrap()).collect()
}

#[test]
fn values_are_those_of_sweeps_by_threshold() {
    let path = directory("toy-values");
    let table = solve(&path, LEVELS, 2).unwrap();
    let expected = by_sweeps();
    for level in 0..=LEVELS {
        let values: Vec<i8> = table.values(level).unwrap().iter().map(|&byte| byte as i8).collect();
        assert_eq!(values, expected[level as usize], "level {level}");
    }
    let Statistics { win, draw, loss, .. } = table.statistics(LEVELS).unwrap();
    assert!(win > 25 && draw > 25 && loss > 25, "{win} {draw} {loss}");
    let even = table.statistics_where(LEVELS, |cell| cell.is_multiple_of(2)).unwrap();
    assert_eq!(even.win + even.draw + even.loss, u64::from(CELLS.div_ceil(2)));
}

#[test]
fn the_best_moves_keep_the_value() {
    let table = solve(&directory("toy-moves"), LEVELS, 1).unwrap();
    for cell in 0..CELLS {
        let position = Toy { cell, ..Toy::start(()) };
        let moves = table.move_values(&position).unwrap();
        let best = table.best_moves(&position).unwrap();
        assert_eq!(best.is_empty(), ends(cell));
        for (m, value) in moves {
            let most = table.value(&position).unwrap();
            assert_eq!(best.contains(&m), value == most);
            assert!(value <= most);
        }
    }
}

/// Leading moves reach the value within finitely many plies, whatever best moves the other side chooses; every shorter way
/// is one of theirs too.
#[test]
fn leading_moves_lead_out_of_the_level() {
    let table = solve(&directory("toy-leading"), LEVELS, 2).unwrap();
    let mut lengths = Vec::new();
    for cell in 0..CELLS {
        let start = Toy { cell, ..Toy::start(()) };
        if table.value(&start).unwrap() <= 0 {
            continue;
        }
        // The longest way that the defence can find.
        let mut ways = vec![start];
        let mut plies = 0;
        while !ways.is_empty() {
            assert!(plies < CELLS, "cell {cell} goes round");
            let mut next = Vec::new();
            for position in ways {
                let moves = if position.side == start.side {
                    table.leading_moves(&position, 100_000).unwrap()
                } else {
                    table.best_moves(&position).unwrap()
                };
                for m in moves {
                    let mut after = position;
                    after.play_unchecked(m);
                    if after.level == LEVELS && !ends(after.cell) && !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            ways = next;
            plies += 1;
        }
        lengths.push(plies);
        // Without nodes to search, all best moves are the answer.
        let best = table.best_moves(&start).unwrap();
        assert!(best.len() < 2 || table.leading_moves(&start, 0).unwrap().len() <= best.len());
    }
    assert!(lengths.iter().max() > Some(&5), "{lengths:?}");
}

#[test]
fn files_do_not_depend_on_threads() {
    let [one, three] = [1, 3].map(|workers| {
        let path = directory(&format!("toy-threads-{workers}"));
        solve(&path, LEVELS, workers).unwrap();
        files(&path)
    });
    assert_eq!(one, three);
}

#[test]
fn a_cancelled_build_keeps_its_levels_and_goes_on() {
    let whole = directory("toy-whole");
    solve(&whole, LEVELS, 2).unwrap();
    let path = directory("toy-cancelled");
    let cancelled = AtomicBool::new(false);
    let stop = |progress: Progress| cancelled.store(progress.level == 4, Ordering::Relaxed);
    let stopped = build::<Toy>(&path, &Build { level: LEVELS, workers: 2, cancelled: &cancelled, progress: &stop });
    assert!(matches!(stopped, Err(TableError::Cancelled)), "{stopped:?}");
    assert!(level_file(&path, 3).exists() && !level_file(&path, 4).exists());
    assert_eq!(Table::<Toy>::open(&path, None).unwrap().highest(), 3);
    // What a killed build may leave behind.
    std::fs::write(path.join("level-04.table.tmp"), b"half a level").unwrap();
    let heard = Mutex::new(Vec::new());
    let hear = |progress| heard.lock().unwrap().push(progress);
    let go_on = AtomicBool::new(false);
    build::<Toy>(&path, &Build { level: LEVELS, workers: 2, cancelled: &go_on, progress: &hear }).unwrap();
    assert_eq!(files(&path), files(&whole));
    let heard = heard.into_inner().unwrap();
    let total = u64::from(2 * CELLS * (LEVELS + 1));
    assert!(heard.iter().all(|p| p.level >= 4 && p.total == total && p.done <= total));
    assert_eq!(heard.iter().map(|p| p.done).max(), Some(total));
}

#[test]
fn damaged_files_are_refused_by_name() {
    let path = directory("toy-damage");
    solve(&path, 2, 2).unwrap();
    let file = level_file(&path, 1);
    let good = std::fs::read(&file).unwrap();
    let refusal = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let opened = Table::<Toy>::open(&path, None).expect_err("damaged").to_string();
        let built = solve(&path, 2, 1).expect_err("damaged").to_string();
        assert_eq!(opened, built);
        assert!(opened.starts_with(&format!("{}: ", file.display())), "{opened}");
        opened
    };
    for length in (0..good.len()).step_by(13) {
        assert!(refusal(&good[..length]).contains(&format!("{} bytes expected, found {length}", good.len())));
    }
    assert!(refusal(&[good.clone(), vec![0]].concat()).contains("567 bytes expected, found 568"));
    for (at, reason) in [
        (0, "it is no table"),
        (8, "another layout"),
        (12, "another version"),
        (16, "another level"),
        (32, "no table of toy"),
        (64, "checksum"),
        (good.len() - 5, "checksum"),
        (good.len() - 1, "checksum"),
    ] {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        let told = refusal(&bad);
        assert!(told.contains(reason), "{told}");
    }
    assert!(refusal(&std::fs::read(level_file(&path, 2)).unwrap()).contains("another level"));
    std::fs::write(&file, &good).unwrap();
    assert_eq!(Table::<Toy>::open(&path, Some(2)).unwrap().highest(), 2);
}

#[test]
fn what_a_table_does_not_hold_is_refused() {
    let path = directory("toy-limits");
    let missing = Table::<Toy>::open(&path, None).expect_err("absent");
    assert!(matches!(missing, TableError::Missing { level: 0, .. }), "{missing}");
    let table = solve(&path, 3, 1).unwrap();
    assert!(matches!(Table::<Toy>::open(&path, Some(4)), Err(TableError::Missing { level: 4, .. })));
    assert!(matches!(Table::<Toy>::open(&path, Some(10)), Err(TableError::NoLevel { level: 10, highest: 9 })));
    assert!(matches!(solve(&path, 10, 1), Err(TableError::NoLevel { level: 10, highest: 9 })));
    let start = Toy::start(());
    assert!(matches!(table.value(&start), Err(TableError::Outside { level: 6, highest: 3 })));
    assert!(matches!(table.move_values(&start), Err(TableError::Outside { .. })));
    let other = table.value(&Toy { counted: false, ..start }).expect_err("uncounted").to_string();
    assert_eq!(other, "the table does not hold this position: it does not count");
    assert!(matches!(table.statistics(4), Err(TableError::NoLevel { level: 4, highest: 3 })));
}

#[test]
fn one_build_at_a_time_works_in_a_directory() {
    let path = directory("toy-lock");
    std::fs::create_dir_all(&path).unwrap();
    let other = std::fs::File::create(path.join("lock")).unwrap();
    other.lock().unwrap();
    assert!(matches!(solve(&path, 2, 1), Err(TableError::Locked { .. })));
    other.unlock().unwrap();
    assert_eq!(solve(&path, 2, 1).unwrap().highest(), 2);
    let file = level_file(&path, 0);
    assert!(matches!(solve(&file, 2, 1), Err(TableError::Io { .. })));
}
