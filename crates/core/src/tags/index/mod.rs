//! The index of a file: the position and contents of each frame, to open a file by range of time and to summarise it
//! without decoding.
//!
//! It is in a skippable zstd frame at the end of the file, which every other reader skips. See [`layout`] for its
//! bytes, [`locate()`] for its location, [`IndexReader`] for reading it with random access, and [`Check`] for the
//! comparison with the file.

mod announcement;
mod check;
mod describe;
mod entries;
pub mod layout;
pub mod locate;
mod reader;
mod sizes;

pub use announcement::ANNOUNCEMENT;
pub use check::{Check, agree};
pub use describe::Describe;
pub use entries::{Channel, Frame, Index};
pub use layout::{AFFECTED, SKIPPABLE_MAGIC, WITHOUT_INDEX, is_ours};
pub use locate::{Located, TAIL, locate};
pub use reader::IndexReader;
pub use sizes::MAX_BYTES;
