//! Time tags: the file format, its reader and writer.

pub mod index;
mod tag;
/// Code generated from `schema/tags.capnp` by `cargo run -p tagview-schema`.
#[allow(missing_docs, unused_qualifications, clippy::all, clippy::unwrap_used, clippy::expect_used)]
#[rustfmt::skip]
pub mod tags_capnp;
pub mod tsv;
pub mod writer;

pub use index::Index;
pub use tag::Tag;
pub use writer::Writer;
