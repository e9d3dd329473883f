//! A NumPy array of tags: times alone, `(time, channel)` rows, or a structured array with fields `time` and `channel`.
//!
//! Source: the [NumPy format](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), versions 1 to 3.

use super::facts::{ImportFacts, NpyFacts};
use super::format::Import;
use super::number_column::Number;
use super::records::{Layout, Read, RecordPosition};
use super::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// Arrays of tags.
pub(super) const NPY: Import =
    Import::of_records::<Npy>("npy", "a NumPy array of time tags", |head| head.starts_with(MAGIC));

/// The first bytes of the header.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Length in bytes of magic, version and the longest length field.
const START: usize = 12;

/// Maximum length of a header in bytes, ten times that of any known recording.
const MAX_HEADER: usize = 64 << 10;

/// Longest row, in bytes.
const MAX_ROW: usize = 16;

/// The channel of tags in an array of times.
pub(super) const ONLY_CHANNEL: u64 = 0;

/// An integer of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    /// Offset in bytes from the beginning of the row.
    offset: usize,
    number: Number,
}

impl Field {
    /// Reads the type with the descriptor `text`, such as `<i8`; `None` if it is not a little-endian integer.
    fn parse(text: &str, offset: usize) -> Option<Self> {
        let mut characters = text.chars();
        let (order, kind, size) = (characters.next()?, characters.next()?, characters.as_str());
        let bytes = size.parse().ok().filter(|bytes| [1, 2, 4, 8].contains(bytes))?;
        let is_little = order == '<' || bytes == 1 && order == '|';
        let number = match kind {
            'i' => Number::Signed(bytes),
            'u' => Number::Unsigned(bytes),
            _ => return None,
        };
        is_little.then_some(Self { offset, number })
    }

    /// Length in bytes.
    pub fn bytes(self) -> usize {
        self.number.bytes()
    }

    /// Reads the value in a row.
    pub fn read(self, row: &[u8]) -> Option<i128> {
        self.number.whole(row.get(self.offset..self.offset + self.bytes())?)
    }
}

/// Time and channel of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub bytes: usize,
    pub time: Field,
    pub channel: Option<Field>,
}

impl Row {
    /// Returns the tag of a row; `None` if its time or its channel is out of range.
    pub fn tag(&self, row: &[u8]) -> Option<Tag> {
        let time = i64::try_from(self.time.read(row)?).ok()?;
        let channel = match self.channel {
            None => ONLY_CHANNEL,
            Some(field) => u64::try_from(field.read(row)?).ok()?,
        };
        Some(Tag { time, channel })
    }
}

/// Number of first rows that are examined; minimum number of them with a greater channel than the row before, and with
/// no later time.
const JUDGED_ROWS: u64 = 64;
const MIN_STEPS: u64 = 32;
const MIN_RECURRENCES: u64 = 8;

/// Checks whether the columns of an array are a channel and a time, in this order: times ascend, and channels recur.
#[derive(Debug, Default)]
pub(super) struct ColumnOrder {
    /// Number of examined rows, and of those with a greater channel and with no later time than the row before.
    rows: u64,
    steps: u64,
    recurrences: u64,
    last: Option<Tag>,
}

impl ColumnOrder {
    /// Takes the next tags. Returns whether they complete the first rows, and these look like channels and times.
    pub fn is_swapped(&mut self, tags: &[Tag]) -> bool {
        for tag in tags {
            if self.rows == JUDGED_ROWS {
                return false;
            }
            self.rows += 1;
            if let Some(last) = self.last.replace(*tag) {
                if tag.channel < last.channel {
                    self.rows = JUDGED_ROWS;
                    return false;
                }
                self.steps += u64::from(tag.channel > last.channel);
                self.recurrences += u64::from(tag.time <= last.time);
            }
            if self.rows == JUDGED_ROWS {
                return self.steps >= MIN_STEPS && self.recurrences >= MIN_RECURRENCES;
            }
        }
        false
    }
}

/// Returns the finding for an array at byte `offset` whose columns look like channels and times.
#[cold]
pub(super) fn swapped(offset: u64) -> Error {
    let message = "the channels of the first rows ascend, and their times recur: the columns look like channel and time";
    let remedy = "save times before channels, as in numpy.save(name, tags[:, ::-1])";
    Error::at(Code::BadRecord, offset, message, remedy)
}

/// The header of an array of integers.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrayHeader {
    pub row: Row,
    /// Number of rows.
    pub rows: u64,
    /// Length of the header in bytes.
    pub length: usize,
}

impl ArrayHeader {
    /// Reads the header at the beginning of `bytes`, which are at byte `offset` of the file; `None` if more bytes are
    /// needed. `name` is the array's name in messages.
    ///
    /// # Errors
    /// `BadHeader`, and `UnknownFormat` for an array that is not read.
    pub fn read(bytes: &[u8], offset: u64, name: &str) -> Result<Option<Self>, Error> {
        let Some(&[.., major, _, l0, l1, l2, l3]) = bytes.first_chunk::<START>() else { return Ok(None) };
        let (start, length) = match major {
            _ if !bytes.starts_with(MAGIC) => return Err(no_header(offset, name)),
            1 => (START - 2, usize::from(u16::from_le_bytes([l0, l1]))),
            2 | 3 => (START, u32::from_le_bytes([l0, l1, l2, l3]) as usize),
            _ => return Err(refused(offset, name, &format!("version {major} of the format"))),
        };
        if length > MAX_HEADER {
            return Err(no_header(offset, name));
        }
        let Some(text) = bytes.get(start..start + length) else { return Ok(None) };
        let text = std::str::from_utf8(text).map_err(|_| no_header(offset, name))?;
        let (rows, row) = parse(text, offset, name)?;
        Ok(Some(Self { row, rows, length: start + length }))
    }
}

/// A NumPy array.
#[derive(Default)]
struct Npy {
    header: Option<ArrayHeader>,
    /// Number of rows whose time or channel is out of range.
    wrong: u64,
    order: ColumnOrder,
}

/// Returns the number of rows, and their fields.
fn parse(header: &str, offset: u64, name: &str) -> Result<(u64, Row), Error> {
    if header.contains("'fortran_order': True") {
        return Err(refused(offset, name, "columns one after the other (Fortran order)"));
    }
    let no_header = || no_header(offset, name);
    let shape = between(header, "'shape': (", ")").ok_or_else(no_header)?;
    let lengths: Vec<u64> = shape.split(',').filter_map(|length| length.trim().parse().ok()).collect();
    let descriptor = header.split_once("'descr': ").ok_or_else(no_header)?.1;
    let (rows, row) = match (&lengths[..], descriptor.strip_prefix('[')) {
        ([rows], Some(fields)) => (*rows, structured(fields.split(']').next().unwrap_or_default())),
        ([rows], None) => (*rows, plain(descriptor, 1)),
        ([rows, 2], None) => (*rows, plain(descriptor, 2)),
        _ => return Err(refused(offset, name, &format!("the shape ({shape})"))),
    };
    let type_text = descriptor.split(", 'fortran_order'").next().unwrap_or_default();
    Ok((rows, row.ok_or_else(|| refused(offset, name, &format!("the type {type_text}")))?))
}

/// Returns rows of one or two integers of the type at the beginning of `descriptor`.
fn plain(descriptor: &str, columns: usize) -> Option<Row> {
    let time = Field::parse(descriptor.strip_prefix('\'')?.split('\'').next()?, 0)?;
    let channel = (columns == 2).then_some(Field { offset: time.bytes(), ..time });
    Some(Row { bytes: columns * time.bytes(), time, channel })
}

/// Returns rows with the fields listed as in `('time', '<i8'), ('channel', '<u2')`, in any order and among others.
fn structured(fields: &str) -> Option<Row> {
    let (mut bytes, mut time, mut channel) = (0, None, None);
    for field in fields.split('(').skip(1) {
        let [_, name, _, kind, rest] = field.splitn(5, '\'').collect::<Vec<_>>()[..] else { return None };
        // A third item is the shape of an array.
        if !rest.starts_with(')') {
            return None;
        }
        let field = Field::parse(kind, bytes)?;
        match name {
            "time" => time = Some(field),
            "channel" => channel = Some(field),
            _ => {}
        }
        bytes += field.bytes();
    }
    (bytes <= MAX_ROW).then_some(Row { bytes, time: time?, channel })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    Some(text.split_once(open)?.1.split_once(close)?.0)
}

#[cold]
fn refused(offset: u64, name: &str, what: &str) -> Error {
    let remedy = "save integers of ticks as int64: times alone, rows of (time, channel), or fields named time and channel, \
                  with numpy.save(name, numpy.ascontiguousarray(tags))";
    Error::at(Code::UnknownFormat, offset, format!("{name} has {what}, which is not supported"), remedy)
}

#[cold]
fn no_header(offset: u64, name: &str) -> Error {
    let message = format!("{name} has a header that can't be read");
    Error::at(Code::BadHeader, offset, message, "save it again with numpy.save")
}

/// Returns the finding for row `record` at byte `offset`, the first row that is not a tag.
#[cold]
pub(super) fn wrong_row(record: u64, offset: u64) -> Error {
    let message = format!("row {record} has a negative channel, or a time of more than 63 bits");
    let remedy = "the other rows were read; check that the columns are time and channel";
    Error::at(Code::BadRecord, offset, message, remedy)
}

impl Layout for Npy {
    fn header(
        &mut self,
        bytes: &[u8],
        offset: u64,
        _last: bool,
        _totals: &mut Totals,
    ) -> Result<Read, Error> {
        self.header = ArrayHeader::read(bytes, offset, "this NumPy array")?;
        let bytes = self.header.map_or(0, |header| header.length);
        Ok(Read { bytes, ended: bytes > 0 })
    }

    fn record_bytes(&self) -> usize {
        self.header.map_or(1, |header| header.row.bytes)
    }

    fn promised(&self) -> Option<u64> {
        Some(self.header.map_or(0, |header| header.rows))
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        let Some(ArrayHeader { row, length, .. }) = self.header else { return Ok(()) };
        let from = tags.len();
        for (ordinal, record) in records.chunks_exact(row.bytes).enumerate() {
            match row.tag(record) {
                Some(tag) => tags.push(tag),
                None => {
                    if self.wrong == 0 {
                        let RecordPosition { record, offset } = place.after(ordinal, row.bytes as u64);
                        totals.note(wrong_row(record, offset));
                    }
                    self.wrong += 1;
                }
            }
        }
        if self.order.is_swapped(&tags[from..]) {
            totals.note(swapped(length as u64));
        }
        Ok(())
    }

    /// An array does not state the length of a tick.
    fn tick(&self) -> Option<Tick> {
        None
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::Npy(NpyFacts { record_bits: self.header.map(|header| 8 * header.row.bytes as u64) })
    }
}
