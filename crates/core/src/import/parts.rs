//! Reads files of records in parts. A scout skips through all records without decoding tags. The readers of parts begin
//! at the positions and with the states that it returns.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::facts::ImportFacts;
use super::records::{Layout, Read, RecordPosition, Records};
use super::source::{ImportScout, Opened};
use super::tick::Tick;
use crate::tags::{Tag, TagSource, Totals};
use crate::{Code, Error};

/// Constructors of the scout and the readers that read recordings of one format in parts.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub scout: fn() -> Box<dyn ImportScout>,
    /// Opens a reader from the state of the scout.
    pub part: fn(&[u8]) -> Opened,
}

impl Parts {
    /// Returns the readers for the layout `L`.
    pub const fn of<L: Splits>() -> Self {
        Self { scout: || Box::new(Scout::<L>(Records::default())), part: part::<L> }
    }
}

/// A layout whose file can be split after any record. Reading the rest needs only a small state.
pub(super) trait Splits: Layout + Default + Serialize + DeserializeOwned + Send + 'static {
    /// Skips `records` like [`Layout::decode`], without returning tags. `None` if records after them cannot be read.
    fn skip(&mut self, records: &[u8]) -> Option<()>;

    /// Returns a decoder of the records after the skipped ones; `None` if their times do not fit.
    fn split(&self) -> Option<Self>;
}

fn part<L: Splits>(state: &[u8]) -> Opened {
    let (layout, place) = postcard::from_bytes::<(L, RecordPosition)>(state).map_err(|error| {
        let message = format!("this is not the saved state of a recording ({error})");
        Error::new(Code::Mismatch, message, "make it again with this version")
    })?;
    Ok(Box::new(Records::from(layout, place)))
}

/// Skips records.
struct Scout<L>(Records<Skipping<L>>);

impl<L: Splits> ImportScout for Scout<L> {
    fn push(&mut self, bytes: &[u8]) -> bool {
        self.0.push(bytes, &mut |_| {});
        self.0.wants_more()
    }

    fn split(&self) -> Option<(u64, Vec<u8>)> {
        let (Skipping(layout), place) = self.0.next()?;
        let state = postcard::to_allocvec(&(layout.split()?, place)).ok()?;
        Some((place.offset, state))
    }
}

/// A layout whose records return no tags.
#[derive(Default)]
struct Skipping<L>(L);

impl<L: Splits> Layout for Skipping<L> {
    fn header(&mut self, bytes: &[u8], offset: u64, last: bool, totals: &mut Totals) -> Result<Read, Error> {
        self.0.header(bytes, offset, last, totals)
    }

    fn record_bytes(&self) -> usize {
        self.0.record_bytes()
    }

    fn promised(&self) -> Option<u64> {
        self.0.promised()
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        _tags: &mut Vec<Tag>,
        _totals: &mut Totals,
    ) -> Result<(), Error> {
        // The reader of the part reports errors.
        let stopped = || Error::at(Code::Overflow, place.offset, "times do not fit in 63 bits", "");
        self.0.skip(records).ok_or_else(stopped)
    }

    fn tick(&self) -> Option<Tick> {
        self.0.tick()
    }

    fn facts(&self) -> ImportFacts {
        self.0.facts()
    }
}
