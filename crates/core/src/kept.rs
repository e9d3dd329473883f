//! Tags kept in memory in compact form, so that a further question needs no second decode.

use crate::Error;
use crate::analysis::Piece;
use crate::selection::Selection;
use crate::tags::Tag;

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
    /// `None` once the budget was passed: then nothing is kept.
    blocks: Option<Vec<Block>>,
}

#[derive(Debug)]
struct Block {
    /// Least and greatest time.
    from: i64,
    to: i64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Ticks since the block's first tag.
    Narrow(Columns<u32>),
    Wide(Columns<i64>),
    /// In file order, which is not the order of time.
    Disordered(Box<[Tag]>),
}

/// The ascending times of every channel, one channel after another.
#[derive(Debug)]
struct Columns<T> {
    /// Channels, and where in `times` each ends.
    ends: Box<[(u64, u32)]>,
    times: Box<[T]>,
}

impl<T> Columns<T> {
    fn new(piece: &Piece, of: impl Fn(i64) -> T) -> Self {
        let mut times = Vec::with_capacity(piece.len());
        let column = |(channel, column): (u64, &[i64])| {
            times.extend(column.iter().map(|time| of(*time)));
            (channel, times.len() as u32)
        };
        let ends = piece.columns().map(column).collect();
        Self { ends, times: times.into() }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.times)
    }

    /// Puts what lies in `from..=to` of the wanted channels into `piece`.
    fn fill(
        &self,
        piece: &mut Piece,
        selection: &Selection,
        (from, to): (i64, i64),
        time: impl Fn(&T) -> i64,
    ) -> Result<(), Error> {
        let mut begin = 0;
        for (channel, end) in &self.ends {
            let times = &self.times[begin..*end as usize];
            begin = *end as usize;
            if selection.lets(*channel) {
                let low = times.partition_point(|t| time(t) < from);
                let high = times.partition_point(|t| time(t) <= to);
                piece.set(*channel, times.get(low..high).unwrap_or_default().iter().map(&time))?;
            }
        }
        Ok(())
    }
}

impl Kept {
    /// Keeps at most `budget` bytes.
    pub fn new(budget: usize) -> Self {
        Self { budget, bytes: 0, tags: 0, blocks: Some(Vec::new()) }
    }

    /// Keeps the tags of `piece`, which follow those before; over the budget, nothing at all.
    pub fn push(&mut self, piece: &Piece) {
        let Some((blocks, (from, to))) = self.blocks.as_mut().zip(piece.reach()) else { return };
        let content = if !piece.is_sorted() {
            Content::Disordered(piece.disordered().into())
        } else if to.abs_diff(from) <= u64::from(u32::MAX) {
            Content::Narrow(Columns::new(piece, |time| time.wrapping_sub(from) as u32))
        } else {
            Content::Wide(Columns::new(piece, |time| time))
        };
        let bytes = size_of::<Block>()
            + match &content {
                Content::Narrow(columns) => columns.bytes(),
                Content::Wide(columns) => columns.bytes(),
                Content::Disordered(tags) => size_of_val(&**tags),
            };
        if bytes > self.budget - self.bytes {
            *self = Self { blocks: None, ..Self::new(self.budget) };
            return;
        }
        blocks.push(Block { from, to, content });
        self.bytes += bytes;
        self.tags += piece.len() as u64;
    }

    /// How many tags are kept: all that were pushed, or none where that passed the budget.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether all tags that were pushed are kept.
    pub fn is_whole(&self) -> bool {
        self.blocks.is_some()
    }

    /// Calls `sink` with pieces of the tags that `selection` lets through, whose range counts from
    /// `origin`; in the order they were pushed.
    ///
    /// # Errors
    /// What `sink` returns.
    pub fn each(
        &self,
        selection: &Selection,
        origin: i64,
        mut sink: impl FnMut(&Piece) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some((from, to)) = selection.range(origin) else { return Ok(()) };
        let mut piece = Piece::default();
        let mut wanted = Vec::new();
        for block in self.blocks.iter().flatten().filter(|block| block.from <= to && from <= block.to) {
            piece.clear();
            let base = block.from;
            match &block.content {
                Content::Narrow(columns) => {
                    columns.fill(&mut piece, selection, (from, to), |ticks| base + i64::from(*ticks))?;
                }
                Content::Wide(columns) => columns.fill(&mut piece, selection, (from, to), |time| *time)?,
                Content::Disordered(tags) => {
                    let wants =
                        |tag: &&Tag| from <= tag.time && tag.time <= to && selection.lets(tag.channel);
                    wanted.clear();
                    wanted.extend(tags.iter().filter(wants));
                    piece.fill(&wanted)?;
                }
            }
            if !piece.is_empty() {
                sink(&piece)?;
            }
        }
        Ok(())
    }
}
