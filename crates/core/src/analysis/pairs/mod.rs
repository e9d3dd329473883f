//! Correlations of every pair of channels.

mod counts;

use std::any::Any;
use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::correlation::{Correlation, CorrelationRequest};
use super::delay::PeakResult;
use super::fields::{RequestFields, bins_between};
use crate::counting::bins::Bins;
use crate::counting::pair_counting::strategy::PairCounter;
use crate::estimate::peak::{Histogram, Sums};
use crate::estimate::period::{Period, SharedDeadTime, pulsed_hint};
use crate::estimate::statistics::Hint;
use crate::numbers::Channel;
use crate::request::{positive, setters};
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::partial::total;
use crate::run::time_order::{Move, TimeOrder};
use crate::{Code, Error};
use counts::{PairBins, PairsCounts, pairs_of};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// The peak of the [`crate::analysis::Correlation`] of every channel `a` with every channel `b >= a`, including `a`
/// itself, as in [`crate::analysis::Delay`].
///
/// By default, delays from -6400 to 6400 ticks are searched. If the request has no bin width, it is 1 tick, and doubles
/// until all pairs have at most 2^21 bins together. A last bin that extends beyond the range is then not searched. This
/// width depends only on the number of channels. Joined bins equal wider bins, so runs with different widths can be
/// merged. There may be at most 64 channels.
///
/// `counts` are the pairs of tags in the range. For disorder and memory, see [`crate::run`].
///
/// If `bin` is 1, the counts also determine any linear correlation within the range.
pub struct Pairs {
    bins: PairBins,
    period: Period,
    counter: PairCounter,
    counts: PairsCounts,
    /// Counts to add to `counts`; empty for none. They take a quarter of the bytes, so more of them stay in the cache.
    increments: Vec<u16>,
}

/// The request for `pairs`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairsRequest {
    /// Width of a bin, ticks; by default 1, doubled until all pairs have at most 2^21 bins together.
    pub bin: Option<i64>,
    /// Minimum delay to search, ticks; by default -6400.
    pub from: Option<i64>,
    /// Maximum delay to search, ticks; by default 6400.
    pub to: Option<i64>,
    /// Ticks from one pulse of light to the next, at least 1; 0 for light that is not pulsed. Without a period, a hint
    /// reports pulses.
    pub period: Option<f64>,
}

setters! { PairsRequest { bin: i64, from: i64, to: i64, period: f64 } }

impl RequestFields for PairsRequest {
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        Some(&mut self.period)
    }

    fn stated_bins(&self) -> i64 {
        bins_between(self.from, self.to, self.bin)
    }
}

/// The peak of the correlation of one pair, with `d = t_b - t_a` and `a <= b`; as in `Delay`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairsEntry {
    /// Start channel, whose tags are at delay 0.
    pub a: Channel,
    /// Stop channel.
    pub b: Channel,
    /// Number of tags of `a`.
    pub tags_a: u64,
    /// Number of tags of `b`.
    pub tags_b: u64,
    /// Pairs of tags in the range.
    pub counts: u64,
    /// The peak.
    #[serde(flatten)]
    pub peak: PeakResult,
}

/// `pairs`: every pair of channels, `a` ascending, then `b`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairsResult {
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Lower edge of the first bin, ticks.
    pub from: i64,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
    /// Each pair of channels.
    pub pairs: Vec<PairsEntry>,
    /// Hints from the data.
    pub hints: Vec<Hint>,
}

impl Pairs {
    /// Adds the increments to the counts.
    fn settle(&mut self) {
        self.counts.add(&self.increments);
        self.increments = Vec::new();
    }

    /// Returns all counts, with the increments.
    fn settled(&self) -> Cow<'_, PairsCounts> {
        if self.increments.is_empty() {
            return Cow::Borrowed(&self.counts);
        }
        let mut counts = self.counts.clone();
        counts.add(&self.increments);
        Cow::Owned(counts)
    }

    fn entry(
        &self,
        (order, width): (&TimeOrder, i64),
        (a, b): (u64, u64),
        counts: &[u64],
        pulsed: bool,
        dead: Option<SharedDeadTime>,
    ) -> PairsEntry {
        let PairBins { from, to, bin } = self.bins;
        let searched = match bin {
            Some(_) => counts.len(),
            None => ((i128::from(to) - i128::from(from) + 1) / i128::from(width)) as usize,
        };
        let histogram = Histogram {
            from,
            bin: width,
            counts: &counts[..searched.min(counts.len())],
            span: order.span().map(|span| span as f64),
            tags: (order.tags_of(a), order.tags_of(b)),
            doubled: a == b,
        };
        let sums = Sums::new(&histogram);
        let peak = PeakResult::of(&histogram, &sums, self.period.ticks(), pulsed).unless_dead(dead);
        let peak = peak.without_shadows(&self.counts.excerpts, (a, b));
        PairsEntry {
            a: Channel(a),
            b: Channel(b),
            tags_a: order.tags_of(a),
            tags_b: order.tags_of(b),
            counts: counts.iter().sum(),
            peak,
        }
    }

    /// Adds bins for every pair of `channels`, which ascend and include all previous ones.
    ///
    /// # Errors
    /// Those of [`PairBins::width_for`]. Then nothing was changed.
    fn grow(&mut self, channels: Vec<u64>) -> Result<(), Error> {
        if channels == self.counts.channels {
            return Ok(());
        }
        let width = self.bins.width_for(channels.len())?;
        if width != self.counts.width {
            self.counter = self.bins.counter(width)?;
        }
        self.settle();
        self.counts.grow(channels, width, self.counter.bins().bins());
        Ok(())
    }
}

impl OrderedAnalysis for Pairs {
    const NAME: &'static str = "pairs";
    type Request = PairsRequest;
    type Result = PairsResult;
    type Parameters = (PairBins, Period);
    type Counts = PairsCounts;

    fn new(request: &PairsRequest) -> Result<Self, Error> {
        let PairsRequest { bin, from, to, period } = *request;
        let (bin, period) = (positive("bin", bin)?, Period::new(period)?);
        let (from, to) = (from.unwrap_or(DEFAULT_RANGE.0), to.unwrap_or(DEFAULT_RANGE.1));
        // No tags were read yet, so too many bins are an error in the request.
        let usage = |error: Error| Error { code: Code::Usage, ..error };
        Bins::linear(bin, from, to).map_err(usage)?;
        let bins = PairBins { from, to, bin };
        let width = bins.width_for(0).map_err(usage)?;
        let counter = bins.counter(width)?;
        let counts = PairsCounts { width, ..PairsCounts::default() };
        Ok(Self { bins, period, counter, counts, increments: Vec::new() })
    }

    fn parameters(&self) -> (PairBins, Period) {
        (self.bins, self.period)
    }

    fn reach(&self) -> Reach {
        Reach { ticks: self.counter.largest_delay(), channels: Vec::new() }
    }

    fn counts(&self) -> Cow<'_, PairsCounts> {
        self.settled()
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        let channels = new.by_channel();
        let numbers: Vec<u64> = channels.iter().map(|times| times.channel).collect();
        new.add_to(&mut self.counts.excerpts, &numbers);
        self.grow(numbers)?;
        let counts = &mut self.counts.counts;
        if let Some(block) = new.whole_block() {
            self.increments.resize(counts.len(), 0);
            if self.counter.count_all(block, &channels, (&mut self.increments, counts)) {
                return Ok(());
            }
        }
        for ((a, b), counts) in pairs_of(&channels).zip(counts.chunks_mut(self.counter.bins().bins())) {
            self.counter.count_new(a, b, new.are_among_themselves(), counts);
        }
        Ok(())
    }

    fn add(&mut self, mut later: PairsCounts) -> Result<(), Error> {
        self.settle();
        total(Self::NAME, self.counts.counts.iter().chain(&later.counts))?;
        let mut channels = [self.counts.channels.as_slice(), &later.channels].concat();
        channels.sort_unstable();
        channels.dedup();
        self.grow(channels)?;
        later.widen(self.counts.width);
        let PairsCounts { channels, counts, excerpts, .. } = &mut self.counts;
        excerpts.append(&later.excerpts);
        for (pair, counts) in pairs_of(channels).zip(counts.chunks_mut(self.counter.bins().bins())) {
            for (n, more) in counts.iter_mut().zip(later.row(pair).unwrap_or_default()) {
                *n += more;
            }
        }
        Ok(())
    }

    fn move_run(&self, counts: &mut PairsCounts, _order: &TimeOrder, _to: Move) -> Result<(), Error> {
        counts.excerpts.move_behind(&self.counts.excerpts);
        Ok(())
    }

    fn is_sound(&self, counts: &PairsCounts, order: &TimeOrder) -> Result<bool, Error> {
        counts.is_sound(&self.bins, &order.channel_numbers())
    }

    fn check_channels(&self, channels: usize) -> Result<(), Error> {
        self.bins.width_for(channels).map(|_| ())
    }

    fn report(&self, Run { order, is_interim }: Run) -> PairsResult {
        let all = self.settled();
        let dead_time = |(pair, counts)| all.shared_dead_time(self.bins.from, pair, counts);
        let dead: Vec<Option<SharedDeadTime>> = all.rows().map(dead_time).collect();
        let mut hints: Vec<Hint> = SharedDeadTime::hint(dead.iter().flatten().copied()).into_iter().collect();
        // The search for a period is too slow for a snapshot.
        let is_searched = !is_interim && self.period != Period::Steady;
        let recurrence = is_searched.then(|| all.excerpts.recurrence(&all.channels));
        let is_pulsed =
            |(a, b): (u64, u64)| recurrence.as_ref().is_some_and(|all| all.period(&[a, b]).is_some());
        let entry = |((pair, counts), dead): (_, &Option<SharedDeadTime>)| {
            self.entry((order, all.width), pair, counts, is_pulsed(pair), *dead)
        };
        let pairs = all.rows().zip(&dead).map(entry).collect();
        let patterns: Vec<[u64; 2]> = all.rows().map(|((a, b), _)| [a, b]).collect();
        let shortest = recurrence.as_ref().and_then(|all| all.shortest(patterns.iter().map(|two| &two[..])));
        hints.extend(pulsed_hint(shortest, self.period));
        PairsResult {
            bin: all.width,
            from: self.bins.from,
            span: order.span(),
            reordered: order.reordered(),
            channels: all.channels.iter().copied().map(Channel).collect(),
            pairs,
            hints: Hint::worst_first(hints),
        }
    }

    /// Returns a correlation; `None` if the bins are too wide, or if it is outside their range.
    fn derive(&self, run: Run, request: &dyn Any) -> Result<Option<Box<dyn Any>>, Error> {
        let Some(request) = request.downcast_ref::<CorrelationRequest>() else { return Ok(None) };
        let all = &*self.settled();
        let count = |pair, range| all.count(&self.bins, pair, range);
        let derived = Correlation::from_counted(request, &all.excerpts, count)?;
        Ok(derived.map(|correlation| Box::new(correlation.report(run)) as _))
    }
}
