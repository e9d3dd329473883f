//! The elements of an inner list, from bytes to tags.
//!
//! Elements of two data words have the layout of tags: received bytes are passed on as a view. Others (one word, or
//! more than two, from another version of the schema) are copied one by one.

use super::walk::ListShape;
use crate::tags::Tag;

/// Receiver of batches.
pub(super) type Sink<'a> = &'a mut dyn FnMut(&[Tag]);

/// Number of tags copied before they are passed on, if a view is impossible.
const SCRATCH_TAGS: usize = 4096;

/// A bounded buffer of tags on their way to the sink.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    tags: Vec<Tag>,
}

impl Scratch {
    pub(super) fn push(&mut self, tag: Tag, sink: Sink) {
        if self.tags.capacity() == 0 {
            self.tags.reserve_exact(SCRATCH_TAGS);
        }
        self.tags.push(tag);
        if self.tags.len() >= SCRATCH_TAGS {
            self.flush(sink);
        }
    }

    pub(super) fn flush(&mut self, sink: Sink) {
        if !self.tags.is_empty() {
            sink(&self.tags);
            self.tags.clear();
        }
    }

    /// Bytes of memory held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.tags.capacity() * size_of::<Tag>()
    }
}

/// Collects bytes that belong together but arrive in different chunks.
#[derive(Debug, Default)]
pub(super) struct Carry {
    bytes: [u8; 16],
    filled: usize,
}

impl Carry {
    /// Takes bytes off `chunk` until there are `need` (at most 16); returns whether there are.
    pub(super) fn fill(&mut self, chunk: &mut &[u8], need: usize) -> bool {
        let room = self.bytes.get_mut(self.filled..need).unwrap_or_default();
        let taken = room.len().min(chunk.len());
        let (bytes, rest) = chunk.split_at(taken);
        room[..taken].copy_from_slice(bytes);
        *chunk = rest;
        self.filled += taken;
        self.filled >= need
    }

    pub(super) fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// The collected bytes, padded with zeros; empty afterwards.
    pub(super) fn take(&mut self) -> [u8; 16] {
        self.filled = 0;
        std::mem::take(&mut self.bytes)
    }
}

/// The remaining elements of one inner list.
#[derive(Debug)]
pub(super) struct Elements {
    shape: ListShape,
    /// Bytes that have not arrived.
    pub(super) left: u64,
    /// Consumed bytes of the current element; always 0 for elements with the layout of tags.
    within: usize,
    carry: Carry,
}

impl Elements {
    pub(super) fn new(shape: ListShape) -> Self {
        Self { shape, left: shape.words() * 8, within: 0, carry: Carry::default() }
    }

    /// Takes bytes off `chunk` and passes their tags to `sink`.
    pub(super) fn take(&mut self, chunk: &mut &[u8], scratch: &mut Scratch, sink: Sink) {
        let taken = usize::try_from(self.left).unwrap_or(usize::MAX).min(chunk.len());
        let (bytes, rest) = chunk.split_at(taken);
        *chunk = rest;
        self.left -= taken as u64;
        if self.shape.data == 2 && self.shape.size == 2 {
            self.tags(bytes, scratch, sink);
        } else {
            self.wide(bytes, scratch, sink);
        }
    }

    /// Emits the tags of a list whose elements have no words.
    pub(super) fn empty_elements(&self, scratch: &mut Scratch, sink: Sink) {
        for _ in 0..self.shape.count {
            scratch.push(Tag::default(), sink);
        }
        scratch.flush(sink);
    }

    fn tags(&mut self, mut bytes: &[u8], scratch: &mut Scratch, sink: Sink) {
        if !self.carry.is_empty() {
            if !self.carry.fill(&mut bytes, 16) {
                return;
            }
            sink(&[tag(self.carry.take())]);
        }
        let (whole, mut rest) = bytes.split_at(bytes.len() / 16 * 16);
        match bytemuck::try_cast_slice(whole) {
            Ok([]) => {}
            Ok(tags) => sink(tags),
            // The slow path: the chunk is not aligned to words in memory.
            Err(_) => {
                let (tags, _) = whole.as_chunks::<16>();
                tags.iter().for_each(|bytes| scratch.push(tag(*bytes), sink));
                scratch.flush(sink);
            }
        }
        self.carry.fill(&mut rest, 16);
    }

    fn wide(&mut self, mut bytes: &[u8], scratch: &mut Scratch, sink: Sink) {
        let size = self.shape.size as usize * 8;
        let known = usize::from(self.shape.data).min(2) * 8;
        while !bytes.is_empty() {
            let before = bytes.len();
            if self.within < known {
                let done = self.carry.fill(&mut bytes, known);
                self.within += before - bytes.len();
                if done {
                    scratch.push(tag(self.carry.take()), sink);
                }
            } else {
                let skipped = (size - self.within).min(before);
                bytes = bytes.split_at(skipped).1;
                self.within += skipped;
            }
            if self.within == size {
                if known == 0 {
                    scratch.push(Tag::default(), sink);
                }
                self.within = 0;
            }
        }
        scratch.flush(sink);
    }
}

fn tag(bytes: [u8; 16]) -> Tag {
    bytemuck::cast(bytes)
}
