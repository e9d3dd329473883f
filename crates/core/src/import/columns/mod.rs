//! Text of tags in columns, as programs of laboratories write it: CSV, TSV or columns between blanks; the channel first
//! or the time; with or without lines of header; times in a unit or in ticks; any line ends, quotes, a byte order mark.
//!
//! The file decides: names in the header, decimal points, which column has few whole numbers. If that is
//! not enough, the text is refused with the option that does, and nothing is guessed.

mod histogram;
mod layout;
mod number;
mod sample;
mod source;
mod unit;
mod words;

pub(super) use histogram::{HistogramColumns, histogram_columns};
pub use layout::{Choice, TextOptions};
pub(super) use source::Columns;
pub(super) use unit::length;

/// Bytes at the beginning of a text that tell how it is laid out.
pub const LAYOUT_BYTES: usize = 64 << 10;

/// Whether the text that begins with `head` may have tags in columns, even if the order of its columns is unknown.
pub(super) fn holds_columns(head: &[u8]) -> bool {
    sample::Sample::of(head, head.len() < LAYOUT_BYTES, 2).is_some_and(|sample| sample.may_be_tags())
}

/// Whether the text that begins with `head` looks like a histogram: equally spaced numbers with counts.
pub fn holds_histogram(head: &[u8]) -> bool {
    sample::Sample::of(head, head.len() < LAYOUT_BYTES, 2).is_some_and(|sample| sample.is_histogram())
}
