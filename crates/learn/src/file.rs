//! The file of a run: a header that says what it is, numbers, and a checksum. Nothing in it is executed.
//!
//! A line with the name of the format and its version; a line of JSON, the [`Header`]; the numbers, 64-bit floats with
//! their least byte first; and the CRC-32 of all that, 4 bytes, least byte first. The numbers are, in this order: the
//! parameters, their averages, the optimiser's means and mean squares (all of the length of the parameters), the sums of
//! squared slopes of the terms, and the columns of the curve.

use crate::{LearnError, TdOptions};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// First line of every file; the number is the version of the format.
const MAGIC: &str = "fairyring-learned 1";

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 32;

/// What a run is and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Identifier of the game.
    pub game: String,
    /// Version of its rules, actions and observations.
    pub rules_version: u32,
    /// Its rule options, all of them.
    pub rules: Vec<(String, String)>,
    /// Texts of the start positions.
    pub starts: Vec<String>,
    /// What defines the run.
    pub options: TdOptions,
    /// Names of the weights of the game's evaluation.
    pub weights: Vec<String>,
    /// Number of the game's inputs.
    pub inputs: usize,
    /// Updates done.
    pub updates: u64,
    /// Names of the columns of the curve, each of `updates` numbers.
    pub columns: Vec<String>,
    /// Number of parameters.
    pub parameters: usize,
}

impl Header {
    /// The header as JSON.
    ///
    /// # Errors
    /// [`LearnError::Options`] says why; no header is known for which it is returned.
    pub fn to_json(&self) -> Result<String, LearnError> {
        serde_json::to_string(self).map_err(|error| LearnError::Options(error.to_string()))
    }

    /// Number of the numbers that follow.
    fn numbers(&self) -> Option<usize> {
        let curve = self.columns.len().checked_mul(usize::try_from(self.updates).ok()?)?;
        self.parameters.checked_mul(4)?.checked_add(self.weights.len())?.checked_add(curve)
    }
}

/// A file's contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What it is.
    pub header: Header,
    /// The numbers.
    pub numbers: Vec<f64>,
}

impl Checkpoint {
    /// Writes a file whole or not at all: under another name first, which is then changed.
    ///
    /// # Errors
    /// [`LearnError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), LearnError> {
        let fault = |error: &dyn std::fmt::Display| LearnError::Io {
            path: path.display().to_string(),
            reason: error.to_string(),
        };
        let header = self.header.to_json().map_err(|error| fault(&error))?;
        let mut bytes = format!("{MAGIC}\n{header}\n").into_bytes();
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".tmp-{}", std::process::id()));
        let temporary = path.with_file_name(name);
        let written = File::create(&temporary)
            .and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&temporary, path));
        written.map_err(|error| {
            // What is left of a failed attempt is of no use to anybody.
            let _ = fs::remove_file(&temporary);
            fault(&error)
        })
    }

    /// Reads a file whose length and checksum are right.
    ///
    /// # Errors
    /// [`LearnError`] says why it is refused.
    pub fn read(path: &Path) -> Result<Self, LearnError> {
        let name = path.display().to_string();
        let io = |error: std::io::Error| LearnError::Io { path: name.clone(), reason: error.to_string() };
        let refuse = |reason: String| LearnError::File { path: name.clone(), reason };
        let length = fs::metadata(path).map_err(io)?.len();
        if length > MAX_BYTES {
            return Err(refuse(format!("{length} bytes are more than any such file has")));
        }
        let bytes = fs::read(path).map_err(io)?;
        let begin = format!("{MAGIC}\n").into_bytes();
        if !bytes.starts_with(&begin) {
            return Err(refuse(if bytes.starts_with(b"fairyring-learned ") {
                format!("its format has another version than this one ({MAGIC:?})")
            } else {
                "it is no file of a learned evaluation".to_owned()
            }));
        }
        let rest = &bytes[begin.len()..];
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| refuse("it is cut off".to_owned()))?;
        let header: Header = serde_json::from_slice(&rest[..end])
            .map_err(|error| refuse(format!("its header cannot be read: {error}")))?;
        let numbers = rest[end + 1..].strip_suffix(&bytes[bytes.len() - 4..]).unwrap_or_default();
        let expected = header.numbers().and_then(|count| count.checked_mul(8));
        if Some(numbers.len()) != expected || rest.len() < end + 5 {
            return Err(refuse(format!(
                "it holds {} bytes of numbers where its header promises {}",
                numbers.len(),
                expected.map_or_else(|| "too many".to_owned(), |count| count.to_string())
            )));
        }
        let (content, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(refuse("its checksum is wrong: it is damaged".to_owned()));
        }
        let numbers: Vec<f64> = numbers
            .chunks_exact(8)
            .map(|chunk| f64::from_le_bytes(chunk.try_into().expect("chunks have eight bytes")))
            .collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(refuse("it holds numbers that are not finite".to_owned()));
        }
        Ok(Self { header, numbers })
    }
}
