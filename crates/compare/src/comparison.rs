//! The rows of a comparison, one after the other.

use std::collections::VecDeque;

use bytes::Bytes;
use tagview_core::tags::Tag;
use tagview_core::{Code, Error, Value};

use crate::timing::{Timed, time};
use crate::{Clock, Compression, Format};

/// What the tags take in one format with one compression.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The format.
    pub format: Format,
    /// The compression of the whole file.
    pub compression: Compression,
    /// Bytes of the file.
    pub bytes: usize,
    /// How many times larger the same tags are as uncompressed CSV with Windows lines.
    pub ratio: f64,
    /// Milliseconds from tags in memory to the file's bytes: encoding, then compressing.
    pub encode_ms: f64,
    /// Milliseconds from the file's bytes to tags in memory: decompressing, then decoding.
    pub decode_ms: f64,
    /// Milliseconds from the file's bytes to one tag at any place: decompressing, then looking it up.
    pub access_ms: f64,
}

impl From<&Row> for Value {
    /// `{format, compression, level, bytes, ratio, encode_ms, decode_ms, access_ms}`.
    fn from(row: &Row) -> Self {
        let text = |text: &str| Self::Text(text.to_owned());
        Self::map([
            ("format", text(row.format.id())),
            ("compression", row.compression.id().map_or(Self::Null, text)),
            ("level", row.compression.level().map_or(Self::Null, |level| Self::Float(level.into()))),
            ("bytes", Self::Count(row.bytes as u64)),
            ("ratio", Self::Float(row.ratio)),
            ("encode_ms", Self::Float(row.encode_ms)),
            ("decode_ms", Self::Float(row.decode_ms)),
            ("access_ms", Self::Float(row.access_ms)),
        ])
    }
}

/// Times of a format without compression.
#[derive(Clone, Copy)]
struct Times {
    encode: f64,
    decode: f64,
    access: f64,
}

/// Measures a row with each call. Slow compressions come last.
pub struct Comparison {
    tags: Vec<Tag>,
    left: VecDeque<(Format, Compression)>,
    rows: usize,
    /// Bytes as uncompressed CSV with Windows lines.
    reference: usize,
    times: Vec<(Format, Times)>,
    /// The last format's bytes.
    encoded: Option<(Format, Bytes)>,
}

impl Comparison {
    /// Of `tags`; there are no rows of none.
    ///
    /// # Errors
    /// As [`Format::encode`].
    pub fn new(tags: Vec<Tag>) -> Result<Self, Error> {
        let of = |format| Compression::all().map(move |compression| (format, compression));
        let every = Format::ALL.into_iter().flat_map(of).filter(|_| !tags.is_empty());
        let (slow, fast): (Vec<_>, Vec<_>) = every.partition(|(_, compression)| compression.is_slow());
        let left: VecDeque<_> = fast.into_iter().chain(slow).collect();
        Ok(Self {
            reference: Format::CsvWindows.encode(&tags)?.len(),
            rows: left.len(),
            tags,
            left,
            times: Vec::new(),
            encoded: None,
        })
    }

    /// How many rows there will be.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The next row; `None` after the last.
    ///
    /// # Errors
    /// As [`Format::encode`] and [`Compression::compress`]; `Mismatch` where other tags come back.
    pub fn next(&mut self, clock: &dyn Clock) -> Result<Option<Row>, Error> {
        let Some((format, compression)) = self.left.pop_front() else { return Ok(None) };
        let encoded = match &self.encoded {
            Some((kept, encoded)) if *kept == format => encoded.clone(),
            // What is no longer needed makes room for what comes.
            _ => {
                self.encoded = None;
                format.encode(&self.tags)?
            }
        };
        self.encoded = Some((format, encoded.clone()));
        let times = self.times_of(format, &encoded, clock)?;
        if compression == Compression::None {
            return Ok(Some(self.row(format, compression, encoded.len(), times)));
        }
        let Timed { result: compressed, ms: compressing } = time(clock, |_| compression.compress(&encoded))?;
        let Timed { result: decompressed, ms: decompressing } =
            time(clock, |_| compression.decompress(&compressed, encoded.len()))?;
        if decompressed != encoded {
            return Err(mismatch(format));
        }
        let times = Times {
            encode: times.encode + compressing,
            decode: times.decode + decompressing,
            access: times.access + decompressing,
        };
        Ok(Some(self.row(format, compression, compressed.len(), times)))
    }

    fn times_of(&mut self, format: Format, encoded: &Bytes, clock: &dyn Clock) -> Result<Times, Error> {
        if let Some((_, times)) = self.times.iter().find(|(known, _)| *known == format) {
            return Ok(*times);
        }
        let tags = &self.tags;
        let Timed { ms: encode, .. } = time(clock, |_| format.encode(tags))?;
        let Timed { result: decoded, ms: decode } = time(clock, |_| format.decode(encoded))?;
        if decoded != *tags {
            return Err(mismatch(format));
        }
        drop(decoded);
        let Timed { ms: access, .. } = time(clock, |round| {
            let index = place(round, tags.len());
            let tag = format.tag(encoded, index)?;
            if tag == tags[index] { Ok(tag) } else { Err(mismatch(format)) }
        })?;
        let times = Times { encode, decode, access };
        self.times.push((format, times));
        Ok(times)
    }

    fn row(&self, format: Format, compression: Compression, bytes: usize, times: Times) -> Row {
        let Times { encode: encode_ms, decode: decode_ms, access: access_ms } = times;
        let ratio = self.reference as f64 / bytes as f64;
        Row { format, compression, bytes, ratio, encode_ms, decode_ms, access_ms }
    }
}

/// A place for each round, all over the tags: multiples of the golden ratio leave no region out.
fn place(round: usize, tags: usize) -> usize {
    let fraction = (round as u32).wrapping_add(1).wrapping_mul(0x9E37_79B9);
    ((u64::from(fraction) * tags as u64) >> 32) as usize
}

fn mismatch(format: Format) -> Error {
    Error::new(
        Code::Mismatch,
        format!("tags encoded as {} did not come back the same", format.id()),
        "please report it, with the file if you can share it",
    )
}
