//! gzip (RFC 1952), one member, inflated within a bound.

use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::super::checksum::crc32;
use super::super::findings::Findings;
use super::super::header::GZIP_MAGIC;
use crate::{Code, Error};

/// Bytes of the message at most. A block of a hundred million values takes some 100 MB.
const MOST: usize = 256 << 20;
/// Bytes of a header without optional fields.
const HEADER: usize = 10;
/// Bytes after the compressed ones: checksum and length.
const TRAILER: usize = 8;
/// Bytes by which a message is recognised.
const BEGINNING: usize = 256;

const COPY_AGAIN: &str = "copy the file again, or let `tagview index-header --write-sparse` make it anew";

/// What `bytes` hold. A wrong checksum or end is noted.
///
/// # Errors
/// `CorruptFrame`, `Truncated`, `Inflation`, where nothing was inflated or there would be too much of it.
pub fn inflate(bytes: &[u8], findings: &mut Findings) -> Result<Vec<u8>, Error> {
    let from = deflated_from(bytes)
        .ok_or_else(|| Error::at(Code::CorruptFrame, 0, "gzip: the header is not one of gzip", COPY_AGAIN))?;
    let to = bytes.len().saturating_sub(TRAILER).max(from);
    let message = match decompress_to_vec_with_limit(&bytes[from..to], MOST) {
        Ok(message) => message,
        Err(failed) if failed.status == TINFLStatus::HasMoreOutput => {
            let message = format!("gzip: {} bytes inflate to more than {MOST}", bytes.len());
            return Err(Error::at(
                Code::Inflation,
                from as u64,
                message,
                "no index-header has such a sample",
            ));
        }
        Err(failed) => {
            let (code, what) = match failed.status {
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                    (Code::Truncated, "end too early")
                }
                _ => (Code::CorruptFrame, "are damaged"),
            };
            let message =
                format!("gzip: the compressed bytes {what}, after {} bytes of content", failed.output.len());
            let error = Error::at(code, from as u64, message, COPY_AGAIN);
            if failed.output.is_empty() {
                return Err(error);
            }
            findings.push(error);
            return Ok(failed.output);
        }
    };
    let trailer = &bytes[to..];
    let stored = |at: usize| trailer.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    let computed = crc32(&message);
    if stored(0) != Some(computed) {
        let message =
            || format!("gzip: the checksum of the content is {computed:08x}, the file says otherwise");
        findings.error(Code::Checksum, to as u64, message, COPY_AGAIN);
    } else if stored(4) != Some(message.len() as u32) {
        let message = || format!("gzip: the content has {} bytes, the file says otherwise", message.len());
        findings.error(Code::Checksum, to as u64 + 4, message, COPY_AGAIN);
    }
    Ok(message)
}

/// The first bytes of what the file that begins with `head` holds.
pub fn beginning(head: &[u8]) -> Option<Vec<u8>> {
    let from = deflated_from(head)?;
    let mut message = vec![0; BEGINNING];
    let flags =
        inflate_flags::TINFL_FLAG_HAS_MORE_INPUT | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, made) = decompress(&mut DecompressorOxide::new(), &head[from..], &mut message, 0, flags);
    message.truncate(made);
    ((status as i32) >= 0).then_some(message)
}

/// Where the compressed bytes begin, after the header and its optional fields.
fn deflated_from(bytes: &[u8]) -> Option<usize> {
    let header = bytes.get(..HEADER)?;
    if !header.starts_with(&GZIP_MAGIC) || header[2] != 8 {
        return None;
    }
    let flags = header[3];
    let mut from = HEADER;
    let pass_text = |from: usize| Some(from + bytes.get(from..)?.iter().position(|byte| *byte == 0)? + 1);
    if flags & 4 != 0 {
        let length = bytes.get(from..from + 2)?;
        from += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    if flags & 8 != 0 {
        from = pass_text(from)?;
    }
    if flags & 16 != 0 {
        from = pass_text(from)?;
    }
    if flags & 2 != 0 {
        from += 2;
    }
    (from <= bytes.len()).then_some(from)
}
