//! Recordings and texts with the tags of virtual channels among those that were recorded.

use crate::request::Params;
use crate::run::virtual_channels::{Definitions, Fed, Stage};
use crate::tags::{Selection, Tag, TagBlocks, TagSink};
use crate::{Error, Value};

/// Passes tags on in order of time and, where times are equal, of channel, the virtual ones among them. A tag that is
/// too late to be put in order, or a crowd of tags, is an error, as is a virtual channel that is recorded too.
struct WithVirtual {
    stage: Stage,
    blocks: TagBlocks,
    sink: Box<dyn TagSink>,
}

/// Which recorded tags `{selection?, define?, tick?}` ask for: those of the selected channels, and of those that
/// virtual channels follow from.
///
/// # Errors
/// `Usage` naming what is wrong.
pub(super) fn selection(options: &Value) -> Result<Selection, Error> {
    let mut selection = Selection::new(options.get("selection").cloned().unwrap_or(Value::Null))?;
    if let Some(definitions) = Definitions::read(options)? {
        selection.add_channels(&definitions.recorded_sources());
    }
    Ok(selection)
}

/// `sink` behind the definitions of `{selection?, define?, tick?}`, where there are any: see [`Definitions::read`].
///
/// # Errors
/// `Usage` naming what is wrong.
pub(super) fn with_virtual(options: &Value, sink: Box<dyn TagSink>) -> Result<Box<dyn TagSink>, Error> {
    let Some(definitions) = Definitions::read(options)? else { return Ok(sink) };
    let channels = match options.get("selection") {
        None | Some(Value::Null) => None,
        Some(given) => Params::new(given.clone())?.channels("channels")?,
    };
    let stage = Stage::of_whole(definitions, channels);
    Ok(Box::new(WithVirtual { stage, blocks: TagBlocks::default(), sink }))
}

impl WithVirtual {
    /// Lets `give` give tags away, into the sink.
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

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Value, Error> {
        self.sink.finish(out)
    }
}
