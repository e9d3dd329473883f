//! Readers of other taggers' recordings, with facts besides the tags.

use super::facts::{HeaderEntry, ImportFacts, MeasurementMeta};
use super::microtimes::{MicrotimeRange, no_microtimes};
use super::tick::Tick;
use crate::Error;
use crate::tags::TagSource;

/// Number of first bytes in which most formats have their header.
pub(super) const HEADER_BYTES: u64 = 1 << 20;

/// A recording of another time tagger while it is read.
pub trait ImportSource: TagSource + Send {
    /// Returns the length of a tick; `None` until enough of the file was read.
    fn tick(&self) -> Option<Tick>;

    /// Returns facts about the part of the file read so far.
    fn facts(&self) -> ImportFacts;

    /// Notes that the file continues after the bytes of this reader.
    fn followed(&mut self) {}

    /// Returns the header's facts about the measurement; `None` for a format without such a header.
    fn meta(&self) -> Option<MeasurementMeta> {
        None
    }

    /// Returns all entries of the header; empty for a format without a header.
    fn header(&self) -> Vec<HeaderEntry> {
        Vec::new()
    }

    /// Returns the number of first bytes of the file in which the tick and the header are searched for. It may change as
    /// the file is read.
    fn header_bytes(&self) -> u64 {
        HEADER_BYTES
    }

    /// Keeps only photons with microtimes in `range`, and all syncs and markers.
    ///
    /// # Errors
    /// `Usage` for a format without microtimes.
    fn keep_microtimes(&mut self, _range: MicrotimeRange) -> Result<(), Error> {
        Err(no_microtimes("this format"))
    }
}

/// A reader of a recording, or the error that prevents it.
pub type Opened = Result<Box<dyn ImportSource>, Error>;

/// Skips through a recording without decoding tags, to find positions at which it can be split. A reader of a later
/// part needs a state, such as the number of overflows before it.
pub trait ImportScout: Send {
    /// Continues with the next bytes of the file. Returns whether more bytes can be used.
    fn push(&mut self, bytes: &[u8]) -> bool;

    /// Returns the offset in bytes at which the next part begins, and the state for its reader, in the byte form that
    /// [`part_of`](super::part_of) takes; `None` if the file cannot be split there.
    fn split(&self) -> Option<(u64, Vec<u8>)>;
}
