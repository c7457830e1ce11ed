//! A table's file with bytes changed, dropped or added is refused; the file as it was built is read.
#![no_main]

use fairyring_tables::{Build, Table, build};
use fairyring_wari::Position;
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const LEVEL: u32 = 3;

static BUILT: LazyLock<(TempDir, Vec<u8>)> = LazyLock::new(|| {
    let directory = TempDir::new().expect("a directory");
    let cancelled = AtomicBool::new(false);
    let order = Build { level: LEVEL, workers: 1, cancelled: &cancelled, progress: &|_| {} };
    build::<Position>(directory.path(), &order).expect("a table");
    let bytes = fs::read(directory.path().join("level-03.table")).expect("the file of a level");
    (directory, bytes)
});

fuzz_target!(|edits: &[u8]| {
    let (directory, built) = &*BUILT;
    let mut bytes = built.clone();
    for edit in edits.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len().max(1);
        match edit[2] % 3 {
            0 if !bytes.is_empty() => bytes[at] = edit[3],
            1 => bytes.truncate(at),
            _ => bytes.push(edit[3]),
        }
    }
    fs::write(directory.path().join("level-03.table"), &bytes).expect("a file");
    let opened = Table::<Position>::open(directory.path(), Some(LEVEL));
    assert_eq!(opened.is_ok(), bytes == *built, "{opened:?}");
});
