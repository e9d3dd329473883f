//! A [Parquet](https://parquet.apache.org/docs/file-format/) file with the columns `time` (differences in the fewest
//! bits) and `channel` (indices of a dictionary, packed and run-length encoded).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int64Type;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::fault::{bad, no_item};

/// Tags of a row group.
const GROUP: usize = 1 << 20;

/// Number of tags read at a time.
const BATCH: usize = 1 << 14;

const SCHEMA: &str = "message tags { REQUIRED INT64 time; REQUIRED INT64 channel (INTEGER(64, false)); }";

pub fn encode(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    let time = ColumnPath::from("time");
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_column_dictionary_enabled(time.clone(), false)
        .set_column_encoding(time, Encoding::DELTA_BINARY_PACKED)
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(bad)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).map_err(bad)?;
    for tags in tags.chunks(GROUP) {
        let columns: [Vec<i64>; 2] = [
            tags.iter().map(|tag| tag.time).collect(),
            tags.iter().map(|tag| tag.channel.cast_signed()).collect(),
        ];
        let mut group = writer.next_row_group().map_err(bad)?;
        for values in columns {
            let mut column =
                group.next_column().map_err(bad)?.ok_or_else(|| bad("there is no such column"))?;
            column.typed::<Int64Type>().write_batch(&values, None, None).map_err(bad)?;
            column.close().map_err(bad)?;
        }
        group.close().map_err(bad)?;
    }
    writer.into_inner().map_err(bad)
}

fn open(bytes: &Bytes) -> Result<SerializedFileReader<Bytes>, Error> {
    let file = SerializedFileReader::new(bytes.clone()).map_err(bad)?;
    let columns = file.metadata().file_metadata().schema_descr();
    let is_own = columns.num_columns() == 2
        && columns.columns().iter().all(|column| {
            column.physical_type() == parquet::basic::Type::INT64
                && column.max_def_level() == 0
                && column.max_rep_level() == 0
        });
    if is_own { Ok(file) } else { Err(bad("the columns are not time and channel")) }
}

/// Reads `count` values of a column, starting at `from`.
fn values(group: &dyn RowGroupReader, column: usize, from: usize, count: usize) -> Result<Vec<i64>, Error> {
    let reader = group.get_column_reader(column).map_err(bad)?;
    let mut reader = get_typed_column_reader::<Int64Type>(reader);
    let mut values = Vec::new();
    if from > 0 && reader.skip_records(from).map_err(bad)? < from {
        return Ok(values);
    }
    while values.len() < count {
        let room = (count - values.len()).min(BATCH);
        let (read, ..) = reader.read_records(room, None, None, &mut values).map_err(bad)?;
        if read == 0 {
            break;
        }
    }
    Ok(values)
}

/// Runs `read`. The crate panics for some damaged files. Where panics end the program, as in WebAssembly, only newly
/// encoded files may be read.
fn guarded<T>(read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // State left by a panic is dropped with it.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(bad("a page is damaged")))
}

pub fn decode(bytes: &Bytes) -> Result<Vec<Tag>, Error> {
    guarded(|| read_all(bytes))
}

/// Pages before the tag's are skipped by their headers.
pub fn tag(bytes: &Bytes, index: usize) -> Result<Tag, Error> {
    guarded(|| read_one(bytes, index))
}

fn read_all(bytes: &Bytes) -> Result<Vec<Tag>, Error> {
    let file = open(bytes)?;
    let mut tags = Vec::new();
    for at in 0..file.num_row_groups() {
        let group = file.get_row_group(at).map_err(bad)?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(bad)?;
        let (times, channels) = (values(&*group, 0, 0, rows)?, values(&*group, 1, 0, rows)?);
        if times.len() != rows || channels.len() != rows {
            return Err(bad("a column ends early"));
        }
        tags.extend(
            times
                .iter()
                .zip(&channels)
                .map(|(&time, channel)| Tag { time, channel: channel.cast_unsigned() }),
        );
    }
    Ok(tags)
}

fn read_one(bytes: &Bytes, index: usize) -> Result<Tag, Error> {
    let file = open(bytes)?;
    let mut left = index;
    for at in 0..file.num_row_groups() {
        let group = file.get_row_group(at).map_err(bad)?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(bad)?;
        if left >= rows {
            left -= rows;
            continue;
        }
        return match (&values(&*group, 0, left, 1)?[..], &values(&*group, 1, left, 1)?[..]) {
            (&[time], &[channel]) => Ok(Tag { time, channel: channel.cast_unsigned() }),
            _ => Err(no_item(index)),
        };
    }
    Err(no_item(index))
}
