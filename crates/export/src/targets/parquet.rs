//! A [Parquet](https://parquet.apache.org/docs/file-format/) file with the columns `time` (INT64), `channel` (unsigned
//! INT64) and, if wanted, `microtime` (INT32): differences in the fewest bits, compressed with zstd. A dictionary of the
//! channels makes files a tenth smaller, but takes four times as long.
//!
//! Tags are written in file order, so a row group is a range of time. Its statistics have the ends of the range; the
//! page index has those of its pages.

use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use tagview_core::Error;
use tagview_core::tags::{FileSummary, Tag};

use crate::Metadata;
use crate::fault::refused;
use crate::finished::finished;
use crate::rows::RowSink;

/// Name of the writing program.
pub const CREATED_BY: &str = concat!("tagview version ", env!("CARGO_PKG_VERSION"));

const SCHEMA: &str = "REQUIRED INT64 time; REQUIRED INT64 channel (INTEGER(64, false));";

const MICROTIME: &str = "REQUIRED INT32 microtime;";

/// Tags in, a Parquet file out.
pub struct ParquetSink {
    writer: SerializedFileWriter<Vec<u8>>,
    /// Tags of the current row group, at most `group`.
    group: usize,
    times: Vec<i64>,
    channels: Vec<i64>,
    /// `None` in a file without microtimes.
    microtimes: Option<Vec<i32>>,
    tags: u64,
}

impl ParquetSink {
    /// # Errors
    /// If the crate refuses.
    pub fn new(metadata: &Metadata, group: usize, has_microtimes: bool) -> Result<Self, Error> {
        let texts = metadata.entries().map(|(key, text)| KeyValue::new(key.to_owned(), text.to_owned()));
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_created_by(CREATED_BY.to_owned())
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .set_compression(compression())
            .set_key_value_metadata(Some(texts.collect()))
            .build();
        let third = if has_microtimes { MICROTIME } else { "" };
        let message = format!("message tags {{ {SCHEMA} {third} }}");
        let schema = Arc::new(parse_message_type(&message).map_err(refused)?);
        let writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).map_err(refused)?;
        let microtimes = has_microtimes.then(Vec::new);
        Ok(Self { writer, group, times: Vec::new(), channels: Vec::new(), microtimes, tags: 0 })
    }

    fn write(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut group = self.writer.next_row_group().map_err(refused)?;
        for values in [&mut self.times, &mut self.channels] {
            write_column::<Int64Type>(&mut group, values)?;
        }
        if let Some(values) = &mut self.microtimes {
            write_column::<Int32Type>(&mut group, values)?;
        }
        group.close().map_err(refused)?;
        self.pass(out)
    }

    fn pass(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.writer.flush().map_err(refused)?;
        // Nothing is written into the file here: bytes that the crate has written are moved away.
        out.append(self.writer.inner_mut());
        Ok(())
    }
}

/// Writes the next column of a row group, and clears its values.
fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &mut Vec<T::T>,
) -> Result<(), Error> {
    let column = group.next_column().map_err(refused)?;
    let mut column = column.ok_or_else(|| refused("there is no such column"))?;
    column.typed::<T>().write_batch(values, None, None).map_err(refused)?;
    column.close().map_err(refused)?;
    values.clear();
    Ok(())
}

/// Compression of columns; none without libzstd.
pub fn compression() -> Compression {
    if cfg!(feature = "libzstd") { Compression::ZSTD(Default::default()) } else { Compression::UNCOMPRESSED }
}

impl RowSink for ParquetSink {
    fn push(&mut self, mut tags: &[Tag], mut microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.tags += tags.len() as u64;
        while !tags.is_empty() {
            let (taken, rest) = tags.split_at(tags.len().min(self.group - self.times.len()));
            self.times.extend(taken.iter().map(|tag| tag.time));
            self.channels.extend(taken.iter().map(|tag| tag.channel.cast_signed()));
            if let Some(held) = &mut self.microtimes {
                held.extend_from_slice(microtimes.split_off(..taken.len()).unwrap_or_default());
            }
            if self.times.len() == self.group {
                self.write(out)?;
            }
            tags = rest;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        if !self.times.is_empty() {
            self.write(out)?;
        }
        self.writer.finish().map_err(refused)?;
        self.pass(out)?;
        Ok(finished(self.tags, None))
    }
}
