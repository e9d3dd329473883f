//! The index of a file: where its frames are and what is in each, so that a file can be
//! opened by range of time and a summary needs no decoding.
//!
//! It lies in a skippable zstd frame at the end of the file, which every other reader passes
//! over. See [`layout`] for its bytes, [`locate`] for how it is found, [`IndexReader`] for how it is
//! read from a file that can be read at any place, and [`Check`] for how it is compared with the file.

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
