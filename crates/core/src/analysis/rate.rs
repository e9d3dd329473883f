//! Counts over time.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::counting::compact_counts::CompactCounts;
use crate::counting::limits::MAX_CELLS;
use crate::numbers::{Channel, Column, Counts};
use crate::request::{positive, setters};
use crate::run::accumulator::{Accumulator, Analysis};
use crate::run::partial::{differs, from_bytes, not_ours, to_bytes, total};
use crate::tags::{PerChannel, TagBlock};
use crate::{Code, Error};

/// Maximum number of bins of an automatic width. If a tag is after them, neighbouring bins are joined in pairs.
const MAX_AUTOMATIC_BINS: usize = 2048;

/// Maximum number of counts in automatic bins of all channels: 8 MiB. With more than 512 channels, each has fewer bins.
const MAX_AUTOMATIC_CELLS: usize = 1 << 20;

/// Maximum automatic bin width in ticks: 64 such bins cover all possible times.
const WIDEST: i64 = 1 << 58;

/// Tags of each channel per time bin: bin k covers `start + k*bin <= t < start + (k+1)*bin`.
///
/// The default width is the smallest power of two with at most 2048 bins and, for all channels together, 2^20 counts.
/// Tags earlier than `start`, which occur in disordered files, are counted together in `before`.
///
/// Only runs with the same `start` can be merged. A program that maps over the parts of a file therefore reads the time
/// of the first tag and passes it as `start` to all parts. A run without tags and without the parameter has no start
/// yet, and can be merged with any other.
pub struct Rate {
    partial: RatePartial,
    /// Number of bins that any channel uses.
    bins: usize,
    here: Cursor,
}

/// The request for `rate`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RateRequest {
    /// Width of a bin, ticks. By default, the width doubles as needed for at most 2048 bins.
    pub bin: Option<i64>,
    /// Lower edge of the first bin, ticks; by default the time of the first tag.
    pub start: Option<i64>,
}

setters! { RateRequest { bin: i64, start: i64 } }

impl RequestFields for RateRequest {
    fn set_origin(&mut self, time: i64) {
        self.start.get_or_insert(time);
    }

    fn starts_at_first_tag(&self) -> bool {
        self.start.is_none()
    }
}

/// The tags of one channel over time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RateChannel {
    /// Number of the channel.
    pub channel: Channel,
    /// Tags in every bin: bin k covers `start + k*bin <= t < start + (k+1)*bin`.
    pub counts: Counts,
}

/// `rate`: bin k covers `start + k*bin <= t < start + (k+1)*bin`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RateResult {
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Lower edge of the first bin, ticks; `None` without tags.
    pub start: Option<i64>,
    /// Tags earlier than `start`, which are not in any bin (only in disordered files).
    pub before: u64,
    /// Results by channel, ascending.
    pub channels: Vec<RateChannel>,
}

/// The partial result of a run, see [`Rate`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RatePartial {
    automatic: bool,
    bin: i64,
    start: Option<i64>,
    before: u64,
    /// Counts of each channel, up to its last bin with a count.
    channels: PerChannel<CompactCounts>,
}

/// The bin of the last tag. The next tag is usually in the same bin and then needs no division.
struct Cursor {
    index: usize,
    /// First and last time in the bin.
    first: i64,
    last: i64,
}

impl Cursor {
    const NOWHERE: Self = Self { index: 0, first: i64::MAX, last: i64::MIN };

    #[inline]
    fn holds(&self, time: i64) -> bool {
        self.first <= time && time <= self.last
    }
}

impl RatePartial {
    fn bins(&self) -> usize {
        self.channels.states().map(CompactCounts::len).max().unwrap_or(0)
    }

    fn total(&self) -> Result<u64, Error> {
        total(Rate::NAME, self.channels.states().flat_map(CompactCounts::iter).chain([self.before]))
    }

    /// Returns the smallest automatic width, at least the current one, for `channels` channels with `bins` bins of the
    /// current width.
    fn width_for(&self, channels: usize, bins: u64) -> i64 {
        let most = MAX_AUTOMATIC_BINS.min(MAX_AUTOMATIC_CELLS / channels.max(1)) as u64;
        let mut bin = self.bin;
        while bin < WIDEST && bins.div_ceil((bin / self.bin) as u64) > most {
            bin *= 2;
        }
        bin
    }

    /// Joins neighbouring bins into bins of the width `bin`, a power of two times the current one.
    fn widen(&mut self, bin: i64) {
        // More bins than there are may be joined into one; this maximum fits in `usize` on all platforms.
        let joined = (bin / self.bin).min(MAX_AUTOMATIC_BINS as i64) as usize;
        self.bin = bin;
        if joined == 1 {
            return;
        }
        self.channels.states_mut().for_each(|counts| counts.join(joined));
    }

    /// Returns the result with the counts of some bins.
    fn result_of(&self, bins: Range<usize>) -> RateResult {
        let channel = |(channel, counts): (u64, &CompactCounts)| RateChannel {
            channel: Channel(channel),
            counts: Counts(counts_in(counts, bins.clone())),
        };
        RateResult {
            bin: self.bin,
            start: self.start.filter(|_| !self.channels.is_empty()),
            before: self.before,
            channels: self.channels.sorted().into_iter().map(channel).collect(),
        }
    }

    fn check(&self, ours: &Self) -> Result<(), Error> {
        if self.automatic != ours.automatic || !(self.automatic || self.bin == ours.bin) {
            let name = |partial: &Self| match partial.automatic {
                true => "automatic".to_owned(),
                false => partial.bin.to_string(),
            };
            return Err(differs(Rate::NAME, "`bin`", &name(ours), &name(self)));
        }
        if let Some((ours, theirs)) = ours.start.zip(self.start).filter(|(ours, theirs)| ours != theirs) {
            let remedy =
                "make both with the same `start`: the time of the first tag of all recordings, in ticks"
                    .to_owned();
            return Err(Error {
                remedy,
                ..differs(Rate::NAME, "`start`", &ours.to_string(), &theirs.to_string())
            });
        }
        let bins = self.bins();
        let sound = if self.automatic {
            bins <= MAX_AUTOMATIC_BINS && (1..=WIDEST).contains(&self.bin) && self.bin.count_ones() == 1
        } else {
            bins <= MAX_CELLS
        };
        if !sound || (self.start.is_none() && !(self.channels.is_empty() && self.before == 0)) {
            return Err(not_ours(Rate::NAME, "its bins contradict each other"));
        }
        Ok(())
    }
}

impl Rate {
    /// Moves to the bin of `time`. Returns false if `time` is before the first bin.
    #[inline(never)]
    fn seek(&mut self, time: i64) -> Result<bool, Error> {
        let start = *self.partial.start.get_or_insert(time);
        if time < start {
            return Ok(false);
        }
        let offset = time.wrapping_sub(start) as u64;
        let mut index = offset / self.partial.bin as u64;
        if index >= self.bins as u64 {
            self.extend_to(offset)?;
            index = offset / self.partial.bin as u64;
        }
        let bin = self.partial.bin;
        let first = start.wrapping_add((index * bin as u64) as i64);
        self.here = Cursor { index: index as usize, first, last: first.saturating_add(bin - 1) };
        Ok(true)
    }

    /// Counts `tags` in the current bin, or before the first bin.
    fn add(&mut self, channel: u64, placed: bool, tags: u64) -> Result<(), Error> {
        let bin = self.here.index;
        let counts = self.counts(channel)?;
        if !placed {
            self.partial.before += tags;
        } else {
            counts.add(bin, tags);
        }
        Ok(())
    }

    fn counts(&mut self, channel: u64) -> Result<&mut CompactCounts, Error> {
        let RatePartial { automatic, bin, channels, .. } = &mut self.partial;
        channels.get_or_make(channel, |channels| {
            if !*automatic {
                check_cells(*bin, channels, self.bins)?;
            }
            Ok(CompactCounts::default())
        })
    }

    /// Widens automatic bins until their number on all channels is within the limit.
    fn fit(&mut self) {
        let Self { partial, bins, here } = self;
        let bin = partial.width_for(partial.channels.len(), *bins as u64);
        if !partial.automatic || bin == partial.bin {
            return;
        }
        *bins = (*bins as u64).div_ceil((bin / partial.bin) as u64) as usize;
        partial.widen(bin);
        *here = Cursor::NOWHERE;
    }

    /// Extends the bins up to that of a tag `offset` ticks after the start, and widens them if necessary.
    fn extend_to(&mut self, offset: u64) -> Result<(), Error> {
        let partial = &mut self.partial;
        let bins_of = |bin: i64| usize::try_from(offset / bin as u64).unwrap_or(usize::MAX).saturating_add(1);
        if partial.automatic {
            let bins = (offset / partial.bin as u64).saturating_add(1);
            let bin = partial.width_for(partial.channels.len(), bins);
            partial.widen(bin);
        } else {
            check_cells(partial.bin, partial.channels.len().max(1), bins_of(partial.bin))?;
        }
        self.bins = bins_of(partial.bin);
        Ok(())
    }
}

impl Analysis for Rate {
    const NAME: &'static str = "rate";
    type Request = RateRequest;
    type Result = RateResult;

    fn new(request: &RateRequest) -> Result<Self, Error> {
        let RateRequest { bin, start } = *request;
        let bin = positive("bin", bin)?;
        let partial = RatePartial {
            automatic: bin.is_none(),
            bin: bin.unwrap_or(1),
            start,
            before: 0,
            channels: PerChannel::default(),
        };
        Ok(Self { partial, bins: 0, here: Cursor::NOWHERE })
    }

    fn result(&self) -> RateResult {
        self.partial.result_of(0..self.partial.bins())
    }

    fn outline(&self) -> RateResult {
        self.partial.result_of(0..0)
    }
}

impl Accumulator for Rate {
    fn is_by_channel(&self) -> bool {
        true
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let Some((first, _)) = block.ends() else { return Ok(()) };
        self.partial.start.get_or_insert(first);
        // All channels of the block are created before any tag is counted. An error then names a width that is
        // sufficient for all of them.
        for (channel, _) in block.columns() {
            self.counts(channel)?;
        }
        self.fit();
        for (channel, mut times) in block.columns() {
            while let Some((time, last)) = times.first().zip(times.last()) {
                let placed = self.here.holds(*time) || self.seek(*time)?;
                let run = if !placed {
                    1
                } else if block.is_sorted() && self.here.holds(*last) {
                    times.len()
                } else {
                    times.iter().take_while(|time| self.here.holds(**time)).count()
                };
                self.add(channel, placed, run as u64)?;
                times = &times[run..];
            }
        }
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(Self::NAME, &self.partial, self.bins().saturating_mul(self.columns()))
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(from_bytes(Self::NAME, later)?)
    }

    /// Bins are relative to the beginning of each run.
    fn sum(&mut self, later: &[u8]) -> Result<(), Error> {
        let later: RatePartial = from_bytes(Self::NAME, later)?;
        let start = later.start.and(self.partial.start).or(later.start);
        self.merge(RatePartial { start, ..later })
    }

    fn bins(&self) -> usize {
        self.partial.bins()
    }

    fn columns(&self) -> usize {
        self.partial.channels.len()
    }

    fn column(&self, name: &str, bins: Range<usize>) -> Option<Column> {
        let counts = self.partial.channels.get(name.parse().ok()?)?;
        Some(Column::Counts(Counts(counts_in(counts, bins))))
    }
}

impl Rate {
    /// Appends the partial result of the run that follows.
    fn merge(&mut self, mut later: RatePartial) -> Result<(), Error> {
        later.check(&self.partial)?;
        let mine = &mut self.partial;
        total(Self::NAME, [&mine.total()?, &later.total()?])?;
        let channels = mine.channels.union_len(&later.channels)?;
        let bin = mine.bin.max(later.bin);
        if mine.automatic {
            let width_of = |partial: &RatePartial| partial.width_for(channels, partial.bins() as u64);
            let bin = bin.max(width_of(mine)).max(width_of(&later));
            mine.widen(bin);
            later.widen(bin);
        } else {
            check_cells(bin, channels, mine.bins().max(later.bins()))?;
        }
        let bins = mine.bins().max(later.bins());
        mine.start = mine.start.or(later.start);
        mine.before += later.before;
        mine.channels.merge(later.channels, |mine, theirs| mine.append(&theirs))?;
        self.bins = bins;
        self.here = Cursor::NOWHERE;
        Ok(())
    }
}

/// Returns a channel's counts in a range of bins; those beyond its own are 0.
fn counts_in(counts: &CompactCounts, bins: Range<usize>) -> Vec<u64> {
    bins.map(|bin| counts.at(bin)).collect()
}

/// Checks that `bins` bins on `channels` channels stay within [`MAX_CELLS`].
fn check_cells(bin: i64, channels: usize, bins: usize) -> Result<(), Error> {
    if channels.saturating_mul(bins) <= MAX_CELLS {
        return Ok(());
    }
    let span = (bins as u64).saturating_mul(bin as u64);
    let remedy = format!("use `bin` {} or wider", span.div_ceil((MAX_CELLS / channels) as u64));
    Err(Error::new(
        Code::TooManyBins,
        format!("bins of {bin} ticks on {channels} channels need more than {MAX_CELLS} in all"),
        remedy,
    ))
}
