//! Tags in columns of a [Parquet](https://parquet.apache.org/docs/file-format/) file.
//!
//! The metadata are at the end of a file, and recordings are read in order. Callers therefore put the end in front, as
//! [`TailFirst`] states. Of a row group, only the pages of times and channels are held.

mod encoding;
mod footer;
mod page;
mod thrift;

use footer::{Chunk, Column, Footer};
use page::Values;

use super::facts::ImportFacts;
use super::format::{Import, TextOptions};
use super::held::Held;
use super::in_steps::{InSteps, Output, Step, StepReader};
use super::source::HEADER_BYTES;
use super::tag_rows::{Chosen, TagRows, facts};
use super::tick::Tick;
use crate::quote::quote;
use crate::{Code, Error};

/// Columns of Parquet.
pub(super) const PARQUET: Import = Import {
    id: "parquet",
    name: "a Parquet table of time tags",
    fits: |head| head.starts_with(PARQUET_MAGIC),
    open: |options| Ok(Box::new(InSteps::new(Parquet::new(options.clone())))),
    parts: None,
};

/// First and last bytes of a file.
const PARQUET_MAGIC: &[u8] = b"PAR1";

/// First bytes of a file with its end in front; the length of the end follows, in 8 bytes.
const TAIL_FIRST: &[u8; 8] = b"PAR1TAIL";
/// Bytes in front of the end.
const PREFIX: usize = 16;
/// Bytes of a file that state the length of the metadata: at its end.
const LENGTH_BYTES: usize = 8;
/// Maximum length of the metadata in bytes.
const MAX_FOOTER: usize = 16 << 20;
/// Maximum bytes of a row group that are held.
const MAX_HELD: u64 = 512 << 20;
/// Number of rows converted at a time.
const BATCH: usize = 4096;

/// The bytes before a Parquet file that is read in order: a mark, a length, and a copy of the end with this length.
#[derive(Debug, Clone, Copy)]
pub struct TailFirst;

impl TailFirst {
    /// Number of first bytes of a file that [`TailFirst::applies`] needs.
    pub const MAGIC_BYTES: usize = TAIL_FIRST.len();

    /// Whether a file that begins with `head` is a Parquet file without its end in front.
    pub fn applies(head: &[u8]) -> bool {
        head.starts_with(PARQUET_MAGIC) && !head.starts_with(TAIL_FIRST)
    }

    /// Number of last bytes of a file that [`TailFirst::length`] needs.
    pub const LENGTH_BYTES: usize = LENGTH_BYTES;

    /// Returns the length of the end of a file of `size` bytes with these last bytes; `None` if it has none.
    pub fn length(last: &[u8], size: u64) -> Option<u64> {
        let (length, magic) = last.last_chunk::<LENGTH_BYTES>()?.split_first_chunk::<4>()?;
        let length = u64::from(u32::from_le_bytes(*length)) + LENGTH_BYTES as u64;
        (magic == PARQUET_MAGIC && length <= size.min(MAX_FOOTER as u64)).then_some(length)
    }

    /// Returns the bytes to put before the file with this end.
    pub fn prefix(tail: &[u8]) -> Vec<u8> {
        [&TAIL_FIRST[..], &(tail.len() as u64).to_le_bytes(), tail].concat()
    }
}

enum State {
    Begin,
    /// Before a row group.
    Group,
    /// Pages of times and of channels of a row group.
    Pages([Option<Held>; 2]),
    Rows(Box<[Option<Values>; 2]>),
}

/// Reads a file whose end comes first in the input.
struct Parquet {
    options: TextOptions,
    state: State,
    /// Bytes in front of the file.
    start: u64,
    footer: Footer,
    /// Converts rows to tags; `None` until the metadata are read.
    rows: Option<TagRows>,
    /// Number of row groups whose pages have come.
    group: usize,
}

impl Parquet {
    fn new(options: TextOptions) -> Self {
        let footer = Footer::default();
        Self { options, state: State::Begin, start: 0, footer, rows: None, group: 0 }
    }

    /// Reads the metadata in front of the file.
    fn begin(&mut self, bytes: &[u8]) -> Result<Step, Error> {
        let Some(prefix) = bytes.first_chunk::<PREFIX>() else { return Ok(Step::Wait) };
        let (magic, length) = prefix.split_at(TAIL_FIRST.len());
        if magic != TAIL_FIRST {
            let message = "a Parquet file lists its columns at its end, and this end was not read";
            let remedy =
                "copy it again if it is cut; otherwise read a regular file, or save it as an Arrow file";
            return Err(Error::at(Code::UnknownFormat, 0, message, remedy));
        }
        let length = length.first_chunk().map_or(u64::MAX, |length| u64::from_le_bytes(*length));
        let length =
            usize::try_from(length).ok().filter(|length| (LENGTH_BYTES..=MAX_FOOTER).contains(length));
        let length = length.ok_or_else(|| damaged(0, "has no metadata at its end"))?;
        let Some(tail) = bytes.get(PREFIX..PREFIX + length) else { return Ok(Step::Wait) };
        let metadata = &tail[..length - LENGTH_BYTES];
        self.footer = Footer::read(metadata).ok_or_else(|| damaged(0, "has metadata that can't be read"))?;
        let columns = self.footer.columns.iter();
        let columns: Vec<_> =
            columns.map(|column| column.as_ref().map(Column::described).unwrap_or_default()).collect();
        self.rows = Some(TagRows::new(&columns, self.footer.tick_s.as_deref(), &self.options)?);
        self.start = (PREFIX + length) as u64;
        self.state = State::Group;
        Ok(Step::Used(PREFIX + length))
    }

    /// The columns of times and of channels.
    fn chosen(&self) -> [Option<Chosen>; 2] {
        self.rows.as_ref().map_or([None, None], |rows| [Some(rows.time), rows.channel])
    }

    /// The chunk of a column in the current row group.
    fn chunk(&self, chosen: Chosen) -> Option<Chunk> {
        self.footer.groups.get(self.group)?.get(chosen.at).copied()
    }

    /// Begins a row group at byte `at` of the file.
    fn begin_group(&mut self, at: u64) -> Result<Step, Error> {
        if self.group >= self.footer.groups.len() {
            return Ok(Step::Done);
        }
        let mut held = [None, None];
        for (held, chosen) in held.iter_mut().zip(self.chosen().into_iter().flatten()) {
            let chunk = self.chunk(chosen).filter(|chunk| chunk.offset >= at);
            let end = chunk.and_then(|chunk| chunk.offset.checked_add(chunk.bytes));
            let (chunk, end) =
                chunk.zip(end).ok_or_else(|| damaged(at, "has row groups in the wrong order"))?;
            *held = Some(Held::new(chunk.offset, end));
        }
        if held.iter().flatten().map(Held::left).fold(0, u64::saturating_add) > MAX_HELD {
            let message = format!("a row group has more than {} MiB of times and channels", MAX_HELD >> 20);
            let remedy = "write it with fewer rows in a row group, such as 1048576";
            return Err(Error::at(Code::TooLarge, at, message, remedy));
        }
        self.state = State::Pages(held);
        Ok(Step::Again)
    }

    /// The values of a row group whose pages have come.
    fn values(&self, held: [Option<Held>; 2]) -> [Option<Values>; 2] {
        let ([times, channels], [time, channel]) = (held, self.chosen());
        let values = |held: Option<Held>, chosen: Option<Chosen>| {
            let (held, chosen) = held.zip(chosen)?;
            let column = self.footer.columns.get(chosen.at)?.as_ref()?;
            let chunk = self.chunk(chosen)?;
            Some(Values::new(column.is_optional, chosen.number.bytes(), chunk, held.into_bytes()))
        };
        [values(times, time), values(channels, channel)]
    }

    /// Converts some rows of the row group. Returns whether there were any.
    fn convert(&mut self, at: u64, output: &mut Output<'_>) -> Result<bool, Error> {
        let (State::Rows(values), Some(rows)) = (&mut self.state, &mut self.rows) else { return Ok(false) };
        let [Some(times), channels] = &mut **values else { return Ok(false) };
        let (columns, so_far) = (&self.footer.columns, rows.rows());
        let failed = |chosen: Option<Chosen>, fault| {
            let column = chosen.and_then(|chosen| columns.get(chosen.at)?.as_ref());
            let name = quote(column.map_or("", |column| &column.name).as_bytes());
            let message = format!("the column {name} {fault}, after row {so_far}");
            Error::at(Code::CorruptFrame, at, message, "write the file again; the rows before were read")
        };
        let mut count = times.rows().map_err(|fault| failed(Some(rows.time), fault))?;
        if let Some(channels) = channels {
            let others = channels.rows().map_err(|fault| failed(rows.channel, fault))?;
            if (others == 0) != (count == 0) {
                return Err(failed(rows.channel, "does not have as many rows as the column of times"));
            }
            count = count.min(others);
        }
        for _ in 0..count.min(BATCH) {
            rows.push(times.take(), channels.as_mut().and_then(Values::take), at, output);
        }
        rows.give(output);
        Ok(count > 0)
    }
}

impl StepReader for Parquet {
    fn step(&mut self, bytes: &[u8], place: u64, output: &mut Output<'_>) -> Result<Step, Error> {
        // Position in the file.
        let at = place.saturating_sub(self.start);
        match &mut self.state {
            State::Begin => self.begin(bytes),
            State::Group => self.begin_group(at),
            State::Pages(held) if held.iter().flatten().all(|held| held.left() == 0) => {
                let held = std::mem::take(held);
                self.state = State::Rows(Box::new(self.values(held)));
                Ok(Step::Again)
            }
            State::Pages(_) if bytes.is_empty() => Ok(Step::Wait),
            State::Pages(held) => {
                // A damaged footer may state an empty chunk far behind the other one, which needs no bytes.
                let unread = held.iter().flatten().filter(|held| held.left() > 0);
                let end = unread.map(Held::end).max().unwrap_or(at);
                let left = usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX);
                let used = left.min(bytes.len());
                held.iter_mut().flatten().for_each(|held| held.take(at, &bytes[..used]));
                Ok(Step::Used(used))
            }
            State::Rows(_) => {
                if !self.convert(at, output)? {
                    self.state = State::Group;
                    self.group += 1;
                }
                Ok(Step::Again)
            }
        }
    }

    fn cut(&self, place: u64, _is_inside: bool) -> Option<Error> {
        let remedy = "copy it again; the row groups before this were read";
        let at = place.saturating_sub(self.start);
        Some(Error::at(Code::Truncated, at, "the Parquet file ends before its last row group", remedy))
    }

    fn tick(&self) -> Option<Tick> {
        self.rows.as_ref()?.tick()
    }

    fn facts(&self) -> ImportFacts {
        facts(self.rows.as_ref())
    }

    /// The end in front is a header of its own.
    fn header_bytes(&self) -> u64 {
        match self.state {
            State::Begin => (PREFIX + MAX_FOOTER) as u64,
            _ => self.start + HEADER_BYTES,
        }
    }

    fn rounded(&self) -> u64 {
        self.rows.as_ref().map_or(0, TagRows::rounded)
    }
}

#[cold]
fn damaged(place: u64, what: &str) -> Error {
    Error::at(Code::BadHeader, place, format!("the Parquet file {what}"), "copy it again, or write it again")
}
