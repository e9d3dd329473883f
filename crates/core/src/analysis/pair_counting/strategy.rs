//! Bins over delays `d = t_b - t_a`, and the pairs of tags counted into them.

use super::all_channels::{Cells, count_all};
use super::two_channels::{count_by_edges, each_pair, each_two, edges_are_faster};
use crate::analysis::Bins;
use crate::analysis::bins::Shape;
use crate::analysis::time_order::{ChannelTimes, LOOK_AHEAD, MAX_DELAY, TimeOrder};
use crate::tags::TagBlock;
use crate::{Code, Error};

/// What tags are paired with.
#[derive(Clone, Copy)]
enum Of<'a> {
    /// The others of their own.
    Itself,
    Other(&'a [i64]),
}

impl<'a> Of<'a> {
    fn times(self, own: &'a [i64]) -> &'a [i64] {
        match self {
            Self::Itself => own,
            Self::Other(others) => others,
        }
    }
}

/// Counts pairs of tags by their delay.
#[derive(Debug)]
pub struct PairCounter {
    bins: Bins,
    /// Least and greatest delay that are counted.
    range: (i64, i64),
}

impl PairCounter {
    /// Of all delays that lie in a bin.
    ///
    /// # Errors
    /// `Usage` where those are longer than can be counted.
    pub fn new(bins: Bins) -> Result<Self, Error> {
        let to = bins.edge(bins.bins()) - 1;
        Self::up_to(bins, to)
    }

    /// Of delays up to `to`, which lies in the last bin.
    ///
    /// # Errors
    /// As [`PairCounter::new`].
    pub fn up_to(bins: Bins, to: i128) -> Result<Self, Error> {
        let fits =
            |delay: i128| i64::try_from(delay).ok().filter(|delay| (-MAX_DELAY..=MAX_DELAY).contains(delay));
        match fits(bins.edge(0)).zip(fits(to)) {
            Some(range) => Ok(Self { bins, range }),
            None => Err(Error::new(
                Code::Usage,
                format!("delays beyond {MAX_DELAY} ticks can't be counted"),
                "use a shorter --range",
            )),
        }
    }

    /// The bins.
    pub fn bins(&self) -> &Bins {
        &self.bins
    }

    /// The longest delay, of either sign.
    pub fn reach(&self) -> i64 {
        self.range.0.abs().max(self.range.1.abs())
    }

    /// Adds to `counts` the pairs that the piece at work brings: within it, and with what went
    /// before. No tag is paired with itself.
    pub fn count_piece(
        &self,
        a: (u64, Option<&ChannelTimes>),
        b: (u64, Option<&ChannelTimes>),
        counts: &mut [u64],
    ) {
        let ((a, Some(a_train)), (b, Some(b_train))) = (a, b) else { return };
        let fresh = if a == b { Of::Itself } else { Of::Other(b_train.fresh()) };
        self.count(a_train.fresh(), fresh, counts);
        self.count(a_train.tail(), Of::Other(b_train.fresh()), counts);
        self.count(a_train.fresh(), Of::Other(b_train.tail()), counts);
    }

    /// Adds the pairs that the piece at work brings of all channels, which have `trains` and ascend; false where
    /// that is faster done for two channels at a time, or not possible. `cells` are the bins of each channel with
    /// itself and all later ones, as the sum of the two.
    pub fn count_all(
        &self,
        piece: &TagBlock,
        trains: &[(u64, &ChannelTimes)],
        cells: (&mut [u16], &mut [u64]),
    ) -> bool {
        let Shape::Linear { bin, .. } = *self.bins.shape() else { return false };
        let (from, to) = self.range;
        if from > 0 || to < 0 || (to - from).max(bin) >= 1 << DIVIDED {
            return false;
        }
        let (bins, slots) = (self.bins.bins(), trains.len());
        if bin.count_ones() == 1 {
            let shift = bin.trailing_zeros();
            return count_all(piece, trains, &mut Cells::new(cells, bins, slots, self.range, |d| d >> shift));
        }
        let (factor, shift) = reciprocal(bin as u64);
        let bin = |d| (d * factor) >> shift;
        count_all(piece, trains, &mut Cells::new(cells, bins, slots, self.range, bin))
    }

    /// Adds to `counts` the pairs of channels `a` and `b` across a cut.
    pub fn count_across(
        &self,
        before: &TimeOrder,
        after: &TimeOrder,
        (a, b): (u64, u64),
        counts: &mut [u64],
    ) {
        let tail = |channel| before.train(channel).map_or(&[][..], ChannelTimes::tail);
        let head = |channel| after.train(channel).map_or(&[][..], ChannelTimes::head);
        self.count(tail(a), Of::Other(head(b)), counts);
        self.count(head(a), Of::Other(tail(b)), counts);
    }

    fn count(&self, a: &[i64], of: Of, counts: &mut [u64]) {
        let Self { bins, range } = self;
        let b = of.times(a);
        if a.is_empty() || b.is_empty() {
            return;
        }
        if edges_are_faster(a, b, bins.bins() + 1, *range) {
            // Past the range's end nothing is counted, be it in a bin.
            let edge = |k| bins.edge(k).min(i128::from(range.1) + 1) as i64;
            count_by_edges(a, b, (0..=bins.bins()).map(edge), counts);
            return self.leave_out_itself(of, a.len(), counts);
        }
        let span = i128::from(range.1) - i128::from(range.0);
        match *bins.shape() {
            Shape::Linear { bin, .. } if bin.count_ones() == 1 => {
                self.count_each(a, of, counts, |d| d >> bin.trailing_zeros());
            }
            Shape::Linear { bin, .. } if span.max(i128::from(bin)) < 1 << DIVIDED => {
                let (factor, shift) = reciprocal(bin as u64);
                self.count_each(a, of, counts, |d| (d * factor) >> shift);
            }
            Shape::Linear { bin, .. } => self.count_each(a, of, counts, |d| d / bin as u64),
            Shape::Log { from, .. } => each_pair(a, b, *range, |d| {
                if let Some(n) = counts.get_mut(bins.cell(from + d as i64) - 1) {
                    *n += 1;
                }
            }),
        }
    }

    /// Pair by pair, in the bin that `bin` tells of its delay less the least.
    fn count_each(&self, a: &[i64], of: Of, counts: &mut [u64], bin: impl Fn(u64) -> u64) {
        let (from, to) = self.range;
        let mut add = |d: u64| {
            if let Some(n) = counts.get_mut(bin(d) as usize) {
                *n += 1;
            }
        };
        match of {
            // Each pair of these is one in either order.
            Of::Itself if from <= 0 && 0 <= to => each_two(a, to.max(-from) as u64, |d| {
                let later = d as i64;
                if later <= to {
                    add((later - from) as u64);
                }
                if -later >= from {
                    add((-later - from) as u64);
                }
            }),
            Of::Itself | Of::Other(_) => {
                each_pair(a, of.times(a), self.range, add);
                self.leave_out_itself(of, a.len(), counts);
            }
        }
    }

    /// Takes the pairs of each of so many tags with itself out of `counts`. (No logarithmic bin has them.)
    fn leave_out_itself(&self, of: Of, tags: usize, counts: &mut [u64]) {
        if let (Of::Itself, Some(zero)) = (of, self.zero_bin()) {
            counts[zero] -= tags as u64;
        }
    }

    /// The bin of a delay of 0, where a tag would meet itself.
    fn zero_bin(&self) -> Option<usize> {
        let (from, to) = self.range;
        self.bins.cell(0).checked_sub(1).filter(|_| (from..=to).contains(&0))
    }
}

/// Numbers of so many bits are divided by [`reciprocal`].
const DIVIDED: u32 = 31;

/// `(factor, shift)` such that `d / divisor == (d * factor) >> shift` for all d of [`DIVIDED`] bits,
/// and divisors of as many: a division takes longer than all else there is to do for a pair.
/// After Granlund and Montgomery, [Division by invariant integers using multiplication](https://doi.org/10.1145/178243.178249).
fn reciprocal(divisor: u64) -> (u64, u32) {
    let shift = DIVIDED + divisor.next_power_of_two().trailing_zeros();
    ((1_u64 << shift).div_ceil(divisor), shift)
}

const _: () = assert!(MAX_DELAY < i64::MAX - LOOK_AHEAD);

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
