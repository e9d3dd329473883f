//! The tags of a Swabian Time Tagger as its class `Dump` and the raw stream write them: records of 16 bytes without a
//! header.
//!
//! Sources: the struct `Tag` of the Time Tagger's C++ manual, as
//! [libtcspc](https://github.com/uw-loci/libtcspc) describes it (`swabian_tag.hpp`).

use super::facts::{ImportFacts, SwabianFacts};
use super::records::{Layout, Place, Read};
use super::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

const RECORD_BYTES: usize = 16;

/// Records that are compared before a file is recognised, at least: there are no magic bytes.
const LEAST_RECORDS: usize = 2;

/// The highest number of a channel that a device or its virtual channels have.
const MAX_CHANNEL: i32 = 9999;

/// Falling edges have negative channels; channel -n becomes this and n.
const FALLING: u64 = 10_000;

/// What a record is, by its first byte.
mod kind {
    pub const TAG: u8 = 0;
    pub const ERROR: u8 = 1;
    pub const OVERFLOW_BEGIN: u8 = 2;
    pub const OVERFLOW_END: u8 = 3;
    pub const MISSED: u8 = 4;
}

struct Record {
    kind: u8,
    reserved: u8,
    missed: u16,
    channel: i32,
    time: i64,
}

impl Record {
    fn of(bytes: &[u8; RECORD_BYTES]) -> Self {
        let [kind, reserved, m0, m1, c0, c1, c2, c3, t0, t1, t2, t3, t4, t5, t6, t7] = *bytes;
        Self {
            kind,
            reserved,
            missed: u16::from_le_bytes([m0, m1]),
            channel: i32::from_le_bytes([c0, c1, c2, c3]),
            time: i64::from_le_bytes([t0, t1, t2, t3, t4, t5, t6, t7]),
        }
    }

    /// The channel of a tag; `None` if no device has such a channel.
    fn tag_channel(&self) -> Option<u64> {
        let number = self.channel.unsigned_abs();
        let is_known = self.channel != 0 && number <= MAX_CHANNEL.unsigned_abs();
        is_known.then(|| if self.channel > 0 { u64::from(number) } else { FALLING + u64::from(number) })
    }
}

/// Whether `head` consists of such records: all are tags of channels that exist, in order of time.
pub(super) fn is_dump(head: &[u8]) -> bool {
    let records = head.as_chunks::<RECORD_BYTES>().0;
    let mut last = 0;
    records.len() >= LEAST_RECORDS
        && records.iter().map(Record::of).all(|record| {
            let follows = record.time >= std::mem::replace(&mut last, record.time);
            let is_tag = (record.kind, record.reserved, record.missed) == (kind::TAG, 0, 0);
            is_tag && follows && record.tag_channel().is_some()
        })
}

/// Such a file.
#[derive(Default)]
pub(super) struct Swabian {
    /// Events that the device missed, as its records count them.
    missed: u64,
    /// Times at which the device could not send all tags.
    overflows: u64,
    /// Records that are not defined.
    undefined: u64,
}

impl Layout for Swabian {
    fn header(
        &mut self,
        _bytes: &[u8],
        _offset: u64,
        _last: bool,
        _totals: &mut Totals,
    ) -> Result<Read, Error> {
        Ok(Read { bytes: 0, ended: true })
    }

    fn record_bytes(&self) -> usize {
        RECORD_BYTES
    }

    fn promised(&self) -> Option<u64> {
        None
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: Place,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        for (ordinal, bytes) in records.as_chunks::<RECORD_BYTES>().0.iter().enumerate() {
            let record = Record::of(bytes);
            match (record.kind, record.tag_channel()) {
                (kind::TAG, Some(channel)) => tags.push(Tag { time: record.time, channel }),
                (kind::MISSED, _) => self.missed += u64::from(record.missed),
                (kind::OVERFLOW_BEGIN, _) => self.overflows += 1,
                (kind::OVERFLOW_END, _) => {}
                _ => {
                    if self.undefined == 0 {
                        totals.note(undefined(&record, place.after(ordinal, RECORD_BYTES as u64)));
                    }
                    self.undefined += 1;
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, place: Place, totals: &mut Totals) {
        if self.undefined > 1 {
            let message = format!("{} records in all are errors or not defined", self.undefined);
            totals.note(Error::at(Code::BadRecord, place.offset, message, "copy the file again"));
        }
    }

    /// Times are picoseconds.
    fn tick(&self) -> Option<Tick> {
        Some(Tick::PICOSECOND)
    }

    fn facts(&self) -> ImportFacts {
        let events_dropped = self.overflows > 0 || self.missed > 0;
        ImportFacts::Swabian(SwabianFacts { events_dropped, missed_events: self.missed })
    }
}

#[cold]
fn undefined(record: &Record, place: Place) -> Error {
    let number = place.record + 1;
    let message = match record.kind {
        kind::ERROR => format!("record {number} reports an error of the device"),
        kind::TAG => format!("record {number} has channel {}, which no device has", record.channel),
        other => format!("record {number} has type {other}, which is not defined"),
    };
    Error::at(Code::BadRecord, place.offset, message, "the records around it were read; copy the file again")
}
