//! An [Arrow IPC file](https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format) with the columns `time`
//! (Int64), `channel` (UInt64) and, if wanted, `microtime` (Int32), 65,536 tags a record batch, metadata in the schema.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, UInt64Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema};
use tagview_core::Error;
use tagview_core::tags::{FileSummary, Tag};

use crate::Metadata;
use crate::fault::refused;
use crate::finished::finished;
use crate::rows::RowSink;

/// Tags of a record batch.
const BATCH: usize = 1 << 16;

/// Tags in, an Arrow file out.
pub struct ArrowSink {
    schema: Arc<Schema>,
    writer: FileWriter<Vec<u8>>,
    /// Tags of an incomplete batch.
    times: Vec<i64>,
    channels: Vec<u64>,
    /// `None` in a file without microtimes.
    microtimes: Option<Vec<i32>>,
    tags: u64,
}

impl ArrowSink {
    /// # Errors
    /// If the crate refuses.
    pub fn new(metadata: &Metadata, has_microtimes: bool) -> Result<Self, Error> {
        let texts: HashMap<String, String> =
            metadata.entries().map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
        let mut fields =
            vec![Field::new("time", DataType::Int64, false), Field::new("channel", DataType::UInt64, false)];
        if has_microtimes {
            fields.push(Field::new("microtime", DataType::Int32, false));
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, texts));
        let writer = FileWriter::try_new(Vec::new(), &schema).map_err(refused)?;
        let microtimes = has_microtimes.then(Vec::new);
        Ok(Self { schema, writer, times: Vec::new(), channels: Vec::new(), microtimes, tags: 0 })
    }

    fn write(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let times = Int64Array::from(std::mem::take(&mut self.times));
        let channels = UInt64Array::from(std::mem::take(&mut self.channels));
        let mut columns: Vec<ArrayRef> = vec![Arc::new(times), Arc::new(channels)];
        if let Some(microtimes) = &mut self.microtimes {
            columns.push(Arc::new(Int32Array::from(std::mem::take(microtimes))));
        }
        let batch = RecordBatch::try_new(self.schema.clone(), columns).map_err(refused)?;
        self.writer.write(&batch).map_err(refused)?;
        out.append(self.writer.get_mut());
        Ok(())
    }
}

impl RowSink for ArrowSink {
    fn push(&mut self, mut tags: &[Tag], mut microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.tags += tags.len() as u64;
        while !tags.is_empty() {
            let (taken, rest) = tags.split_at(tags.len().min(BATCH - self.times.len()));
            self.times.extend(taken.iter().map(|tag| tag.time));
            self.channels.extend(taken.iter().map(|tag| tag.channel));
            if let Some(held) = &mut self.microtimes {
                held.extend_from_slice(microtimes.split_off(..taken.len()).unwrap_or_default());
            }
            if self.times.len() == BATCH {
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
        out.append(self.writer.get_mut());
        Ok(finished(self.tags, None))
    }
}
