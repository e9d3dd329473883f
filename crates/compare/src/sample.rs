//! The first tags of a recording.

use tagview_bridge::Value;
use tagview_bridge::named_values::Params;
use tagview_bridge::requests::among;
use tagview_bridge::to_value;
use tagview_core::Error;
use tagview_core::tags::{Selection, SelectionRequest, Tag, TagSource, TagStream};

use crate::description::{Taken, describe};

/// Default number of compared tags.
const DEFAULT_TAGS: usize = 1 << 19;

/// Maximum number of compared tags: they and all their encodings must fit into the module's memory several times.
const MOST_TAGS: usize = 1 << 24;

/// Takes tags from a recording's bytes until there are enough.
pub struct Sample {
    recording: TagStream,
    selection: Selection,
    most: usize,
    tags: Vec<Tag>,
    /// Whether the recording has more.
    is_partial: bool,
}

impl Sample {
    /// Parses `{selection?, tags?}`: the selected tags, and their maximum number.
    ///
    /// # Errors
    /// `Usage` with the wrong option.
    pub fn new(options: Value) -> Result<Self, Error> {
        let selection: SelectionRequest = among(options.get("selection").unwrap_or(&Value::Null))?;
        let most = Params::new(options)?.unsigned("tags")?;
        let most = most.map_or(DEFAULT_TAGS, |most| usize::try_from(most).unwrap_or(MOST_TAGS));
        Ok(Self {
            recording: TagStream::default(),
            selection: Selection::new(&selection),
            most: most.min(MOST_TAGS),
            tags: Vec::new(),
            is_partial: false,
        })
    }

    /// Continues with the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { recording, selection, most, tags, is_partial } = self;
        recording.push(bytes, &mut |batch| {
            selection.apply(batch, &mut |batch| take(tags, batch, *most, is_partial))
        });
    }

    /// Ends the file.
    pub fn finish(&mut self) {
        // With enough tags, the file was not read to its end.
        if self.is_partial {
            return;
        }
        let Self { recording, selection, most, tags, is_partial } = self;
        recording
            .finish(&mut |batch| selection.apply(batch, &mut |batch| take(tags, batch, *most, is_partial)));
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        !self.is_partial && self.recording.wants_more()
    }

    /// The number of tags, and the errors of the file: see [`describe`].
    pub fn describe(&self) -> Value {
        let is_done = self.is_partial || self.recording.is_done();
        let totals = self.recording.totals();
        let read = to_value(&totals.report(is_done, totals.findings.all()));
        let time = |tag: Option<&Tag>| tag.map(|tag| tag.time);
        let (first, last) = (time(self.tags.first()), time(self.tags.last()));
        describe(&Taken::Tags { count: self.tags.len(), first, last }, self.is_partial, &read)
    }

    /// The tags, in file order.
    pub fn into_tags(self) -> Vec<Tag> {
        self.tags
    }
}

fn take(tags: &mut Vec<Tag>, batch: &[Tag], most: usize, is_partial: &mut bool) {
    let room = batch.len().min(most - tags.len());
    tags.extend_from_slice(&batch[..room]);
    *is_partial |= room < batch.len();
}
