//! Whether a file is whole, as far as it tells: its beginning may announce an index, and its index says what frames
//! there are.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use crate::tags::index::{Frame, WITHOUT_INDEX};
use crate::tags::{Index, Ticks};
use crate::{Code, Error, Finding};

/// Which frames a file has, in 16 bytes: where each is, how many tags it has, and the times of the first and the last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// How many.
    pub frames: u64,
    /// The sum of a hash of each, so that those of parts add up.
    pub digest: u64,
}

impl Outline {
    /// One more frame; its least and greatest time, and its channels, do not matter.
    pub fn push(&mut self, Frame { offset, length, tags, first, last, .. }: &Frame) {
        let mut bytes = [0; 40];
        let words = [*offset, *length, *tags, *first as u64, *last as u64];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        self.add(Self { frames: 1, digest: XxHash64::oneshot(0, &bytes) });
    }

    fn add(&mut self, other: Self) {
        self.frames += other.frames;
        self.digest = self.digest.wrapping_add(other.digest);
    }
}

impl From<&Index> for Outline {
    fn from(index: &Index) -> Self {
        let mut outline = Self::default();
        index.frames().iter().for_each(|frame| outline.push(frame));
        outline
    }
}

/// What a file, or a part of one, tells of its being whole. That of parts that follow each other adds up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The file's beginning was read.
    pub begins: bool,
    /// The file's end was read.
    pub ends: bool,
    /// The file's beginning announces that an index ends the file.
    pub announced: bool,
    /// The index at the file's end is that of the last of several recordings: it tells nothing of the others. What
    /// is wrong with it as an index of the whole file.
    pub joined: Option<Finding>,
    /// The frames that were read.
    pub seen: Outline,
    /// The frames there are by the index at the file's end.
    pub stated: Option<Outline>,
    /// What is said of ticks.
    pub ticks: Ticks,
}

impl Ending {
    /// Adds what follows.
    pub fn add(&mut self, later: Self) {
        self.begins |= later.begins;
        self.announced |= later.announced;
        if later.ends || later.seen.frames > 0 {
            self.ends = later.ends;
            self.stated = later.stated;
            self.joined = later.joined;
        }
        self.seen.add(later.seen);
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
        if !(self.begins && self.ends) || self.joined.is_some() {
            return None;
        }
        match self.stated {
            None if self.announced => Some(Error::at(
                Code::Truncated,
                bytes,
                "the index that the file's beginning announces does not end it, so frames may be missing",
                "fetch the rest of it, or use what was read",
            )),
            Some(stated) if stated.frames != self.seen.frames => Some(Error::new(
                Code::BadIndex,
                format!(
                    "the file's index lists {} frames, but the file has {}",
                    stated.frames, self.seen.frames
                ),
                WITHOUT_INDEX,
            )),
            Some(stated) if stated != self.seen => Some(Error::new(
                Code::BadIndex,
                "the file's index does not describe its frames",
                "see what differs with `tagview verify`",
            )),
            _ => None,
        }
    }
}

fn no_ending(error: postcard::Error) -> Error {
    let message = format!("these bytes do not tell whether a file is whole ({error})");
    Error::new(Code::Mismatch, message, "make them again with this version")
}
