//! One pass over a recording: its bytes in, results of analyses out.
//!
//! ```text
//!  one thread or many                                        one thread
//!
//!  bytes of a part -> PartReader --------- save -----------> PartJoiner -> snapshot, preview
//!                       |      \ query of its held tags --/
//!                       | tags (FanOut)                 /
//!                       v                              /
//!                     PartReaders of other threads ---/
//! ```
//!
//! A recording of another tagger's format has an [`ImportReader`] before its [`PartReader`], which gets its tags.
//!
//! A pass can be over a whole file or over a part of one. The partial results of successive parts, joined in the order of
//! the file, equal that of one reader of the whole file. A reader can hold its tags in memory, to answer
//! further queries without decoding again, and can pass them to other threads instead of analysing them itself.

mod analyses;
pub mod fan_out;
mod file_order;
pub mod held_tags;
mod import_reader;
mod index_columns;
mod intake;
mod joiner;
mod part_reader;
mod partial_result;
mod request;
mod results;
mod running;
mod scope;
mod slices;

pub use fan_out::FanOut;
pub use held_tags::{HeldQuery, HeldTags};
pub use import_reader::{ImportAbout, ImportOptions, ImportReader};
pub use index_columns::{IndexColumns, index_columns};
pub use joiner::PartJoiner;
pub use part_reader::{PartDescription, PartReader};
pub use request::{ClockRequest, NamedRequest, PartOptions, ScanRequest};
pub use results::{OrderBreak, Results, ScanResults, ScanSnapshot};
