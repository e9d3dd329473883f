//! Tags kept in memory in compact form, so that a further question needs no second decode.

mod block;

use crate::Error;
use crate::tags::Tag;
use crate::tags::selection::Selection;
use crate::tags::{TagBlock, TagBlocks};

use block::{Block, Columns, Content};

/// Successive tags of a recording, up to a number of bytes.
///
/// A tag takes 4 bytes: within a block of at most [`crate::analysis::BLOCK_TAGS`] tags that span less than
/// 2^32 ticks (0.7 s at the usual 156.25 ps), a time is told from the block's first, in a column for
/// each channel. Blocks that span more take 8 bytes a tag, disordered ones 16.
#[derive(Debug)]
pub struct HeldTags {
    budget: usize,
    bytes: usize,
    tags: u64,
    blocks: Vec<Block>,
}

impl HeldTags {
    /// Keeps at most `budget` bytes.
    pub fn new(budget: usize) -> Self {
        Self { budget, bytes: 0, tags: 0, blocks: Vec::new() }
    }

    /// Keeps the tags of `piece`, which follow those before; false where there is no room for them.
    pub fn push(&mut self, piece: &TagBlock) -> bool {
        let Some((from, to)) = piece.time_range() else { return true };
        let content = if !piece.is_sorted() {
            Content::Disordered(piece.tags().unwrap_or_default().into())
        } else if to.abs_diff(from) <= u64::from(u32::MAX) {
            Content::Narrow(Columns::new(piece, |time| time.wrapping_sub(from) as u32))
        } else {
            Content::Wide(Columns::new(piece, |time| time))
        };
        let block = Block { from, to, content };
        let bytes = block.bytes();
        if bytes > self.budget.saturating_sub(self.bytes) {
            return false;
        }
        self.blocks.push(block);
        self.bytes += bytes;
        self.tags += piece.len() as u64;
        true
    }

    /// How many tags are kept.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Calls `sink` with pieces of the tags that `selection` lets through, whose range counts from
    /// `origin`; in the order they were pushed. The first `after` tags, as many as were kept at some
    /// time, are passed over.
    ///
    /// # Errors
    /// What `sink` returns.
    pub fn each(
        &self,
        selection: &Selection,
        origin: i64,
        after: u64,
        mut sink: impl FnMut(&TagBlock) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some((from, to)) = selection.range(origin) else { return Ok(()) };
        let mut pieces = TagBlocks::default();
        let mut wanted = Vec::new();
        let mut position = 0;
        for block in &self.blocks {
            let at = position;
            position += block.tags();
            if at < after || block.from > to || block.to < from {
                continue;
            }
            pieces.clear();
            let base = block.from;
            let piece = match &block.content {
                Content::Narrow(columns) => {
                    let time = |ticks: &u32| base + i64::from(*ticks);
                    columns.fill(&mut pieces, selection, (from, to), time)?;
                    pieces.block()
                }
                Content::Wide(columns) => {
                    columns.fill(&mut pieces, selection, (from, to), |time| *time)?;
                    pieces.block()
                }
                Content::Disordered(tags) => {
                    let wants =
                        |tag: &&Tag| from <= tag.time && tag.time <= to && selection.lets(tag.channel);
                    wanted.clear();
                    wanted.extend(tags.iter().filter(wants));
                    // The channels of tags that were kept are not too many.
                    pieces.split(&wanted).0
                }
            };
            if !piece.is_empty() {
                sink(&piece)?;
            }
        }
        Ok(())
    }
}
