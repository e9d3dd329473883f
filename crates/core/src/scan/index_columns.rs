//! Results of a pass over a file that follow from its index, before the pass begins.

use serde::Serialize;

use crate::analysis::{Summary, SummaryResult};
use crate::numbers::{Counts, Integers};
use crate::run::Analysis;
use crate::tags::Index;

/// The frames of a recording, a column for each of their fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct IndexColumns {
    /// Time of the file's first tag in ticks.
    pub origin: Option<i64>,
    /// Byte where each frame begins; one row more than the others, the byte where the last frame ends.
    pub offset: Counts,
    /// Number of tags.
    pub tags: Counts,
    /// Least time, ticks.
    pub min: Integers,
    /// Greatest time, ticks.
    pub max: Integers,
    /// Result of that analysis; `None` if it would refuse the tags.
    pub summary: Option<SummaryResult>,
}

/// Returns the frames of an index.
pub fn index_columns(index: &Index) -> IndexColumns {
    let frames = || index.frames().iter();
    IndexColumns {
        origin: frames().find(|frame| frame.tags > 0).map(|frame| frame.first),
        offset: Counts(frames().map(|frame| frame.offset).chain([index.end()]).collect()),
        tags: Counts(frames().map(|frame| frame.tags).collect()),
        min: Integers(frames().map(|frame| frame.min).collect()),
        max: Integers(frames().map(|frame| frame.max).collect()),
        summary: Summary::of_frames(index.frames()).ok().map(|summary| summary.result()),
    }
}
