//! The held blocks and their memory.

use std::ops::Range;

use super::block::HeldBlock;
use crate::Error;
use crate::tags::{Extent, Selection, TagBlock, TagBlocks};

/// Successive tags of a recording, up to a bound in bytes.
///
/// A tag takes 4 bytes: within a block of at most [`BLOCK_TAGS`](crate::tags::BLOCK_TAGS) tags that span less than
/// 2^32 ticks (0.7 s at the usual 156.25 ps), a time is stored as the ticks since the block's first, in a column for
/// each channel. Blocks that span more take 8 bytes a tag, blocks that are not in order of time 16.
#[derive(Debug)]
pub struct HeldTags {
    most_bytes: usize,
    bytes: usize,
    tags: u64,
    blocks: Vec<HeldBlock>,
}

impl HeldTags {
    /// Holds at most `most_bytes` bytes.
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, bytes: 0, tags: 0, blocks: Vec::new() }
    }

    /// Holds the tags of `block`, which follow those before; false if there is no memory for them.
    pub fn push(&mut self, block: &TagBlock) -> bool {
        let Some(held) = HeldBlock::new(block) else { return true };
        let bytes = held.bytes();
        if bytes > self.most_bytes.saturating_sub(self.bytes) {
            return false;
        }
        self.blocks.push(held);
        self.bytes += bytes;
        self.tags += block.len() as u64;
        true
    }

    /// Number of held tags.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Calls `sink` with blocks of the tags selected by `selection`, in the order of pushing; a selected range of time
    /// counts from `origin`, in ticks. Only blocks that begin at one of the tags `places`, counted from the first, are used.
    ///
    /// # Errors
    /// The errors of `sink`.
    pub fn each(
        &self,
        selection: &Selection,
        origin: i64,
        places: Range<u64>,
        mut sink: impl FnMut(&TagBlock) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(range) = selection.range(origin) else { return Ok(()) };
        let mut blocks = TagBlocks::default();
        let mut scratch = Vec::new();
        for held in self.blocks(range, places) {
            let block = held.select(selection, range, &mut blocks, &mut scratch)?;
            if !block.is_empty() {
                sink(&block)?;
            }
        }
        Ok(())
    }

    /// The time spans of the tags of [`HeldTags::each`] and of the tags of all other channels.
    pub fn extent(&self, selection: &Selection, origin: i64, places: Range<u64>) -> Option<Extent> {
        let range = selection.range(origin)?;
        self.blocks(range, places).filter_map(|held| held.extent(range)).reduce(Extent::followed_by)
    }

    /// The blocks that begin at one of the tags `places` and may have tags in a range of time.
    fn blocks(&self, (from, to): (i64, i64), places: Range<u64>) -> impl Iterator<Item = &HeldBlock> {
        let mut position = 0;
        self.blocks.iter().filter(move |held| {
            let at = position;
            position += held.tags();
            places.contains(&at) && held.overlaps(from, to)
        })
    }
}
