//! The analysis `pairs`.

use std::borrow::Cow;

use super::partial::{PairsPartial, pairs_of};
use crate::analysis::accumulator::{Analysis, push_to_the_end};
use crate::analysis::bins::Bins;
use crate::analysis::correlation::Correlation;
use crate::analysis::delay::PeakResult;
use crate::analysis::pair_counting::strategy::PairCounter;
use crate::analysis::partial::{differs, not_ours, total};
use crate::analysis::peak::{Histogram, Sums};
use crate::analysis::period::{Excerpts, Period, SharedDeadTime, pulsed_hint};
use crate::analysis::shape::{Channel, Count, Includes, LongTime, Part, Result as _, Shape, result};
use crate::analysis::statistics::Hint;
use crate::analysis::time_order::{ChannelTimes, TimeOrder};
use crate::request::{Field, Params, request};
use crate::tags::{Extent, TagBlock};
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// The peak of the [`crate::analysis::Correlation`] of every channel `a` with every channel `b >= a`, which
/// may be `a` itself, as in [`crate::analysis::Delay`].
///
/// By default, delays from -6400 to 6400 ticks are searched. Where no width of the bins is asked for, it is 1 tick, and
/// doubles until the bins of all pairs are at most 2^21; a last bin that reaches beyond the range is not searched then.
/// Such a width depends on the number of channels only, and bins that are joined hold what wider ones would have
/// counted, so runs of different widths can be merged. There may be 64 channels at most.
///
/// `counts` are the pairs of tags in the range. Disorder and memory are as with
/// [`crate::analysis::Correlation`].
///
/// Where `bin` is 1, the counts tell any linear correlation within the range as well, see [`Analysis::derive`].
pub struct Pairs {
    counter: PairCounter,
    partial: PairsPartial,
    /// What is to be added to the counts; empty for nothing. It takes a quarter of the bytes, so that more of it stays
    /// in a near cache.
    increments: Vec<u16>,
}

request! {
    /// What `pairs` is asked for.
    struct PairsRequest for "pairs" {
        /// Width of a bin, ticks. Without it: 1, doubled until the bins of all pairs are at most 2^21.
        bin: Width,
        /// Least delay that is searched, ticks.
        from: Ticks,
        /// Greatest delay that is searched, ticks.
        to: Ticks,
        ..period: Period,
    }
}

result! {
    /// The best peak of one pair's correlation, `d = t_b - t_a`; as in `Delay`. `a <= b`.
    pub struct PairsEntry as "PairsEntry" {
        a: Channel,
        b: Channel,
        tags_a: Count,
        tags_b: Count,
        /// Pairs of tags in the range.
        counts: Count,
        peak: Includes<PeakResult>,
    }
}

result! {
    /// `pairs`: every pair of channels, `a` ascending, then `b`.
    pub struct PairsResult as "Pairs" {
        /// Width of a bin, ticks.
        bin: i64,
        /// Lower edge of the first bin, ticks.
        from: i64,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
        pairs: Vec<PairsEntry>,
        hints: Vec<Hint>,
    }
}

impl PairsPartial {
    fn entry(&self, (a, b): (u64, u64), counts: &[u64], period: Option<f64>, pulsed: bool) -> PairsEntry {
        let Self { from, to, bin, width, order, .. } = self;
        let searched = match bin {
            Some(_) => counts.len(),
            None => ((i128::from(*to) - i128::from(*from) + 1) / i128::from(*width)) as usize,
        };
        let histogram = Histogram {
            from: *from,
            bin: *width,
            counts: &counts[..searched],
            span: order.span().map(|span| span as f64),
            tags: (order.tags_of(a), order.tags_of(b)),
            doubled: a == b,
        };
        let sums = Sums::new(&histogram);
        let dead = self.shared_dead_time((a, b), counts);
        let peak = PeakResult::of(&histogram, &sums, period, pulsed).unless_dead(dead);
        PairsEntry {
            a: Channel(a),
            b: Channel(b),
            tags_a: Count(order.tags_of(a)),
            tags_b: Count(order.tags_of(b)),
            counts: Count(counts.iter().sum()),
            peak: Includes(peak),
        }
    }
}

impl Pairs {
    /// Adds the increments to the counts.
    fn settle(&mut self) {
        self.partial.add(&self.increments);
        self.increments = Vec::new();
    }

    /// Everything counted.
    fn settled(&self) -> Cow<'_, PairsPartial> {
        if self.increments.is_empty() {
            return Cow::Borrowed(&self.partial);
        }
        let mut partial = self.partial.clone();
        partial.add(&self.increments);
        Cow::Owned(partial)
    }

    fn describe(&self, interim: bool) -> Value {
        let all = self.settled();
        let PairsPartial { from, width, period, order, channels, excerpts, .. } = &*all;
        let period = *period;
        let dead = all.rows().filter_map(|(pair, counts)| all.shared_dead_time(pair, counts));
        let mut hints = SharedDeadTime::hints(dead);
        // The search for a period would take longer than a snapshot may.
        let is_searched = !interim && period != Period::Steady;
        let recurrence = is_searched.then(|| excerpts.recurrence(channels));
        let period_of = |(a, b): (u64, u64)| recurrence.as_ref()?.period(&[a, b]);
        let entry = |(pair, counts)| all.entry(pair, counts, period.ticks(), period_of(pair).is_some());
        let pairs = all.rows().map(entry).collect();
        let patterns: Vec<[u64; 2]> = all.rows().map(|((a, b), _)| [a, b]).collect();
        let shortest = recurrence.as_ref().and_then(|all| all.shortest(patterns.iter().map(|two| &two[..])));
        hints.extend(pulsed_hint(shortest, period));
        let result = PairsResult {
            bin: *width,
            from: *from,
            span: order.span().map(LongTime),
            reordered: Count(order.reordered()),
            channels: channels.iter().copied().map(Channel).collect(),
            pairs,
            hints,
        };
        result.value()
    }

    /// Has bins for every two of `channels`, which ascend and hold all there were.
    ///
    /// # Errors
    /// As [`PairsPartial::width_for`]; nothing was changed then.
    fn grow(&mut self, channels: Vec<u64>) -> Result<(), Error> {
        if channels == self.partial.channels {
            return Ok(());
        }
        let width = self.partial.width_for(channels.len())?;
        if width != self.partial.width {
            self.counter = self.partial.counter(width)?;
        }
        self.settle();
        self.partial.grow(channels, width);
        Ok(())
    }

    /// Adds the pairs that `block` brings, of which the run took the `whole` or only some tags.
    fn count_block(&mut self, block: &TagBlock, whole: bool) -> Result<(), Error> {
        if self.partial.order.channel_count() != self.partial.channels.len() {
            self.grow(self.partial.order.channel_numbers())?;
        }
        let PairsPartial { order, counts, excerpts, .. } = &mut self.partial;
        let channels = order.channels();
        channels.iter().for_each(|(channel, times)| excerpts.add(*channel, times.in_block()));
        self.increments.resize(counts.len(), 0);
        if whole && self.counter.count_all(block, &channels, (&mut self.increments, counts)) {
            return Ok(());
        }
        let channels: Vec<(u64, Option<&ChannelTimes>)> =
            channels.into_iter().map(|(channel, times)| (channel, Some(times))).collect();
        for ((a, b), counts) in pairs_of(&channels).zip(counts.chunks_mut(self.counter.bins().bins())) {
            self.counter.count_block(a, b, counts);
        }
        Ok(())
    }
}

impl Analysis for Pairs {
    const NAME: &'static str = "pairs";
    const REQUEST: &'static [Field] = PairsRequest::FIELDS;
    type Partial = PairsPartial;

    fn shape() -> Shape {
        PairsResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for pairs", "give `bin`"));
        }
        let PairsRequest { bin, from, to, period } = PairsRequest::read(params)?;
        let (from, to) = (from.unwrap_or(DEFAULT_RANGE.0), to.unwrap_or(DEFAULT_RANGE.1));
        // Nothing was read yet: too many bins are a wrong request here.
        let usage = |error: Error| Error { code: Code::Usage, ..error };
        Bins::linear(bin, from, to).map_err(usage)?;
        let order = TimeOrder::new(0, Vec::new());
        let mut partial = PairsPartial {
            from,
            to,
            bin,
            period,
            width: 1,
            order,
            channels: Vec::new(),
            counts: Vec::new(),
            excerpts: Excerpts::default(),
        };
        partial.width = partial.width_for(0).map_err(usage)?;
        let counter = partial.counter(partial.width)?;
        partial.order = TimeOrder::new(counter.largest_delay(), Vec::new());
        Ok(Self { counter, partial, increments: Vec::new() })
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.order.begin_block(block);
        let counted = self.count_block(block, taken.is_ok());
        self.partial.order.end_block()?;
        counted?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.partial.order.stopped()
    }

    fn partial(&self) -> Cow<'_, PairsPartial> {
        self.settled()
    }

    fn merge(&mut self, mut later: PairsPartial) -> Result<(), Error> {
        let parameters = |p: &PairsPartial| (p.from, p.to, p.bin, p.period);
        if parameters(&self.partial) != parameters(&later) {
            let name = |p: &PairsPartial| format!("{:?}", parameters(p));
            return Err(differs(Self::NAME, "range, bin or period", &name(&self.partial), &name(&later)));
        }
        self.partial.order.check(&later.order, Self::NAME)?;
        if !later.is_sound()? {
            return Err(not_ours(Self::NAME, "its bins are not those of its channels"));
        }
        self.settle();
        total(Self::NAME, self.partial.counts.iter().chain(&later.counts))?;
        if let Some(tags) = self.partial.order.cut_off(&later.order) {
            self.grow(self.partial.order.channels_with(tags.iter().map(|tag| tag.channel)))?;
            return push_to_the_end(self, &tags);
        }
        self.grow(self.partial.order.channels_with(later.order.channel_numbers()))?;
        later.widen(self.partial.width);
        let PairsPartial { order, channels, counts, excerpts, .. } = &mut self.partial;
        excerpts.append(&later.excerpts);
        for (pair, counts) in pairs_of(channels).zip(counts.chunks_mut(self.counter.bins().bins())) {
            for (n, more) in counts.iter_mut().zip(later.row(pair).unwrap_or_default()) {
                *n += more;
            }
            self.counter.count_across(order, &later.order, pair, counts);
        }
        order.merge(later.order)
    }

    fn cover(&mut self, recording: Extent) {
        self.partial.order.cover(recording);
    }

    fn result(&self) -> Value {
        self.describe(false)
    }

    fn interim(&self) -> Value {
        self.describe(true)
    }

    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error> {
        let all = &*self.settled();
        let count = |pair, range| all.count(pair, range);
        if name != Correlation::NAME {
            return Ok(None);
        }
        let derived = Correlation::from_counted(params, (&all.order, &all.excerpts), count)?;
        Ok(derived.map(|correlation| Analysis::result(&correlation)))
    }
}
