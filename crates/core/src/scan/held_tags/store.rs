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

    /// The places of the blocks after the first `tags` tags, those held at an earlier time.
    pub fn blocks_after(&self, tags: u64) -> Range<usize> {
        let mut before = 0;
        let earlier = self.blocks.iter().take_while(|held| {
            before += held.tags();
            before <= tags
        });
        earlier.count()..self.blocks.len()
    }

    /// Number of tags of the block at `place`.
    pub(super) fn tags_of(&self, place: usize) -> u64 {
        self.blocks.get(place).map_or(0, HeldBlock::tags)
    }

    /// Calls `sink` with blocks of the tags selected by `selection`, in the order of pushing, of the blocks at `places`; a
    /// selected range of time counts from `origin`, in ticks.
    ///
    /// # Errors
    /// The errors of `sink`.
    pub fn each(
        &self,
        selection: &Selection,
        origin: i64,
        places: Range<usize>,
        mut sink: impl FnMut(&TagBlock) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(range) = selection.range(origin) else { return Ok(()) };
        let mut blocks = TagBlocks::default();
        let mut scratch = Vec::new();
        for held in self.overlapping(range, places) {
            let block = held.select(selection, range, &mut blocks, &mut scratch)?;
            if !block.is_empty() {
                sink(&block)?;
            }
        }
        Ok(())
    }

    /// The time spans of the tags of [`HeldTags::each`] and of the tags of all other channels.
    pub fn extent(&self, selection: &Selection, origin: i64, places: Range<usize>) -> Option<Extent> {
        let range = selection.range(origin)?;
        self.overlapping(range, places).filter_map(|held| held.extent(range)).reduce(Extent::followed_by)
    }

    /// The blocks at `places` that may have tags in a range of time.
    fn overlapping(&self, (from, to): (i64, i64), places: Range<usize>) -> impl Iterator<Item = &HeldBlock> {
        let blocks = self.blocks.get(places).unwrap_or_default();
        blocks.iter().filter(move |held| held.overlaps(from, to))
    }
}
