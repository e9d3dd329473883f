//! A NumPy array of tags: times alone, `(time, channel)` rows, or a structured array with fields `time` and `channel`.
//!
//! Source: the [NumPy format](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), versions 1 to 3.

use super::facts::{ImportFacts, NpyFacts};
use super::records::{Layout, Place, Read};
use super::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// The first bytes of the header.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// Bytes of magic, version and the longest length.
const START: usize = 12;

/// Longest text of a header that is read: with as many fields as any recording has, it is a tenth of that.
const MAX_HEADER: usize = 64 << 10;

/// Longest row, in bytes.
const MAX_ROW: usize = 16;

/// The channel of tags in an array of times.
const ONLY_CHANNEL: u64 = 0;

/// An integer of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field {
    /// In bytes from the beginning of the row.
    offset: usize,
    bytes: usize,
    is_signed: bool,
}

impl Field {
    /// The type with the descriptor `text`, such as `<i8`; `None` if it is no integer in little-endian order.
    fn parse(text: &str, offset: usize) -> Option<Self> {
        let mut characters = text.chars();
        let (order, kind, size) = (characters.next()?, characters.next()?, characters.as_str());
        let bytes = size.parse().ok().filter(|bytes| [1, 2, 4, 8].contains(bytes))?;
        let is_little = order == '<' || bytes == 1 && order == '|';
        (is_little && matches!(kind, 'i' | 'u')).then_some(Self { offset, bytes, is_signed: kind == 'i' })
    }

    /// Its value in a row, with all 64 bits of either sign.
    fn read(self, row: &[u8]) -> Option<i128> {
        let mut word = [0; 8];
        let own = row.get(self.offset..self.offset + self.bytes)?;
        word[..self.bytes].copy_from_slice(own);
        let unused = 64 - 8 * self.bytes as u32;
        let value = u64::from_le_bytes(word);
        let signed = (value << unused).cast_signed() >> unused;
        Some(if self.is_signed { i128::from(signed) } else { i128::from(value) })
    }
}

/// Where a row has its time and its channel.
#[derive(Debug, Clone, Copy)]
struct Row {
    bytes: usize,
    time: Field,
    channel: Option<Field>,
}

/// Such a file.
#[derive(Default)]
pub(super) struct Npy {
    row: Option<Row>,
    rows: u64,
    /// Rows whose time or channel is out of range.
    wrong: u64,
}

impl Npy {
    fn parse(&mut self, header: &str, offset: u64) -> Result<(), Error> {
        if header.contains("'fortran_order': True") {
            return Err(refused(offset, "columns one after the other (Fortran order)"));
        }
        let shape = between(header, "'shape': (", ")").ok_or_else(|| no_header(offset))?;
        let lengths: Vec<u64> = shape.split(',').filter_map(|length| length.trim().parse().ok()).collect();
        let descriptor = header.split_once("'descr': ").ok_or_else(|| no_header(offset))?.1;
        let (rows, row) = match (&lengths[..], descriptor.strip_prefix('[')) {
            ([rows], Some(fields)) => (*rows, structured(fields.split(']').next().unwrap_or_default())),
            ([rows], None) => (*rows, plain(descriptor, 1)),
            ([rows, 2], None) => (*rows, plain(descriptor, 2)),
            _ => return Err(refused(offset, &format!("the shape ({shape})"))),
        };
        let type_text = descriptor.split(", 'fortran_order'").next().unwrap_or_default();
        self.row = Some(row.ok_or_else(|| refused(offset, &format!("the type {type_text}")))?);
        self.rows = rows;
        Ok(())
    }
}

/// Rows of one or two integers of the type that begins `descriptor`.
fn plain(descriptor: &str, columns: usize) -> Option<Row> {
    let time = Field::parse(descriptor.strip_prefix('\'')?.split('\'').next()?, 0)?;
    let channel = (columns == 2).then_some(Field { offset: time.bytes, ..time });
    Some(Row { bytes: columns * time.bytes, time, channel })
}

/// Rows with the fields that are listed as in `('time', '<i8'), ('channel', '<u2')`, in any order and with others.
fn structured(fields: &str) -> Option<Row> {
    let (mut bytes, mut time, mut channel) = (0, None, None);
    for field in fields.split('(').skip(1) {
        let [_, name, _, kind, rest] = field.splitn(5, '\'').collect::<Vec<_>>()[..] else { return None };
        // A third part is the shape of an array.
        if !rest.starts_with(')') {
            return None;
        }
        let field = Field::parse(kind, bytes)?;
        match name {
            "time" => time = Some(field),
            "channel" => channel = Some(field),
            _ => {}
        }
        bytes += field.bytes;
    }
    (bytes <= MAX_ROW).then_some(Row { bytes, time: time?, channel })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    Some(text.split_once(open)?.1.split_once(close)?.0)
}

#[cold]
fn refused(offset: u64, what: &str) -> Error {
    let remedy = "save integers of ticks as int64: times alone, rows of (time, channel), or fields named time and channel, \
                  with numpy.save(name, numpy.ascontiguousarray(tags))";
    Error::at(Code::UnknownFormat, offset, format!("this NumPy array has {what}, which is not read"), remedy)
}

#[cold]
fn no_header(offset: u64) -> Error {
    Error::at(
        Code::BadHeader,
        offset,
        "the header of this NumPy array can't be read",
        "save it again with numpy.save",
    )
}

impl Layout for Npy {
    fn header(
        &mut self,
        bytes: &[u8],
        offset: u64,
        _last: bool,
        _totals: &mut Totals,
    ) -> Result<Read, Error> {
        let more = Ok(Read { bytes: 0, ended: false });
        let Some(&[.., major, _, l0, l1, l2, l3]) = bytes.first_chunk::<START>() else { return more };
        let (start, length) = match major {
            1 => (START - 2, usize::from(u16::from_le_bytes([l0, l1]))),
            2 | 3 => (START, u32::from_le_bytes([l0, l1, l2, l3]) as usize),
            _ => return Err(refused(offset, &format!("version {major} of the format"))),
        };
        if length > MAX_HEADER {
            return Err(no_header(offset));
        }
        let Some(header) = bytes.get(start..start + length) else { return more };
        self.parse(std::str::from_utf8(header).map_err(|_| no_header(offset))?, offset)?;
        Ok(Read { bytes: start + length, ended: true })
    }

    fn record_bytes(&self) -> usize {
        self.row.map_or(1, |row| row.bytes)
    }

    fn promised(&self) -> Option<u64> {
        Some(self.rows)
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: Place,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        let Some(Row { bytes, time, channel }) = self.row else { return Ok(()) };
        for (ordinal, row) in records.chunks_exact(bytes).enumerate() {
            let channel = match channel {
                None => Some(ONLY_CHANNEL),
                Some(field) => field.read(row).and_then(|channel| u64::try_from(channel).ok()),
            };
            let time = time.read(row).and_then(|time| i64::try_from(time).ok());
            match (time, channel) {
                (Some(time), Some(channel)) => tags.push(Tag { time, channel }),
                _ => {
                    if self.wrong == 0 {
                        let Place { record, offset } = place.after(ordinal, bytes as u64);
                        let message =
                            format!("row {record} has a negative channel, or a time of more than 63 bits");
                        let remedy =
                            "the rows around it were read; check that the columns are time and channel";
                        totals.note(Error::at(Code::BadRecord, offset, message, remedy));
                    }
                    self.wrong += 1;
                }
            }
        }
        Ok(())
    }

    /// An array has no place for it.
    fn tick(&self) -> Option<Tick> {
        None
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::Npy(NpyFacts { record_bits: self.row.map(|row| 8 * row.bytes as u64) })
    }
}
