//! Tags kept in memory in compact form, so that a further question needs no second decode.

mod block;

use crate::analysis::{Piece, Pieces};
use crate::selection::Selection;
use crate::tags::Tag;
use crate::{Code, Error};

use block::{Block, Columns, Content};

/// Successive tags of a recording, up to a number of bytes.
///
/// A tag takes 4 bytes: within a block of at most [`crate::analysis::PIECE`] tags that span less than
/// 2^32 ticks (0.7 s at the usual 156.25 ps), a time is told from the block's first, in a column for
/// each channel. Blocks that span more take 8 bytes a tag, disordered ones 16.
#[derive(Debug)]
pub struct Kept {
    budget: usize,
    bytes: usize,
    tags: u64,
    /// Of these, how many were handed over.
    handed: u64,
    blocks: Vec<Block>,
    /// There was no room for what followed.
    full: bool,
}

impl Kept {
    /// Keeps at most `budget` bytes.
    pub fn new(budget: usize) -> Self {
        Self { budget, bytes: 0, tags: 0, handed: 0, blocks: Vec::new(), full: false }
    }

    /// Keeps the tags of `piece`, which follow those before; false where there is no room for them. Then
    /// none that follow are kept.
    pub fn push(&mut self, piece: &Piece) -> bool {
        if self.full {
            return false;
        }
        let Some((from, to)) = piece.reach() else { return true };
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
            self.full = true;
            return false;
        }
        self.blocks.push(block);
        self.bytes += bytes;
        self.tags += piece.len() as u64;
        true
    }

    /// Gives away what is kept, for [`Kept::hold`]. It goes on to count, here as well.
    pub fn hand_over(&mut self) -> Vec<u8> {
        self.handed = self.tags;
        let blocks = std::mem::take(&mut self.blocks);
        let mut bytes = Vec::with_capacity(blocks.iter().map(Block::bytes).sum());
        for block in &blocks {
            block.write(&mut bytes);
        }
        bytes
    }

    /// Keeps what another one gave away.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no such thing.
    pub fn hold(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        while !bytes.is_empty() {
            let block = Block::read(&mut bytes).ok_or_else(|| {
                let message = "these are no tags that were kept".to_owned();
                Error::new(Code::Mismatch, message, "make them again with this version")
            })?;
            self.bytes += block.bytes();
            self.tags += block.tags();
            self.blocks.push(block);
        }
        Ok(())
    }

    /// How many tags are kept: all that were pushed, or the first ones.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether all tags that were pushed are kept.
    pub fn is_whole(&self) -> bool {
        !self.full
    }

    /// Tags that are kept and were not handed over.
    pub fn held(&self) -> u64 {
        self.tags - self.handed
    }

    /// Calls `sink` with pieces of the tags that `selection` lets through, whose range counts from
    /// `origin`; in the order they were pushed. The first `after` tags, as many as were kept at some
    /// time, are passed over, and so are those that were handed over.
    ///
    /// # Errors
    /// What `sink` returns.
    pub fn each(
        &self,
        selection: &Selection,
        origin: i64,
        after: u64,
        mut sink: impl FnMut(&Piece) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some((from, to)) = selection.range(origin) else { return Ok(()) };
        let mut pieces = Pieces::default();
        let mut wanted = Vec::new();
        let mut position = self.handed;
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
                    pieces.piece()
                }
                Content::Wide(columns) => {
                    columns.fill(&mut pieces, selection, (from, to), |time| *time)?;
                    pieces.piece()
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
