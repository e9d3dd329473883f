//! Zstandard ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878)): frames found without
//! decoding, decoding, encoding. Two implementations behind one interface.

use crate::Error;

/// What one call of [`Decode::decode`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Bytes taken from the input.
    pub read: usize,
    /// Bytes put into the output.
    pub written: usize,
    /// The frame is complete: all of it was read, all of its content written, its checksum
    /// (where it has one) verified. The next call begins the next frame.
    pub frame_done: bool,
}

/// A streaming decoder of one zstd frame after another.
pub trait Decode {
    /// Decodes as much of `input` into `output` as fits. Stops at a frame's end. Makes
    /// progress whenever input is not empty and output has room; when `read` and `written`
    /// are both 0 and the frame is not done, it waits for more input.
    ///
    /// # Errors
    /// `CorruptFrame`, `Checksum` or `FrameTooLarge`, with an offset counted from the start of
    /// this frame. After an error only [`Decode::reset`] is allowed.
    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Error>;

    /// Forgets the current frame; the next input byte begins a new one.
    fn reset(&mut self);
}
