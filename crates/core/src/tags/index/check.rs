//! Whether a file's index says what its frames hold.

use super::describe::Describe;
use super::entries::Frame;
use super::layout::{SKIPPABLE_MAGIC, WITHOUT_INDEX};
use super::locate::locate;
use super::sizes::{MAX_BYTES, frame_bytes};
use crate::tags::Tag;
use crate::{Code, Error};

/// Describes a file's frames while it is decoded, and compares them with the index at its end.
#[derive(Debug, Default)]
pub struct Check {
    frames: Vec<Frame>,
    /// Bytes that an index of `frames` would take; past [`MAX_BYTES`] no further frames are added.
    bytes: u64,
    /// The frame under way, and its byte offset in the file.
    current: Option<(u64, Describe)>,
    /// Byte offset of the last skippable frame that may be the index, and its bytes.
    found: Option<(u64, Vec<u8>)>,
}

impl Check {
    /// A frame that holds data starts at byte `offset`.
    pub fn start(&mut self, offset: u64) {
        self.end_frame(offset);
        self.found = None;
        self.current = Some((offset, Describe::default()));
    }

    /// Tags of the frame under way.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn push(&mut self, tags: &[Tag]) -> Result<(), Error> {
        self.current.as_mut().map_or(Ok(()), |(_, describe)| describe.push(tags))
    }

    /// Bytes of the skippable frame that starts at byte `offset`, its whole header among the first.
    pub fn skippable(&mut self, offset: u64, bytes: &[u8]) {
        self.end_frame(offset);
        match &mut self.found {
            Some((start, found)) if *start == offset => {
                // What is longer than any index keeps one byte too many, and fails to be one.
                let room = (MAX_BYTES as usize + 9).saturating_sub(found.len());
                found.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            _ => {
                let ours = bytes.starts_with(&SKIPPABLE_MAGIC.to_le_bytes());
                self.found = ours.then(|| (offset, bytes.to_vec()));
            }
        }
    }

    /// The file ends here, at `size` bytes, and nothing else was wrong with it.
    ///
    /// # Errors
    /// `BadIndex` where it has an index that differs from what was decoded.
    pub fn finish(mut self, size: u64) -> Result<(), Error> {
        self.end_frame(size);
        let Some((_, found)) = self.found else { return Ok(()) };
        let Some(located) = locate(&found, size)? else { return Ok(()) };
        let index = located.parse(&found)?;
        for (number, (stated, found)) in index.frames().iter().zip(&self.frames).enumerate() {
            agree(number, stated, found)?;
        }
        let (stated, found) = (index.frames().len(), self.frames.len());
        if stated == found {
            return Ok(());
        }
        let message = format!("the file's index lists {stated} frames, but the file has {found}");
        Err(Error::at(Code::BadIndex, located.offset, message, WITHOUT_INDEX))
    }

    fn end_frame(&mut self, end: u64) {
        let Some((offset, describe)) = self.current.take() else { return };
        let frame = Frame { offset, length: end - offset, ..describe.finish() };
        self.bytes += frame_bytes(frame.channels.len());
        if self.bytes <= MAX_BYTES {
            self.frames.push(frame);
        }
    }
}

/// Compares what an index has `stated` of a frame with what was `found` in it. `number` counts from 0.
///
/// # Errors
/// `BadIndex` naming the first thing that differs.
pub fn agree(number: usize, stated: &Frame, found: &Frame) -> Result<(), Error> {
    if stated == found {
        return Ok(());
    }
    let values = |frame: &Frame| {
        [
            ("start", i128::from(frame.offset)),
            ("length", i128::from(frame.length)),
            ("number of tags", i128::from(frame.tags)),
            ("first time", i128::from(frame.first)),
            ("last time", i128::from(frame.last)),
            ("least time", i128::from(frame.min)),
            ("greatest time", i128::from(frame.max)),
            ("number of tags out of order", i128::from(frame.out_of_order)),
        ]
    };
    let differs = values(stated).into_iter().zip(values(found)).find(|(stated, found)| stated != found);
    let number = number + 1;
    let message = match differs {
        Some(((what, stated), (_, found))) => {
            format!("the file's index has {stated} as {what} of frame {number}, but the frame has {found}")
        }
        None => format!("the file's index tells the channels of frame {number} otherwise than they are"),
    };
    Err(Error::at(Code::BadIndex, stated.offset, message, WITHOUT_INDEX))
}
