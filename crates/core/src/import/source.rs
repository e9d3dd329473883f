//! What is known of another maker's recording besides its tags.

use super::facts::{HeaderEntry, ImportFacts, MeasurementMeta};
use super::microtimes::{MicrotimeRange, no_microtimes};
use super::tick::Tick;
use crate::Error;
use crate::tags::TagSource;

/// A recording of another maker's time tagger while it is read.
pub trait ImportSource: TagSource + Send {
    /// The length of a tick, in which times are; `None` until enough of the file was read to know it.
    fn tick(&self) -> Option<Tick>;

    /// Facts in the part of the file read so far.
    fn facts(&self) -> ImportFacts;

    /// The file continues behind what is read here.
    fn followed(&mut self) {}

    /// What the header states about the measurement; `None` for a format without such a header.
    fn meta(&self) -> Option<MeasurementMeta> {
        None
    }

    /// All of the header; empty for a format without one.
    fn header(&self) -> Vec<HeaderEntry> {
        Vec::new()
    }

    /// Keeps only photons whose microtime is in `range`, with all syncs and markers.
    ///
    /// # Errors
    /// `Usage` for a format without microtimes.
    fn keep_microtimes(&mut self, _range: MicrotimeRange) -> Result<(), Error> {
        Err(no_microtimes("this format"))
    }
}

/// What reads a recording, or why it can't be read.
pub type Opened = Result<Box<dyn ImportSource>, Error>;

/// Goes through a recording without making tags of it, to find where it can be split: a reader of what follows needs to
/// know what came before it, as how often the device's clock had overflowed.
pub trait ImportScout: Send {
    /// Continues with the next bytes of the file; answers whether more of them could be of use.
    fn push(&mut self, bytes: &[u8]) -> bool;

    /// How many bytes of the file are before what follows what was pushed, and what its reader needs to know, in the
    /// byte form that [`part_of`](super::part_of) takes; `None` where the file can't be split.
    fn split(&self) -> Option<(u64, Vec<u8>)>;
}
