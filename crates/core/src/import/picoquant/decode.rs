//! Converts records to tags.

use serde::{Deserialize, Serialize};

use super::record::{Record, hydraharp_t2, hydraharp_t3, picoharp_t2, picoharp_t3};
use super::record_type::{Bits, Mode, RecordType};
use crate::import::microtimes::{LAST_INPUT as MARKERS, SYNC_CHANNEL as SYNC};
use crate::import::records::RecordPosition;
use crate::import::sync_clock::SyncClock;
use crate::tags::{Tag, Totals};
use crate::{Code, Error, Operation};

/// Number of first detections that decide whether the header is right. A file with fewer needs at least a quarter of
/// them. With the right header, hardly any detection is out of order.
const JUDGED: u64 = 256;

/// Decodes records one after another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Decoder {
    record_type: RecordType,
    /// The clock of the syncs, in T3 mode.
    clock: Option<SyncClock>,
    /// Base of the numbers in records: ticks in T2 mode, syncs in T3 mode.
    base: u64,
    /// Number of the last sync with a tag.
    sync: Option<u64>,
    pub overflows: u64,
    /// Records of markers.
    pub markers: u64,
    /// Records that the format does not define.
    pub undefined: u64,
    /// Number of photons, and of those with a delay longer than the sync period.
    photons: u64,
    beyond: u64,
    /// For the first detections: how many were examined, how many were earlier than the one before, the time of the
    /// last one, and the byte offset of the first record.
    judged: u64,
    back: u64,
    last: i64,
    first: u64,
    /// Smallest microtime to keep, and difference between the largest and the smallest, in ticks.
    kept: (u32, u32),
}

/// Minimum number of photons for a check of their delays, and the inverse of the maximum share of delays longer than
/// the sync period.
const MIN_PHOTONS: u64 = 1000;
const BEYOND_RATIO: u64 = 100;

/// Maximum time in ticks by which a T2 detection may be earlier than the one before. Devices write T2 in order of time
/// to within some nanoseconds. If T3 records are read as T2, the delay is in the higher bits of the time.
const T2_DISORDER: i64 = 1 << 14;

/// Number of delays that a T3 record can state. Photons after one sync have any order, also where the header's period is
/// too short. T2 records that are read as T3 go back by hundreds of syncs.
const T3_DELAYS: i64 = 1 << 15;

/// The inverse of the maximum share of early detections. A file that is read in the other mode has those early that
/// have no overflow since the detection before: half of them at high rates, a few percent at low ones.
const DISORDER_RATIO: u64 = 50;

/// Calls a method of the decoder with the function that reads records of its type.
macro_rules! by_type {
    ($decoder:ident, $method:ident($($argument:expr),*)) => {
        match ($decoder.record_type.bits, $decoder.record_type.mode) {
            (Bits::PicoHarp, Mode::T2) => $decoder.$method($($argument,)* picoharp_t2),
            (Bits::PicoHarp, Mode::T3) => $decoder.$method($($argument,)* picoharp_t3),
            (Bits::HydraHarp { counted: false }, Mode::T2) => $decoder.$method($($argument,)* hydraharp_t2::<false>),
            (Bits::HydraHarp { counted: true }, Mode::T2) => $decoder.$method($($argument,)* hydraharp_t2::<true>),
            (Bits::HydraHarp { counted: false }, Mode::T3) => $decoder.$method($($argument,)* hydraharp_t3::<false>),
            (Bits::HydraHarp { counted: true }, Mode::T3) => $decoder.$method($($argument,)* hydraharp_t3::<true>),
        }
    };
}

/// Returns the base of numbers after `count` overflows; `None` if it does not fit in 62 bits.
fn after(base: u64, period: u64, count: u64) -> Option<u64> {
    period.checked_mul(count)?.checked_add(base).filter(|&base| base < 1 << 62)
}

impl Decoder {
    pub fn new(record_type: RecordType, clock: Option<SyncClock>) -> Self {
        Self {
            record_type,
            clock,
            base: 0,
            sync: None,
            overflows: 0,
            markers: 0,
            undefined: 0,
            photons: 0,
            beyond: 0,
            judged: 0,
            back: 0,
            last: 0,
            first: 0,
            kept: (0, u32::MAX),
        }
    }

    /// Keeps only T3 photons with microtimes from the first to the last of these, in ticks.
    pub fn keep(&mut self, (from, to): (u32, u32)) {
        self.kept = (from, to.saturating_sub(from));
    }

    /// Skips records without decoding tags; `None` if times do not fit in 62 bits.
    pub fn skip(&mut self, records: &[u8]) -> Option<()> {
        by_type!(self, pass(records))
    }

    #[inline(always)]
    fn pass(&mut self, records: &[u8], read: impl Fn(u32) -> Record) -> Option<()> {
        let (period, mut base, mut sync) = (self.record_type.period(), self.base, self.sync);
        let (longest, is_t3) = (self.longest_delay(), self.clock.is_some());
        let (mut photons, mut beyond) = (0, 0);
        for bytes in records.as_chunks::<4>().0 {
            match read(u32::from_le_bytes(*bytes)) {
                Record::Photon { number, delay, .. } => {
                    sync = Some(base + u64::from(number));
                    photons += u64::from(is_t3);
                    beyond += u64::from(delay > longest);
                }
                Record::Sync { .. } => {}
                Record::Overflows(count) => {
                    self.overflows = self.overflows.saturating_add(count);
                    base = after(base, period, count)?;
                }
                Record::Markers { .. } => self.markers += 1,
                Record::Undefined => self.undefined += 1,
            }
        }
        (self.base, self.sync) = (base, sync);
        self.photons += photons;
        self.beyond += beyond;
        Some(())
    }

    /// Returns a decoder of the records after the skipped ones. Only the reader of the first part checks the first
    /// detections of the file against the header.
    pub fn split(&self) -> Option<Self> {
        let mut behind = Self { judged: JUDGED, ..self.clone() };
        if let Some(clock) = &mut behind.clock {
            clock.count_from(self.base)?;
        }
        Some(behind)
    }

    /// Appends the tags of `records`; the first record is at `place`.
    ///
    /// # Errors
    /// `Overflow` if a time does not fit in 63 bits. Records after it are not read.
    pub fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        let from = tags.len();
        by_type!(self, each(records, place, tags, totals))?;
        if place.record == 0 {
            self.first = place.offset;
        }
        self.judge(&tags[from..], totals);
        Ok(())
    }

    #[inline(always)]
    fn each(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
        read: impl Fn(u32) -> Record,
    ) -> Result<(), Error> {
        tags.reserve(2 * records.len() / 4);
        let (longest, (shortest_kept, kept_span)) = (self.longest_delay(), self.kept);
        let (mut photons, mut beyond) = (0, 0);
        for (ordinal, bytes) in records.as_chunks::<4>().0.iter().enumerate() {
            match read(u32::from_le_bytes(*bytes)) {
                Record::Photon { channel, number, delay } => match &self.clock {
                    None => tags.push(Tag { time: (self.base + u64::from(number)) as i64, channel }),
                    Some(clock) => {
                        photons += 1;
                        beyond += u64::from(delay > longest);
                        let time = clock.time(number);
                        let sync = self.base + u64::from(number);
                        if self.sync != Some(sync) {
                            self.sync = Some(sync);
                            tags.push(Tag { time, channel: SYNC });
                        }
                        if delay.wrapping_sub(shortest_kept) <= kept_span {
                            tags.push(Tag { time: time + i64::from(delay), channel });
                        }
                    }
                },
                Record::Sync { number } => {
                    tags.push(Tag { time: (self.base + u64::from(number)) as i64, channel: SYNC });
                }
                Record::Overflows(count) => {
                    self.overflows = self.overflows.saturating_add(count);
                    self.advance(count).ok_or_else(|| past_63_bits(place, ordinal))?;
                }
                Record::Markers { bits, number } => self.mark(bits, number, tags),
                Record::Undefined => {
                    if self.undefined == 0 {
                        totals.note(undefined(place, ordinal, bytes));
                    }
                    self.undefined += 1;
                }
            }
        }
        self.photons += photons;
        self.beyond += beyond;
        Ok(())
    }

    /// Returns the longest delay in ticks that fits in the sync period, in T3 mode; its last tick may exceed the
    /// period.
    fn longest_delay(&self) -> u32 {
        self.clock.as_ref().map_or(u32::MAX, SyncClock::whole_ticks)
    }

    /// Returns the number of syncs or ticks up to the last overflow.
    pub fn reached(&self) -> u64 {
        self.base
    }

    /// Adds a finding if delays are longer than the sync period.
    fn check_delays(&self, totals: &mut Totals) {
        let Self { photons, beyond, .. } = *self;
        if photons < MIN_PHOTONS || beyond < photons / BEYOND_RATIO + 1 {
            return;
        }
        let message = format!(
            "{beyond} of {photons} delays are longer than the sync period that the header states: the header's period or \
             resolution is wrong, or the sync was divided"
        );
        let remedy = format!(
            "compare {} with the settings of the light source; give the correct `period` and `tick`",
            Operation::Header
        );
        totals.note(Error::new(Code::BadHeader, message, remedy));
    }

    /// Appends a tag for each marker.
    #[cold]
    fn mark(&mut self, bits: u32, number: u32, tags: &mut Vec<Tag>) {
        self.markers += 1;
        let time = match &self.clock {
            None => (self.base + u64::from(number)) as i64,
            Some(clock) => clock.time(number),
        };
        let set = (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1);
        tags.extend(set.map(|bit| Tag { time, channel: MARKERS + 1 + u64::from(bit) }));
    }

    /// Continues after `count` overflows; `None` if times do not fit in 62 bits.
    fn advance(&mut self, count: u64) -> Option<()> {
        let base = after(self.base, self.record_type.period(), count)?;
        if let Some(clock) = &mut self.clock {
            clock.count_from(base)?;
        }
        self.base = base;
        Some(())
    }

    /// Adds a finding if the first detections do not match the header.
    fn judge(&mut self, tags: &[Tag], totals: &mut Totals) {
        if self.judged == JUDGED {
            return;
        }
        let is_t2 = self.clock.is_none();
        let period = self.clock.as_ref().map_or(0, |clock| i64::from(clock.whole_ticks()));
        let tolerated = if is_t2 { T2_DISORDER } else { period + T3_DELAYS };
        for tag in tags.iter().filter(|tag| tag.channel <= MARKERS && (tag.channel != SYNC || is_t2)) {
            self.back += u64::from(tag.time.saturating_add(tolerated) < self.last);
            self.last = tag.time;
            self.judged += 1;
            if self.judged == JUDGED {
                return self.give_verdict(totals);
            }
        }
    }

    fn give_verdict(&self, totals: &mut Totals) {
        let (stated, other) = if self.clock.is_none() { ("T2", "T3") } else { ("T3", "T2") };
        if self.back * DISORDER_RATIO > self.judged {
            let message = format!(
                "{} of the first {} detections are earlier than the one before: the header states mode {stated}, \
                 but the records look like {other}",
                self.back, self.judged
            );
            totals.findings.push_by_offset(Error::at(
                Code::BadRecord,
                self.first,
                message,
                "the times of this file are wrong: export it again from the program that recorded it, in the mode \
                 of the recording",
            ));
        }
    }

    /// Ends the file. Adds a finding with the number of undefined records after the first one.
    pub fn end(&self, totals: &mut Totals) {
        self.check_delays(totals);
        if (JUDGED / 4..JUDGED).contains(&self.judged) {
            self.give_verdict(totals);
        }
        if self.undefined > 1 {
            totals.note(Error::new(
                Code::More,
                format!("{} further records are not defined either", self.undefined - 1),
                "the records between them were read",
            ));
        }
    }
}

#[cold]
fn undefined(place: RecordPosition, ordinal: usize, bytes: &[u8; 4]) -> Error {
    let RecordPosition { record, offset } = place.after(ordinal, 4);
    let message =
        format!("record {} is {:#010x}, which is not defined", record + 1, u32::from_le_bytes(*bytes));
    Error::at(Code::BadRecord, offset, message, "the other records were read; copy the file again")
}

#[cold]
fn past_63_bits(place: RecordPosition, ordinal: usize) -> Error {
    let RecordPosition { record, offset } = place.after(ordinal, 4);
    let message = format!("at record {}, the sum of overflows exceeds 63 bits", record + 1);
    Error::at(Code::Overflow, offset, message, "the data before this were read; copy the file again")
}
