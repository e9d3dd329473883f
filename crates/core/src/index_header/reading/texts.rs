//! Texts that are read one after the other, and the rest of one that comes with the next chunk.

use super::super::section::LONGEST_RECORD;
use crate::{Code, Error};

/// Texts in one buffer.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Texts {
    /// The bytes of all texts.
    pub bytes: Vec<u8>,
    /// Length of each string in bytes.
    pub lengths: Vec<u32>,
}

impl Texts {
    /// Adds a string.
    pub fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.lengths.push(text.len() as u32);
    }

    /// Adds texts.
    pub fn extend<'a>(&mut self, texts: impl IntoIterator<Item = &'a [u8]>) {
        texts.into_iter().for_each(|text| self.push(text));
    }

    /// Returns an iterator over the texts.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.bytes.as_slice();
        self.lengths.iter().map(move |length| {
            let (text, after) = rest.split_at(*length as usize);
            rest = after;
            text
        })
    }
}

/// The error of a file that has changed since it was opened.
pub fn changed() -> Error {
    let message = "postings offset table: it changed after the file was opened";
    Error::new(Code::BadSection, message, "open the file again")
}

/// Appends `bytes` to the incomplete rest, and passes complete entries to `take`.
pub fn join(
    cut: &mut Vec<u8>,
    bytes: &[u8],
    take: impl FnOnce(&[u8]) -> Result<usize, Error>,
) -> Result<(), Error> {
    if cut.is_empty() {
        let taken = take(bytes)?;
        cut.extend_from_slice(&bytes[taken..]);
        return Ok(());
    }
    if cut.len() > LONGEST_RECORD {
        return Err(changed());
    }
    cut.extend_from_slice(bytes);
    let taken = take(cut)?;
    cut.drain(..taken);
    Ok(())
}
