//! A chunk of a segment file: `length varint | encoding u8 | data | CRC32C u32 of encoding and data`, where the length is
//! that of the data.
//!
//! Source: Prometheus, `tsdb/docs/format/chunks.md`.

use serde::Serialize;

use super::xor::{Samples, samples_of};
use crate::checksum::crc32c;
use crate::index_header::bytes::{Cursor, Fault};

/// First bytes of a segment file: a magic number, the version 1, and three zeros.
pub const SEGMENT_HEAD: [u8; 8] = [0x85, 0xbd, 0x40, 0xdd, 1, 0, 0, 0];
/// Bytes of the shortest chunk: its length, its encoding, its number of samples, and its checksum.
pub const SHORTEST_CHUNK: u64 = 8;
/// Maximum length of a chunk in bytes: a longer one is damaged, and would be held in memory.
pub const LONGEST_CHUNK: u64 = 16 << 20;

/// Number of encodings.
pub const ENCODINGS: usize = 7;

/// The form of a chunk's samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChunkEncoding {
    /// Numbers.
    Xor,
    /// Native histograms with integer counts.
    Histogram,
    /// Native histograms with floating-point counts.
    FloatHistogram,
    /// Numbers, in the second form.
    Xor2,
    /// Native histograms with integer counts and start times.
    HistogramSt,
    /// Native histograms with floating-point counts and start times.
    FloatHistogramSt,
    /// Downsampled numbers of Thanos.
    Aggregate,
}

impl ChunkEncoding {
    /// All encodings, in the order of their numbers.
    pub const ALL: [Self; ENCODINGS] = [
        Self::Xor,
        Self::Histogram,
        Self::FloatHistogram,
        Self::Xor2,
        Self::HistogramSt,
        Self::FloatHistogramSt,
        Self::Aggregate,
    ];

    fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Xor),
            2 => Some(Self::Histogram),
            3 => Some(Self::FloatHistogram),
            4 => Some(Self::Xor2),
            5 => Some(Self::HistogramSt),
            6 => Some(Self::FloatHistogramSt),
            0xff => Some(Self::Aggregate),
            _ => None,
        }
    }
}

/// A chunk of a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedChunk {
    /// The number of its segment file, from 0, in the upper 32 bits, and its first byte in that file.
    pub reference: u64,
    /// Its first and its last time.
    pub times: (i64, i64),
    /// The byte of the index at which its series begins.
    pub series: u64,
    /// Its number in the series, from 0.
    pub number: u32,
    /// First and last value, once they are read.
    pub values: Option<(f64, f64)>,
    /// Number of values that are lower than the one before them.
    pub decreases: u64,
}

impl PlacedChunk {
    /// The number of its segment file.
    pub fn segment(&self) -> usize {
        (self.reference >> 32) as usize
    }

    /// Its first byte in that file.
    pub fn offset(&self) -> u64 {
        self.reference & u64::from(u32::MAX)
    }
}

/// A sound chunk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chunk {
    pub encoding: ChunkEncoding,
    /// Bytes of the whole chunk.
    pub bytes: u64,
    /// Number of samples; `None` if the encoding has several numbers.
    pub samples: Option<u64>,
    /// The samples of a chunk with XOR encoding.
    pub xor: Option<Samples>,
}

/// Why a chunk can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChunkFault {
    /// The bytes end too early; more of them help.
    Cut,
    /// Anything else, in words that follow the name of the chunk.
    Form(String),
    Checksum(String),
    Encoding(String),
}

impl Chunk {
    /// Reads the chunk at the beginning of `bytes`. The segment file has `room` bytes for it.
    ///
    /// # Errors
    /// See [`ChunkFault`].
    pub fn read(bytes: &[u8], room: u64) -> Result<Self, ChunkFault> {
        let mut cursor = Cursor::new(bytes);
        let form = |fault| match fault {
            Fault::Cut => ChunkFault::Cut,
            Fault::Varint => ChunkFault::Form("has a length of more than 64 bits".to_owned()),
            Fault::Form(form) => ChunkFault::Form(form.to_owned()),
        };
        let length = cursor.varint().map_err(form)?;
        let whole = length.saturating_add((bytes.len() - cursor.len()) as u64 + 5);
        if whole > room {
            let message =
                format!("states {length} bytes, but the file ends {room} bytes after its beginning");
            return Err(ChunkFault::Form(message));
        }
        if length > LONGEST_CHUNK {
            return Err(ChunkFault::Form(format!("has {length} bytes, more than any chunk")));
        }
        let content = cursor.take(length as usize + 1).map_err(form)?;
        let stored = cursor.u32().map_err(form)?;
        let computed = crc32c(content);
        if stored != computed {
            let message = format!("has the checksum {computed:08x}, but the file has {stored:08x}");
            return Err(ChunkFault::Checksum(message));
        }
        let (number, data) = content.split_first().ok_or(ChunkFault::Cut)?;
        let encoding = ChunkEncoding::from_number(*number)
            .ok_or_else(|| ChunkFault::Encoding(format!("has the unknown encoding {number}")))?;
        let mut chunk = Self { encoding, bytes: whole, samples: None, xor: None };
        match encoding {
            ChunkEncoding::Xor => {
                let samples = samples_of(data).map_err(|fault| {
                    let what = match fault {
                        Fault::Cut => "ends before its samples do",
                        Fault::Varint => "has a time of more than 64 bits",
                        Fault::Form(form) => form,
                    };
                    ChunkFault::Form(what.to_owned())
                })?;
                (chunk.samples, chunk.xor) = (Some(samples.count.into()), Some(samples));
            }
            ChunkEncoding::Aggregate => {}
            _ => {
                let count = data.first_chunk().map(|count| u64::from(u16::from_be_bytes(*count)));
                chunk.samples = Some(count.ok_or_else(|| ChunkFault::Form("is empty".to_owned()))?);
            }
        }
        Ok(chunk)
    }
}
