//! Locates the index from the end of a file.

use super::entries::Index;
use super::layout::{AFFECTED, MAGIC, SKIPPABLE_MAGIC, WITHOUT_INDEX};
use super::sizes::{HEADER_BYTES, LEAST_BYTES, MAX_BYTES, TRAILER_BYTES};
use crate::{Code, Error};

/// Remedy for a sound index that describes only the end of the file.
const PARTLY: &str = "read the file without its index; missing tags can't be detected";

/// Number of last bytes of a file needed by [`locate`] (all of them for shorter files).
pub const TAIL: usize = TRAILER_BYTES as usize;

/// Location of a file's index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    /// Offset of its skippable frame in the file, in bytes.
    pub offset: u64,
    /// The skippable frame's length in bytes, header included: from `offset` to the file's end.
    pub length: u64,
}

/// Returns the location of the index, from the last [`TAIL`] or more bytes of a file of `file_size` bytes; `None` if it
/// has none.
///
/// # Errors
/// `BadIndex` for the end of an index that is impossible in a file of this size.
pub fn locate(tail: &[u8], file_size: u64) -> Result<Option<Located>, Error> {
    let Some(trailer) = tail.last_chunk::<TAIL>() else { return Ok(None) };
    let Some(length) = trailer[8..].strip_suffix(&MAGIC).and_then(|length| length.first_chunk()) else {
        return Ok(None);
    };
    let length = u64::from_le_bytes(*length);
    let room = file_size.saturating_sub(HEADER_BYTES).min(MAX_BYTES);
    if length % 8 != 0 || !(LEAST_BYTES..=room).contains(&length) {
        return Err(Error::at(
            Code::BadIndex,
            file_size.saturating_sub(16),
            format!("the file ends like an index of {length} bytes, but is too short for it"),
            AFFECTED,
        ));
    }
    let length = HEADER_BYTES + length;
    Ok(Some(Located { offset: file_size - length, length }))
}

impl Located {
    /// Reads the index from its skippable frame: the bytes of the file from `offset` to the end.
    ///
    /// # Errors
    /// `BadIndex`, with an offset in the file, like [`Index::parse`], and if the index does not describe exactly the
    /// bytes before it (concatenated files).
    pub fn parse(&self, frame: &[u8]) -> Result<Index, Error> {
        let bad = |message: String| Error::at(Code::BadIndex, self.offset, message, WITHOUT_INDEX);
        let Some((header, payload)) = frame.split_first_chunk::<{ HEADER_BYTES as usize }>() else {
            return Err(bad("the file's index ends in its header".into()));
        };
        let mut expected = SKIPPABLE_MAGIC.to_le_bytes().to_vec();
        expected.extend(((self.length - HEADER_BYTES) as u32).to_le_bytes());
        if header[..] != expected || frame.len() as u64 != self.length {
            return Err(bad("the file's index is not a skippable frame".into()));
        }
        let index = Index::parse(payload).map_err(|mut error| {
            error.offset = error.offset.map(|offset| self.offset + HEADER_BYTES + offset);
            error
        })?;
        let (described, before) = (index.end(), self.offset);
        if described != before {
            let message = format!("the file's index describes {described} bytes, but {before} precede it");
            let (more, remedy) =
                if described > before { ("", AFFECTED) } else { (", as when files are joined", PARTLY) };
            return Err(Error { message: message + more, remedy: remedy.into(), ..bad(String::new()) });
        }
        Ok(index)
    }
}

impl Index {
    /// See [`locate`].
    ///
    /// # Errors
    /// See there.
    pub fn locate(tail: &[u8], file_size: u64) -> Result<Option<Located>, Error> {
        locate(tail, file_size)
    }
}
