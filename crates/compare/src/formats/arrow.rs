//! An [Arrow IPC file](https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format) with the columns `time`
//! (Int64) and `channel` (UInt64), 65,536 tags a record batch.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_array::{Int64Array, RecordBatch, UInt64Array};
use arrow_buffer::Buffer;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::writer::FileWriter;
use arrow_ipc::{Block, root_as_footer, root_as_message};
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::fault::{bad, no_item};

const BATCH: usize = 1 << 16;

/// Bytes of a file after its footer: the footer's length, and `ARROW1`.
const TRAILER: usize = 10;

fn schema() -> Schema {
    Schema::new(vec![
        Field::new("time", DataType::Int64, false),
        Field::new("channel", DataType::UInt64, false),
    ])
}

pub fn encode(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    let schema = Arc::new(schema());
    let room = Vec::with_capacity(size_of_val(tags) + 4096);
    let mut writer = FileWriter::try_new(room, &schema).map_err(bad)?;
    for tags in tags.chunks(BATCH) {
        let times = Int64Array::from_iter_values(tags.iter().map(|tag| tag.time));
        let channels = UInt64Array::from_iter_values(tags.iter().map(|tag| tag.channel));
        let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(times), Arc::new(channels)]);
        writer.write(&batch.map_err(bad)?).map_err(bad)?;
    }
    writer.into_inner().map_err(bad)
}

/// An open file, whose bytes are used in place.
struct File {
    buffer: Buffer,
    decoder: FileDecoder,
    blocks: Vec<Block>,
}

impl File {
    fn open(bytes: &Bytes) -> Result<Self, Error> {
        let (before, trailer) =
            bytes.split_last_chunk::<TRAILER>().ok_or_else(|| bad("there is no footer"))?;
        let length = read_footer_length(*trailer).map_err(bad)?;
        let start =
            before.len().checked_sub(length).ok_or_else(|| bad("the footer begins before the file"))?;
        let footer = root_as_footer(&before[start..]).map_err(bad)?;
        let found = footer.schema().ok_or_else(|| bad("there is no schema"))?;
        // The crate's conversion panics for unknown types; this file has two columns of plain integers.
        let own = Arc::new(schema());
        if found.fields().is_none_or(|fields| fields.len() != own.fields().len())
            || found.endianness() != arrow_ipc::Endianness::Little
        {
            return Err(bad("the columns are not time and channel"));
        }
        let blocks: Vec<Block> =
            footer.recordBatches().map(|blocks| blocks.iter().copied().collect()).unwrap_or_default();
        Ok(Self {
            buffer: Buffer::from(bytes.clone()),
            decoder: FileDecoder::new(own, footer.version()),
            blocks,
        })
    }

    fn batch(&self, at: usize) -> Result<(Int64Array, UInt64Array), Error> {
        let block = self.blocks.get(at).ok_or_else(|| bad("there is no such batch"))?;
        let outside = || bad("a batch lies outside the file");
        let offset = usize::try_from(block.offset()).map_err(|_| outside())?;
        let head = usize::try_from(block.metaDataLength()).map_err(|_| outside())?;
        let body = usize::try_from(block.bodyLength()).map_err(|_| outside())?;
        let length = head.checked_add(body).ok_or_else(outside)?;
        let end = offset.checked_add(length).filter(|&end| end <= self.buffer.len());
        if end.is_none() || head < 8 {
            return Err(outside());
        }
        let part = self.buffer.slice_with_length(offset, length);
        check_buffers(&part[..head], body)?;
        let batch = self.decoder.read_record_batch(block, &part).map_err(bad)?;
        let batch = batch.ok_or_else(|| bad("a batch has no content"))?;
        let times = batch.column(0).as_primitive_opt::<Int64Type>();
        let channels = batch.column(1).as_primitive_opt::<UInt64Type>();
        match (times, channels) {
            (Some(times), Some(channels)) => Ok((times.clone(), channels.clone())),
            _ => Err(bad("the columns are not time and channel")),
        }
    }
}

/// Checks that all buffers of a record batch lie in its body of the given length: otherwise the crate panics.
fn check_buffers(head: &[u8], body: usize) -> Result<(), Error> {
    // A mark may precede the length of the metadata.
    let start = if head.starts_with(&[0xFF; 4]) { 8 } else { 4 };
    let message = root_as_message(head.get(start..).unwrap_or_default()).map_err(bad)?;
    let batch = message.header_as_record_batch().ok_or_else(|| bad("a block is not a record batch"))?;
    let is_inside = |offset: i64, length: i64| {
        let end = usize::try_from(offset).ok().zip(usize::try_from(length).ok());
        end.and_then(|(offset, length)| offset.checked_add(length)).is_some_and(|end| end <= body)
    };
    let is_sound = batch.compression().is_none()
        && batch
            .buffers()
            .is_some_and(|buffers| buffers.iter().all(|one| is_inside(one.offset(), one.length())))
        && batch.nodes().is_some_and(|nodes| {
            nodes.iter().all(|one| one.null_count() == 0 && one.length() == batch.length())
        });
    if is_sound { Ok(()) } else { Err(bad("a batch has parts outside its body")) }
}

pub fn decode(bytes: &Bytes) -> Result<Vec<Tag>, Error> {
    let file = File::open(bytes)?;
    let mut tags = Vec::with_capacity(bytes.len() / size_of::<Tag>());
    for at in 0..file.blocks.len() {
        let (times, channels) = file.batch(at)?;
        let pairs = times.values().iter().zip(channels.values());
        tags.extend(pairs.map(|(&time, &channel)| Tag { time, channel }));
    }
    Ok(tags)
}

pub fn tag(bytes: &Bytes, index: usize) -> Result<Tag, Error> {
    let (times, channels) = File::open(bytes)?.batch(index / BATCH)?;
    let at = index % BATCH;
    match (times.values().get(at), channels.values().get(at)) {
        (Some(&time), Some(&channel)) => Ok(Tag { time, channel }),
        _ => Err(no_item(index)),
    }
}
