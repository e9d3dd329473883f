//! Offsets of the frames of a file, found by reading little more than their headers.

use super::frames::{FramePart, FrameScanner};
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Bytes per request: a few headers of frames and blocks, so that small frames need few reads.
const HEADERS: u64 = 64;

/// Walks from header to header of frames and blocks; bytes between them need not be read. Its output is the ascending
/// offsets of frames, including skippable ones.
#[derive(Debug, Default)]
pub struct FrameStarts {
    scanner: FrameScanner,
    state: State,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// No byte was pushed since the last end.
    #[default]
    Waiting,
    /// Bytes were pushed.
    Reading,
    /// The file has no more bytes, or the next bytes are not a frame.
    Done,
}

impl FrameStarts {
    /// At the beginning of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// At byte `offset` of a file, where a frame begins.
    pub fn at(offset: u64) -> Self {
        Self { scanner: FrameScanner::at(offset), state: State::default() }
    }

    /// End of the last whole frame, in a file of `size` bytes with all existing headers pushed.
    pub fn whole(&self, size: u64) -> u64 {
        self.scanner.frame_end().filter(|end| *end <= size).unwrap_or(self.scanner.frame())
    }
}

impl RandomAccess for FrameStarts {
    type Output = Vec<u64>;

    fn wants(&self) -> Option<Wanted> {
        (self.state != State::Done).then(|| Wanted::of_file(self.scanner.offset(), HEADERS))
    }

    fn push(&mut self, mut bytes: &[u8], starts: &mut Vec<u64>) -> Result<(), Error> {
        while !bytes.is_empty() && self.state != State::Done {
            let skipped = self.scanner.skip(bytes.len() as u64) as usize;
            bytes = &bytes[skipped..];
            self.state = match self.scanner.next(&mut bytes) {
                Ok(Some(FramePart::Start(header))) => {
                    starts.push(header.offset);
                    State::Reading
                }
                Ok(_) => State::Reading,
                Err(_) => State::Done,
            };
        }
        Ok(())
    }

    fn end(&mut self, _: &mut Vec<u64>) -> Result<(), Error> {
        self.state = match self.state {
            State::Reading => State::Waiting,
            State::Waiting | State::Done => State::Done,
        };
        let body = self.scanner.body_left();
        self.scanner.skip(body);
        Ok(())
    }
}
