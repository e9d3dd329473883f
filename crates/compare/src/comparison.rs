//! The rows of a comparison, computed one after another.

use std::collections::VecDeque;

use bytes::Bytes;
use tagview_bridge::Value;
use tagview_core::{Code, Error};

use crate::timing::{Timed, time};
use crate::{Clock, Compression, Layout};

/// Size and times of the items in one format with one compression.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<F> {
    /// The format.
    pub format: F,
    /// The compression of the whole file.
    pub compression: Compression,
    /// Bytes of the file.
    pub bytes: usize,
    /// Ratio of the size in the baseline's format without compression to this size.
    pub ratio: f64,
    /// Milliseconds from items in memory to the bytes of the file: encoding, then compressing.
    pub encode_ms: f64,
    /// Milliseconds from the bytes of the file to items in memory: decompressing, then decoding.
    pub decode_ms: f64,
    /// Milliseconds from the bytes of the file to one item at any position: decompressing, then looking it up.
    pub access_ms: f64,
}

impl<F: Layout> From<&Row<F>> for Value {
    /// `{format, compression, level, bytes, ratio, encode_ms, decode_ms, access_ms}`.
    fn from(row: &Row<F>) -> Self {
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

/// Measures a row at each call. Slow compressions come last.
pub struct Comparison<F: Layout> {
    items: Vec<F::Item>,
    left: VecDeque<(F, Compression)>,
    rows: usize,
    /// Bytes in the baseline's format without compression.
    baseline: usize,
    times: Vec<(F, Times)>,
    /// Bytes in the last format.
    encoded: Option<(F, Bytes)>,
}

impl<F: Layout> Comparison<F> {
    /// Creates a comparison of `items`; without items there are no rows.
    ///
    /// # Errors
    /// Like [`Layout::encode`].
    pub fn new(items: Vec<F::Item>) -> Result<Self, Error> {
        let of = |format| Compression::all().map(move |compression| (format, compression));
        let every = F::ALL.iter().copied().flat_map(of).filter(|_| !items.is_empty());
        let (slow, fast): (Vec<_>, Vec<_>) = every.partition(|(_, compression)| compression.is_slow());
        let left: VecDeque<_> = fast.into_iter().chain(slow).collect();
        Ok(Self {
            baseline: F::BASELINE.encode(&items)?.len(),
            rows: left.len(),
            items,
            left,
            times: Vec::new(),
            encoded: None,
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The next row; `None` after the last.
    ///
    /// # Errors
    /// Like [`Layout::encode`] and [`Compression::compress`]; `Mismatch` if decoding returns other items.
    pub fn next(&mut self, clock: &dyn Clock) -> Result<Option<Row<F>>, Error> {
        let Some((format, compression)) = self.left.pop_front() else { return Ok(None) };
        let encoded = match &self.encoded {
            Some((kept, encoded)) if *kept == format => encoded.clone(),
            // Free memory that is no longer needed.
            _ => {
                self.encoded = None;
                format.encode(&self.items)?
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

    fn times_of(&mut self, format: F, encoded: &Bytes, clock: &dyn Clock) -> Result<Times, Error> {
        if let Some((_, times)) = self.times.iter().find(|(known, _)| *known == format) {
            return Ok(*times);
        }
        let items = &self.items;
        let Timed { ms: encode, .. } = time(clock, |_| format.encode(items))?;
        let Timed { result: decoded, ms: decode } = time(clock, |_| format.decode(encoded))?;
        if decoded != *items {
            return Err(mismatch(format));
        }
        drop(decoded);
        let Timed { ms: access, .. } = time(clock, |round| {
            let index = place(round, items.len());
            let item = format.one(encoded, index)?;
            if item == items[index] { Ok(item) } else { Err(mismatch(format)) }
        })?;
        let times = Times { encode, decode, access };
        self.times.push((format, times));
        Ok(times)
    }

    fn row(&self, format: F, compression: Compression, bytes: usize, times: Times) -> Row<F> {
        let Times { encode: encode_ms, decode: decode_ms, access: access_ms } = times;
        let ratio = self.baseline as f64 / bytes as f64;
        Row { format, compression, bytes, ratio, encode_ms, decode_ms, access_ms }
    }
}

/// An index for each round, spread over all items: multiples of the golden ratio leave no region out.
fn place(round: usize, items: usize) -> usize {
    let fraction = (round as u32).wrapping_add(1).wrapping_mul(0x9E37_79B9);
    ((u64::from(fraction) * items as u64) >> 32) as usize
}

fn mismatch<F: Layout>(format: F) -> Error {
    Error::new(
        Code::Mismatch,
        format!("what was encoded as {} did not come back the same", format.id()),
        "please report it, with the file if you can share it",
    )
}
