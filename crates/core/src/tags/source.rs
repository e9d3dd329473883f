//! The interface of readers of tags, for all formats.

use crate::tags::{Tag, Totals};

/// Turns the bytes of a file, in chunks of any size, into batches of tags in file order. Errors become findings of its
/// [`Totals`]; tags before them were emitted, and reading continues after them if possible.
pub trait TagSource {
    /// Continues with the next bytes of the file, and calls `sink` with nonempty batches of tags.
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag]));

    /// Continues with some of the next bytes of the file, limited so that they have not much more than `most` bytes of
    /// content; returns their number. The rest must be pushed next.
    fn push_some(&mut self, bytes: &[u8], _most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        self.push(bytes, sink);
        bytes.len()
    }

    /// Ends the file.
    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag]));

    /// Whether more bytes could change anything.
    fn wants_more(&self) -> bool;

    /// Whether everything so far is sound, and the next data can be read separately.
    fn at_border(&self) -> bool;

    /// Whether the end of the file was reached.
    fn is_done(&self) -> bool;

    /// Totals, and errors.
    fn totals(&self) -> Totals;

    /// Number of times that were rounded to whole ticks.
    fn rounded(&self) -> u64 {
        0
    }
}
