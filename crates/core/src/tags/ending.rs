//! Checks that a file is complete: its beginning may announce an index, and its index lists all frames.

use serde::{Deserialize, Serialize};

use crate::tags::index::AFFECTED;
use crate::tags::{Borders, Outline, Ticks};
use crate::{Code, Error, Finding, Operation};

/// Facts about the completeness of a file, or of a part of one. Those of successive parts can be added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The file's beginning was read.
    pub begins: bool,
    /// The file's end was read.
    pub ends: bool,
    /// The index at the file's end is that of the last of several recordings, whose bytes it counts from the beginning
    /// of that recording. The error as an index of the whole file.
    pub joined: Option<Finding>,
    /// The frames read.
    pub seen: Outline,
    /// The frames according to the index at the file's end, if it is that of the whole file.
    pub stated: Option<Outline>,
    /// Borders of recordings.
    pub borders: Borders,
    /// Ticks of recordings.
    pub ticks: Ticks,
}

impl Ending {
    /// Adds the facts of the next part.
    pub fn add(&mut self, later: Self) {
        self.begins |= later.begins;
        if later.ends || later.seen.frames > 0 {
            self.ends = later.ends;
            self.stated = later.stated;
            self.joined = later.joined;
        }
        self.seen.add(later.seen);
        self.borders.add(later.borders);
        self.ticks.add(later.ticks);
    }

    /// Converts it to bytes, for [`Ending::read`].
    ///
    /// # Errors
    /// `Mismatch` if that fails, which never happens.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        postcard::to_allocvec(self).map_err(no_ending)
    }

    /// Reads the bytes of [`Ending::write`].
    ///
    /// # Errors
    /// `Mismatch` for other bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        postcard::from_bytes(bytes).map_err(no_ending)
    }

    /// The error if tags have different ticks. Unknown for a file that was not read from its beginning to its end.
    pub fn other_tick(&self) -> Option<Error> {
        (self.begins && self.ends).then(|| self.ticks.error()).flatten()
    }

    /// The error of an undamaged file of `bytes` bytes. Unknown for a file that was not read from its beginning to its
    /// end.
    pub fn error(&self, bytes: u64) -> Option<Error> {
        if !(self.begins && self.ends) {
            return None;
        }
        let of_all = match self.stated {
            Some(stated) if stated.frames != self.seen.frames => Some(Error::new(
                Code::BadIndex,
                format!(
                    "the file's index lists {} frames, but the file has {}",
                    stated.frames, self.seen.frames
                ),
                AFFECTED,
            )),
            Some(stated) if stated != self.seen => Some(Error::new(
                Code::BadIndex,
                "the file's index does not describe its frames",
                format!("see what differs with {}", Operation::Verify),
            )),
            _ => None,
        };
        let is_cut = self.stated.is_none() && self.joined.is_none() && self.borders.announce_an_end();
        of_all.or_else(|| self.borders.error()).or_else(|| {
            is_cut.then(|| {
                Error::at(
                    Code::Truncated,
                    bytes,
                    "the file announces an index but does not end with it, so frames may be missing",
                    "fetch the rest of it, or use what was read",
                )
            })
        })
    }
}

fn no_ending(error: postcard::Error) -> Error {
    let message = format!("these bytes do not describe the end of a file ({error})");
    Error::new(Code::Mismatch, message, "make them again with this version")
}
