//! Time tags: the file format, its reader and writer.
//!
//! From the outside in: [`Recording`] takes a file as it lies on disk, [`Reader`] its decoded bytes
//! in pieces of any size; `layout` reads a message's segment table; `walk` follows the pointers
//! forward through the message and says what lies where; `elements` turns the lists' bytes into
//! tags; `fallback` reads the few messages that can't be walked forward.

mod elements;
mod fallback;
mod follow;
mod foreign;
pub mod index;
mod layout;
mod pointer;
mod reader;
mod recording;
mod remedies;
mod tag;
mod totals;
/// Code generated from `schema/tags.capnp` by `cargo run -p tagview-schema`.
#[allow(missing_docs, unused_qualifications, clippy::all, clippy::unwrap_used, clippy::expect_used)]
#[rustfmt::skip]
pub mod tags_capnp;
pub mod tsv;
mod walk;
pub mod writer;

pub use index::Index;
pub use layout::{MAX_SEGMENTS, looks_like_message};
pub use reader::{MAX_BUFFERED, MAX_HELD, Reader};
pub use recording::Recording;
pub use tag::Tag;
pub use totals::Totals;
pub use walk::MAX_PENDING;
pub use writer::Writer;
