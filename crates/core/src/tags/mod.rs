//! Time tags: the file format, its reader and writer.

mod tag;

pub use tag::Tag;
