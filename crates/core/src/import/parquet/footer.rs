//! The [metadata](https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift) of a file: its
//! columns, and where their chunks lie.

use super::thrift::{Thrift, is_true};
use crate::import::number_column::Number;
use crate::import::tag_rows::Described;

/// Key of the length of a tick in seconds in metadata that tagview writes.
const TICK: &[u8] = b"tagview.tick_s";
/// Maximum length of a string that is read, in bytes.
const MAX_TEXT: usize = 256;
/// Maximum number of columns, those inside columns counted, and of chunks of all row groups.
const MAX_COLUMNS: usize = 10_000;
const MAX_CHUNKS: usize = 1 << 20;

/// A column without columns inside.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Column {
    pub name: String,
    /// How its values are stored; `None` if they are not numbers.
    pub number: Option<Number>,
    /// Decimal exponent of the unit of a timestamp, in seconds.
    pub exponent: Option<i32>,
    /// Whether values can be missing.
    pub is_optional: bool,
}

impl Column {
    pub fn described(&self) -> Described<'_> {
        Described { name: &self.name, number: self.number, exponent: self.exponent }
    }
}

/// Values of a column in a row group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Chunk {
    pub codec: i64,
    pub values: i64,
    /// Offset of its first page in the file, and length of all its pages in bytes.
    pub offset: u64,
    pub bytes: u64,
}

/// The metadata of a file.
#[derive(Debug, Default)]
pub struct Footer {
    /// The columns with values, in the order of their chunks; `None` for those inside others.
    pub columns: Vec<Option<Column>>,
    /// The chunks of each row group, in the order of the columns.
    pub groups: Vec<Vec<Chunk>>,
    /// Length of a tick in seconds, where tagview wrote the file.
    pub tick_s: Option<String>,
}

/// An element of the schema, in the order of the file.
#[derive(Default)]
struct Element {
    kind: Option<i64>,
    converted: Option<i64>,
    is_unsigned: bool,
    /// Whether it is a decimal, a date or a time of day.
    is_other: bool,
    exponent: Option<i32>,
    repetition: i64,
    name: String,
    children: i64,
}

impl Footer {
    /// Reads the metadata; `None` if that fails.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (mut elements, mut chunks) = (Vec::new(), 0);
        let mut footer = Self::default();
        let mut thrift = Thrift::new(bytes);
        thrift.fields(&mut |thrift, number, _| {
            match number {
                2 => thrift.items(&mut |thrift| {
                    elements.push(Element::read(thrift));
                    if elements.len() > MAX_COLUMNS {
                        thrift.refuse();
                    }
                }),
                4 => thrift.items(&mut |thrift| {
                    let group = group(thrift);
                    // A group without chunks takes memory, too.
                    chunks += group.len() + 1;
                    // A row group without rows may have no pages, and then states no place of them.
                    if group.is_empty() || group.iter().any(|chunk| chunk.values != 0) {
                        footer.groups.push(group);
                    }
                    if chunks > MAX_CHUNKS {
                        thrift.refuse();
                    }
                }),
                5 => thrift.items(&mut |thrift| {
                    let (mut key, mut value): (&[u8], &[u8]) = (&[], &[]);
                    thrift.fields(&mut |thrift, number, _| {
                        match number {
                            1 => key = thrift.binary(),
                            2 => value = thrift.binary(),
                            _ => return false,
                        }
                        true
                    });
                    if key == TICK {
                        footer.tick_s = text(value);
                    }
                }),
                _ => return false,
            }
            true
        });
        thrift.end()?;
        let mut elements = elements.into_iter();
        let root = elements.next()?;
        for _ in 0..root.children {
            let element = elements.next()?;
            // Only a column without others inside has values. Those inside follow in the same list.
            let mut inside = element.children.max(0);
            if inside == 0 {
                footer.columns.push(Some(element.column()));
            }
            while inside > 0 {
                let children = elements.next()?.children.max(0);
                inside = (inside - 1).saturating_add(children);
                if children == 0 {
                    footer.columns.push(None);
                }
            }
        }
        Some(footer)
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_TEXT).map(str::to_owned)
}

impl Element {
    fn read(thrift: &mut Thrift<'_>) -> Self {
        let mut element = Self::default();
        thrift.fields(&mut |thrift, number, _| {
            match number {
                1 => element.kind = Some(thrift.integer()),
                3 => element.repetition = thrift.integer(),
                4 => element.name = text(thrift.binary()).unwrap_or_default(),
                5 => element.children = thrift.integer(),
                6 => element.converted = Some(thrift.integer()),
                10 => thrift.fields(&mut |thrift, logical, _| {
                    match logical {
                        5..=7 => {
                            element.is_other = true;
                            return false;
                        }
                        // A timestamp with a unit.
                        8 => thrift.fields(&mut |thrift, number, _| {
                            if number != 2 {
                                return false;
                            }
                            thrift.fields(&mut |_, unit, _| {
                                let place = usize::try_from(unit).ok().and_then(|unit| unit.checked_sub(1));
                                element.exponent = place.and_then(|place| [-3, -6, -9].get(place).copied());
                                false
                            });
                            true
                        }),
                        // An integer of fewer bits, or unsigned.
                        10 => thrift.fields(&mut |_, number, kind| {
                            element.is_unsigned |= number == 2 && !is_true(kind);
                            false
                        }),
                        _ => return false,
                    }
                    true
                }),
                _ => return false,
            }
            true
        });
        element
    }

    fn column(self) -> Column {
        let is_unsigned = self.is_unsigned || matches!(self.converted, Some(11..=14));
        let whole = |bytes| if is_unsigned { Number::Unsigned(bytes) } else { Number::Signed(bytes) };
        let number = match self.kind {
            Some(1) => Some(whole(4)),
            Some(2) => Some(whole(8)),
            Some(4) => Some(Number::Single),
            Some(5) => Some(Number::Double),
            _ => None,
        };
        let exponent = match self.converted {
            _ if self.exponent.is_some() => self.exponent,
            Some(9) => Some(-3),
            Some(10) => Some(-6),
            _ => None,
        };
        let is_other = self.is_other || matches!(self.converted, Some(5..=8));
        // A repeated column has lists.
        let number = number.filter(|_| !is_other && self.repetition != 2);
        Column { name: self.name, number, exponent, is_optional: self.repetition == 1 }
    }
}

fn group(thrift: &mut Thrift<'_>) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    thrift.fields(&mut |thrift, number, _| {
        if number != 1 {
            return false;
        }
        thrift.items(&mut |thrift| {
            let mut chunk = Chunk::default();
            thrift.fields(&mut |thrift, number, _| {
                if number != 3 {
                    return false;
                }
                chunk = column_chunk(thrift);
                true
            });
            chunks.push(chunk);
            if chunks.len() > MAX_CHUNKS {
                thrift.refuse();
            }
        });
        true
    });
    chunks
}

fn column_chunk(thrift: &mut Thrift<'_>) -> Chunk {
    let (mut chunk, mut data, mut dictionary) = (Chunk::default(), 0, 0);
    thrift.fields(&mut |thrift, number, _| {
        match number {
            4 => chunk.codec = thrift.integer(),
            5 => chunk.values = thrift.integer(),
            7 => chunk.bytes = u64::try_from(thrift.integer()).unwrap_or(u64::MAX),
            9 => data = thrift.integer(),
            11 => dictionary = thrift.integer(),
            _ => return false,
        }
        true
    });
    // Some writers state the place of a dictionary that does not exist as 0.
    let first = if dictionary > 0 { dictionary.min(data) } else { data };
    chunk.offset = u64::try_from(first).unwrap_or(u64::MAX);
    chunk
}
