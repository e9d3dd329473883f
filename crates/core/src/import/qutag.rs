//! Files of qutools' programs for the quTAG and related devices: a header of 40 bytes, and a record of 10 bytes for
//! each tag or, compressed, of 5 bytes.
//!
//! Sources: `tdcbase.h` of the quTAG's library (`TDC_FileFormat`) for the lengths and the channels of markers, the
//! manual of the quTAU for the fields of both records, and ETA (`PARSE_TimeTags.cpp`) for their order. Only the first
//! four bytes of the header are documented.

use super::facts::{ImportFacts, QutagFacts};
use super::format::Import;
use super::records::{Layout, Read, RecordPosition};
use super::tick::Tick;
use crate::Error;
use crate::tags::{Tag, Totals};

/// Files of quTAG and its kin.
pub(super) const QUTAG: Import =
    Import::of_records::<Qutag>("qutag", "a quTAG recording", |head| head.starts_with(&MAGIC));

/// The first bytes of the header.
const MAGIC: [u8; 4] = [0x87, 0xb3, 0x91, 0xfa];

const HEADER_BYTES: usize = 40;

/// Number of bytes after the header that determine the length of records: some hundred records.
const SHOWN: usize = 4000;

/// Highest channel in a record of 10 bytes: markers are 100 to 104 and 200 to 203.
const MAX_CHANNEL: u16 = 255;

/// Number of bits of the time in a record of 5 bytes.
const TIME_BITS: u32 = 37;

/// Maximum time in ticks (1 ms) by which a record of 5 bytes is earlier than the one before because tags are out of
/// order. An earlier time is an overflow.
const DISORDER: i64 = 1 << 30;

/// A file of the quTAG.
#[derive(Default)]
struct Qutag {
    /// Known when the header has ended.
    width: Option<Width>,
    /// Time of the last record of 5 bytes, including overflows.
    last: Option<i64>,
    overflows: u64,
}

/// Length of the records.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// A time of 64 bits and a channel of 16 bits.
    Ten,
    /// A time of 37 bits, which overflows, and a channel of 3 bits.
    Five,
}

impl Width {
    /// Determines the length of the records that begin with `bytes`, which the header does not state. Records of 10
    /// bytes have no high channels, and their times mostly ascend. Neither is true for pairs of records of 5 bytes.
    fn of(bytes: &[u8]) -> Self {
        let (mut last, mut records, mut back) = (i64::MIN, 0, 0);
        for record in bytes.as_chunks::<10>().0 {
            let Tag { time, channel } = ten(record);
            if channel > u64::from(MAX_CHANNEL) {
                return Self::Five;
            }
            records += 1;
            back += u32::from(time < last);
            last = time;
        }
        // A file with a single record of 5 bytes has no record of 10 bytes.
        let too_short = records == 0 && bytes.len() >= 5;
        if too_short || 2 * back > records { Self::Five } else { Self::Ten }
    }
}

fn ten(record: &[u8; 10]) -> Tag {
    let [t0, t1, t2, t3, t4, t5, t6, t7, c0, c1] = *record;
    let time = i64::from_le_bytes([t0, t1, t2, t3, t4, t5, t6, t7]);
    Tag { time, channel: u64::from(u16::from_le_bytes([c0, c1])) }
}

impl Qutag {
    fn five(&mut self, record: &[u8; 5]) -> Tag {
        let [b0, b1, b2, b3, b4] = *record;
        let bits = u64::from_le_bytes([b0, b1, b2, b3, b4, 0, 0, 0]);
        let low = (bits & ((1 << TIME_BITS) - 1)) as i64;
        let time = self.last.map_or(low, |last| {
            let period = 1_i64 << TIME_BITS;
            let step = (low - last).rem_euclid(period);
            last.saturating_add(if step < period - DISORDER { step } else { step - period })
        });
        self.overflows = (time >> TIME_BITS).max(0) as u64;
        self.last = Some(time);
        Tag { time, channel: bits >> TIME_BITS }
    }
}

impl Layout for Qutag {
    fn header(
        &mut self,
        bytes: &[u8],
        _offset: u64,
        last: bool,
        _totals: &mut Totals,
    ) -> Result<Read, Error> {
        if bytes.len() < HEADER_BYTES || (bytes.len() < HEADER_BYTES + SHOWN && !last) {
            return Ok(Read { bytes: 0, ended: false });
        }
        let records = &bytes[HEADER_BYTES..];
        self.width = Some(Width::of(&records[..records.len().min(SHOWN)]));
        Ok(Read { bytes: HEADER_BYTES, ended: true })
    }

    fn record_bytes(&self) -> usize {
        if self.width == Some(Width::Five) { 5 } else { 10 }
    }

    fn promised(&self) -> Option<u64> {
        None
    }

    fn decode(
        &mut self,
        records: &[u8],
        _place: RecordPosition,
        tags: &mut Vec<Tag>,
        _totals: &mut Totals,
    ) -> Result<(), Error> {
        match self.width {
            Some(Width::Five) => {
                tags.extend(records.as_chunks::<5>().0.iter().map(|record| self.five(record)));
            }
            _ => tags.extend(records.as_chunks::<10>().0.iter().map(ten)),
        }
        Ok(())
    }

    /// The quTAG counts picoseconds, although the header does not state it.
    fn tick(&self) -> Option<Tick> {
        Some(Tick::PICOSECOND)
    }

    fn facts(&self) -> ImportFacts {
        let record_bits = self.width.map(|width| if width == Width::Five { 40 } else { 80 });
        ImportFacts::Qutag(QutagFacts { record_bits, overflows: Some(self.overflows) })
    }
}
