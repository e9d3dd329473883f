//! Counts pairs of tags into bins of their delay `d = t_b - t_a`, in the fastest way.

use super::all_channels::{PairHistograms, count_all};
use super::two_channels::{
    count_by_edges, distinct, each_distinct_pair, each_pair, each_two, edges_are_faster, first_wide_bin,
    has_repeated,
};
use crate::counting::NewTimes;
use crate::counting::bins::{BinShape, Bins};
use crate::counting::limits::MAX_DELAY;
use crate::tags::TagBlock;
use crate::{Code, Error};

/// The partners of a channel's tags.
#[derive(Clone, Copy)]
enum PairedWith<'a> {
    /// The other tags of the same list: no tag is paired with itself.
    Themselves,
    /// Tags of another list.
    Others(&'a [i64]),
}

impl<'a> PairedWith<'a> {
    fn times(self, own: &'a [i64]) -> &'a [i64] {
        match self {
            Self::Themselves => own,
            Self::Others(others) => others,
        }
    }
}

/// Counts pairs of tags by their delay.
#[derive(Debug)]
pub struct PairCounter {
    bins: Bins,
    /// Smallest and largest counted delay.
    range: (i64, i64),
}

impl PairCounter {
    /// Creates a counter of all delays in bins.
    ///
    /// # Errors
    /// `Usage` if those are too long to be counted.
    pub fn new(bins: Bins) -> Result<Self, Error> {
        let to = bins.edge(bins.bins()) - 1;
        Self::up_to(bins, to)
    }

    /// Creates a counter of delays up to `to`, which lies in the last bin.
    ///
    /// # Errors
    /// Like [`PairCounter::new`].
    pub fn up_to(bins: Bins, to: i128) -> Result<Self, Error> {
        let fits =
            |delay: i128| i64::try_from(delay).ok().filter(|delay| (-MAX_DELAY..=MAX_DELAY).contains(delay));
        match fits(bins.edge(0)).zip(fits(to)) {
            Some(range) => Ok(Self { bins, range }),
            None => Err(Error::new(
                Code::Usage,
                format!("delays beyond {MAX_DELAY} ticks can't be counted"),
                "use a shorter `range`",
            )),
        }
    }

    /// The bins.
    pub fn bins(&self) -> &Bins {
        &self.bins
    }

    /// The largest counted delay of either sign, in ticks.
    pub fn largest_delay(&self) -> i64 {
        self.range.0.abs().max(self.range.1.abs())
    }

    /// Adds to `counts` the pairs of new tags of `a` and `b`: with earlier tags and, if they are paired
    /// `among_themselves`, with each other. No tag is paired with itself.
    pub fn count_new(&self, a: NewTimes, b: NewTimes, among_themselves: bool, counts: &mut [u64]) {
        if among_themselves {
            let is_own = a.channel == b.channel;
            let with = if is_own { PairedWith::Themselves } else { PairedWith::Others(b.new) };
            self.count(a.new, with, counts);
        }
        self.count(a.before, PairedWith::Others(b.new), counts);
        self.count(a.new, PairedWith::Others(b.before), counts);
    }

    /// Adds the pairs of `block`, of any two of `channels`, which are all channels, ascending. Returns false without
    /// counting if counting two channels at a time is faster, or if counting all is impossible. The histograms are
    /// those of each channel with itself and all later ones, each the sum of the two in `histograms`.
    pub fn count_all(
        &self,
        block: &TagBlock,
        channels: &[NewTimes],
        histograms: (&mut [u16], &mut [u64]),
    ) -> bool {
        let BinShape::Linear { bin, .. } = *self.bins.shape() else { return false };
        let (from, to) = self.range;
        if from > 0 || to < 0 || (to - from).max(bin) >= 1 << DIVIDED {
            return false;
        }
        let (bins, count) = (self.bins.bins(), channels.len());
        if bin.count_ones() == 1 {
            let shift = bin.trailing_zeros();
            let bin_of = |d| d >> shift;
            return count_all(
                block,
                channels,
                &mut PairHistograms::new(histograms, bins, count, self.range, bin_of),
            );
        }
        let (factor, shift) = reciprocal(bin as u64);
        let bin_of = |d| (d * factor) >> shift;
        count_all(block, channels, &mut PairHistograms::new(histograms, bins, count, self.range, bin_of))
    }

    /// Adds to `counts` the pairs of a time of `a` and one of its partners.
    fn count(&self, a: &[i64], with: PairedWith, counts: &mut [u64]) {
        let Self { bins, range } = self;
        let b = with.times(a);
        if a.is_empty() || b.is_empty() {
            return;
        }
        if has_repeated(a) || has_repeated(b) {
            return self.count_repeated(a, with, counts);
        }
        let span = i128::from(range.1) - i128::from(range.0);
        match *bins.shape() {
            BinShape::Log { .. } => self.count_logarithmic(a, b, counts),
            BinShape::Linear { .. } if edges_are_faster(a, b, bins.bins() + 1, *range) => {
                self.count_along_edges(a, with, counts);
            }
            BinShape::Linear { bin, .. } if bin.count_ones() == 1 => {
                self.count_each(a, with, counts, |d| d >> bin.trailing_zeros());
            }
            BinShape::Linear { bin, .. } if span.max(i128::from(bin)) < 1 << DIVIDED => {
                let (factor, shift) = reciprocal(bin as u64);
                self.count_each(a, with, counts, |d| (d * factor) >> shift);
            }
            BinShape::Linear { bin, .. } => self.count_each(a, with, counts, |d| d / bin as u64),
        }
    }

    /// The same for logarithmic bins, which contain no tag with itself: pair by pair for narrow bins, and along the
    /// edges for bins with more pairs than the cost of a step along an edge.
    fn count_logarithmic(&self, a: &[i64], b: &[i64], counts: &mut [u64]) {
        let Self { bins, range } = self;
        // A delay beyond the end of the range is not counted, even if it lies in the last bin.
        let edge = |k| bins.edge(k).min(i128::from(range.1) + 1) as i64;
        let wide = first_wide_bin(a, b, bins.bins(), edge);
        if let Some(counts) = counts.get_mut(wide..).filter(|counts| !counts.is_empty()) {
            count_by_edges(a, b, (wide..=bins.bins()).map(edge), counts);
        }
        if wide == 0 {
            return;
        }
        each_pair(a, b, (range.0, edge(wide) - 1), |d| {
            if let Some(n) = counts.get_mut(bins.cell(range.0 + d as i64) - 1) {
                *n += 1;
            }
        });
    }

    /// The same for repeated times.
    #[cold]
    fn count_repeated(&self, a: &[i64], with: PairedWith, counts: &mut [u64]) {
        let (a_times, b_times) = (distinct(a), distinct(with.times(a)));
        let times = |all: &[(i64, u64)]| all.iter().map(|(time, _)| *time).collect::<Vec<_>>();
        if edges_are_faster(&times(&a_times), &times(&b_times), self.bins.bins() + 1, self.range) {
            return self.count_along_edges(a, with, counts);
        }
        each_distinct_pair(&a_times, &b_times, self.range, |delay, pairs| {
            let bin = self.bins.cell(delay).checked_sub(1);
            if let Some(n) = bin.and_then(|bin| counts.get_mut(bin)) {
                *n += pairs;
            }
        });
        self.leave_out_itself(with, a.len(), counts);
    }

    fn count_along_edges(&self, a: &[i64], with: PairedWith, counts: &mut [u64]) {
        let Self { bins, range } = self;
        // A delay beyond the end of the range is not counted, even if it lies in the last bin.
        let edge = |k| bins.edge(k).min(i128::from(range.1) + 1) as i64;
        count_by_edges(a, with.times(a), (0..=bins.bins()).map(edge), counts);
        self.leave_out_itself(with, a.len(), counts);
    }

    /// The same pair by pair; `bin` returns the bin of a delay minus the smallest delay.
    fn count_each(&self, a: &[i64], with: PairedWith, counts: &mut [u64], bin: impl Fn(u64) -> u64) {
        let (from, to) = self.range;
        let mut add = |d: u64| {
            if let Some(n) = counts.get_mut(bin(d) as usize) {
                *n += 1;
            }
        };
        match with {
            // Two tags of one channel are a pair in either order.
            PairedWith::Themselves if from <= 0 && 0 <= to => each_two(a, to.max(-from) as u64, |d| {
                let later = d as i64;
                if later <= to {
                    add((later - from) as u64);
                }
                if -later >= from {
                    add((-later - from) as u64);
                }
            }),
            PairedWith::Themselves | PairedWith::Others(_) => {
                each_pair(a, with.times(a), self.range, add);
                self.leave_out_itself(with, a.len(), counts);
            }
        }
    }

    /// Removes the pairs of each of `tags` tags with itself from `counts`. Logarithmic bins have none: their delays are
    /// 1 tick or more.
    fn leave_out_itself(&self, with: PairedWith, tags: usize, counts: &mut [u64]) {
        if let (PairedWith::Themselves, Some(zero)) = (with, self.zero_bin()) {
            counts[zero] -= tags as u64;
        }
    }

    /// The bin of the delay 0, of a tag with itself.
    fn zero_bin(&self) -> Option<usize> {
        let (from, to) = self.range;
        self.bins.cell(0).checked_sub(1).filter(|_| (from..=to).contains(&0))
    }
}

/// Maximum bits of dividend and divisor for which [`reciprocal`] is exact.
const DIVIDED: u32 = 31;

/// Returns `(factor, shift)` such that `d / divisor == (d * factor) >> shift` for all `d` and divisors of [`DIVIDED`]
/// bits. A division would take longer than all other work for a pair.
/// After Granlund and Montgomery, [Division by invariant integers using multiplication](https://doi.org/10.1145/178243.178249).
fn reciprocal(divisor: u64) -> (u64, u32) {
    let shift = DIVIDED + divisor.next_power_of_two().trailing_zeros();
    ((1_u64 << shift).div_ceil(divisor), shift)
}

#[cfg(test)]
mod tests {
    use super::{DIVIDED, reciprocal};

    #[test]
    fn a_reciprocal_divides() {
        let greatest = (1_u64 << DIVIDED) - 1;
        for divisor in (1..5000).chain(greatest - 5000..=greatest).chain((0..31).map(|k| (1 << k) + 1)) {
            let (factor, shift) = reciprocal(divisor);
            let multiple = greatest / divisor * divisor;
            for d in [0, 1, divisor - 1, divisor, divisor + 1, multiple - 1, multiple, greatest] {
                assert_eq!((d.min(greatest) * factor) >> shift, d.min(greatest) / divisor, "{d} / {divisor}");
            }
        }
    }
}
