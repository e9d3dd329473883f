//! What every reader of tags does, whatever the kind of file.

use crate::tags::{Tag, Totals};

/// Turns the bytes of a file, in chunks of any size, into batches of tags in file order. What is wrong with the file
/// becomes a finding of its [`Totals`]; tags before it were given away, and reading goes on behind it where it can.
pub trait TagSource {
    /// Continues with the next bytes of the file, and calls `sink` with batches of tags, which are never empty.
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag]));

    /// Continues with some of the next bytes of the file, so few that not much more than `most` bytes of content come
    /// of them; answers how many. What is left is to be pushed next.
    fn push_some(&mut self, bytes: &[u8], _most: u64, sink: &mut dyn FnMut(&[Tag])) -> usize {
        self.push(bytes, sink);
        bytes.len()
    }

    /// The file ends here.
    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag]));

    /// Whether more bytes could change anything.
    fn wants_more(&self) -> bool;

    /// Whether all that came so far is sound, and what follows can be read on its own.
    fn at_border(&self) -> bool;

    /// Whether the end of the file was reached.
    fn is_done(&self) -> bool;

    /// How much was read, and what is wrong with it.
    fn totals(&self) -> Totals;

    /// How many times were rounded to whole ticks.
    fn rounded(&self) -> u64 {
        0
    }
}
