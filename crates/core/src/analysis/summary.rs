//! Contents of a recording: tags, times and order, also for each channel.

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::Error;
use crate::numbers::Channel;
use crate::run::accumulator::{Accumulator, Analysis};
use crate::run::partial::{from_bytes, not_ours, to_bytes, total};
use crate::run::time_order::FirstBreak;
use crate::tags::index::Frame;
use crate::tags::{Extent, PerChannel, TagBlock};

/// Counts tags, and stores the first and last time of the run.
///
/// `first` and `last` are the times of the first and the last tag of the recording *in file order*. In a disordered
/// file they may differ from its smallest and largest time. The same applies to channels. The selection of channels
/// does not affect the numbers of the recording. `out_of_order` counts tags earlier than the previous tag of any
/// channel, and `first_disorder` is the ordinal, from 0, of the first of them; equal times are in order. A channel's
/// `min_gap` is the smallest difference of times of successive tags in file order. It is negative if the channel goes
/// back in time, and limited to the range of `i64`.
#[derive(Default)]
pub struct Summary {
    partial: SummaryPartial,
    /// See [`Analysis::cover`].
    recording: Option<Extent>,
}

/// The request for `summary`, without parameters.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryRequest {}

impl RequestFields for SummaryRequest {}

/// One channel of a summary.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryChannel {
    /// Number of the channel.
    pub channel: Channel,
    /// Number of tags.
    pub tags: u64,
    /// Time of the channel's first tag in file order, ticks.
    pub first: i64,
    /// Time of the channel's last tag in file order, ticks.
    pub last: i64,
    /// Shortest time between successive tags, ticks; `None` with fewer than two tags.
    pub min_gap: Option<i64>,
}

/// `summary`: contents of a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryResult {
    /// Number of tags.
    pub tags: u64,
    /// Time of the first tag in file order, ticks, of all channels in the selected range of time; `None` without tags.
    pub first: Option<i64>,
    /// Time of the last tag in file order, ticks, of all channels in the selected range of time.
    pub last: Option<i64>,
    /// Time from the first to the last tag, ticks; `None` without tags, and if the order breaks or an index does not
    /// state whether it does: the last tag may not be the latest, and runs one after another last longer.
    pub span: Option<i128>,
    /// Tags earlier than the tag before them.
    pub out_of_order: u64,
    /// Ordinal (from 0) of the first such tag; `None` if there is none, or if an index does not state it.
    pub first_disorder: Option<u64>,
    /// Number of tags before damage that breaks the order of time: before the first tag that is too early to be sorted,
    /// without the tags where the damage probably begins. `None` if the order does not break, or if an index does not
    /// state it.
    pub sound_tags: Option<u64>,
    /// Time of the last of these tags, ticks; `None` like `sound_tags`.
    pub sound_until: Option<i64>,
    /// Results by channel, ascending.
    pub channels: Vec<SummaryChannel>,
}

/// The partial result of a run, see [`Summary`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SummaryPartial {
    /// Number of recorded tags. Tags of virtual channels, and moved tags at their new times, are only counted by
    /// channel.
    tags: u64,
    first: i64,
    last: i64,
    out_of_order: u64,
    first_disorder: Option<u64>,
    first_break: FirstBreak,
    channels: PerChannel<ChannelSummary>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ChannelSummary {
    tags: u64,
    first: i64,
    last: i64,
    /// `i64::MAX` with fewer than two tags.
    min_gap: i64,
}

impl Summary {
    /// Creates the summary of a recording from the frames in its index, without reading tags. Only `first_disorder` is
    /// unknown if tags are out of order within a frame.
    ///
    /// # Errors
    /// `TooManyChannels`, and `Mismatch` if the frames have more tags than possible.
    pub fn of_frames(frames: &[Frame]) -> Result<Self, Error> {
        let mut all = Self::default();
        for frame in frames {
            all.merge(SummaryPartial::of_frame(frame)?)?;
        }
        if frames.iter().any(|frame| frame.out_of_order > 0) {
            all.partial.first_disorder = None;
        }
        Ok(all)
    }
}

impl SummaryPartial {
    fn of_frame(frame: &Frame) -> Result<Self, Error> {
        let mut channels = PerChannel::default();
        for channel in &frame.channels {
            channels.get_or_make(channel.channel, |_| {
                let min_gap = channel.min_gap.unwrap_or(i64::MAX);
                Ok(ChannelSummary { tags: channel.tags, first: channel.first, last: channel.last, min_gap })
            })?;
        }
        Ok(Self {
            tags: frame.tags,
            first: frame.first,
            last: frame.last,
            out_of_order: frame.out_of_order,
            // One of its tags, because the index does not state which one.
            first_disorder: (frame.out_of_order > 0).then_some(1),
            first_break: FirstBreak::default(),
            channels,
        })
    }

    /// Counts the tags of `block` by channel.
    fn count(&mut self, block: &TagBlock) -> Result<(), Error> {
        for (channel, times) in block.columns() {
            // The state of a new channel includes the first tag, which is counted again with the others.
            let state = self.channels.get_or_make(channel, |_| {
                Ok(ChannelSummary { tags: 0, first: times[0], last: times[0], min_gap: i64::MAX })
            })?;
            if state.tags > 0 {
                state.min_gap = state.min_gap.min(times[0].saturating_sub(state.last));
            }
            state.min_gap = state.min_gap.min(least_gap(times, block.is_sorted()));
            state.last = times[times.len() - 1];
            state.tags += times.len() as u64;
        }
        Ok(())
    }

    fn disorder(&mut self, ordinal: u64) {
        self.out_of_order += 1;
        self.first_disorder.get_or_insert(ordinal);
    }

    fn check(&self) -> Result<(), Error> {
        total(Summary::NAME, self.channels.states().map(|channel| &channel.tags))?;
        let sound = self.channels.states().all(|channel| channel.tags > 0)
            && self.out_of_order <= self.tags.saturating_sub(1)
            && self.first_disorder.is_some() == (self.out_of_order > 0)
            && self.first_disorder.is_none_or(|ordinal| (1..self.tags).contains(&ordinal))
            && self.first_break.is_sound(self.tags);
        if sound { Ok(()) } else { Err(not_ours(Summary::NAME, "its counts contradict each other")) }
    }
}

/// Returns the smallest difference of successive `times`; `i64::MAX` with fewer than two.
fn least_gap(times: &[i64], ascending: bool) -> i64 {
    let pairs = times.windows(2);
    if ascending {
        // Differences of ascending times fit in `u64`, and this loop can be vectorised.
        let least = pairs.map(|pair| pair[1].wrapping_sub(pair[0]) as u64).min();
        return least.map_or(i64::MAX, |gap| i64::try_from(gap).unwrap_or(i64::MAX));
    }
    pairs.map(|pair| pair[1].saturating_sub(pair[0])).min().unwrap_or(i64::MAX)
}

impl Analysis for Summary {
    const NAME: &'static str = "summary";
    type Request = SummaryRequest;
    type Result = SummaryResult;

    fn new(_: &SummaryRequest) -> Result<Self, Error> {
        Ok(Self::default())
    }

    fn result(&self) -> SummaryResult {
        let run = &self.partial;
        let pushed = (run.tags > 0).then_some((run.first, run.last));
        let ends = self.recording.map(|recording| (recording.first, recording.last)).or(pushed);
        let channel = |(channel, state): (u64, &ChannelSummary)| SummaryChannel {
            channel: Channel(channel),
            tags: state.tags,
            first: state.first,
            last: state.last,
            min_gap: (state.tags > 1).then_some(state.min_gap),
        };
        let sound = run.first_break.sound();
        // The order within frames is unknown if an index states tags out of order without their place.
        let is_in_order =
            !run.first_break.is_found() && (run.out_of_order == 0 || run.first_disorder.is_some());
        SummaryResult {
            tags: run.tags,
            first: ends.map(|(first, _)| first),
            last: ends.map(|(_, last)| last),
            span: ends.filter(|_| is_in_order).map(|(first, last)| i128::from(last) - i128::from(first)),
            out_of_order: run.out_of_order,
            first_disorder: run.first_disorder,
            sound_tags: sound.map(|sound| sound.tags),
            sound_until: sound.map(|sound| sound.until),
            channels: run.channels.sorted().into_iter().map(channel).collect(),
        }
    }
}

impl Accumulator for Summary {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        self.push_by_channel(Some(block), block)
    }

    /// Counts channels after moving. The numbers of the file are those of all recorded tags.
    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        let run = &mut self.partial;
        run.count(counted)?;
        let Some(block) = recorded else { return Ok(()) };
        let Some((first, last)) = block.ends() else { return Ok(()) };
        run.first_break.push(block, run.tags, (run.tags > 0).then_some(run.last));
        if run.tags == 0 {
            run.first = first;
        } else if first < run.last {
            run.disorder(run.tags);
        }
        if !block.is_sorted() {
            for (k, pair) in block.tags().unwrap_or_default().windows(2).enumerate() {
                if pair[1].time < pair[0].time {
                    run.disorder(run.tags + k as u64 + 1);
                }
            }
        }
        run.last = last;
        run.tags += block.len() as u64;
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(Self::NAME, &self.partial, 0)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(from_bytes(Self::NAME, later)?)
    }

    fn cover(&mut self, recording: Extent) {
        self.recording = Some(recording);
    }

    fn is_by_channel(&self) -> bool {
        true
    }
}

impl Summary {
    /// Appends the partial result of the run that follows.
    fn merge(&mut self, later: SummaryPartial) -> Result<(), Error> {
        later.check()?;
        let run = &mut self.partial;
        total(Self::NAME, [&run.tags, &later.tags])?;
        run.channels.merge(later.channels, |mine, theirs| {
            let across = theirs.first.saturating_sub(mine.last);
            mine.min_gap = mine.min_gap.min(across).min(theirs.min_gap);
            mine.last = theirs.last;
            mine.tags += theirs.tags;
        })?;
        if later.tags == 0 {
            return Ok(());
        }
        if run.tags == 0 {
            run.first = later.first;
            run.first_break = later.first_break;
        } else {
            if later.first < run.last {
                run.disorder(run.tags);
            }
            run.first_break.merge(later.first_break, run.tags, run.last, later.first);
        }
        run.out_of_order += later.out_of_order;
        run.first_disorder = run.first_disorder.or(later.first_disorder.map(|ordinal| run.tags + ordinal));
        run.last = later.last;
        run.tags += later.tags;
        Ok(())
    }
}
