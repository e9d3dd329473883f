//! Events of decoding a file.

use crate::Error;

/// An event of a [`FrameStream`](super::FrameStream).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A frame with data begins at this offset in the file. `after_damage`: data before it is missing, so no open item
    /// continues here.
    Start {
        /// Offset in the file.
        offset: u64,
        /// Whether data was lost since the start of the last frame.
        after_damage: bool,
        /// Bytes of the frame's content, if its header states them.
        content_size: Option<u64>,
    },
    /// The next decoded bytes. Eight-byte words of the content since the last damage (or the start) are aligned in
    /// memory.
    Content(&'a [u8]),
    /// The current frame is complete and its checksum, if it has one, is right.
    End {
        /// Offset in the file of the end of the frame.
        offset: u64,
    },
    /// Bytes of the skippable frame that begins at this offset; its header comes first.
    Skippable {
        /// Offset in the file.
        offset: u64,
        /// The next bytes of this frame.
        bytes: &'a [u8],
    },
    /// An error in the file; reading continues at the next intact frame.
    Damage(&'a Error),
}

/// Receives the events of a [`FrameStream`](super::FrameStream). An error that it returns for `Content` is treated like
/// damage of the frame: the rest of it is skipped.
pub type Sink<'a> = dyn FnMut(Event<'_>) -> Result<(), Error> + 'a;
