//! A sound recording, frame by frame.

use std::ops::Range;

use tagview_core::tags::{Tag, TagSource, TagStream};
use tagview_core::zstd::{FrameKind, FramePart, FrameScanner};

/// A recording before it is damaged.
#[derive(Debug)]
pub struct Sound {
    /// Its name in the table.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// Its tags, in file order.
    pub tags: Vec<Tag>,
    /// Where its frames with content lie, and which of the tags each has; none without compression.
    pub frames: Vec<(Range<usize>, Range<usize>)>,
    /// Whether all frames have a checksum and an index ends the file: no damage is to pass unnoticed.
    pub is_guarded: bool,
}

impl Sound {
    /// Reads a file that is known to be sound, each of whose frames holds whole messages.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, String> {
        let (mut scanner, mut left, mut found) = (FrameScanner::new(), &bytes[..], Vec::new());
        let mut checked = true;
        while let Ok(Some(part)) = scanner.next(&mut left) {
            if let FramePart::End(frame) = part
                && let FrameKind::Data(data) = frame.kind
            {
                checked &= data.checksum;
                found.push(frame.offset as usize..(frame.offset + frame.length) as usize);
            }
        }
        let (mut recording, mut tags, mut frames) = (TagStream::checked(), Vec::new(), Vec::new());
        let mut at = 0;
        for range in found {
            let before = tags.len();
            recording.push(&bytes[at..range.end], &mut |batch| tags.extend_from_slice(batch));
            at = range.end;
            frames.push((range, before..tags.len()));
        }
        recording.push(&bytes[at..], &mut |batch| tags.extend_from_slice(batch));
        recording.finish(&mut |batch| tags.extend_from_slice(batch));
        let totals = recording.totals();
        match totals.errors().next() {
            Some(error) => Err(error.to_string()),
            None => {
                Ok(Self { name: name.into(), bytes, tags, frames, is_guarded: checked && totals.indexed })
            }
        }
    }

    /// The tags to be recovered of a copy whose bytes `damaged` have changed, `rest` of them
    /// missing at its end: pieces of tags that must be there, and of those that may be.
    pub fn pieces(&self, damaged: &Range<usize>) -> Vec<(Range<usize>, bool)> {
        let touched = |frame: &Range<usize>| frame.start < damaged.end && damaged.start < frame.end;
        self.frames.iter().map(|(frame, tags)| (tags.clone(), !touched(frame))).collect()
    }
}
