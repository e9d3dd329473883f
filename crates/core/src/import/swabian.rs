//! Tags of a Swabian Time Tagger, as its class `Dump` and its raw stream write them: records of 16 bytes without a
//! header.
//!
//! Sources: the struct `Tag` of the Time Tagger's C++ manual, as
//! [libtcspc](https://github.com/uw-loci/libtcspc) describes it (`swabian_tag.hpp`).

use super::facts::{ImportFacts, SwabianFacts};
use super::format::Import;
use super::records::{Layout, Read, RecordPosition};
use super::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// Dumps of a Time Tagger.
pub(super) const SWABIAN: Import =
    Import::of_records::<Swabian>("swabian", "a dump of a Swabian Time Tagger", is_dump);

const RECORD_BYTES: usize = 16;

/// Minimum number of records to recognise a file, which has no magic bytes.
const LEAST_RECORDS: usize = 2;

/// Minimum number of examined tags per tag that is earlier than its predecessor. Random data have two.
const DISORDER_RATIO: usize = 4;

/// Highest channel number of a device and of its virtual channels.
const MAX_CHANNEL: i32 = 9999;

/// Offset for falling edges, which have negative channels: channel -n becomes `FALLING + n`.
const FALLING: u64 = 10_000;

/// Type of a record, by its first byte.
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

    /// Returns the channel of a tag; `None` if no device has such a channel.
    fn tag_channel(&self) -> Option<u64> {
        let number = self.channel.unsigned_abs();
        let is_known = self.channel != 0 && number <= MAX_CHANNEL.unsigned_abs();
        is_known.then(|| if self.channel > 0 { u64::from(number) } else { FALLING + u64::from(number) })
    }
}

/// Whether `head` consists of such records: at least half are tags of channels that exist, mostly in order of time; the
/// others report missed events, which a device does at any time, also before its first tag.
fn is_dump(head: &[u8]) -> bool {
    let (mut tags, mut others, mut reordered, mut last) = (0, 0, 0, i64::MIN);
    for record in head.as_chunks::<RECORD_BYTES>().0.iter().map(Record::of) {
        match record.kind {
            _ if record.reserved != 0 => return false,
            kind::TAG if record.missed == 0 && record.tag_channel().is_some() => {
                tags += 1;
                reordered += usize::from(record.time < last);
                last = record.time;
            }
            kind::ERROR..=kind::MISSED => others += 1,
            _ => return false,
        }
    }
    tags >= LEAST_RECORDS && others <= tags && reordered * DISORDER_RATIO <= tags
}

/// A dump of a Swabian Time Tagger.
#[derive(Default)]
struct Swabian {
    /// Events that the device missed, as its records count them.
    missed: u64,
    /// Number of times that the device could not send all tags.
    overflows: u64,
    /// Number of undefined records.
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
        place: RecordPosition,
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

    fn end(&mut self, place: RecordPosition, totals: &mut Totals) {
        if self.undefined > 1 {
            let message = format!("{} records in total are errors or not defined", self.undefined);
            totals.note(Error::at(Code::BadRecord, place.offset, message, "copy the file again"));
        }
    }

    /// Times are in picoseconds.
    fn tick(&self) -> Option<Tick> {
        Some(Tick::PICOSECOND)
    }

    fn facts(&self) -> ImportFacts {
        let events_dropped = Some(self.overflows > 0 || self.missed > 0);
        ImportFacts::Swabian(SwabianFacts { events_dropped, missed_events: Some(self.missed) })
    }
}

#[cold]
fn undefined(record: &Record, place: RecordPosition) -> Error {
    let number = place.record + 1;
    let message = match record.kind {
        kind::ERROR => format!("record {number} reports an error of the device"),
        kind::TAG => {
            format!("record {number} has channel {}, but no device has this channel", record.channel)
        }
        other => format!("record {number} has type {other}, which is not defined"),
    };
    Error::at(Code::BadRecord, place.offset, message, "the other records were read; copy the file again")
}
