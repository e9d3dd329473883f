//! Files of records in parts: a scout goes through all records without making tags of them, and readers of parts begin
//! at the places and with the states that it returns.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::facts::ImportFacts;
use super::records::{Layout, Place, Read, Records};
use super::source::{ImportScout, Opened};
use super::tick::Tick;
use crate::tags::{Tag, TagSource, Totals};
use crate::{Code, Error};

/// What reads recordings of one format in parts.
pub(super) struct Parts {
    pub scout: fn() -> Box<dyn ImportScout>,
    /// From the state that the scout gave.
    pub part: fn(&[u8]) -> Opened,
}

impl Parts {
    /// Of the layout `L`.
    pub const fn of<L: Splits>() -> Self {
        Self { scout: || Box::new(Scout::<L>(Records::default())), part: part::<L> }
    }
}

/// A layout whose records after any record can be read alone, with a small state of the records before.
pub(super) trait Splits: Layout + Default + Serialize + DeserializeOwned + Send + 'static {
    /// Goes through `records` as [`Layout::decode`] does, without tags. `None` where nothing behind them can be read.
    fn skip(&mut self, records: &[u8]) -> Option<()>;

    /// What decodes the records that follow those that were skipped; `None` where their times do not fit.
    fn split(&self) -> Option<Self>;
}

fn part<L: Splits>(state: &[u8]) -> Opened {
    let (layout, place) = postcard::from_bytes::<(L, Place)>(state).map_err(|error| {
        let message = format!("this is no state of a recording ({error})");
        Error::new(Code::Mismatch, message, "make it again with this version")
    })?;
    Ok(Box::new(Records::from(layout, place)))
}

/// Records that are skipped.
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

/// A layout whose records give no tags.
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
        place: Place,
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
