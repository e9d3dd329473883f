//! The numbers of a correlation's bins: pairs, normalised to g2 with its error.

use crate::counting::bins::Bins;
use crate::estimate::period::SharedDeadTime;
use crate::estimate::statistics::{Delays, FEW, Interval, jeffreys, min_missing};
use crate::estimate::steadiness::Steadiness;
use crate::run::time_order::{ChannelTimes, TimeOrder};

/// Counts of a correlation's bins, with their normalisation to `g2`.
#[derive(Clone, Copy)]
pub struct BinValues<'a> {
    pub of: Normalisation<'a>,
    pub bins: &'a Bins,
    pub is_linear: bool,
    /// Dead time that the channels share. Bins that reach into it have no `g2`.
    pub dead: Option<SharedDeadTime>,
    /// Pairs in each bin.
    pub counts: &'a [u64],
}

/// [`G2`] of some bins, one list for each field.
#[derive(Default)]
pub struct Columns {
    pub counts: Vec<u64>,
    pub value: Vec<f64>,
    pub error: Vec<f64>,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

impl BinValues<'_> {
    /// Returns `g2` of bin `k`. Its error is unknown in logarithmic bins, whose pairs at long delays are not
    /// independent. Inlining it for each column would enlarge programs without making them faster.
    #[inline(never)]
    pub fn g2(self, k: usize) -> G2 {
        let Self { of, is_linear, counts, .. } = self;
        if !is_linear {
            return G2 { value: self.value(k), error: f64::NAN, low: f64::NAN, high: f64::NAN };
        }
        let edges = self.edges(k);
        of.g2(counts[k], edges, self.norm(k), of.dispersion(edges))
    }

    /// Returns the value of `g2` in bin `k`, without errors.
    pub fn value(self, k: usize) -> f64 {
        self.counts[k] as f64 * self.norm(k)
    }

    /// Returns the columns of all bins.
    pub fn columns(self) -> Columns {
        let bins = self.counts.len();
        let empty = || Vec::with_capacity(bins);
        let counts = self.counts.to_vec();
        let mut columns = Columns { counts, value: empty(), error: empty(), low: empty(), high: empty() };
        for k in 0..bins {
            let G2 { value, error, low, high } = self.g2(k);
            columns.value.push(value);
            columns.error.push(error);
            columns.low.push(low);
            columns.high.push(high);
        }
        columns
    }

    /// Returns whether a bin cannot be normalised.
    pub fn has_unknown(self) -> bool {
        (0..self.counts.len()).any(|k| self.value(k).is_nan() && !self.is_dead(k))
    }

    /// Returns whether a bin reaches into a shared dead time.
    pub fn has_dead(self) -> bool {
        (0..self.counts.len()).any(|k| self.is_dead(k))
    }

    fn is_dead(self, k: usize) -> bool {
        let (low, high) = self.edges(k);
        let ticks = |edge: i128| edge.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        self.dead.is_some_and(|dead| dead.reaches(ticks(low), ticks(high - 1)))
    }

    /// Returns whether a bin can be normalised but has too few pairs for a standard error.
    pub fn has_few(self) -> bool {
        self.is_linear && (0..self.counts.len()).any(|k| self.g2(k).error.is_nan() && !self.value(k).is_nan())
    }

    /// Returns the delay in ticks below which a channel has no pairs with itself, and the number of pairs of steady light
    /// at these delays, if that is at least [`min_missing`]. `None` for two channels, and if the bins begin beyond 1 tick.
    pub fn own_gap(self) -> Option<(i128, f64)> {
        let Self { of, bins, is_linear, counts, .. } = self;
        if of.a != of.b || bins.edge(0) > 1 {
            return None;
        }
        let later = (0..counts.len()).skip_while(|k| bins.edge(k + 1) <= 1);
        let (mut end, mut expected) = (1, 0.0);
        for k in later.take_while(|k| counts[*k] == 0) {
            let (low, high) = self.edges(k);
            let low = low.max(1);
            expected += 1.0 / if is_linear { of.linear(low, high) } else { of.logarithmic(low, high) };
            end = high;
        }
        (expected >= min_missing()).then_some((end, expected))
    }

    pub fn edges(self, k: usize) -> (i128, i128) {
        (self.bins.edge(k), self.bins.edge(k + 1))
    }

    /// Returns the factor from counts of bin `k` to `g2`.
    #[inline(never)]
    pub fn norm(self, k: usize) -> f64 {
        let (low, high) = self.edges(k);
        if self.is_dead(k) {
            f64::NAN
        } else if self.is_linear {
            self.of.linear(low, high)
        } else {
            self.of.logarithmic(low, high)
        }
    }
}

/// The channels of a correlation and their tags.
#[derive(Clone, Copy)]
pub struct Normalisation<'a> {
    pub a: u64,
    pub b: u64,
    pub order: &'a TimeOrder,
}

/// `g2` of a bin with its error. Unknown numbers are NaN.
#[derive(Debug, Clone, Copy)]
pub struct G2 {
    pub value: f64,
    /// Standard error (68 %); NaN below [`FEW`] pairs.
    pub error: f64,
    /// The ends of the interval (68 %).
    pub low: f64,
    pub high: f64,
}

impl Normalisation<'_> {
    /// Returns the mean product of the rates divided by the product of their means: 1 for steady rates.
    pub fn unsteadiness(self) -> f64 {
        let of = |channel| self.order.channel(channel).map(ChannelTimes::slices);
        let found = of(self.a).zip(of(self.b));
        Steadiness::factor(found.and_then(|(a, b)| Steadiness::of(a, b, self.order.ends())))
    }

    /// Returns the factor from counts of a linear bin to g2, for delays from `low` to below `high`; not finite if the
    /// bin cannot be normalised.
    ///
    /// Both tags of a pair at the delay `d` lie within the recording for `T - |d|` ticks, so the factor is
    /// `T^2 / (N_a N_b sum of (T - |d|))`. For a channel with itself, each tag has `N - 1` others, and `N (N - 1)`
    /// replaces `N_a N_b`. For `n` independent runs, `T - n |d|` replaces `T - |d|`.
    pub fn linear(self, low: i128, high: i128) -> f64 {
        let Some(span) = self.order.span() else { return f64::NAN };
        let (tags_a, tags_b) = (self.order.tags_of(self.a), self.order.tags_of(self.b));
        let runs = self.order.runs();
        let longest = span / i128::from(runs);
        // Delays from `from` to below `to`, all nonnegative.
        let one_side = |from: i128, to: i128| {
            let (from, to) = (from.clamp(0, longest), to.clamp(0, longest));
            float(to - from) * (float(span) - runs as f64 * (float(from) + float(to) - 1.0) / 2.0)
        };
        // Delays of 1 and more, mirrored delays of -1 and less, and 0.
        let zero = if low <= 0 && high > 0 { float(span) } else { 0.0 };
        let overlap =
            one_side(low.max(1), high.max(1)) + one_side((1 - high).max(1), (1 - low).max(1)) + zero;
        norm(float(span) * float(span) / overlap, self.pairs(tags_a, tags_b, tags_a))
    }

    /// Returns the factor of a logarithmic bin, from the tags that have a partner within the recording at the delay of
    /// the bin's middle.
    ///
    /// The mean of `T - d` over a bin is its value in the middle. Bins are cut at the end of the recording, because no
    /// tags are farther apart.
    pub fn logarithmic(self, low: i128, high: i128) -> f64 {
        let Some(span) = self.order.span() else { return f64::NAN };
        let high = high.min(span);
        if high <= low {
            return f64::NAN;
        }
        let (mut tags_a, mut tags_b) = (self.order.tags_of(self.a), self.order.tags_of(self.b));
        let d = (low + high - 1) / 2;
        let (first, last) = self.order.ends();
        let (first, last) = (i128::from(first), i128::from(last));
        if let Some(times) = self.order.channel(self.a) {
            let paired = times.tail().partition_point(|t| i128::from(*t) <= last - d);
            tags_a -= (times.tail().len() - paired) as u64;
        }
        if let Some(times) = self.order.channel(self.b) {
            tags_b -= times.head().partition_point(|t| i128::from(*t) < first + d) as u64;
        }
        // Tags that are both early and late enough would be paired with themselves.
        let both = (tags_a + tags_b).saturating_sub(self.order.tags_of(self.a));
        norm((span - d) as f64 / (high - low) as f64, self.pairs(tags_a, tags_b, both))
    }

    /// Returns the number of pairs of `tags_a` and `tags_b` tags. If it is one channel, `both` tags are in both counts.
    fn pairs(self, tags_a: u64, tags_b: u64, both: u64) -> f64 {
        let own = if self.a == self.b { both } else { 0 };
        tags_a as f64 * tags_b as f64 - own as f64
    }

    /// Returns the variance of the counts of a linear bin relative to Poisson counts: see [`Delays`].
    pub fn dispersion(self, (low, high): (i128, i128)) -> f64 {
        let Some(span) = self.order.span().map(float) else { return 1.0 };
        let rates = [self.a, self.b].map(|channel| self.order.tags_of(channel) as f64 / span);
        let delays = Delays { low: float(low) - 0.5, high: float(high) - 0.5, span };
        delays.linear(rates, self.a == self.b)
    }

    /// Returns the `g2` of `counts` pairs in a bin with delays from `low` to below `high`. `norm` is the factor from
    /// counts to g2, and `dispersion` the variance of counts relative to independent pairs. For a channel with itself,
    /// a bin with delays on both sides of 0 contains every pair twice.
    pub fn g2(self, counts: u64, (low, high): (i128, i128), norm: f64, dispersion: f64) -> G2 {
        let twice = self.a == self.b && low < 0 && high > 1;
        let times = if twice { 2.0 } else { 1.0 };
        let independent = if twice { counts / 2 } else { counts };
        let width = (1.0 + (dispersion - 1.0) / times).sqrt();
        let few = jeffreys(independent).widened(independent as f64, width);
        let Interval { low, high } = few.times(times * norm);
        let error =
            if independent >= FEW { times * (independent as f64).sqrt() * norm * width } else { f64::NAN };
        let low = if low < 0.0 { 0.0 } else { low };
        G2 { value: counts as f64 * norm, error, low, high }
    }
}

/// Converts ticks. A conversion from 128 bits takes longer than all other work for a bin.
#[inline(never)]
fn float(ticks: i128) -> f64 {
    i64::try_from(ticks).map_or(ticks as f64, |ticks| ticks as f64)
}

fn norm(time: f64, pairs: f64) -> f64 {
    let norm = time / pairs;
    if norm > 0.0 && norm.is_finite() { norm } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::tags::{Tag, TagBlocks};

    /// 4 tags of channel 3 and 2 of channel 15 in 100 ticks.
    fn order() -> TimeOrder {
        let tags = [(3, 0), (15, 10), (3, 20), (3, 60), (15, 70), (3, 100)];
        let tags = tags.map(|(channel, time)| Tag { channel, time });
        let mut order = TimeOrder::new(100, Vec::new());
        TagBlocks::default()
            .each(&tags, |block| order.begin_block(block).and_then(|()| order.end_block()))
            .unwrap();
        order
    }

    #[test]
    fn the_overlap_is_that_of_every_delay() {
        let order = order();
        let of = Normalisation { a: 3, b: 15, order: &order };
        for (low, high) in
            [(0, 1), (-1, 0), (-3, 4), (5, 9), (-9, -5), (-120, 130), (90, 140), (0, 7), (-7, 1)]
        {
            let overlap: i128 = (low..high).map(|d: i128| (100 - d.abs()).max(0)).sum();
            let expected = 1e4 / (8.0 * overlap as f64);
            assert!((of.linear(low, high) / expected - 1.0).abs() < 1e-12, "{low} {high}");
        }
        assert!(of.linear(100, 120).is_nan());
        assert!(Normalisation { a: 3, b: 9, order: &order }.linear(0, 5).is_nan());
    }

    #[test]
    fn pairs_that_are_counted_twice_are_no_more_certain() {
        let order = order();
        let own = Normalisation { a: 3, b: 3, order: &order };
        let twice = own.g2(800, (-5, 6), 1.0, 1.0);
        assert_eq!(twice.error, 2.0 * 400.0_f64.sqrt());
        let once = own.g2(400, (1, 6), 1.0, 1.0);
        assert_eq!((once.error, once.low, once.high), (20.0, 380.0, 420.0));
        let shared = own.g2(800, (-5, 6), 1.0, 7.0);
        assert_eq!((shared.error, shared.high), (2.0 * 1600.0_f64.sqrt(), 880.0));
        let few = own.g2(0, (1, 6), 2.0, 1.0);
        assert!(few.error.is_nan());
        assert_eq!(few.low, 0.0);
        assert!((few.high - 2.0 * jeffreys(0).high).abs() < 1e-9);
    }
}
