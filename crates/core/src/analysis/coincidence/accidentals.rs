//! Accidental coincidences of a pattern: computed from rates, and measured in displaced windows.

use std::ops::RangeInclusive;

use super::AccidentalsFrom;
use super::counted::{Counted, MAX_GROUPED, connected, groupings, weight};
use super::parameters::{Displaced, STEPS, WINDOWS};
use crate::counting::slices::{Slices, exposure};
use crate::estimate::statistics::levels::{EVIDENCE, MANY_COUNTS};
use crate::estimate::statistics::{Delays, Estimate, FEW, Interval, jeffreys, overlap};
use crate::estimate::steadiness::{GROUPED, LEAST_SLICES, dispersion};

/// Input for the accidentals of a pattern. Times are ticks.
pub struct PatternCounts<'a> {
    pub window: i64,
    pub displaced: Displaced,
    /// Delay of the last channel minus delay of the first channel.
    pub shift: i64,
    /// Earliest and latest time of any channel, and the time between them.
    pub ends: (i64, i64),
    pub span: f64,
    /// Binary logarithm of the length of a slice.
    pub exponent: u32,
    /// Tags of each channel, and their distribution over time.
    pub tags: &'a [u64],
    pub slices: &'a [&'a Slices],
    pub counted: &'a Counted,
}

/// Accidentals measured in displaced windows.
#[derive(Debug, Clone)]
pub struct MeasuredAccidentals {
    /// The error is that for given tags of the channels.
    pub mean: Estimate,
    /// Interval (68 %), for a pair with few counts.
    pub interval: Option<Interval>,
    /// For three and more channels, the accidentals of each grouping. A group is a set of channels by its bits.
    pub by: Vec<(Vec<usize>, f64)>,
}

impl PatternCounts<'_> {
    fn channels(&self) -> usize {
        self.tags.len()
    }

    /// Returns the accidentals of independent channels with these rates, `sum(prod(r_i) dt) ((w+1)^n - w^n)` for `n`
    /// channels, over slices of time. For a pair, they are multiplied by the share of the recording in which both tags
    /// of a pair can lie. `None` for a recording of no length.
    ///
    /// Drift, pauses and lost time are thus included. Each rate is that of another, successive slice, because true
    /// coincidences put tags of all channels into one. With few tags in a slice, the rates are means, `N_i / T`: if the
    /// sum is over fewer than [`MANY_COUNTS`] combinations of tags.
    pub fn by_rates(&self) -> Option<Estimate> {
        let (window, n) = (self.window as f64, self.channels() as i32);
        let positions = (window + 1.0).powi(n) - window.powi(n);
        let share = if n == 2 { self.overlap(-self.window, self.window) } else { 1.0 };
        let mean: f64 = self.tags.iter().map(|tags| *tags as f64 / self.span).product();
        // The slices at the ends of the recording are incomplete.
        let slices = (self.ends.0 >> self.exponent).saturating_add(1)..self.ends.1 >> self.exponent;
        let length = (1_i128 << self.exponent) as f64;
        let sums = (slices.end - slices.start) as f64 + 1.0 - f64::from(n);
        let combinations = mean * length.powi(n) * sums;
        let (product, error) = if sums >= LEAST_SLICES as f64 && combinations >= MANY_COUNTS {
            let rate = |channel: usize, slice: i64| self.slices[channel].get(slice) as f64 / length;
            let channels = || 0..self.channels();
            let both_ways = |first: i64| {
                let forth: f64 = channels().map(|k| rate(k, first + k as i64)).product();
                let back: f64 = channels().rev().zip(first..).map(|(k, slice)| rate(k, slice)).product();
                forth + back
            };
            let all = (slices.start..).take(sums as usize).map(both_ways).sum::<f64>();
            (all / (2.0 * sums), (0.5 / combinations).sqrt())
        } else {
            (mean, 0.0)
        };
        let value = product * self.span * positions * share;
        (value > 0.0 && value.is_finite()).then_some(Estimate { value, error: error * value })
    }

    /// Returns the standard error of accidentals as an estimate for other recordings of the same light: that for given
    /// tags, and that of the product of the channels' tags. The variance of the product relative to its square is the
    /// sum of `1 / N_i`, for a pair with `P` coincidences in excess of the accidentals plus `2 P / (N_a N_b)`, because
    /// both channels have the tags of these. All displaced windows share the tags, so their number does not reduce this
    /// part: the first part of the Hoeffding decomposition of a count of pairs of points (Hoeffding, Ann. Math. Stat.
    /// 19, 293 (1948); Reitzner, Schulte, Ann. Probab. 41, 3879 (2013) for Poisson processes).
    ///
    /// Measured accidentals of three and more channels have the error for given tags only.
    pub fn error(&self, Estimate { value, error }: Estimate, from: AccidentalsFrom) -> f64 {
        let product = match *self.tags {
            [a, b] => {
                let (a, b) = (a as f64, b as f64);
                let counts = self.counted.counts.total().map_or(0.0, |counts| counts as f64);
                1.0 / a + 1.0 / b + 2.0 * (counts - value).max(0.0) / (a * b)
            }
            _ if from == AccidentalsFrom::Measured => return error,
            ref tags => tags.iter().map(|tags| 1.0 / *tags as f64).sum(),
        };
        libm::hypot(error, value * product.sqrt())
    }

    /// Returns the accidentals measured in displaced windows; `None` if the recording is shorter than twice the
    /// displacement, and for more than [`MAX_GROUPED`] channels.
    pub fn measured(&self) -> Option<MeasuredAccidentals> {
        if self.channels() > MAX_GROUPED || !self.displaced.fits(self.channels(), self.span) {
            return None;
        }
        if self.channels() == 2 { self.of_pair() } else { self.of_several() }
    }

    /// Returns the mean count of a pair's displaced windows.
    fn of_pair(&self) -> Option<MeasuredAccidentals> {
        let none = Slices::default();
        let displaced = self.counted.displaced.get(&0).unwrap_or(&none);
        let counts = displaced.total()?;
        let ranges = self.displaced.ranges();
        let share: f64 = ranges.iter().map(|(from, to)| self.overlap(*from, *to)).sum();
        let windows = WINDOWS as f64 / ranges.len() as f64 * share / self.overlap(-self.window, self.window);
        if windows <= 0.0 || !windows.is_finite() {
            return None;
        }
        let chance = self.chance_over_time();
        let seen = dispersion(displaced, self.groups(), |group| counts as f64 * chance.of(group));
        let (from, to) = self.displaced.ends();
        let variance = counts as f64 * seen.max(self.variance_of_shared_tags(from, to));
        let mean = Estimate { value: counts as f64 / windows, error: variance.sqrt() / windows };
        let interval = (counts < FEW).then(|| jeffreys(counts).times(1.0 / windows));
        Some(MeasuredAccidentals { mean, interval, by: Vec::new() })
    }

    /// Returns the mean count of a pair's windows at the neighbouring pulses, if it exceeds the accidentals of the
    /// displaced windows by more than [`EVIDENCE`] standard errors. It is smaller where these pulses are within a dead
    /// time.
    pub fn neighbours_beyond(&self, measured: &MeasuredAccidentals) -> Option<Estimate> {
        let windows: f64 =
            self.displaced.neighbours().iter().map(|(from, to)| self.overlap(*from, *to)).sum();
        let windows = windows / self.overlap(-self.window, self.window);
        let counts = self.counted.neighbours.total().filter(|_| windows > 0.0)? as f64;
        let chance = self.chance_over_time();
        let seen = dispersion(&self.counted.neighbours, self.groups(), |group| counts * chance.of(group));
        let near = Estimate { value: counts / windows, error: (seen * counts.max(1.0)).sqrt() / windows };
        let far = measured.mean;
        let error =
            libm::hypot(near.error, far.error.max(measured.interval.map_or(0.0, |all| all.high - far.value)));
        (near.value - far.value > EVIDENCE * error).then_some(near)
    }

    /// Returns the sum over all groupings of the accidentals of each grouping alone, without those of finer groupings.
    fn of_several(&self) -> Option<MeasuredAccidentals> {
        let groupings = groupings(self.channels());
        let mut per_window = Vec::new();
        let mut variance = 0.0;
        for (grouping, groups) in groupings.iter().enumerate() {
            let farthest = |steps: &i64| self.displaced.unit(steps.abs() * (groups.len() as i64 - 1)) as f64;
            let windows: f64 = STEPS.iter().map(|steps| 1.0 - farthest(steps) / self.span).sum();
            let counts =
                self.counted.displaced.get(&(grouping as u32)).map_or(Some(0), Slices::total)? as f64;
            per_window.push(counts / windows);
            // Windows without counts have an uncertainty of one count.
            variance += (connected(groups.len()) / windows).powi(2) * counts.max(1.0);
        }
        let left = |groups: &Vec<usize>| -> f64 {
            groupings.iter().zip(&per_window).map(|(finer, n)| weight(finer, groups) * n).sum()
        };
        let by: Vec<(Vec<usize>, f64)> =
            groupings.iter().map(|groups| (groups.clone(), left(groups))).collect();
        let value = by.iter().map(|(_, counts)| counts).sum();
        Some(MeasuredAccidentals { mean: Estimate { value, error: variance.sqrt() }, interval: None, by })
    }

    /// Returns the share of the recording in which both tags of a pair can lie, for delays from `from` to `to`, both
    /// inclusive, added to the channels' own delays.
    fn overlap(&self, from: i64, to: i64) -> f64 {
        overlap(self.shift.saturating_add(from), self.shift.saturating_add(to), self.span)
    }

    /// Returns the variance of a pair's accidentals relative to Poisson counts. Tags near the ends of the recording
    /// have fewer partners: see [`Delays`].
    fn variance_of_shared_tags(&self, from: i64, to: i64) -> f64 {
        let (low, high) = (self.shift.saturating_add(from), self.shift.saturating_add(to));
        let delays = Delays { low: low as f64 - 0.5, high: high as f64 + 0.5, span: self.span };
        delays.linear([0, 1].map(|channel| self.tags[channel] as f64 / self.span), false)
    }

    /// Returns the variance of coincidences over time relative to Poisson counts; `by_chance` of them are accidentals.
    pub fn dispersion(&self, counts: u64, by_chance: f64) -> f64 {
        let by_chance = by_chance.clamp(0.0, counts as f64);
        let (chance, light) = (self.chance_over_time(), self.light_over_time());
        let expected = |group| by_chance * chance.of(group) + (counts as f64 - by_chance) * light.of(group);
        let seen = dispersion(&self.counted.counts, self.groups(), expected);
        let [a, b] = *self.tags else { return seen };
        let shared = self.variance_of_shared_tags(-self.window, self.window);
        // Slices that are shorter than the window do not show how coincidences vary over time.
        let is_wide = self.shift.abs().saturating_add(self.window)
            > 1_i64.checked_shl(self.exponent).unwrap_or(i64::MAX);
        if is_wide {
            // If a window contains most of all pairs, few of them can vary.
            return (shared - by_chance / (a as f64 * b as f64)).max(0.0);
        }
        seen.max(shared)
    }

    /// Returns the groups of slices of the recording.
    fn groups(&self) -> std::ops::RangeInclusive<i64> {
        let exponent = self.exponent + GROUPED;
        self.ends.0 >> exponent..=self.ends.1 >> exponent
    }

    fn exposure(&self, group: i64) -> f64 {
        exposure(group, self.exponent + GROUPED, self.ends)
    }

    /// Returns the tags of a channel in a group.
    fn in_group(&self, channel: usize, group: i64) -> f64 {
        let slices = (0..1 << GROUPED).map(|k| (group << GROUPED) + k);
        slices.map(|slice| self.slices[channel].get(slice)).sum::<u64>() as f64
    }

    /// Returns the share of accidentals in each group, which is proportional to the product of the channels' rates.
    fn chance_over_time(&self) -> Shares {
        let product = |group| {
            let tags = (0..self.channels()).map(|channel| self.in_group(channel, group)).product::<f64>();
            tags / self.exposure(group).powi(self.channels() as i32 - 1)
        };
        Shares::new(self.groups(), product)
    }

    /// Returns the share of other coincidences in each group, which is proportional to the mean of the channels' tags.
    fn light_over_time(&self) -> Shares {
        let sum = |group| {
            let share = |channel| self.in_group(channel, group) / self.tags[channel].max(1) as f64;
            (0..self.channels()).map(share).sum()
        };
        Shares::new(self.groups(), sum)
    }
}

/// Returns the requested kind of accidentals, with an interval if there are few counts.
pub fn chosen(
    from: AccidentalsFrom,
    rates: Option<Estimate>,
    measured: Option<&MeasuredAccidentals>,
) -> Option<(Estimate, Option<Interval>)> {
    match from {
        AccidentalsFrom::Measured => measured.map(|found| (found.mean, found.interval)),
        AccidentalsFrom::Rates => rates.map(|rates| (rates, None)),
    }
}

/// The share of each group of slices, with the sum 1.
pub struct Shares {
    first: i64,
    each: Vec<f64>,
}

impl Shares {
    /// Computes the share of each of `groups` in the sum of `of` over all groups.
    pub fn new(groups: RangeInclusive<i64>, of: impl Fn(i64) -> f64) -> Self {
        let first = *groups.start();
        let mut each: Vec<f64> = groups.map(of).collect();
        let all: f64 = each.iter().sum();
        each.iter_mut().for_each(|one| *one = if all > 0.0 { *one / all } else { 0.0 });
        Self { first, each }
    }

    /// Returns the share of a group.
    pub fn of(&self, group: i64) -> f64 {
        let place = group.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.each.get(place)).copied().unwrap_or(0.0)
    }
}
