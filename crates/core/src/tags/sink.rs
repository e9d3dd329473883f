//! The interface of writers of tags, for all formats.

use crate::tags::Tag;
use crate::{Error, Value};

/// Turns batches of tags into the bytes of a file.
pub trait TagSink {
    /// Takes a batch, and appends the completed bytes to `out`.
    ///
    /// # Errors
    /// If a tag cannot be written; then the file cannot be completed.
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error>;

    /// Ends the tags: takes those that waited for others, and appends the completed bytes to `out`. Must be called
    /// once, before [`TagSink::finish`].
    ///
    /// # Errors
    /// Like [`TagSink::push`].
    fn end(&mut self, _out: &mut Vec<u8>) -> Result<(), Error> {
        Ok(())
    }

    /// Appends the rest of the file to `out`, and describes the file: `{tags, ...}`.
    ///
    /// # Errors
    /// Like [`TagSink::push`].
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Value, Error>;
}
