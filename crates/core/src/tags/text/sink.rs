//! Lines of text as a sink of tags.

use super::format::format;
use crate::Error;
use crate::tags::FileSummary;
use crate::tags::{Tag, TagSink};

/// Tags in, `channel<TAB>time` lines out.
#[derive(Debug, Default)]
pub struct TextSink {
    tags: u64,
}

impl TagSink for TextSink {
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        self.tags += tags.len() as u64;
        format(tags, out);
        Ok(())
    }

    /// `{tags}`.
    fn finish(self: Box<Self>, _: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        Ok(Some(FileSummary { tags: self.tags, ..FileSummary::default() }))
    }
}
