//! Headers and records of FIFO files.

/// How the records of a file are divided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// Records of 4 bytes of SPC-130 to SPC-180, SPC-830 and their kin.
    #[default]
    Standard,
    /// Records of 4 bytes of SPC-600 and SPC-630, with 256 microtimes.
    Fifo256,
    /// Records of 6 bytes of SPC-600 and SPC-630, with 4096 microtimes.
    Fifo4096,
}

/// What the header states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// Period of the macro time's clock, in units of 0.1 ns.
    pub clock: u32,
    pub routing_bits: u32,
    pub is_valid: bool,
    /// Bits that only diagnostic recordings and other cards set.
    pub is_raw: bool,
}

/// What a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// With the routing number and the microtime in units.
    Photon { routing: u32, microtime: u32 },
    /// A bit for each marker.
    Markers { bits: u32 },
    /// An event outside the range of the converter.
    Invalid,
    /// Overflows alone.
    Overflows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    pub kind: Kind,
    /// Macro time since the last overflow, in periods of the clock.
    pub macro_time: u32,
    /// Overflows of the macro time just before this record.
    pub overflows: u64,
    /// Events before this record were lost.
    pub has_gap: bool,
}

impl Form {
    /// Length of a record and of the header in bytes.
    pub fn record_bytes(self) -> usize {
        match self {
            Self::Standard | Self::Fifo256 => 4,
            Self::Fifo4096 => 6,
        }
    }

    /// Number of microtimes.
    pub fn microtimes(self) -> u32 {
        match self {
            Self::Standard | Self::Fifo4096 => 4096,
            Self::Fifo256 => 256,
        }
    }

    /// The macro time begins again after this number of periods.
    pub fn period(self) -> u64 {
        match self {
            Self::Standard => 1 << 12,
            Self::Fifo256 => 1 << 17,
            Self::Fifo4096 => 1 << 24,
        }
    }

    /// Reads the header; `None` if it is cut.
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

/// Bits of both records of 4 bytes.
const INVALID: u32 = 1 << 31;
const OVERFLOW: u32 = 1 << 30;
const GAP: u32 = 1 << 29;
const MARKER: u32 = 1 << 28;

/// Bits of the number of overflows in a record of overflows alone.
const OVERFLOW_COUNT: u32 = MARKER - 1;

/// A record of overflows alone; `None` for another one.
fn overflows_alone(word: u32) -> Option<Record> {
    (word & (INVALID | OVERFLOW | MARKER) == INVALID | OVERFLOW).then(|| Record {
        kind: Kind::Overflows,
        macro_time: 0,
        overflows: u64::from(word & OVERFLOW_COUNT),
        has_gap: word & GAP != 0,
    })
}

/// Macro time (12 bits from the lowest), routing (4), converter (12), marker, gap, overflow, invalid.
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

/// Converter (8 bits from the lowest), macro time (17), routing (3), a bit without meaning, gap, overflow, invalid.
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

/// Converter (12 bits from the lowest), invalid, overflow, gap, a bit without meaning; then a byte with the macro time's
/// highest bits, one with the routing number, and two with the macro time's lowest bits.
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
