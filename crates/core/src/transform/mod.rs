//! Recordings into text, text into recordings, and recordings into other recordings.

pub mod add_index;
pub mod cat;
pub mod convert;
pub mod merge;
pub mod options;
pub mod pack;
pub mod repair;
pub mod slice;
pub mod tag_runs;
mod with_virtual;
