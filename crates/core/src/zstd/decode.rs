//! The interface of zstd implementations.

use crate::Error;

/// Result of a call of [`Decode::decode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Bytes read from the input.
    pub read: usize,
    /// Bytes written to the output.
    pub written: usize,
    /// The frame is complete: all of it was read, all of its content written, its checksum (if it has one) verified.
    /// The next call begins the next frame.
    pub frame_done: bool,
}

/// A streaming decoder of one zstd frame after another. A skippable frame has no content.
pub trait Decode {
    /// Decodes as much of `input` into `output` as fits. Stops at a frame's end. Makes
    /// progress whenever input is not empty and output has room; when `read` and `written`
    /// are both 0 and the frame is not done, it waits for more input.
    ///
    /// # Errors
    /// `CorruptFrame`, `Checksum` or `FrameTooLarge`, with an offset from the start of this frame. Content before the
    /// fault was written by the previous call. After an error only [`Decode::salvage`] and [`Decode::reset`] are
    /// allowed.
    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Error>;

    /// Writes the content of whole blocks that the decoder still holds, for an incomplete frame: after an error, or at
    /// the end of the input. Returns the number of bytes written to `output`; call it until that is 0. Then only
    /// [`Decode::reset`] is allowed.
    fn salvage(&mut self, output: &mut [u8]) -> usize;

    /// Forgets the current frame; the next input byte begins a new one.
    fn reset(&mut self);
}
