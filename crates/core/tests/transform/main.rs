//! Recordings cut, joined, and made from text.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bounded;
mod merge;
mod pack_parallel;
mod repair;
mod slice;
mod tag_runs;

use tagview_core::tags::{Tag, TagSource, TagStream};

/// Reads a file that the crate wrote: it is sound, and so is its index.
fn tags_of(file: &[u8]) -> Vec<Tag> {
    let mut recording = TagStream::checked();
    let mut tags = Vec::new();
    recording.push(file, &mut |batch| tags.extend_from_slice(batch));
    recording.finish(&mut |batch| tags.extend_from_slice(batch));
    assert_eq!(recording.totals().findings.all(), []);
    tags
}
