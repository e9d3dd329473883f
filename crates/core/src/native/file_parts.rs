//! Parts of a file that can be read at the same time.

use std::collections::VecDeque;

use super::byte_source::ByteSource;
use super::kind::RecordingKind;
use crate::Error;
use crate::import::{ImportScout, scout_of};
use crate::random_access::{RandomAccess, Wanted};
use crate::zstd::FrameStarts;

/// Smaller parts cost more than they save; larger ones leave threads waiting at the end.
const SMALLEST: u64 = 1 << 20;
/// Bytes of a part that is analysed, about, at most.
pub(super) const LARGEST: u64 = 8 << 20;
/// Size in bytes of a part whose tags are held as columns. Small parts reuse the same memory.
pub(super) const LARGEST_HELD: u64 = 2 << 20;
/// Divisor of the bytes left per thread, for the size of a part.
const SHARE: u64 = 3;
/// Bytes that a scout reads at a time.
const SCOUTED: usize = 1 << 20;

/// Bytes `from <= offset < to` of a file, which can be read without those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// Offset of the first byte.
    pub from: u64,
    /// `None`: the file's end.
    pub to: Option<u64>,
    /// State that begins a part of another tagger's format.
    pub state: Option<Vec<u8>>,
}

impl FilePart {
    /// The whole file.
    pub const WHOLE: Self = Self { from: 0, to: None, state: None };

    /// From the beginning of this part to the end of the file.
    pub fn until_end(self) -> Self {
        Self { to: None, ..self }
    }
}

/// The parts of a file in their order.
pub(super) struct FileParts<'a> {
    bytes: &'a ByteSource,
    threads: u64,
    /// Bytes of a part, about, at least and at most.
    lengths: (u64, u64),
    /// The next part; `None` after the last one.
    next: Option<FilePart>,
    splitter: Splitter,
}

/// The end of a part, and the reader's state there.
type PartEnd = (u64, Option<Vec<u8>>);

enum Splitter {
    /// By the headers of zstd frames; the starts that were found and not used yet.
    Frames(Box<FrameStarts>, VecDeque<u64>),
    /// By a scout, which has read all bytes before this offset.
    Scout(Box<dyn ImportScout>, u64),
    /// One part.
    None,
}

impl<'a> FileParts<'a> {
    /// Parts of about `largest` bytes at most, for `threads` threads.
    ///
    /// # Errors
    /// Those of [`scout_of`], which do not occur for a format that was recognised.
    pub fn of(
        bytes: &'a ByteSource,
        kind: &RecordingKind,
        threads: usize,
        largest: u64,
    ) -> Result<Self, Error> {
        let is_split = threads >= 2 && bytes.size() > 2 * SMALLEST;
        let splitter = if is_split { Splitter::of(kind)? } else { Splitter::None };
        let lengths = (SMALLEST, largest);
        Ok(Self { bytes, threads: threads as u64, lengths, next: Some(FilePart::WHOLE), splitter })
    }

    /// Parts of at least `length` bytes, except the last one.
    ///
    /// # Errors
    /// Those of [`FileParts::of`].
    pub fn of_length(bytes: &'a ByteSource, kind: &RecordingKind, length: u64) -> Result<Self, Error> {
        let length = length.max(1);
        let splitter = if bytes.size() > length { Splitter::of(kind)? } else { Splitter::None };
        Ok(Self { bytes, threads: 1, lengths: (length, length), next: Some(FilePart::WHOLE), splitter })
    }

    /// Whether a part that ends at `to` is long enough.
    fn is_long_enough(&self, from: u64, to: u64) -> bool {
        let left = self.bytes.size() - from;
        let (least, most) = self.lengths;
        to.saturating_sub(from) >= left.div_ceil(self.threads * SHARE).clamp(least, most)
    }

    /// The end of the part that begins at `from`, and the reader's state there.
    fn end_of(&mut self, from: u64) -> Result<Option<PartEnd>, Error> {
        loop {
            let (end, state) = match &mut self.splitter {
                Splitter::None => return Ok(None),
                Splitter::Frames(starts, found) => match next_start(self.bytes, starts, found)? {
                    Some(start) => (start, None),
                    None => return Ok(None),
                },
                Splitter::Scout(scout, at) => {
                    let chunk = self.bytes.read(*at, SCOUTED)?;
                    *at += chunk.len() as u64;
                    let at = *at;
                    if chunk.is_empty() || !scout.push(&chunk) {
                        return Ok(None);
                    }
                    if !self.is_long_enough(from, at) {
                        continue;
                    }
                    let Splitter::Scout(scout, _) = &self.splitter else { return Ok(None) };
                    match scout.split() {
                        Some((end, state)) if end > from && end < self.bytes.size() => (end, Some(state)),
                        _ => continue,
                    }
                }
            };
            if self.is_long_enough(from, end) {
                return Ok(Some((end, state)));
            }
        }
    }
}

impl Splitter {
    fn of(kind: &RecordingKind) -> Result<Self, Error> {
        Ok(match kind.import {
            None => Self::Frames(Box::default(), VecDeque::new()),
            Some(id) => scout_of(id)?.map_or(Self::None, |scout| Self::Scout(scout, 0)),
        })
    }
}

/// Returns the start of the next frame; `None` if it is unknown.
fn next_start(
    bytes: &ByteSource,
    starts: &mut FrameStarts,
    found: &mut VecDeque<u64>,
) -> Result<Option<u64>, Error> {
    loop {
        if let Some(start) = found.pop_front() {
            return Ok(Some(start));
        }
        let Some(Wanted { offset, length, .. }) =
            starts.wants().filter(|wanted| wanted.offset < bytes.size())
        else {
            return Ok(None);
        };
        let mut more = Vec::new();
        starts.push(&bytes.read(offset, length as usize)?, &mut more)?;
        starts.end(&mut more)?;
        found.extend(more);
    }
}

impl Iterator for FileParts<'_> {
    type Item = Result<FilePart, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.next.take()?;
        match self.end_of(part.from) {
            Err(error) => Some(Err(error)),
            Ok(None) => Some(Ok(part)),
            Ok(Some((end, state))) => {
                self.next = Some(FilePart { from: end, to: None, state });
                Some(Ok(FilePart { to: Some(end), ..part }))
            }
        }
    }
}
