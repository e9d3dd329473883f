//! A file whose first frames hold no message: a damaged recording, or something else.

use super::first_bytes::FirstBytes;
use crate::signatures::HEAD_BYTES;
use crate::{Code, Error};

/// Bytes of the file, behind the first frame that does not begin with a message, in which a frame that does is looked
/// for; and as many of the last such frame, in which a message is looked for.
const LOOKED: u64 = 256 << 20;

/// What is known of a file until its first message.
#[derive(Default)]
pub(super) struct NotARecording {
    /// Byte offset of the frame under way in the file.
    frame: u64,
    /// The first bytes of its content.
    head: Vec<u8>,
    /// How many frames there were so far, with the one under way.
    frames: u64,
    /// Why the frame's content can't be read, until enough of it is known to tell what it is.
    doubt: Option<Error>,
    /// Byte offset of the first frame that does not begin with a message, and what its content looks like.
    first: Option<(u64, FirstBytes)>,
    /// Whether some frame begins with a message, which can't be read.
    message: bool,
}

impl NotARecording {
    /// A frame begins at byte `offset`.
    pub(super) fn begin(&mut self, offset: u64) {
        self.frame = offset;
        self.frames += 1;
        self.head.clear();
    }

    /// The next bytes of the frame's content come; answers whether it is of use to read them.
    pub(super) fn see(&mut self, bytes: &[u8]) -> bool {
        let missing = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(missing)]);
        self.doubt.is_none()
    }

    /// The content can't be read because of `error`.
    pub(super) fn doubt(&mut self, error: Error) {
        self.doubt = Some(error);
    }

    /// What is wrong with the frame's content, once that can be told: at the latest when the frame has `ended`, be it by
    /// damage.
    pub(super) fn settle(&mut self, ended: bool) -> Option<Error> {
        if !ended && self.head.len() < HEAD_BYTES {
            return None;
        }
        let error = self.doubt.take()?;
        let looks_like = FirstBytes::of(&self.head);
        if looks_like == FirstBytes::Message {
            self.message = true;
        } else if self.first.is_none() {
            // Behind damage, the middle of a message may look like anything.
            let looks_like = if self.frames == 1 { looks_like } else { FirstBytes::Unknown };
            self.first = Some((self.frame, looks_like));
        }
        Some(error)
    }

    /// Whether it is of no use to look further than byte `offset` of the file, because it is known to be something
    /// else, or no message was found in [`LOOKED`] bytes.
    pub(super) fn is_settled(&self, offset: u64) -> bool {
        self.first.is_some_and(|(first, looks_like)| {
            let named = looks_like != FirstBytes::Unknown;
            named || self.frame > first + LOOKED || offset > self.frame + LOOKED
        })
    }

    /// What is wrong with the file, unless it has messages.
    pub(super) fn verdict(&self) -> Option<Error> {
        let (frame, looks_like) = self.first.filter(|_| !self.message)?;
        let what = match looks_like {
            FirstBytes::Other(name) => name,
            FirstBytes::Text => "text",
            FirstBytes::Zstd => "another zstd file",
            FirstBytes::Message | FirstBytes::Unknown => {
                let message =
                    "this zstd file holds something else than time tags, or is damaged where they begin";
                let remedy = "open the recording itself, or fetch it again";
                return Some(Error::at(Code::UnknownFormat, frame, message, remedy));
            }
        };
        let message = format!("this zstd file holds {what}, not a recording of time tags");
        Some(Error::at(Code::UnknownFormat, frame, message, "decompress it with zstd -d, and open what is inside"))
    }
}
