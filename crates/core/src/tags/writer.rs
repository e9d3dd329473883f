//! Writing a `.tags.zst` file: one Cap'n Proto message per zstd frame, an index at the end, and its announcement at the
//! beginning.
//!
//! A message is one segment, so it streams and is viewed without a copy
//! ([encoding](https://capnproto.org/encoding.html)). One line is one 8-byte word:
//!
//! ```text
//! segments - 1 = 0    | words in the segment       segment table
//! struct: 0 data words, 1 pointer                  root
//! list: of pointers   | 1 element                  outer list
//! list: of structs    | words = 2 n                inner list
//! n << 2              | 2 data words, 0 pointers   its tag word
//! time                                             n times
//! channel
//! ```

use crate::tags::FileSummary;
use crate::tags::index::{ANNOUNCEMENT, Describe, Frame, Index};
use crate::tags::{Tag, TagSink};
use crate::zstd::{Encoder, LEVELS};
use crate::{Code, Error};

/// Default tags per frame: 8 MiB of message, up to a second of a fast device. A writing thread holds one message and
/// its compressed form.
pub const DEFAULT_FRAME_TAGS: usize = 1 << 19;

/// Maximum tags of a frame: 1 GiB of message.
pub const MAX_FRAME_TAGS: usize = 1 << 26;

/// Default compression level: zstd's own, if there is a choice.
pub const DEFAULT_LEVEL: i32 = if *LEVELS.end() < 3 { *LEVELS.end() } else { 3 };

/// Words of a message before its first tag.
const HEADER_WORDS: usize = 5;

/// Collects tags into one message and compresses it as one frame, repeatedly. Parallel packers have one each, and push
/// the results into one [`Index`] in order.
pub struct FrameEncoder {
    encoder: Encoder,
    /// The message: room for the header, then tags.
    words: Vec<u64>,
    describe: Describe,
}

impl FrameEncoder {
    /// Creates an encoder at zstd's `level`.
    ///
    /// # Errors
    /// `Usage` if there is no such level.
    pub fn new(level: i32) -> Result<Self, Error> {
        Ok(Self {
            encoder: Encoder::new(level)?,
            words: vec![0; HEADER_WORDS],
            describe: Describe::default(),
        })
    }

    /// Reserves memory for `tags` tags per message, for this one and later ones.
    pub fn reserve(&mut self, tags: usize) {
        self.words.reserve_exact(2 * tags);
    }

    /// Adds tags to the message. The caller keeps it within [`MAX_FRAME_TAGS`].
    ///
    /// # Errors
    /// `TooManyChannels`; then the message cannot be completed.
    pub fn push(&mut self, tags: &[Tag]) -> Result<(), Error> {
        self.describe.push(tags)?;
        self.words.extend_from_slice(bytemuck::cast_slice(tags));
        Ok(())
    }

    /// Starts an empty message.
    pub fn clear(&mut self) {
        self.words.truncate(HEADER_WORDS);
        self.describe = Describe::default();
    }

    /// Number of tags of the message.
    pub fn tags(&self) -> usize {
        (self.words.len() - HEADER_WORDS) / 2
    }

    /// Appends the message as a frame to `out`, returns its entry, and starts an empty message. A frame without tags is
    /// legal: its message has one empty list.
    ///
    /// # Errors
    /// `Usage` beyond [`MAX_FRAME_TAGS`].
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<Frame, Error> {
        let tags = self.tags();
        if tags > MAX_FRAME_TAGS {
            return Err(frame_tags_error(tags));
        }
        let mut frame = std::mem::take(&mut self.describe).finish();
        self.words[..HEADER_WORDS].copy_from_slice(&header(tags as u64));
        let start = out.len();
        self.encoder.compress(bytemuck::cast_slice(&self.words), out)?;
        frame.length = (out.len() - start) as u64;
        self.words.truncate(HEADER_WORDS);
        Ok(frame)
    }
}

/// A message's words before its tags. Pointers follow the encoding's specification: kind in the lowest two bits, offset
/// 0 (the target follows at once), sizes in the high half.
fn header(tags: u64) -> [u64; HEADER_WORDS] {
    const LIST: u64 = 1;
    const OF_POINTERS: u64 = 6 << 32;
    const OF_STRUCTS: u64 = 7 << 32;
    let words = 2 * tags;
    [
        (HEADER_WORDS as u64 - 1 + words) << 32,
        1 << 48,
        LIST | OF_POINTERS | 1 << 35,
        LIST | OF_STRUCTS | words << 35,
        tags << 2 | 2 << 32,
    ]
}

/// Appends `tags` as one frame to `out`: [`FrameEncoder`] for one frame alone.
///
/// # Errors
/// Like [`FrameEncoder::push`] and [`FrameEncoder::finish`].
pub fn encode_frame(tags: &[Tag], level: i32, out: &mut Vec<u8>) -> Result<Frame, Error> {
    let mut encoder = FrameEncoder::new(level)?;
    encoder.push(tags)?;
    encoder.finish(out)
}

/// Turns batches of tags into the bytes of a file, starting with the first complete frame. Holds at most one message
/// and its compressed form, and the index.
pub struct Writer {
    frame_tags: usize,
    encoder: FrameEncoder,
    /// The beginning of the file, before the first frame.
    beginning: Vec<u8>,
    index: Index,
}

impl Writer {
    /// Creates a writer of frames of `frame_tags` tags at zstd's `level`.
    ///
    /// # Errors
    /// `Usage` if `frame_tags` is 0 or above [`MAX_FRAME_TAGS`], or there is no such level.
    pub fn new(level: i32, frame_tags: usize) -> Result<Self, Error> {
        if !(1..=MAX_FRAME_TAGS).contains(&frame_tags) {
            return Err(frame_tags_error(frame_tags));
        }
        let (encoder, index) = (FrameEncoder::new(level)?, Index::announced());
        Ok(Self { frame_tags, encoder, beginning: ANNOUNCEMENT.to_vec(), index })
    }

    /// Like it, with other skippable frames before the first frame of data: an [`ANNOUNCEMENT`] and its successors.
    pub fn beginning_with(mut self, beginning: Vec<u8>) -> Self {
        self.index.skip_to(beginning.len() as u64);
        Self { beginning, ..self }
    }

    /// Takes a batch, and appends the completed frames to `out`.
    ///
    /// # Errors
    /// `TooManyChannels`, or `Usage` if the index exceeds its bound; then the file cannot be completed.
    pub fn push(&mut self, mut tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        while !tags.is_empty() {
            let (now, later) = tags.split_at(tags.len().min(self.frame_tags - self.encoder.tags()));
            self.encoder.push(now)?;
            tags = later;
            if self.encoder.tags() == self.frame_tags {
                self.frame(out)?;
            }
        }
        Ok(())
    }

    /// Appends the last frame and the index to `out`, and returns the index.
    ///
    /// # Errors
    /// Like [`Writer::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Index, Error> {
        if self.encoder.tags() > 0 || self.index.frames().is_empty() {
            self.frame(out)?;
        }
        self.index.write(out);
        Ok(self.index)
    }

    fn frame(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.index.frames().is_empty() {
            out.extend_from_slice(&self.beginning);
        }
        let frame = self.encoder.finish(out)?;
        self.index.push(frame)
    }
}

impl TagSink for Writer {
    /// # Errors
    /// Like [`Writer::push`].
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        Writer::push(self, tags, out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        Ok(Some(Writer::finish(*self, out)?.describe()))
    }
}

fn frame_tags_error(tags: usize) -> Error {
    Error::new(
        Code::Usage,
        format!("a frame can't have {tags} tags"),
        format!("choose from 1 to {MAX_FRAME_TAGS}"),
    )
}
