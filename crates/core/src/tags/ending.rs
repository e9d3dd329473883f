//! Whether a file is whole, as far as it tells: its beginning may announce an index, and its index says what frames
//! there are.

use serde::{Deserialize, Serialize};

use crate::tags::index::AFFECTED;
use crate::tags::{Borders, Outline, Ticks};
use crate::{Code, Error, Finding};

/// What a file, or a part of one, tells of its being whole. That of parts that follow each other adds up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The file's beginning was read.
    pub begins: bool,
    /// The file's end was read.
    pub ends: bool,
    /// The index at the file's end is that of the last of several recordings, whose bytes it counts from the beginning of
    /// that. What is wrong with it as an index of the whole file.
    pub joined: Option<Finding>,
    /// The frames that were read.
    pub seen: Outline,
    /// The frames there are by the index at the file's end, where that is one of the whole file.
    pub stated: Option<Outline>,
    /// Where recordings begin and end.
    pub borders: Borders,
    /// What is said of ticks.
    pub ticks: Ticks,
}

impl Ending {
    /// Adds what follows.
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

    /// In bytes, for [`Ending::read`].
    ///
    /// # Errors
    /// `Mismatch` where that can't be done, which does not happen.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        postcard::to_allocvec(self).map_err(no_ending)
    }

    /// From the bytes of [`Ending::write`].
    ///
    /// # Errors
    /// `Mismatch` where they are others.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        postcard::from_bytes(bytes).map_err(no_ending)
    }

    /// That not all tags have one tick. Of a file that was not read from its beginning to its end, nothing can be said.
    pub fn other_tick(&self) -> Option<Error> {
        (self.begins && self.ends).then(|| self.ticks.error()).flatten()
    }

    /// What is wrong with a file of `bytes` bytes in which nothing is damaged. Of a file that was not read from its
    /// beginning to its end, nothing can be said.
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
                "see what differs with `tagview verify`",
            )),
            _ => None,
        };
        let is_cut = self.stated.is_none() && self.joined.is_none() && self.borders.announce_an_end();
        of_all.or_else(|| self.borders.error()).or_else(|| {
            is_cut.then(|| {
                Error::at(
                    Code::Truncated,
                    bytes,
                    "the index that the file's beginning announces does not end it, so frames may be missing",
                    "fetch the rest of it, or use what was read",
                )
            })
        })
    }
}

fn no_ending(error: postcard::Error) -> Error {
    let message = format!("these bytes do not tell whether a file is whole ({error})");
    Error::new(Code::Mismatch, message, "make them again with this version")
}
