//! A range of a file that is read in order, held until all of it has come.

/// A range of bytes, and those of it that have come.
#[derive(Debug)]
pub(super) struct Held {
    /// Offset of the next byte, and of the end.
    next: u64,
    end: u64,
    bytes: Vec<u8>,
}

impl Held {
    /// Bytes `from <= offset < end`.
    pub fn new(from: u64, end: u64) -> Self {
        Self { next: from, end, bytes: Vec::new() }
    }

    /// Offset of its end.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Number of bytes that have not come yet.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.next)
    }

    /// Takes its part of `bytes`, which are at byte `at`.
    pub fn take(&mut self, at: u64, bytes: &[u8]) {
        let end = self.end.min(at.saturating_add(bytes.len() as u64));
        if self.next >= at && self.next < end {
            self.bytes.extend_from_slice(&bytes[(self.next - at) as usize..(end - at) as usize]);
            self.next = end;
        }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
