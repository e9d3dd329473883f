//! The kinds of records.

use serde::{Deserialize, Serialize};

pub(super) use crate::import::facts::RecordMode as Mode;

/// Layout of the 32 bits of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bits {
    /// 4 bits of channel, followed by 28 bits of time, or by 12 bits of delay and 16 bits of sync number.
    PicoHarp,
    /// 1 bit for a special record, 6 bits of channel, followed by 25 bits of time, or by 15 bits of delay and 10 bits
    /// of sync number. `counted`: a record of overflows has their number; otherwise it is always one.
    HydraHarp { counted: bool },
}

/// A type of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "i64", try_from = "i64")]
pub(super) struct RecordType {
    /// Value of the tag `TTResultFormat_TTTRRecType`.
    code: i64,
    pub bits: Bits,
    pub mode: Mode,
}

impl RecordType {
    /// Returns the type for a value of the tag `TTResultFormat_TTTRRecType`.
    pub fn of(code: i64) -> Option<Self> {
        let mode = match code >> 8 & 0xff {
            2 => Mode::T2,
            3 => Mode::T3,
            _ => return None,
        };
        let bits = match code & !0xff00 {
            0x0001_0003 => Bits::PicoHarp,
            0x0001_0004 => Bits::HydraHarp { counted: false },
            0x0101_0004 | 0x0001_0005..=0x0001_0007 => Bits::HydraHarp { counted: true },
            _ => return None,
        };
        Some(Self { code, bits, mode })
    }

    /// Returns the names of the devices that write it.
    pub fn device(self) -> &'static str {
        match self.code & !0xff00 {
            0x0001_0003 => "PicoHarp 300",
            0x0001_0004 => "HydraHarp V1",
            0x0101_0004 => "HydraHarp V2",
            0x0001_0005 => "TimeHarp 260 N",
            0x0001_0006 => "TimeHarp 260 P",
            _ => "MultiHarp, PicoHarp 330 or generic",
        }
    }

    /// Returns the number of ticks (T2) or syncs (T3) after which the record's number restarts at 0.
    pub fn period(self) -> u64 {
        match (self.bits, self.mode) {
            (Bits::PicoHarp, Mode::T2) => 210_698_240,
            (Bits::PicoHarp, Mode::T3) => 65_536,
            (Bits::HydraHarp { counted: false }, Mode::T2) => 33_552_000,
            (Bits::HydraHarp { counted: true }, Mode::T2) => 1 << 25,
            (Bits::HydraHarp { .. }, Mode::T3) => 1024,
        }
    }
}

impl From<RecordType> for i64 {
    fn from(record_type: RecordType) -> Self {
        record_type.code
    }
}

impl TryFrom<i64> for RecordType {
    type Error = &'static str;

    fn try_from(code: i64) -> Result<Self, Self::Error> {
        Self::of(code).ok_or("the type of the records is unknown")
    }
}

impl Mode {
    /// Returns the value of the tag `Measurement_Mode`.
    pub(super) fn number(self) -> i64 {
        match self {
            Self::T2 => 2,
            Self::T3 => 3,
        }
    }
}
