//! The interface of writers of tags, for all formats.

use crate::tags::Tag;
use serde::Serialize;

use crate::Error;
use crate::numbers::Channel;

/// Summary of a file with tags.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FileSummary {
    /// Number of tags.
    pub tags: u64,
    /// Number of frames; `None` if the file has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<u64>,
    /// The channels that occur, ascending; `None` if the file does not list them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channels: Option<Vec<Channel>>,
    /// Bytes that replace as many at the beginning of the file, if its format needs that.
    #[serde(skip)]
    pub head: Option<Vec<u8>>,
}

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

    /// Appends the rest of the file to `out`, and describes the file; `None` if only the frames were passed on.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error>;
}
