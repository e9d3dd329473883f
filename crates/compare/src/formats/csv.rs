//! Lines of text, after [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), without a header: `channel,time`.

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use memchr::memchr_iter;
use tagview_core::Error;
use tagview_core::tags::Tag;

use crate::fault::{bad, no_item};

/// The end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// `\n`
    Unix,
    /// `\r\n`
    Windows,
}

/// Usual maximum length of a line in bytes.
const LINE: usize = 18;

pub fn encode(tags: &[Tag], lines: Lines) -> Result<Vec<u8>, Error> {
    let terminator = match lines {
        Lines::Unix => Terminator::Any(b'\n'),
        Lines::Windows => Terminator::CRLF,
    };
    let mut writer = WriterBuilder::new()
        .has_headers(false)
        .terminator(terminator)
        .from_writer(Vec::with_capacity(tags.len() * LINE));
    let (mut channel, mut time) = (itoa::Buffer::new(), itoa::Buffer::new());
    for tag in tags {
        writer.write_record([channel.format(tag.channel), time.format(tag.time)]).map_err(bad)?;
    }
    writer.into_inner().map_err(bad)
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    // A last line without an end may have lost digits.
    if bytes.last().is_some_and(|&last| last != b'\n') {
        return Err(bad("the last line has no end"));
    }
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let mut record = ByteRecord::new();
    let mut tags = Vec::new();
    while reader.read_byte_record(&mut record).map_err(bad)? {
        tags.push(parse(&record)?);
    }
    Ok(tags)
}

/// Lines have no directory: earlier ones are skipped.
pub fn tag(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    let start = match index.checked_sub(1) {
        None => 0,
        Some(before) => memchr_iter(b'\n', bytes).nth(before).map_or(bytes.len(), |at| at + 1),
    };
    let rest = bytes.get(start..).unwrap_or_default();
    let end = memchr::memchr(b'\n', rest).ok_or_else(|| no_item(index))?;
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(&rest[..=end]);
    let mut record = ByteRecord::new();
    reader.read_byte_record(&mut record).map_err(bad)?;
    parse(&record)
}

fn parse(record: &ByteRecord) -> Result<Tag, Error> {
    let (Some(channel), Some(time), 2) = (record.get(0), record.get(1), record.len()) else {
        return Err(bad("a line has other than two fields"));
    };
    Ok(Tag { channel: number(channel)?, time: number(time)? })
}

fn number<T: std::str::FromStr>(field: &[u8]) -> Result<T, Error> {
    let text = std::str::from_utf8(field).map_err(bad)?;
    text.parse().map_err(|_| bad(format_args!("`{text}` is not a number of 64 bits")))
}
