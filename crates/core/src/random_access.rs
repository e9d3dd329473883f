//! Random access without I/O: a reader requests ranges of bytes, and a driver that holds the file pushes them.
//!
//! ```text
//! wants() -> bytes a..b of input i      the driver reads them
//! push(bytes), any number of times      the bytes of the range, in order
//! end()                                 the range is complete, or the input ends within it
//! wants() -> None                       nothing more; the reader's own methods give its result
//! ```

use crate::Error;

/// A range of bytes of one input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Number of the input, starting at 0.
    pub input: usize,
    /// Offset of the first byte in the input. For an input that is read sequentially, ranges are consecutive.
    pub offset: u64,
    /// Number of bytes; `u64::MAX` for all up to the input's end.
    pub length: u64,
}

impl Wanted {
    /// Requests `length` bytes of the only input, from byte `offset`.
    pub fn of_file(offset: u64, length: u64) -> Self {
        Self { input: 0, offset, length }
    }
}

/// A reader that requests the bytes it needs.
pub trait RandomAccess {
    /// Output produced while reading; `()` if there is only a result at the end.
    type Output: Default;

    /// Returns the range of bytes to push next, unchanged until [`RandomAccess::end`]; `None` if no more are needed.
    fn wants(&self) -> Option<Wanted>;

    /// Reads the next bytes of the wanted range and adds results to `output`.
    ///
    /// # Errors
    /// The error that prevents further reading. The content of `output` is then unusable.
    fn push(&mut self, bytes: &[u8], output: &mut Self::Output) -> Result<(), Error>;

    /// Ends the wanted range, after all of its bytes that the input has were pushed. Without any, the input ends
    /// before the range.
    ///
    /// # Errors
    /// Those of [`RandomAccess::push`].
    fn end(&mut self, output: &mut Self::Output) -> Result<(), Error>;
}

/// Runs `reader` on `inputs` in memory, in chunks of at most `chunk` bytes (at least 1), until it requests no more. Returns
/// its output.
///
/// # Errors
/// The errors of the reader.
///
/// ```
/// # use tagview_core::random_access::drive;
/// # use tagview_core::tags::{Tag, Writer, index::IndexReader};
/// # fn main() -> Result<(), tagview_core::Error> {
/// # let (mut file, mut writer) = (Vec::new(), Writer::new(1, 10)?);
/// # writer.push(&[Tag { time: 5, channel: 3 }], &mut file)?;
/// # writer.finish(&mut file)?;
/// let mut reader = IndexReader::new(file.len() as u64);
/// drive(&mut reader, &[&file], 10)?;
/// assert_eq!(reader.into_index().map(|index| index.channels()), Some(vec![3]));
/// # Ok(())
/// # }
/// ```
pub fn drive<R: RandomAccess>(reader: &mut R, inputs: &[&[u8]], chunk: usize) -> Result<R::Output, Error> {
    let mut output = R::Output::default();
    while let Some(Wanted { input, offset, length }) = reader.wants() {
        let input = inputs.get(input).copied().unwrap_or_default();
        let size = input.len() as u64;
        let (from, to) = (offset.min(size), offset.saturating_add(length).min(size));
        for bytes in input[from as usize..to as usize].chunks(chunk.max(1)) {
            reader.push(bytes, &mut output)?;
        }
        reader.end(&mut output)?;
    }
    Ok(output)
}
