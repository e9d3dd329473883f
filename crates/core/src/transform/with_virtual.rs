//! Recordings and texts with the tags of virtual channels among those that were recorded.

use crate::Error;
use crate::run::virtual_channels::{Fed, Stage};
use crate::tags::{FileSummary, Tag, TagBlocks, TagSink};

/// Passes tags on in order of time and, where times are equal, of channel, the virtual ones among them. A tag that is
/// too late to be put in order, or a crowd of tags, is an error, as is a virtual channel that is recorded too.
pub(super) struct WithVirtual {
    stage: Stage,
    blocks: TagBlocks,
    sink: Box<dyn TagSink>,
}

impl WithVirtual {
    /// Puts `stage` before `sink`.
    pub fn new(stage: Stage, sink: Box<dyn TagSink>) -> Self {
        Self { stage, blocks: TagBlocks::default(), sink }
    }

    /// Passes the tags from `give` into the sink.
    fn pass(
        &mut self,
        out: &mut Vec<u8>,
        give: impl FnOnce(&mut Stage, &mut TagBlocks, &mut dyn FnMut(Fed)) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { stage, blocks, sink } = self;
        let mut outcome = Ok(());
        let given = give(stage, blocks, &mut |fed| {
            if let (Fed::InOrder(block), true) = (fed, outcome.is_ok()) {
                outcome = sink.push(&block.in_file_order(), out);
            }
        });
        outcome.and(given)?;
        stage.clash().or_else(|| stage.stopped()).map_or(Ok(()), Err)
    }
}

impl TagSink for WithVirtual {
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        self.pass(out, |stage, blocks, take| {
            blocks.each(tags, |block| {
                stage.push(block, take);
                Ok(())
            })
        })
    }

    fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.pass(out, |stage, _, take| {
            stage.give_end(take);
            Ok(())
        })?;
        self.sink.end(out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.sink.finish(out)
    }
}
