//! A file whose first frames hold no message: a damaged recording, or something else.

use super::first_bytes::FirstBytes;
use crate::signatures::HEAD_BYTES;
use crate::{Code, Error};

/// Bytes of the file, after the first frame that does not begin with a message, that are searched for a frame that
/// does; and bytes of the last such frame that are searched for a message.
const LOOKED: u64 = 256 << 20;

/// State of a file until its first message.
#[derive(Default)]
pub(super) struct NotARecording {
    /// Byte offset of the current frame in the file.
    frame: u64,
    /// The first bytes of its content.
    head: Vec<u8>,
    /// Number of frames so far, including the current one.
    frames: u64,
    /// The reason why the frame's content is unreadable, until enough of it is known to recognise it.
    doubt: Option<Error>,
    /// Byte offset of the first frame that does not begin with a message, and the kind of its content.
    first: Option<(u64, FirstBytes)>,
    /// Whether some frame begins with an unreadable message.
    message: bool,
}

impl NotARecording {
    /// Starts a frame at byte `offset`.
    pub(super) fn begin(&mut self, offset: u64) {
        self.frame = offset;
        self.frames += 1;
        self.head.clear();
    }

    /// Adds the next bytes of the frame's content; returns whether to read them.
    pub(super) fn see(&mut self, bytes: &[u8]) -> bool {
        let missing = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(missing)]);
        self.doubt.is_none()
    }

    /// Records that the content is unreadable because of `error`.
    pub(super) fn doubt(&mut self, error: Error) {
        self.doubt = Some(error);
    }

    /// The error of the frame's content, once known: at the latest when the frame has `ended`, normally or by damage.
    pub(super) fn settle(&mut self, ended: bool) -> Option<Error> {
        if !ended && self.head.len() < HEAD_BYTES {
            return None;
        }
        let error = self.doubt.take()?;
        let looks_like = FirstBytes::of(&self.head);
        if looks_like == FirstBytes::Message {
            self.message = true;
        } else if self.first.is_none() {
            // After damage, the middle of a message may look like anything.
            let looks_like = if self.frames == 1 { looks_like } else { FirstBytes::Unknown };
            self.first = Some((self.frame, looks_like));
        }
        Some(error)
    }

    /// Whether to stop before byte `offset` of the file, because it is known to be something else, or no message was
    /// found in [`LOOKED`] bytes.
    pub(super) fn is_settled(&self, offset: u64) -> bool {
        self.first.is_some_and(|(first, looks_like)| {
            let named = looks_like != FirstBytes::Unknown;
            named || self.frame > first + LOOKED || offset > self.frame + LOOKED
        })
    }

    /// The error of the file, unless it has messages.
    pub(super) fn verdict(&self) -> Option<Error> {
        let (frame, looks_like) = self.first.filter(|_| !self.message)?;
        let what = match looks_like {
            FirstBytes::Other(name) => name,
            FirstBytes::Text => "text",
            FirstBytes::Zstd => "another zstd file",
            FirstBytes::Message | FirstBytes::Unknown => {
                let message = "this zstd file has no time tags, or is damaged at its beginning";
                let remedy = "check that the file is a recording, or copy it again";
                return Some(Error::at(Code::UnknownFormat, frame, message, remedy));
            }
        };
        let message = format!("this zstd file holds {what}, not a recording of time tags");
        Some(Error::at(Code::ZstdFile, frame, message, "decompress it with zstd -d, and open the result"))
    }
}
