//! Records to tags.

use serde::{Deserialize, Serialize};

use super::record::{Record, hydraharp_t2, hydraharp_t3, picoharp_t2, picoharp_t3};
use super::record_type::{Bits, Mode, RecordType};
use crate::import::microtimes::{LAST_INPUT as MARKERS, SYNC_CHANNEL as SYNC};
use crate::import::records::Place;
use crate::import::sync_clock::SyncClock;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// Number of first detections that decide whether the header is right, or all if there are at least a quarter of that:
/// with the right header, hardly any is out of order.
const JUDGED: u64 = 256;

/// Decodes records one after another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Decoder {
    record_type: RecordType,
    /// Of T3.
    clock: Option<SyncClock>,
    /// What numbers in records count from: ticks of T2, syncs of T3.
    base: u64,
    /// The last sync that has a tag.
    sync: Option<u64>,
    pub overflows: u64,
    /// Records of markers.
    pub markers: u64,
    /// Records that the format does not define.
    pub undefined: u64,
    /// Photons, and those with a delay longer than the sync period.
    photons: u64,
    beyond: u64,
    /// Of the first detections: how many were looked at, how many were before the one that precedes them, the time of
    /// the last, and byte offset of the first record.
    judged: u64,
    back: u64,
    last: i64,
    first: u64,
    /// The shortest microtime that is kept, and by how much the longest is longer, in ticks.
    kept: (u32, u32),
}

/// Minimum number of photons to judge their delays, and one delay in this number may be longer than the sync period.
const MIN_PHOTONS: u64 = 1000;
const BEYOND_RATIO: u64 = 100;

/// How much earlier than the one before a detection of T2 may be, in ticks. Devices write T2 in order of time to within some
/// nanoseconds; of T3 records read as T2, the delay is in the higher bits of the time.
const T2_DISORDER: i64 = 1 << 14;

/// The mode is wrong where more than one detection in this number is early. T2 read as T3: about every second one. T3 read as
/// T2: only those with no overflow since the detection before.
const DISORDER_RATIO_T2: u64 = 50;
const DISORDER_RATIO_T3: u64 = 4;

/// Calls a method of the decoder with what reads records of its type.
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

/// What numbers count from once they have begun again `count` times; `None` where it does not fit in 62 bits.
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

    /// Keeps only photons of T3 with microtimes from the first to the last of these, in ticks.
    pub fn keep(&mut self, (from, to): (u32, u32)) {
        self.kept = (from, to.saturating_sub(from));
    }

    /// Goes through records without making tags of them; `None` where times do not fit in 62 bits.
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

    /// Decodes the records behind those that were skipped. Only the reader of the first part checks whether the first
    /// detections of the file match the header.
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
    /// `Overflow` where a time does not fit in 63 bits; records after it are not read.
    pub fn decode(
        &mut self,
        records: &[u8],
        place: Place,
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
        place: Place,
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

    /// The longest delay in ticks that fits in the sync period, in T3; the last tick may reach beyond it.
    fn longest_delay(&self) -> u32 {
        self.clock.as_ref().map_or(u32::MAX, SyncClock::whole_ticks)
    }

    /// Numbers of syncs or ticks that the records reach, but for less than one period of their numbers.
    pub fn reached(&self) -> u64 {
        self.base
    }

    /// Notes that delays are longer than the sync period.
    fn check_delays(&self, totals: &mut Totals) {
        let Self { photons, beyond, .. } = *self;
        if photons < MIN_PHOTONS || beyond < photons / BEYOND_RATIO + 1 {
            return;
        }
        let message = format!(
            "{beyond} of {photons} delays are longer than the sync period that the header states: the header's period or \
             resolution is wrong, or the sync was divided"
        );
        let remedy = "compare 'tagview header' with the light source; give its `period`, and a `tick`";
        totals.note(Error::new(Code::BadHeader, message, remedy));
    }

    /// A tag for each marker.
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

    /// Numbers have begun again this many times; `None` where times do not fit any more.
    fn advance(&mut self, count: u64) -> Option<()> {
        let base = after(self.base, self.record_type.period(), count)?;
        if let Some(clock) = &mut self.clock {
            clock.count_from(base)?;
        }
        self.base = base;
        Some(())
    }

    /// Notes that the first detections do not match the header.
    fn judge(&mut self, tags: &[Tag], totals: &mut Totals) {
        if self.judged == JUDGED {
            return;
        }
        let is_t2 = self.clock.is_none();
        let tolerated = if is_t2 { T2_DISORDER } else { 0 };
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
        let (stated, other, ratio) = if self.clock.is_none() {
            ("T2", "T3", DISORDER_RATIO_T2)
        } else {
            ("T3", "T2", DISORDER_RATIO_T3)
        };
        if self.back * ratio > self.judged {
            let message = format!(
                "{} of the first {} detections are earlier than the one before: the header says mode {stated}, and \
                 records of {other} look like this",
                self.back, self.judged
            );
            totals.note_by_offset(Error::at(
                Code::BadRecord,
                self.first,
                message,
                "the times of this file are wrong: export it anew from the program that recorded it, with the mode that it \
                 was recorded in",
            ));
        }
    }

    /// Ends the file. Notes the number of undefined records if there are more than the noted one.
    pub fn end(&self, totals: &mut Totals) {
        self.check_delays(totals);
        if (JUDGED / 4..JUDGED).contains(&self.judged) {
            self.give_verdict(totals);
        }
        if self.undefined > 1 {
            totals.note(Error::new(
                Code::More,
                format!("{} further records are not defined either", self.undefined - 1),
                "what is between them was read",
            ));
        }
    }
}

#[cold]
fn undefined(place: Place, ordinal: usize, bytes: &[u8; 4]) -> Error {
    let Place { record, offset } = place.after(ordinal, 4);
    let message =
        format!("record {} is {:#010x}, which is not defined", record + 1, u32::from_le_bytes(*bytes));
    Error::at(Code::BadRecord, offset, message, "the records around it were read; copy the file again")
}

#[cold]
fn past_63_bits(place: Place, ordinal: usize) -> Error {
    let Place { record, offset } = place.after(ordinal, 4);
    let message = format!("at record {}, the sum of overflows exceeds 63 bits", record + 1);
    Error::at(Code::Overflow, offset, message, "what is before was read; copy the file again")
}
