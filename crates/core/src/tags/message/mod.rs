//! The stream of Cap'n Proto messages with tags: decoded bytes in, tags out.
//!
//! [`Reader`] takes decoded bytes in chunks of any size. `layout` reads a message's segment table. `walk` follows the
//! pointers forward through the message and reports the meaning of the next words. `elements` turns the bytes of lists
//! into tags. `buffered` reads the few messages that cannot be walked forward.

mod ascending;
mod buffered;
mod elements;
mod follow;
mod layout;
mod pointer;
mod reader;
mod remedies;
/// Code generated from `schema/tags.capnp` by `cargo run -p tagview-schema`. It is public for the comparison of formats, which
/// is not part of this crate, and may change with the generator.
#[doc(hidden)]
#[allow(missing_docs, unused_qualifications, clippy::all, clippy::unwrap_used, clippy::expect_used)]
#[rustfmt::skip]
pub mod tags_capnp;
mod walk;

pub use layout::{MAX_SEGMENTS, looks_like_message};
pub use reader::{MAX_BUFFERED, MAX_READER_BYTES, Reader};
pub use walk::MAX_PENDING;
