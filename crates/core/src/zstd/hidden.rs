//! Frames in a skippable frame: a forged length swallows the frames after it.

use super::frame_search::ChunkSearch;

/// Bytes of a skippable frame's header: magic number and length.
pub const SKIPPABLE_HEADER: usize = 8;

/// Bytes that identify a known skippable frame, whose content is checked elsewhere: its header and first word.
pub const KNOWN_BYTES: usize = SKIPPABLE_HEADER + 8;

/// Whether a skippable frame with these [`KNOWN_BYTES`] is known, and not searched.
pub type IsKnown = fn(&[u8; KNOWN_BYTES]) -> bool;

/// Searches the current skippable frame for frames.
#[derive(Debug)]
pub(super) struct Hidden {
    state: State,
    /// Bytes of it so far.
    length: u64,
}

#[derive(Debug)]
enum State {
    /// Its first bytes, until there are enough to identify it.
    Head(Vec<u8>),
    Known,
    Searched(ChunkSearch),
}

impl Hidden {
    /// A skippable frame begins with this header.
    pub fn new(header: &[u8]) -> Self {
        Self { state: State::Head(header.to_vec()), length: header.len() as u64 }
    }

    /// Whether its bytes are searched.
    pub fn is_searched(&self) -> bool {
        !matches!(self.state, State::Known)
    }

    /// Continues with the next bytes; returns the number of bytes of the skippable frame before a frame found in it.
    pub fn push(&mut self, mut bytes: &[u8], is_known: IsKnown) -> Option<u64> {
        if let State::Head(head) = &mut self.state {
            let (first, rest) = bytes.split_at(bytes.len().min(KNOWN_BYTES - head.len()));
            head.extend_from_slice(first);
            self.length += first.len() as u64;
            bytes = rest;
            let known = head.first_chunk().map(is_known)?;
            let mut search = ChunkSearch::default();
            if !known {
                // The next bytes distinguish a frame that begins here from chance.
                search.push(&head[SKIPPABLE_HEADER..]);
            }
            self.state = if known { State::Known } else { State::Searched(search) };
        }
        let before = self.length;
        self.length += bytes.len() as u64;
        match &mut self.state {
            State::Searched(search) => search.push(bytes).map(|found| found.offset(before)),
            State::Head(_) | State::Known => None,
        }
    }
}
