//! Compares a file's index with the contents of its frames.

use super::describe::Describe;
use super::entries::{Frame, Index};
use super::layout::AFFECTED;
use super::sizes::{MAX_BYTES, frame_bytes};
use crate::tags::Tag;
use crate::{Code, Error};

/// Describes a file's frames while it is decoded, and compares them with the index at its end.
#[derive(Debug, Default)]
pub struct Check {
    frames: Vec<Frame>,
    /// Bytes of an index of `frames`; beyond [`MAX_BYTES`] no further frames are added.
    bytes: u64,
    /// The current frame, and its byte offset in the file.
    current: Option<(u64, Describe)>,
}

impl Check {
    /// Starts a data frame at byte `offset`.
    pub fn start(&mut self, offset: u64) {
        self.current = Some((offset, Describe::default()));
    }

    /// Adds tags of the current frame.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn push(&mut self, tags: &[Tag]) -> Result<(), Error> {
        self.current.as_mut().map_or(Ok(()), |(_, describe)| describe.push(tags))
    }

    /// Ends the current frame at byte `end`.
    pub fn end(&mut self, end: u64) {
        let Some((offset, describe)) = self.current.take() else { return };
        let frame = Frame { offset, length: end - offset, ..describe.finish() };
        self.bytes += frame_bytes(frame.channels.len());
        if self.bytes <= MAX_BYTES {
            self.frames.push(frame);
        }
    }

    /// The decoded frames, described like an index.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Ends the file with this `index`, without another error.
    ///
    /// # Errors
    /// `BadIndex` if the index differs from the decoded data.
    pub fn finish(self, index: &Index) -> Result<(), Error> {
        for (number, (stated, found)) in index.frames().iter().zip(&self.frames).enumerate() {
            agree(number, stated, found)?;
        }
        let (stated, found) = (index.frames().len(), self.frames.len());
        if stated == found {
            return Ok(());
        }
        let message = format!("the file's index lists {stated} frames, but the file has {found}");
        Err(Error::at(Code::BadIndex, index.end(), message, AFFECTED))
    }
}

/// Compares the entry of a frame that an index has `stated` with the entry `found`. `number` starts at 0.
///
/// # Errors
/// `BadIndex` with the first difference.
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
        None => format!("the file's index has wrong channels of frame {number}"),
    };
    Err(Error::at(Code::BadIndex, stated.offset, message, AFFECTED))
}
