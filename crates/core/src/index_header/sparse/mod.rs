//! The sparse index-header that Mimir keeps next to an index-header, to avoid scanning it: a gzip file with a protobuf
//! message that has the position of every 32nd symbol, and of each label every 32nd value and the last one.
//!
//! `Sparse { 1 Symbols; 2 PostingOffsetTable }`, `Symbols { 1 packed repeated int64 offsets; 2 int64 symbolsCount }`,
//! `PostingOffsetTable { 1 map<string, PostingValueOffsets> postings; 2 int64 sampling }`,
//! `PostingValueOffsets { 1 repeated PostingOffset offsets; 2 int64 lastValOffset }`,
//! `PostingOffset { 1 string value; 2 int64 tableOff }`. Offsets count from the section's length.

mod gzip;
mod message;
mod protobuf;
mod write;

pub use message::Sparse;
pub use write::write;

use super::header::Kind;
use crate::{Code, Error, Findings};

/// Reads the sampled tables of a sparse index-header. Errors after its first bytes are recorded, and the parts before
/// them are kept.
///
/// # Errors
/// The first bytes cannot be read, or are those of an index-header or an index.
pub fn read(bytes: &[u8], findings: &mut Findings) -> Result<Sparse, Error> {
    let mut inflater = gzip::Inflater::new(bytes)?;
    if let Some(kind) = Kind::of(inflater.peek(4)) {
        let what = match kind {
            Kind::IndexHeader => "an index-header",
            Kind::Index => "an index",
            Kind::Sparse => "a gzip file",
        };
        let message = format!("this is {what} that gzip has compressed");
        return Err(Error::at(
            Code::UnknownFormat,
            0,
            message,
            "decompress it with `gzip -d`, and open the result",
        ));
    }
    let (sparse, end) = message::decode(inflater, findings);
    match end {
        Err(error) if sparse.bytes == 0 => return Err(error),
        Err(error) => findings.push(error),
        Ok(()) => {}
    }
    Ok(sparse)
}

/// Whether the file that begins with `head` is a gzip file that contains a sparse index-header.
pub fn holds_sparse(head: &[u8]) -> bool {
    gzip::beginning(head).is_some_and(|message| message::is_beginning(&message))
}
