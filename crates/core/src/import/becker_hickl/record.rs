//! Headers and records of FIFO files.

/// Layout of the records of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// Records of 4 bytes of SPC-130 to SPC-180, SPC-830 and related cards.
    #[default]
    Standard,
    /// Records of 4 bytes of SPC-600 and SPC-630, with 256 microtimes.
    Fifo256,
    /// Records of 6 bytes of SPC-600 and SPC-630, with 4096 microtimes.
    Fifo4096,
}

/// Fields of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// Period of the macro time's clock, in units of 0.1 ns.
    pub clock: u32,
    pub routing_bits: u32,
    pub is_valid: bool,
    /// Whether bits are set that only diagnostic recordings and other cards use.
    pub is_raw: bool,
}

/// Contents of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A photon, with its routing number and microtime.
    Photon { routing: u32, microtime: u32 },
    /// Markers, one bit each.
    Markers { bits: u32 },
    /// An event outside the range of the converter.
    Invalid,
    /// Overflows without an event.
    Overflows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    pub kind: Kind,
    /// Macro time since the last overflow, in periods of the clock.
    pub macro_time: u32,
    /// Overflows of the macro time immediately before this record.
    pub overflows: u64,
    /// Whether events before this record were lost.
    pub has_gap: bool,
}

impl Form {
    /// Returns the length of a record in bytes, which is also that of the header.
    pub fn record_bytes(self) -> usize {
        match self {
            Self::Standard | Self::Fifo256 => 4,
            Self::Fifo4096 => 6,
        }
    }

    /// Returns the number of microtimes.
    pub fn microtimes(self) -> u32 {
        match self {
            Self::Standard | Self::Fifo4096 => 4096,
            Self::Fifo256 => 256,
        }
    }

    /// Returns the number of clock periods after which the macro time restarts at 0.
    pub fn period(self) -> u64 {
        match self {
            Self::Standard => 1 << 12,
            Self::Fifo256 => 1 << 17,
            Self::Fifo4096 => 1 << 24,
        }
    }

    /// Reads the header; `None` if it is truncated.
    pub(super) fn header(self, bytes: &[u8]) -> Option<Header> {
        Some(match self {
            Self::Standard | Self::Fifo256 => {
                let word = u32::from_le_bytes(*bytes.first_chunk()?);
                Header {
                    clock: word & 0x00ff_ffff,
                    routing_bits: word >> 27 & 0xf,
                    is_valid: word >> 31 == 1,
                    is_raw: word >> 26 & 1 == 1,
                }
            }
            Self::Fifo4096 => {
                let [_, flags, c0, c1, rest @ ..] = *bytes.first_chunk::<6>()?;
                Header {
                    clock: u16::from_le_bytes([c0, c1]).into(),
                    routing_bits: (flags & 0xf).into(),
                    is_valid: flags >> 4 & 1 == 1,
                    is_raw: rest != [0, 0],
                }
            }
        })
    }

    /// Calls `each` with every whole record of `bytes`.
    pub(super) fn for_each(self, bytes: &[u8], each: impl FnMut(Record)) {
        let words = || bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        match self {
            Self::Standard => words().map(standard).for_each(each),
            Self::Fifo256 => words().map(fifo_256).for_each(each),
            Self::Fifo4096 => bytes.as_chunks::<6>().0.iter().map(fifo_4096).for_each(each),
        }
    }
}

/// Bits of the two kinds of records of 4 bytes.
const INVALID: u32 = 1 << 31;
const OVERFLOW: u32 = 1 << 30;
const GAP: u32 = 1 << 29;
const MARKER: u32 = 1 << 28;

/// Bits of the number of overflows in a record without an event.
const OVERFLOW_COUNT: u32 = MARKER - 1;

/// Reads a record of overflows without an event; `None` for another record.
fn overflows_alone(word: u32) -> Option<Record> {
    (word & (INVALID | OVERFLOW | MARKER) == INVALID | OVERFLOW).then(|| Record {
        kind: Kind::Overflows,
        macro_time: 0,
        overflows: u64::from(word & OVERFLOW_COUNT),
        has_gap: word & GAP != 0,
    })
}

/// Reads macro time (12 bits from the lowest), routing (4), converter (12), marker, gap, overflow, invalid.
#[inline]
fn standard(word: u32) -> Record {
    overflows_alone(word).unwrap_or_else(|| {
        let routing = word >> 12 & 0xf;
        Record {
            kind: if word & MARKER != 0 {
                Kind::Markers { bits: routing }
            } else if word & INVALID != 0 {
                Kind::Invalid
            } else {
                Kind::Photon { routing, microtime: 0xfff - (word >> 16 & 0xfff) }
            },
            macro_time: word & 0xfff,
            overflows: (word & OVERFLOW != 0).into(),
            has_gap: word & GAP != 0,
        }
    })
}

/// Reads converter (8 bits from the lowest), macro time (17), routing (3), an unused bit, gap, overflow, invalid.
#[inline]
fn fifo_256(word: u32) -> Record {
    overflows_alone(word).unwrap_or_else(|| Record {
        kind: if word & INVALID != 0 {
            Kind::Invalid
        } else {
            Kind::Photon { routing: word >> 25 & 7, microtime: 0xff - (word & 0xff) }
        },
        macro_time: word >> 8 & 0x1_ffff,
        overflows: (word & OVERFLOW != 0).into(),
        has_gap: word & GAP != 0,
    })
}

/// Reads converter (12 bits from the lowest), invalid, overflow, gap, an unused bit; then a byte with the highest bits
/// of the macro time, one with the routing number, and two with the lowest bits of the macro time.
#[inline]
fn fifo_4096(&[low, high, time_high, routing, t0, t1]: &[u8; 6]) -> Record {
    let word = u16::from_le_bytes([low, high]);
    let is_set = |bit: u32| word >> bit & 1 == 1;
    let (is_invalid, has_overflow, has_gap) = (is_set(12), is_set(13), is_set(14));
    Record {
        kind: match (is_invalid, has_overflow) {
            (true, true) => Kind::Overflows,
            (true, false) => Kind::Invalid,
            (false, _) => {
                Kind::Photon { routing: routing.into(), microtime: u32::from(0xfff - (word & 0xfff)) }
            }
        },
        macro_time: u32::from_le_bytes([t0, t1, time_high, 0]),
        overflows: has_overflow.into(),
        has_gap,
    }
}
