//! What a file's index tells of a pass over the file before it begins.

use crate::Value;
use crate::analysis::Summary;
use crate::run::Analysis;
use crate::tags::Index;

/// A column each of the frames' fields: `{origin, offset, tags, min, max, summary}`. `origin` is the time of the file's
/// first tag in ticks; `offset` has one row more than the others, the byte where the last frame ends; `summary` is the
/// result of that analysis, or `Null` where it would refuse the tags.
pub fn index_columns(index: &Index) -> Value {
    let frames = || index.frames().iter();
    let first = frames().find(|frame| frame.tags > 0).map(|frame| frame.first);
    let summary = Summary::of_frames(index.frames());
    Value::map([
        ("origin", Value::time(first)),
        ("offset", Value::Counts(frames().map(|frame| frame.offset).chain([index.end()]).collect())),
        ("tags", Value::Counts(frames().map(|frame| frame.tags).collect())),
        ("min", Value::Times(frames().map(|frame| frame.min).collect())),
        ("max", Value::Times(frames().map(|frame| frame.max).collect())),
        ("summary", summary.map_or(Value::Null, |summary| summary.result())),
    ])
}
