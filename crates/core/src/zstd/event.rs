//! What decoding a file hands out, one thing after another.

use crate::Error;

/// What a [`FrameStream`](super::FrameStream) hands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A frame that holds data begins at this offset in the file. `after_damage`: what came before
    /// it is missing, so nothing that was begun goes on here.
    Start {
        /// Offset in the file.
        offset: u64,
        /// Whether anything since the last frame's start was lost.
        after_damage: bool,
        /// Bytes of the frame's content, where its header tells.
        content_size: Option<u64>,
    },
    /// Decoded bytes that follow the last ones. Eight-byte words of the content that began at the
    /// last damage (or the start) lie aligned in memory.
    Content(&'a [u8]),
    /// The frame that was begun is complete and its checksum, where it has one, is right.
    End {
        /// Offset in the file of the byte behind the frame.
        offset: u64,
    },
    /// Bytes of the skippable frame that begins at this offset; the first ones are its header.
    Skippable {
        /// Offset in the file.
        offset: u64,
        /// The bytes that follow the last ones of this frame.
        bytes: &'a [u8],
    },
    /// Something is wrong with the file; reading goes on at the next intact frame.
    Damage(&'a Error),
}

/// Takes what a [`FrameStream`](super::FrameStream) hands out. An error from it about `Content` is treated like damage
/// of the frame: the rest of it is passed over.
pub type Sink<'a> = dyn FnMut(Event<'_>) -> Result<(), Error> + 'a;
