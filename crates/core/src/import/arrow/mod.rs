//! Tags in columns of an [Arrow](https://arrow.apache.org/docs/format/Columnar.html) stream or file, also known as
//! Feather version 2.
//!
//! A file is a stream between a mark and a footer, so both are read in order. Of a record batch, only the buffers of
//! times and channels are held.

mod buffer;
mod flatbuffer;
mod message;

use buffer::Buffer;
use message::{Column, Compression, Message, Schema};

use super::facts::ImportFacts;
use super::format::{Import, TextOptions};
use super::held::Held;
use super::in_steps::{InSteps, Output, Step, StepReader};
use super::tag_rows::{TagRows, facts};
use super::tick::Tick;
use crate::{Code, Error};

/// Columns of Arrow.
pub(super) const ARROW: Import = Import {
    id: "arrow",
    name: "an Arrow table of time tags",
    fits: |head| head.starts_with(FILE_MAGIC) || begins_stream(head),
    open: |options| Ok(Box::new(InSteps::new(Arrow::new(options.clone())))),
    parts: None,
};

/// First bytes of a file, with their padding.
const FILE_MAGIC: &[u8] = b"ARROW1\0\0";
/// Mark of a message.
const MARK: [u8; 4] = [0xff; 4];
/// Maximum length of the metadata of a message.
const MAX_METADATA: usize = 4 << 20;
/// Maximum bytes of a record batch that are held.
const MAX_HELD: u64 = 512 << 20;
/// Number of rows that are converted at a time; a multiple of 8.
const BATCH: usize = 4096;

/// Whether `head` is the beginning of a stream: a message with a schema.
fn begins_stream(head: &[u8]) -> bool {
    let Some((mark, rest)) = head.split_first_chunk::<4>() else { return false };
    let Some((length, message)) = rest.split_first_chunk::<4>() else { return false };
    let length = u32::from_le_bytes(*length) as usize;
    *mark == MARK && length.is_multiple_of(8) && length <= MAX_METADATA && Message::begins_schema(message)
}

/// Values of a column of a batch, and which of them exist; all without a bitmap.
struct Values {
    buffer: Buffer,
    bitmap: Option<Buffer>,
}

enum State {
    /// The first bytes.
    Begin,
    Message,
    /// The body of a message: the number of bytes read, its length, and the bytes held for a batch.
    Body {
        read: u64,
        length: u64,
        batch: Option<Box<HeldBatch>>,
    },
    Rows(Box<Rows>),
    /// After the last message of a stream.
    End,
}

/// The held buffers of a record batch.
struct HeldBatch {
    rows: u64,
    compression: Compression,
    /// Values of times, of channels, and the bitmaps of both.
    held: [Option<Held>; 4],
}

/// Rows that are converted.
struct Rows {
    left: u64,
    times: Values,
    channels: Option<Values>,
}

/// Reads a stream or a file.
struct Arrow {
    options: TextOptions,
    state: State,
    is_file: bool,
    schema: Schema,
    /// Converts rows to tags; `None` until the schema is read.
    rows: Option<TagRows>,
}

impl Arrow {
    fn new(options: TextOptions) -> Self {
        Self { options, state: State::Begin, is_file: false, schema: Schema::default(), rows: None }
    }

    /// Reads a message at the beginning of `bytes`.
    fn message(&mut self, bytes: &[u8], place: u64) -> Result<Step, Error> {
        let word = |at: usize| bytes.get(at..)?.first_chunk::<4>().copied();
        let Some(first) = word(0) else { return Ok(Step::Wait) };
        // Before version 0.15, a message had no mark.
        let (length, start) = if first == MARK { (word(4), 8) } else { (Some(first), 4) };
        let Some(length) = length.map(|length| u32::from_le_bytes(length) as usize) else {
            return Ok(Step::Wait);
        };
        if length == 0 {
            return match &self.rows {
                // A file lists its messages after the last one.
                Some(_) if self.is_file => Ok(Step::Done),
                Some(_) => {
                    self.state = State::End;
                    Ok(Step::Used(start))
                }
                // Writers pad the first bytes of a file to 8 or 64 bytes.
                None if self.is_file && first != MARK => Ok(Step::Used(start)),
                None => Err(damaged(place, "has no columns")),
            };
        }
        if length > MAX_METADATA {
            return Err(damaged(place, "has a message that is too long"));
        }
        let Some(metadata) = bytes.get(start..start + length) else { return Ok(Step::Wait) };
        let (message, length_of_body) =
            Message::read(metadata).ok_or_else(|| damaged(place, "has a message that can't be read"))?;
        let batch = match message {
            Message::Schema(schema) => {
                let columns: Vec<_> = schema.columns.iter().map(Column::described).collect();
                self.rows = Some(TagRows::new(&columns, schema.tick_s.as_deref(), &self.options)?);
                self.schema = schema;
                None
            }
            Message::Batch(batch) => {
                let Some(TagRows { time, channel, .. }) = &self.rows else {
                    return Err(damaged(place, "has rows before its columns"));
                };
                let mut held = [None, None, None, None];
                for (k, chosen) in [Some(time), channel.as_ref()].into_iter().enumerate() {
                    let Some(column) = chosen.and_then(|chosen| self.schema.columns.get(chosen.at)) else {
                        continue;
                    };
                    let range = |buffer: usize| {
                        let (offset, length) = batch.buffer(buffer)?;
                        let end = offset.checked_add(length).filter(|end| *end <= length_of_body)?;
                        Some(Held::new(offset, end))
                    };
                    let wrong = || damaged(place, "has a record batch that can't be read");
                    held[k] = Some(range(column.buffer + 1).ok_or_else(wrong)?);
                    if batch.missing(column).ok_or_else(wrong)? > 0 {
                        held[k + 2] = Some(range(column.buffer).ok_or_else(wrong)?);
                    }
                }
                let sum: u64 = held.iter().flatten().map(Held::left).fold(0, u64::saturating_add);
                if sum > MAX_HELD {
                    return Err(too_large(place));
                }
                Some(Box::new(HeldBatch { rows: batch.rows, compression: batch.compression, held }))
            }
            Message::Other => None,
        };
        self.state = State::Body { read: 0, length: length_of_body, batch };
        Ok(Step::Used(start + length))
    }

    /// Converts some rows of a batch. Returns whether there were any.
    fn convert(&mut self, place: u64, output: &mut Output<'_>) -> Result<bool, Error> {
        let (State::Rows(batch), Some(rows)) = (&mut self.state, &mut self.rows) else { return Ok(false) };
        let count = usize::try_from(batch.left).unwrap_or(BATCH).min(BATCH);
        if count == 0 {
            return Ok(false);
        }
        let cut = || {
            damaged(
                place,
                "has a record batch that ends before its last row, or whose compression is damaged",
            )
        };
        let (times, channels) =
            (rows.time.number.bytes(), rows.channel.map(|channel| channel.number.bytes()));
        let time = batch.times.take(count, times).ok_or_else(cut)?;
        let channel = match (&mut batch.channels, channels) {
            (Some(channels), Some(width)) => Some(channels.take(count, width).ok_or_else(cut)?),
            _ => None,
        };
        for k in 0..count {
            rows.push(time.value(k), channel.as_ref().and_then(|channel| channel.value(k)), place, output);
        }
        batch.left -= count as u64;
        rows.give(output);
        Ok(true)
    }
}

impl HeldBatch {
    /// The rows of a batch whose buffers are complete; `None` without times.
    fn rows(self) -> Option<Rows> {
        let [times, channels, time_bits, channel_bits] = self.held;
        let channels = Values::new(channels, channel_bits, self.compression);
        Some(Rows { left: self.rows, times: Values::new(times, time_bits, self.compression)?, channels })
    }
}

impl Values {
    fn new(held: Option<Held>, bitmap: Option<Held>, compression: Compression) -> Option<Self> {
        let bitmap = bitmap.map(|held| Buffer::new(held.into_bytes(), compression));
        Some(Self { buffer: Buffer::new(held?.into_bytes(), compression), bitmap })
    }

    /// Takes the next `count` values of `width` bytes.
    fn take(&mut self, count: usize, width: usize) -> Option<Taken> {
        let mut bytes = vec![0; count * width];
        self.buffer.fill(&mut bytes)?;
        let mut bits = None;
        if let Some(bitmap) = &mut self.bitmap {
            bitmap.fill(bits.insert(vec![0; count.div_ceil(8)]))?;
        }
        Some(Taken { width, bytes, bits })
    }
}

/// Values of `width` bytes that were taken, and a bit for each that exists.
struct Taken {
    width: usize,
    bytes: Vec<u8>,
    bits: Option<Vec<u8>>,
}

impl Taken {
    /// Returns value `k`, if it exists.
    #[inline]
    fn value(&self, k: usize) -> Option<&[u8]> {
        let exists = match &self.bits {
            Some(bits) => bits.get(k / 8).is_some_and(|byte| byte >> (k % 8) & 1 == 1),
            None => true,
        };
        if exists { self.bytes.get(k * self.width..(k + 1) * self.width) } else { None }
    }
}

impl StepReader for Arrow {
    fn step(&mut self, bytes: &[u8], place: u64, output: &mut Output<'_>) -> Result<Step, Error> {
        match &mut self.state {
            State::Begin if bytes.len() < FILE_MAGIC.len() => Ok(Step::Wait),
            State::Begin => {
                self.state = State::Message;
                self.is_file = bytes.starts_with(FILE_MAGIC);
                Ok(if self.is_file { Step::Used(FILE_MAGIC.len()) } else { Step::Again })
            }
            State::Message => self.message(bytes, place),
            State::Body { read, length, batch } if read == length => {
                let rows = batch.take().and_then(|batch| batch.rows());
                self.state = rows.map_or(State::Message, |rows| State::Rows(Box::new(rows)));
                Ok(Step::Again)
            }
            State::Body { .. } if bytes.is_empty() => Ok(Step::Wait),
            State::Body { read, length, batch } => {
                let used = usize::try_from(*length - *read).unwrap_or(bytes.len()).min(bytes.len());
                for held in batch.iter_mut().flat_map(|batch| batch.held.iter_mut().flatten()) {
                    held.take(*read, &bytes[..used]);
                }
                *read += used as u64;
                Ok(Step::Used(used))
            }
            State::Rows(_) => {
                if !self.convert(place, output)? {
                    self.state = State::Message;
                }
                Ok(Step::Again)
            }
            State::End if bytes.is_empty() => Ok(Step::Wait),
            State::End => {
                let message = "bytes follow the last message of the Arrow stream";
                Err(Error::at(
                    Code::TrailingBytes,
                    place,
                    message,
                    "open the streams of a joined file one by one",
                ))
            }
        }
    }

    fn cut(&self, place: u64, is_inside: bool) -> Option<Error> {
        // A stream may end after any batch.
        let is_between = matches!(self.state, State::Message) && !is_inside;
        let may_end = is_between && !self.is_file && self.rows.is_some() || matches!(self.state, State::End);
        let remedy = "copy it again; the record batches before this were read";
        let cut = || Error::at(Code::Truncated, place, "the Arrow data end within a message", remedy);
        (!may_end).then(cut)
    }

    fn tick(&self) -> Option<Tick> {
        self.rows.as_ref()?.tick()
    }

    fn facts(&self) -> ImportFacts {
        facts(self.rows.as_ref())
    }

    fn rounded(&self) -> u64 {
        self.rows.as_ref().map_or(0, TagRows::rounded)
    }
}

#[cold]
fn damaged(place: u64, what: &str) -> Error {
    Error::at(
        Code::BadHeader,
        place,
        format!("the Arrow data {what}"),
        "copy the file again, or write it again",
    )
}

#[cold]
fn too_large(place: u64) -> Error {
    let message = format!("a record batch has more than {} MiB of times and channels", MAX_HELD >> 20);
    Error::at(Code::TooLarge, place, message, "write it with fewer rows in a record batch, such as 65536")
}
