//! Messages of an [Arrow stream](https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc):
//! the columns, and where their buffers lie.

use super::flatbuffer::Table;
use crate::import::number_column::Number;
use crate::import::tag_rows::Described;

/// Maximum number of columns, those inside columns counted, and maximum depth of columns inside columns.
const MAX_COLUMNS: usize = 10_000;
const MAX_DEPTH: usize = 32;
/// Maximum length of the name of a column, and of metadata that are read, in bytes.
const MAX_TEXT: usize = 256;
/// Key of the length of a tick in seconds in metadata that tagview writes.
const TICK: &str = "tagview.tick_s";
/// Kinds of messages.
const SCHEMA: u8 = 1;
const RECORD_BATCH: u8 = 3;

/// Kinds of types.
mod kind {
    pub const NULL: u8 = 1;
    pub const INT: u8 = 2;
    pub const FLOATING_POINT: u8 = 3;
    pub const BINARY: u8 = 4;
    pub const UTF8: u8 = 5;
    pub const BOOL: u8 = 6;
    pub const DECIMAL: u8 = 7;
    // Dates (8) and times of a day (9) are stored alike.
    pub const TIMESTAMP: u8 = 10;
    pub const INTERVAL: u8 = 11;
    pub const LIST: u8 = 12;
    pub const STRUCT: u8 = 13;
    pub const FIXED_SIZE_BINARY: u8 = 15;
    pub const FIXED_SIZE_LIST: u8 = 16;
    pub const MAP: u8 = 17;
    pub const DURATION: u8 = 18;
    pub const LARGE_BINARY: u8 = 19;
    pub const LARGE_UTF8: u8 = 20;
    pub const LARGE_LIST: u8 = 21;
}

/// A column of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// How its values are stored; `None` if they are not numbers.
    pub number: Option<Number>,
    /// Decimal exponent of the unit of a timestamp or a duration, in seconds.
    pub exponent: Option<i32>,
    /// Its first node and its first buffer in a batch.
    pub node: usize,
    pub buffer: usize,
}

impl Column {
    pub fn described(&self) -> Described<'_> {
        Described { name: &self.name, number: self.number, exponent: self.exponent }
    }
}

/// The columns of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schema {
    /// Columns up to the first one whose buffers are not known.
    pub columns: Vec<Column>,
    /// Length of a tick in seconds, where tagview wrote the file.
    pub tick_s: Option<String>,
}

/// Compression of the buffers of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    None,
    Lz4,
    Zstd,
}

/// A message.
#[derive(Debug)]
pub enum Message<'a> {
    Schema(Schema),
    Batch(Batch<'a>),
    Other,
}

/// Rows of all columns.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    table: Table<'a>,
    pub rows: u64,
    pub compression: Compression,
}

impl<'a> Message<'a> {
    /// Reads a message; `None` if that fails. Also returns the length of its body.
    pub fn read(bytes: &'a [u8]) -> Option<(Self, u64)> {
        let message = Table::root(bytes)?;
        let body = u64::try_from(message.i64(3)).ok()?;
        let read = match message.byte(1) {
            SCHEMA => Self::Schema(schema(message.table(2)?)?),
            RECORD_BATCH => Self::Batch(Batch::of(message.table(2)?)?),
            _ => Self::Other,
        };
        Some((read, body))
    }

    /// Whether `bytes` begin with a message that holds a schema. They may be cut.
    pub fn begins_schema(bytes: &[u8]) -> bool {
        Table::root(bytes).is_some_and(|message| message.byte(1) == SCHEMA && message.has(2))
    }
}

fn schema(schema: Table<'_>) -> Option<Schema> {
    // Big-endian numbers are not read.
    if schema.i16(0) != 0 {
        return None;
    }
    let (mut columns, mut node, mut buffer) = (Vec::new(), 0, 0);
    let mut budget = MAX_COLUMNS;
    for field in schema.list(1).into_iter().flat_map(|fields| fields.tables()) {
        // A longer name is not that of a column that is read.
        let name = field.text(0).filter(|name| name.len() <= MAX_TEXT).unwrap_or_default().to_owned();
        let (number, exponent) =
            number_of(field).map_or((None, None), |(number, exponent)| (Some(number), exponent));
        columns.push(Column { name, number, exponent, node, buffer });
        let Some((nodes, buffers)) = extent(field, MAX_DEPTH, &mut budget) else { break };
        (node, buffer) = (node + nodes, buffer + buffers);
    }
    let mut entries = schema.list(2).into_iter().flat_map(|entries| entries.tables());
    let entry = entries.find(|entry| entry.text(0) == Some(TICK));
    let tick_s = entry.and_then(|entry| entry.text(1)).filter(|text| text.len() <= MAX_TEXT);
    Some(Schema { columns, tick_s: tick_s.map(str::to_owned) })
}

/// Returns the form of the numbers of a column, and the decimal exponent of their unit.
fn number_of(field: Table<'_>) -> Option<(Number, Option<i32>)> {
    const DICTIONARY: usize = 4;
    let kind = field.table(3);
    let unit = |slot: usize, default: i16| {
        let kind = kind?;
        let unit = if kind.has(slot) { kind.i16(slot) } else { default };
        [0, -3, -6, -9].get(usize::try_from(unit).ok()?).copied()
    };
    let word = Number::Signed(8);
    if field.has(DICTIONARY) {
        return None;
    }
    match field.byte(2) {
        kind::INT => {
            let bytes = usize::try_from(kind?.i32(0)).ok().filter(|bits| [8, 16, 32, 64].contains(bits))? / 8;
            let is_signed = kind?.byte(1) != 0;
            Some((if is_signed { Number::Signed(bytes) } else { Number::Unsigned(bytes) }, None))
        }
        kind::FLOATING_POINT => match kind?.i16(0) {
            1 => Some((Number::Single, None)),
            2 => Some((Number::Double, None)),
            _ => None,
        },
        kind::TIMESTAMP => Some((word, Some(unit(0, 0)?))),
        kind::DURATION => Some((word, Some(unit(0, 1)?))),
        _ => None,
    }
}

/// Returns the number of nodes and of buffers of a column; `None` if that is not known. Each column inside it, and
/// the column itself, takes one of `budget`.
fn extent(field: Table<'_>, depth: usize, budget: &mut usize) -> Option<(usize, usize)> {
    *budget = budget.checked_sub(1)?;
    let own = match field.byte(2) {
        // Indexes into a dictionary are numbers.
        _ if field.has(4) => return Some((1, 2)),
        kind::NULL => 0,
        kind::STRUCT | kind::FIXED_SIZE_LIST => 1,
        kind::INT | kind::FLOATING_POINT | kind::BOOL | kind::FIXED_SIZE_BINARY => 2,
        kind::DECIMAL..=kind::INTERVAL | kind::DURATION => 2,
        kind::LIST | kind::LARGE_LIST | kind::MAP => 2,
        kind::BINARY | kind::UTF8 | kind::LARGE_BINARY | kind::LARGE_UTF8 => 3,
        _ => return None,
    };
    let mut sum = (1, own);
    for child in field.list(5).into_iter().flat_map(|children| children.tables()) {
        let (nodes, buffers) = extent(child, depth.checked_sub(1)?, budget)?;
        sum = (sum.0 + nodes, sum.1 + buffers);
    }
    Some(sum)
}

impl<'a> Batch<'a> {
    fn of(table: Table<'a>) -> Option<Self> {
        let compression = match table.table(3) {
            None => Compression::None,
            Some(compression) if compression.byte(1) != 0 => return None,
            Some(compression) if compression.byte(0) == 0 => Compression::Lz4,
            Some(compression) if compression.byte(0) == 1 => Compression::Zstd,
            Some(_) => return None,
        };
        Some(Self { table, rows: u64::try_from(table.i64(0)).ok()?, compression })
    }

    /// Returns the number of missing values of a column.
    pub fn missing(&self, column: &Column) -> Option<u64> {
        let (rows, missing) = self.table.list(1)?.pair(column.node)?;
        (u64::try_from(rows) == Ok(self.rows)).then(|| u64::try_from(missing).ok())?
    }

    /// Returns offset and length of buffer `k` in the body.
    pub fn buffer(&self, k: usize) -> Option<(u64, u64)> {
        let (offset, length) = self.table.list(2)?.pair(k)?;
        Some((u64::try_from(offset).ok()?, u64::try_from(length).ok()?))
    }
}
