//! Text with tags in columns: CSV, TSV or columns separated by blanks. The channel or the time may come first. Header
//! lines, units, ticks, any line ends, quotes and a byte order mark are supported.
//!
//! The layout is determined from the file: from names in the header, decimal points, and a column with few different
//! whole numbers. If that is not enough, the error names the option that is needed. Only a missing unit is assumed, and
//! the facts state it.

mod form;
mod histogram;
mod layout;
mod number;
mod sample;
mod source;
mod unit;
mod words;

use super::format::Import;

pub(super) use histogram::{HistogramColumns, histogram_columns};
pub use layout::Choice;
pub(super) use number::{Decimal, Scale};
pub(super) use unit::{Named, Unit, length, unit, unit_in};
pub(super) use words::{is_channel, is_time};

/// Texts with a tag in each line.
pub(super) const COLUMNS: Import = Import {
    id: "columns",
    name: "a text file with tags in columns",
    fits: holds_columns,
    open: |options| Ok(Box::new(source::Columns::new(Choice::new(options)?))),
    parts: None,
};

/// Bytes at the beginning of a text file that determine its layout.
pub const LAYOUT_BYTES: usize = 64 << 10;

/// Whether the text that begins with `head` may have tags in columns, even if the order of its columns is unknown.
fn holds_columns(head: &[u8]) -> bool {
    sample::Sample::of(head, head.len() < LAYOUT_BYTES, 2, &[]).is_some_and(|sample| sample.may_be_tags())
}

/// Returns whether the text that begins with `head` looks like a histogram: equally spaced numbers with counts.
pub fn holds_histogram(head: &[u8]) -> bool {
    sample::Sample::of(head, head.len() < LAYOUT_BYTES, 2, &[]).is_some_and(|sample| sample.is_histogram())
}
