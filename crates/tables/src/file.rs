//! The file of a level: written whole or not at all, checked before it is believed.

use crate::{Endings, TableError};
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"fyrtable";
/// Version of the layout below.
const LAYOUT: u32 = 1;
/// Length of the header: magic, layout, family version, level, zero, number of positions, family.
const HEADER: usize = 64;
/// Length of the checksum at the end.
const TRAILER: usize = 4;

/// A level's file, mapped.
#[derive(Debug)]
pub(crate) struct Level {
    map: Mmap,
}

/// Where a level lies in its directory.
pub(crate) fn path_of(directory: &Path, level: u32) -> PathBuf {
    directory.join(format!("level-{level:02}.table"))
}

/// The header of a level.
fn header<G: Endings>(level: u32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    for (field, value) in [LAYOUT, G::FAMILY_VERSION, level].into_iter().enumerate() {
        header[8 + 4 * field..12 + 4 * field].copy_from_slice(&value.to_le_bytes());
    }
    header[24..32].copy_from_slice(&G::size(level).to_le_bytes());
    header[32..32 + G::FAMILY.len()].copy_from_slice(G::FAMILY.as_bytes());
    header
}

/// Writes a level from pieces of its values, in order. The caller holds the directory's lock.
pub(crate) fn write<G: Endings>(
    directory: &Path,
    level: u32,
    pieces: impl Iterator<Item = Vec<u8>>,
) -> Result<(), TableError> {
    let path = path_of(directory, level);
    let temporary = path.with_extension("table.tmp");
    let io = || TableError::io(&temporary);
    let mut file = BufWriter::new(File::create(&temporary).map_err(io())?);
    let mut checksum = crc32fast::Hasher::new();
    for bytes in std::iter::once(header::<G>(level).to_vec()).chain(pieces) {
        checksum.update(&bytes);
        file.write_all(&bytes).map_err(io())?;
    }
    file.write_all(&checksum.finalize().to_le_bytes()).map_err(io())?;
    let file = file.into_inner().map_err(|error| io()(error.into_error()))?;
    file.sync_all().map_err(io())?;
    drop(file);
    fs::rename(&temporary, &path).map_err(TableError::io(&path))
}

impl Level {
    /// Maps a level if its file exists.
    pub(crate) fn open<G: Endings>(directory: &Path, level: u32) -> Result<Option<Self>, TableError> {
        let path = path_of(directory, level);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::io(&path)(error)),
        };
        let length = file.metadata().map_err(TableError::io(&path))?.len();
        let expected = (HEADER + TRAILER) as u64 + G::size(level);
        let refuse = |reason: String| TableError::File { path: path.clone(), reason };
        if length != expected {
            return Err(refuse(format!("{expected} bytes expected, found {length}")));
        }
        // SAFETY: the file is opened for reading, and files of this name are never changed in place by this crate: a level
        // is written under another name and renamed once. Mapping instead of reading is for the size: many processes
        // share one copy of hundreds of megabytes, of which a game touches little.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io(&path))?;
        let (body, checksum) = map.split_at(map.len() - TRAILER);
        let found = &body[..HEADER];
        let wanted = header::<G>(level);
        if found != wanted {
            let what = match found.iter().zip(&wanted).position(|(a, b)| a != b) {
                Some(0..8) => "it is no table".to_owned(),
                Some(8..12) => "it is a table of another layout".to_owned(),
                Some(12..16) => "it is of another version of its rules or numbering".to_owned(),
                Some(16..32) => "it is another level".to_owned(),
                _ => format!("it is no table of {}", G::FAMILY),
            };
            return Err(refuse(what));
        }
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(refuse("the checksum is wrong".to_owned()));
        }
        Ok(Some(Self { map }))
    }

    /// The values, one signed byte each.
    pub(crate) fn values(&self) -> &[u8] {
        &self.map[HEADER..self.map.len() - TRAILER]
    }

    /// The value of a number.
    #[inline(always)]
    pub(crate) fn value(&self, index: u64) -> i8 {
        self.values()[index as usize] as i8
    }
}
