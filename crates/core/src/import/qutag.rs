//! What qutools' programs write for the quTAG and its kin: a header of 40 bytes and a record for each tag, of 10 bytes
//! or, compressed, of 5.
//!
//! Sources: `tdcbase.h` of the quTAG's library (`TDC_FileFormat`) for the lengths and the channels of markers, the
//! manual of the quTAU for the fields of both records, and ETA (`PARSE_TimeTags.cpp`) for their order. What the header
//! means is documented nowhere, but for its first four bytes.

use super::facts::{ImportFacts, QutagFacts};
use super::records::{Layout, Place, Read};
use super::tick::Tick;
use crate::Error;
use crate::tags::{Tag, Totals};

/// The first bytes of the header.
pub(super) const MAGIC: [u8; 4] = [0x87, 0xb3, 0x91, 0xfa];

const HEADER_BYTES: usize = 40;

/// Bytes behind the header that show how long records are: some hundred of them.
const SHOWN: usize = 4000;

/// The highest channel that a record of 10 bytes has: markers are 100 to 104 and 200 to 203.
const MAX_CHANNEL: u16 = 255;

/// Bits of the time of a record of 5 bytes.
const TIME_BITS: u32 = 37;

/// How far a record of 5 bytes is before the one that precedes it where tags are out of order, at most, in ticks: 1 ms.
/// What is further back has overflowed.
const DISORDER: i64 = 1 << 30;

/// A file of such records.
#[derive(Default)]
pub(super) struct Qutag {
    /// Known when the header has ended.
    width: Option<Width>,
    /// Time of the last record of 5 bytes, with the overflows before it.
    last: Option<i64>,
    overflows: u64,
}

/// How long records are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// A time of 64 bits and a channel of 16.
    Ten,
    /// A time of 37 bits, which overflows, and a channel of 3.
    Five,
}

impl Width {
    /// Width of the records that begin with `bytes`. It is not documented, so it follows from them: those
    /// of 10 bytes have no high channel, and times that mostly ascend. Records of 5 bytes read in pairs have neither.
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
        // A file of a single record of 5 bytes has no record of 10.
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
        _place: Place,
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

    /// The quTAG counts picoseconds. The header does not say so.
    fn tick(&self) -> Option<Tick> {
        Some(Tick::PICOSECOND)
    }

    fn facts(&self) -> ImportFacts {
        let record_bits = self.width.map(|width| if width == Width::Five { 40 } else { 80 });
        ImportFacts::Qutag(QutagFacts { record_bits, overflows: self.overflows })
    }
}
