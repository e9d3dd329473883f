//! The tags that an analysis has not counted yet.

use super::time_order::{ChannelTimes, TimeOrder};
use crate::counting::NewTimes;
use crate::counting::excerpts::Excerpts;
use crate::tags::TagBlock;

/// Tags not counted yet, and the tags before them: those of a block that continues a run, or those near the beginning
/// of the next run.
#[derive(Clone, Copy)]
pub struct NewTags<'a> {
    run: &'a TimeOrder,
    source: Source<'a>,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    /// The block that `run` has started; `is_whole` if the run takes all of its tags.
    Block { block: &'a TagBlock<'a>, is_whole: bool },
    /// The next run.
    Run(&'a TimeOrder),
}

impl<'a> NewTags<'a> {
    /// Returns the tags of a block that `run` has started.
    pub(super) fn of_block(run: &'a TimeOrder, block: &'a TagBlock, is_whole: bool) -> Self {
        Self { run, source: Source::Block { block, is_whole } }
    }

    /// Returns the tags of `later`, the run after `run`.
    pub(super) fn of_run(run: &'a TimeOrder, later: &'a TimeOrder) -> Self {
        Self { run, source: Source::Run(later) }
    }

    /// Returns the times of a channel.
    pub fn of(&self, channel: u64) -> NewTimes<'a> {
        let before = self.run.channel(channel).map_or(&[][..], ChannelTimes::tail);
        let new = match self.source {
            Source::Block { .. } => self.run.channel(channel).map_or(&[][..], ChannelTimes::in_block),
            Source::Run(later) => later.channel(channel).map_or(&[][..], ChannelTimes::head),
        };
        NewTimes { channel, before, new }
    }

    /// Returns the channels that occurred, ascending.
    pub fn channels(&self) -> Vec<u64> {
        match self.source {
            Source::Block { .. } => self.run.channel_numbers(),
            Source::Run(later) => self.run.channels_with(later.channel_numbers()),
        }
    }

    /// Returns the times of all channels, in ascending order of channels.
    pub fn by_channel(&self) -> Vec<NewTimes<'a>> {
        self.channels().into_iter().map(|channel| self.of(channel)).collect()
    }

    /// Returns whether the new tags must also be related to each other. Those of a next run already were.
    pub fn are_among_themselves(&self) -> bool {
        matches!(self.source, Source::Block { .. })
    }

    /// Adds excerpts of the new tags of some channels; those of a next run are added with its counts.
    pub fn add_to(&self, excerpts: &mut Excerpts, channels: &[u64]) {
        if self.are_among_themselves() {
            channels.iter().for_each(|channel| excerpts.add(*channel, self.of(*channel).new));
        }
    }

    /// Returns the block of the new tags, if they are all of one block.
    pub fn whole_block(&self) -> Option<&'a TagBlock<'a>> {
        match self.source {
            Source::Block { block, is_whole } => Some(block).filter(|_| is_whole),
            Source::Run(_) => None,
        }
    }

    /// Returns the times of a channel near the beginnings of the runs, ascending: those of the earlier run, and the
    /// later one's tail.
    pub fn far(&self, channel: u64) -> [&'a [i64]; 2] {
        let head = self.run.channel(channel).map_or(&[][..], ChannelTimes::head);
        match self.source {
            Source::Block { .. } => [head, &[]],
            Source::Run(later) => [head, later.channel(channel).map_or(&[][..], ChannelTimes::tail)],
        }
    }

    /// Returns the earliest and the latest time of the run with its new tags.
    pub fn ends(&self) -> (i64, i64) {
        match self.source {
            Source::Block { .. } => self.run.ends(),
            Source::Run(later) => self.run.ends_with(later),
        }
    }

    /// Returns the binary logarithm of the length of a slice of the run with its new tags, in ticks.
    pub fn slice_exponent(&self) -> u32 {
        crate::counting::slices::exponent(self.ends())
    }
}
