//! What every writer of tags does, whatever the kind of file.

use crate::tags::Tag;
use crate::{Error, Value};

/// Turns batches of tags into the bytes of a file.
pub trait TagSink {
    /// Takes a batch, and appends the bytes it completes to `out`.
    ///
    /// # Errors
    /// Where a tag can't be written; the file can't be completed after it.
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error>;

    /// No tag follows: takes those that waited for others, and appends the bytes they complete to `out`. To be called
    /// once, before [`TagSink::finish`].
    ///
    /// # Errors
    /// As [`TagSink::push`].
    fn end(&mut self, _out: &mut Vec<u8>) -> Result<(), Error> {
        Ok(())
    }

    /// Appends the rest of the file to `out`, and describes the file: `{tags, ...}`.
    ///
    /// # Errors
    /// As [`TagSink::push`].
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Value, Error>;
}
