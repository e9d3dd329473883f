//! The stage between recorded tags and analyses that adds the tags of virtual channels.

use std::rc::Rc;

use super::definitions::Definitions;
use super::flow::{FAR_FUTURE, FAR_PAST, Flow};
use super::saved::{SavedStage, Times};
use crate::counting::limits::LOOK_AHEAD;
use crate::run::partial::differs;
use crate::run::time_order::{ChannelTimes, TimeOrder};
use crate::tags::{Tag, TagBlock, TagBlocks};
use crate::{Code, Error};

/// Output of a stage.
pub enum Fed<'a> {
    /// Recorded tags in file order, and the counted ones: all except those of moved channels.
    Recorded(&'a TagBlock<'a>, &'a TagBlock<'a>),
    /// Recorded and virtual tags, in order of time.
    InOrder(&'a TagBlock<'a>),
    /// The virtual ones among them.
    Virtual(&'a TagBlock<'a>),
}

/// Receives the output of a stage.
pub type Take<'t> = &'t mut dyn FnMut(Fed);

/// Takes recorded tags and emits them with the virtual ones derived from them.
///
/// Tags are sorted as in analyses: the run ends at the first tag that is more than [`LOOK_AHEAD`] ticks late, or that
/// exceeds the limit of tags within `before + after` ticks ([`crate::run::max_crowd`]). No tag after it counts. A virtual tag
/// earlier or later than all recorded ones is dropped.
///
/// In a run from `min` to `max`, the tags from `min + LOOK_AHEAD + before + 1` to before `max - LOOK_AHEAD - after`,
/// its *inside*, depend on no tag of another run, and are emitted as tags arrive. Recorded tags within
/// `LOOK_AHEAD + before + after` ticks of its ends are held. [`Stage::merge`] emits the tags that depend on them when
/// runs are joined. [`Stage::give_begin`] and [`Stage::give_end`] emit them at the ends of the whole run.
pub struct Stage {
    definitions: Rc<Definitions>,
    /// The emitted channels, ascending; `None` for all.
    selected: Option<Vec<u64>>,
    /// Whether no run comes before this one.
    is_first: bool,
    partial: SavedStage,
    /// `None` after runs were joined: the needed part is rebuilt from the held tags.
    flow: Option<Flow>,
    blocks: TagBlocks,
}

/// Result of joining a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// All of it counts: its output must be appended now.
    Whole,
    /// It does not count, or its counted part was already emitted.
    CutOff,
}

impl Stage {
    /// Creates a stage that emits tags of the channels `selected`, or of all if it is `None`.
    pub fn new(definitions: Definitions, selected: Option<Vec<u64>>) -> Self {
        let range = definitions.before().saturating_add(definitions.after());
        let partial = SavedStage {
            definitions: definitions.texts(),
            order: TimeOrder::new(range, Vec::new()),
            first: None,
            recorded_too: None,
            failed: None,
        };
        let selected = selected.map(|mut channels| {
            channels.sort_unstable();
            channels
        });
        let (definitions, blocks) = (Rc::new(definitions), TagBlocks::default());
        Self { definitions, selected, is_first: false, partial, flow: None, blocks }
    }

    /// Creates a stage for the first run of a recording, whose tags depend on no earlier ones.
    pub fn of_whole(definitions: Definitions, selected: Option<Vec<u64>>) -> Self {
        Self { is_first: true, ..Self::new(definitions, selected) }
    }

    /// Returns an independent copy.
    pub fn copy(&self) -> Self {
        let (definitions, selected) = (Rc::clone(&self.definitions), self.selected.clone());
        let (partial, blocks) = (self.partial.clone(), TagBlocks::default());
        Self { definitions, selected, is_first: self.is_first, partial, flow: None, blocks }
    }

    /// The state of the run to save.
    pub fn partial(&self) -> &SavedStage {
        &self.partial
    }

    /// Sets the origin of relative times, in place of the time of the first tag.
    pub fn begin_at(&mut self, start: i64) {
        self.partial.first.get_or_insert(start);
    }

    /// Returns the time of the run's first tag in file order, unless another origin of relative times was set.
    pub fn first(&self) -> Option<i64> {
        self.partial.first
    }

    /// Whether it moves the tags of any channel.
    pub fn moves_any(&self) -> bool {
        !self.definitions.moved().is_empty()
    }

    /// The error that ended the run early, if any.
    pub fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped().or_else(|| self.partial.failed.clone())
    }

    /// The error of a recorded channel with the number of a virtual one, if any.
    pub fn clash(&self) -> Option<Error> {
        self.partial.recorded_too.map(|channel| {
            let message = format!(
                "channel {channel} is a virtual channel, but the file has tags on it, which are ignored"
            );
            Error::new(Code::Usage, message, "define the virtual channel with another number")
        })
    }

    /// Continues the run, and emits the tags known by now.
    pub fn push(&mut self, block: &TagBlock, take: Take) {
        self.partial.first = self.partial.first.or(block.ends().map(|(first, _)| first));
        let definitions = Rc::clone(&self.definitions);
        let clashes = |channel: u64| definitions.defines(channel) && !definitions.moved().contains(&channel);
        let defined = block.columns().map(|(channel, _)| channel).filter(|channel| clashes(*channel));
        let Some(clash) = defined.min() else { return self.push_recorded(block, take) };
        if self.stopped().is_some() {
            return;
        }
        let clash = self.partial.recorded_too.map_or(clash, |before| before.min(clash));
        self.partial.recorded_too = Some(clash);
        let tags = block.in_file_order();
        let recorded: Vec<Tag> = tags.iter().copied().filter(|tag| !clashes(tag.channel)).collect();
        // A block does not exceed the number of channels.
        self.push_recorded(&TagBlocks::default().split(&recorded).0, take);
    }

    fn push_recorded(&mut self, block: &TagBlock, take: Take) {
        if self.stopped().is_some() || block.is_empty() {
            return;
        }
        if let Err(error) = self.take_block(block, take)
            && self.partial.order.stopped().is_none()
        {
            self.partial.failed = Some(error);
        }
    }

    fn take_block(&mut self, block: &TagBlock, take: Take) -> Result<(), Error> {
        let (inside, settled) = (self.inside(), self.settled());
        let mut flow = match self.flow.take() {
            Some(flow) => flow,
            None => self.flow_again()?,
        };
        let order = &mut self.partial.order;
        let before = order.tags();
        let begun = order.begin_block(block);
        let taken = (order.tags() - before) as usize;
        let now = i128::from(order.ends().1) - i128::from(LOOK_AHEAD);
        let mut scratch = Vec::new();
        let fed = order.each_channel(|channel, times| {
            between(times, (settled, now), &mut scratch);
            flow.feed(channel, &scratch)
        });
        let ended = order.end_block();
        flow.advance(now);
        self.give_recorded(block, taken, take);
        let known = self.inside();
        if !known.is_empty() {
            let from = if inside.is_empty() { known.from } else { inside.to };
            self.give(&mut flow, from, known.to, take);
        }
        self.flow = Some(flow);
        begun.and(fed).and(ended)
    }

    /// Emits the first `taken` tags of `block` in file order.
    fn give_recorded(&mut self, block: &TagBlock, taken: usize, take: Take) {
        let is_all = taken == block.len() && self.selected.is_none();
        if is_all && !self.moves_any() {
            return take(Fed::Recorded(block, block));
        }
        let tags = block.in_file_order();
        let selected: Vec<Tag> =
            tags.iter().take(taken).copied().filter(|tag| self.gives(tag.channel)).collect();
        if selected.is_empty() {
            return;
        }
        let moved = self.definitions.moved();
        let mut counted = selected.clone();
        counted.retain(|tag| !moved.contains(&tag.channel));
        take(Fed::Recorded(&self.blocks.split(&selected).0, &TagBlocks::default().split(&counted).0));
    }

    fn gives(&self, channel: u64) -> bool {
        self.selected.as_deref().is_none_or(|selected| selected.binary_search(&channel).is_ok())
    }

    /// Emits the tags of `flow` from `from` (inclusive) to `to` (exclusive).
    fn give(&mut self, flow: &mut Flow, from: i128, to: i128, take: Take) {
        let mut tags = Vec::new();
        flow.give(from, to, &mut tags);
        tags.retain(|tag| self.gives(tag.channel));
        let mut failed = self.blocks.each(&tags, |block| {
            take(Fed::InOrder(block));
            Ok(())
        });
        tags.retain(|tag| self.definitions.defines(tag.channel));
        failed = failed.and(self.blocks.each(&tags, |block| {
            take(Fed::Virtual(block));
            Ok(())
        }));
        if let Err(error) = failed {
            self.partial.failed.get_or_insert(error);
        }
    }

    /// The times whose tags are known, independent of the runs before and after.
    fn inside(&self) -> Times {
        self.partial.inside(&self.definitions, self.is_first)
    }

    /// Time before which no tag can follow any more.
    fn settled(&self) -> i128 {
        match self.partial.order.tags() {
            0 => FAR_PAST,
            _ => i128::from(self.partial.order.ends().1) - i128::from(LOOK_AHEAD),
        }
    }

    /// The flow, rebuilt from the held tags.
    fn flow_again(&self) -> Result<Flow, Error> {
        let mut flow = Flow::new(&self.definitions)?;
        let settled = self.settled();
        let mut scratch = Vec::new();
        self.partial.order.each_channel(|channel, times| {
            let mut all = self.partial.end_of(&self.inside(), times);
            all.retain(|time| i128::from(*time) < settled);
            std::mem::swap(&mut all, &mut scratch);
            flow.feed(channel, &scratch)
        })?;
        flow.advance(settled);
        Ok(flow)
    }

    /// Appends the next run; emits the tags around the border.
    ///
    /// # Errors
    /// `Mismatch` if it has other definitions, or is damaged; then nothing was changed.
    pub fn merge(&mut self, later: &SavedStage, take: Take) -> Result<Joined, Error> {
        const NAME: &str = "virtual channels";
        if later.definitions != self.partial.definitions {
            let (ours, theirs) = (self.partial.definitions.join(" "), later.definitions.join(" "));
            return Err(differs(NAME, "their definitions", &ours, &theirs));
        }
        if self.stopped().is_some() {
            return Ok(Joined::CutOff);
        }
        match self.partial.order.check(&later.order, NAME) {
            Err(error) if error.code == Code::Mismatch => return Err(error),
            Err(error) => {
                self.partial.failed = Some(error);
                return Ok(Joined::CutOff);
            }
            Ok(()) => {}
        }
        let clashes = [self.partial.recorded_too, later.recorded_too].into_iter().flatten();
        self.partial.recorded_too = clashes.min();
        if let Some(cut) = self.partial.order.cut_off(&later.order) {
            let tags = self.partial.order.end_at(cut);
            let mut blocks = TagBlocks::default();
            let pushed = blocks.each(&tags, |block| {
                self.push(block, take);
                Ok(())
            });
            if let Err(error) = pushed {
                self.partial.failed.get_or_insert(error);
            }
            return Ok(Joined::CutOff);
        }
        let outcome = self.append(later, take);
        if let Err(error) = outcome {
            self.partial.failed.get_or_insert(error);
            return Ok(Joined::CutOff);
        }
        Ok(Joined::Whole)
    }

    fn append(&mut self, later: &SavedStage, take: Take) -> Result<(), Error> {
        let (before, after) = (self.inside(), later.inside(&self.definitions, false));
        let mut flow = None;
        if self.partial.order.tags() > 0 && later.order.tags() > 0 {
            let mut around = Flow::new(&self.definitions)?;
            for channel in self.partial.order.channels_with(later.order.channel_numbers()) {
                let mut times = Vec::new();
                if let Some(ours) = self.partial.order.channel(channel) {
                    times.extend(self.partial.end_of(&before, ours));
                }
                if let Some(theirs) = later.order.channel(channel) {
                    times.extend(later.begin_of(&after, theirs));
                }
                times.sort_unstable();
                around.feed(channel, &times)?;
            }
            around.advance(FAR_FUTURE);
            flow = Some(around);
        }
        self.partial.order.merge(later.order.clone())?;
        self.partial.first = self.partial.first.or(later.first);
        self.partial.failed.clone_from(&later.failed);
        self.flow = None;
        if let Some(mut around) = flow {
            let all = self.inside();
            let from = if before.is_empty() { all.from } else { before.to };
            let to = if after.is_empty() { all.to } else { after.from };
            self.give(&mut around, from, to, take);
        }
        Ok(())
    }

    /// Emits the tags before the inside of a first run; without an inside, [`Stage::give_end`] emits everything.
    pub fn give_begin(&mut self, take: Take) {
        let inside = self.inside();
        if !inside.is_empty() && !self.is_first {
            let from = i128::from(self.partial.order.ends().0);
            self.give_held(ChannelTimes::head, from, inside.from, take);
        }
    }

    /// Emits the tags after the inside of a last run.
    pub fn give_end(&mut self, take: Take) {
        if self.partial.order.tags() == 0 {
            return;
        }
        let inside = self.inside();
        let (min, max) = self.partial.order.ends();
        let end = i128::from(max) + 1;
        if inside.is_empty() {
            let all = |times: &ChannelTimes| self.partial.end_of(&inside, times);
            let flow = self.flow_of(all);
            self.give_of(flow, i128::from(min), end, take);
        } else {
            self.give_held(ChannelTimes::tail, inside.to, end, take);
        }
    }

    /// Emits the tags derived from some of the held tags.
    fn give_held(&mut self, held: impl Fn(&ChannelTimes) -> &[i64], from: i128, to: i128, take: Take) {
        let flow = self.flow_of(|times| held(times).to_vec());
        self.give_of(flow, from, to, take);
    }

    fn flow_of(&self, held: impl Fn(&ChannelTimes) -> Vec<i64>) -> Result<Flow, Error> {
        let mut flow = Flow::new(&self.definitions)?;
        self.partial.order.each_channel(|channel, times| flow.feed(channel, &held(times)))?;
        flow.advance(FAR_FUTURE);
        Ok(flow)
    }

    fn give_of(&mut self, flow: Result<Flow, Error>, from: i128, to: i128, take: Take) {
        match flow {
            Ok(mut flow) => self.give(&mut flow, from, to, take),
            Err(error) => {
                self.partial.failed.get_or_insert(error);
            }
        }
    }
}

/// Puts the times of a channel from `from` (inclusive) to `to` (exclusive) into `out`, ascending: those of its tail,
/// and of the current block.
fn between(times: &ChannelTimes, (from, to): (i128, i128), out: &mut Vec<i64>) {
    out.clear();
    for times in [times.tail(), times.in_block()] {
        let low = times.partition_point(|time| i128::from(*time) < from);
        let high = times.partition_point(|time| i128::from(*time) < to);
        out.extend_from_slice(times.get(low..high).unwrap_or_default());
    }
    if !out.is_sorted() {
        out.sort_unstable();
    }
}
