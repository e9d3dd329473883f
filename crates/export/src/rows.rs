//! Rows of a file: tags, with their microtimes if these are wanted.

use tagview_core::Error;
use tagview_core::import::Microtimes;
use tagview_core::tags::{FileSummary, Selection, Tag, TagSink};

/// Microtime of a tag without one: a sync or a marker.
const NO_MICROTIME: i32 = -1;

/// Turns batches of rows into the bytes of a file.
pub(crate) trait RowSink {
    /// Takes a batch like [`TagSink::push`]. In a file with microtimes, there is one for each tag; otherwise none.
    ///
    /// # Errors
    /// Writes tags like [`TagSink::push`], with their microtimes.
    fn push(&mut self, tags: &[Tag], microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error>;

    /// See [`TagSink::finish`].
    ///
    /// # Errors
    /// Those of [`TagSink::finish`].
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error>;
}

/// Passes tags to `sink` without microtimes.
pub(crate) struct Plain(pub Box<dyn RowSink>);

impl TagSink for Plain {
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        self.0.push(tags, &[], out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.0.finish(out)
    }
}

/// Adds the microtimes of a T3 recording. It takes all tags, because microtimes follow from syncs, and passes the
/// selected ones to the file.
pub(crate) struct WithMicrotimes {
    sink: Box<dyn RowSink>,
    selection: Selection,
    tracked: Microtimes,
    /// The selected tags of a batch, and their microtimes.
    tags: Vec<Tag>,
    microtimes: Vec<i32>,
}

impl WithMicrotimes {
    pub fn new(sink: Box<dyn RowSink>, selection: Selection) -> Self {
        let (tags, microtimes) = (Vec::new(), Vec::new());
        Self { sink, selection, tracked: Microtimes::default(), tags, microtimes }
    }
}

impl TagSink for WithMicrotimes {
    fn push(&mut self, batch: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { sink, selection, tracked, tags, microtimes } = self;
        tags.clear();
        microtimes.clear();
        let mut microtime = |tag: &Tag| tracked.of(*tag).map_or(NO_MICROTIME, u32::cast_signed);
        if selection.is_everything() {
            microtimes.extend(batch.iter().map(microtime));
            return sink.push(batch, microtimes, out);
        }
        for tag in batch {
            let delay = microtime(tag);
            selection.apply(std::slice::from_ref(tag), &mut |selected| {
                tags.extend_from_slice(selected);
                microtimes.push(delay);
            });
        }
        sink.push(tags, microtimes, out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.sink.finish(out)
    }
}
