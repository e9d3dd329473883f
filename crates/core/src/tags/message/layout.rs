//! The segment table, and positions: the segments form one sequence of words, the message's body, so that a position is
//! one number and the reader only walks forward.
//!
//! ```text
//!   4 bytes   number of segments - 1          little-endian
//!   4 bytes   words of segment 0              must not be 0
//!   4 bytes   words of segment 1 ...
//!   4 bytes   padding, where needed to end on a word
//!   the segments, one after the other         = the body: word 0, 1, 2 ...
//! ```

use super::pointer::Pointer;
use super::remedies::DAMAGED;
use crate::{Code, Error};

/// Maximum segments in one message. Writers make at most one for each inner list; only this table of a message is
/// always held whole.
pub const MAX_SEGMENTS: usize = 65_536;

/// Ends of segments, in words from the body's start.
#[derive(Debug, Default)]
pub(super) struct Segments {
    ends: Vec<u64>,
}

impl Segments {
    /// Words of all segments together (below 2^48).
    pub(super) fn total(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// First word and end of segment `index`.
    pub(super) fn range(&self, index: usize) -> Option<(u64, u64)> {
        let start = match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied()?,
            None => 0,
        };
        Some((start, self.ends.get(index).copied()?))
    }

    /// First words and ends of all segments.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }

    /// The position `offset` words into `segment`, if `words` words exist there.
    pub(super) fn place(&self, segment: u32, offset: u32, words: u64) -> Option<u64> {
        let (start, end) = self.range(usize::try_from(segment).ok()?)?;
        let place = start + u64::from(offset);
        (place + words <= end).then_some(place)
    }

    /// The position that the pointer in word `here` means by `offset`, if `words` words exist there in the same
    /// segment.
    pub(super) fn target(&self, here: u64, offset: i32, words: u64) -> Option<u64> {
        let (start, end) = self.range(self.ends.partition_point(|&end| end <= here))?;
        let place = (here + 1).checked_add_signed(i64::from(offset))?;
        (start <= place && place + words <= end).then_some(place)
    }

    /// Bytes of memory held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u64>()
    }
}

/// An incomplete segment table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Segments whose sizes have not arrived, after the first word was read.
    left: Option<u32>,
    segments: Segments,
}

impl Table {
    /// True before the first word.
    pub(super) fn is_fresh(&self) -> bool {
        self.left.is_none()
    }

    /// Continues with the next word; returns the segments once the table is complete.
    ///
    /// # Errors
    /// `BadMessage`, without an offset, for an invalid table.
    pub(super) fn word(&mut self, word: u64) -> Result<Option<Segments>, Error> {
        let (low, high) = (word as u32, (word >> 32) as u32);
        let left = match self.left {
            None => {
                if low as usize >= MAX_SEGMENTS {
                    let message = format!(
                        "a message states {} segments; tagview reads at most {MAX_SEGMENTS}",
                        u64::from(low) + 1
                    );
                    return Err(Error::new(Code::BadMessage, message, DAMAGED));
                }
                if high == 0 {
                    return Err(Error::new(
                        Code::BadMessage,
                        "a message begins with an empty segment, so it has no root \
                         (perhaps these are zeros that a recorder left unwritten)",
                        DAMAGED,
                    ));
                }
                self.add(high);
                low
            }
            Some(left) => {
                self.add(low);
                if left > 1 {
                    self.add(high);
                }
                left.saturating_sub(2)
            }
        };
        self.left = Some(left);
        Ok((left == 0).then(|| std::mem::take(&mut self.segments)))
    }

    fn add(&mut self, words: u32) {
        let end = self.segments.total() + u64::from(words);
        self.segments.ends.push(end);
    }

    /// Bytes of memory held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.segments.memory_bytes()
    }
}

/// Whether `first_bytes` (16 or more; fewer are never enough) can begin an uncompressed stream of time tags: a
/// plausible segment table, and a root that is a struct, far or null pointer inside its segment. Text and other binary
/// formats fail this test.
pub fn looks_like_message(first_bytes: &[u8]) -> bool {
    let (words, _) = first_bytes.as_chunks::<8>();
    let mut words = words.iter();
    let mut table = Table::default();
    while let Some(word) = words.next() {
        match (table.word(u64::from_le_bytes(*word)), words.as_slice().first()) {
            (Err(_), _) => return false,
            (Ok(Some(segments)), Some(root)) => return plausible_root(u64::from_le_bytes(*root), &segments),
            (Ok(_), Some(_)) => {}
            // A table longer than the available bytes is plausible only if most of it was seen.
            (Ok(_), None) => return first_bytes.len() >= 64,
        }
    }
    false
}

fn plausible_root(root: u64, segments: &Segments) -> bool {
    match Pointer::read(root) {
        Pointer::Null => true,
        Pointer::Struct { offset, data, pointers } => {
            segments.target(0, offset, u64::from(data) + u64::from(pointers)).is_some()
        }
        Pointer::Far { double, offset, segment } => {
            segments.place(segment, offset, 1 + u64::from(double)).is_some()
        }
        Pointer::List { .. } | Pointer::Other => false,
    }
}
