//! Coincidences that chance makes of a pattern: from rates, and measured in displaced windows.

use serde::{Deserialize, Serialize};

use super::counted::Counted;
use super::displaced::{Displaced, STEPS, WINDOWS};
use super::groupings::{MAX_GROUPED, connected, groupings, weight};
use super::shares::Shares;
use crate::counting::slices::{Slices, exposure};
use crate::estimate::dispersion::{GROUPED, dispersion};
use crate::estimate::statistics::{Delays, Estimate, FEW, Interval, jeffreys, overlap};

/// What a pattern's accidentals are computed from. Times are ticks.
pub struct PatternCounts<'a> {
    pub window: i64,
    pub displaced: Displaced,
    /// How much later the last of the channels is expected than the first: the difference of their delays.
    pub shift: i64,
    /// Least and greatest time of any channel, and the time between.
    pub ends: (i64, i64),
    pub span: f64,
    /// The binary logarithm of the length of a slice.
    pub exponent: u32,
    /// Tags of each channel, and how they are spread over time.
    pub tags: &'a [u64],
    pub slices: &'a [&'a Slices],
    pub counted: &'a Counted,
}

/// Which accidentals CAR and efficiencies are computed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AccidentalsFrom {
    /// Those measured in displaced windows.
    Measured,
    /// Those of independent channels with these rates.
    Rates,
}

impl AccidentalsFrom {
    /// As it stands in requests and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Rates => "rates",
        }
    }
}

/// Accidentals that were measured in displaced windows.
#[derive(Debug, Clone)]
pub struct MeasuredAccidentals {
    pub mean: Estimate,
    /// The interval of 68 % of a pair with few counts; else `None`.
    pub interval: Option<Interval>,
    /// Of three and more channels: by the groups of channels that come together, each a set by its bits.
    pub by: Vec<(Vec<usize>, f64)>,
}

impl PatternCounts<'_> {
    fn channels(&self) -> usize {
        self.tags.len()
    }

    /// Returns the accidentals of independent channels with these rates, `T prod(N_i / T) ((w+1)^n - w^n)` for `n` channels; of
    /// a pair, times the share of the recording in which both tags of a pair can lie. `None` without time.
    pub fn by_rates(&self) -> Option<Estimate> {
        let tags = || self.tags.iter().map(|tags| *tags as f64);
        let (window, n) = (self.window as f64, self.channels() as i32);
        let positions = (window + 1.0).powi(n) - window.powi(n);
        let share = if n == 2 { self.overlap(-self.window, self.window) } else { 1.0 };
        let value = tags().map(|tags| tags / self.span).product::<f64>() * self.span * positions * share;
        let error = value * tags().map(|tags| 1.0 / tags).sum::<f64>().sqrt();
        (value > 0.0 && value.is_finite()).then_some(Estimate { value, error })
    }

    /// Returns the accidentals measured in displaced windows; `None` for a recording shorter than twice the displacement, and
    /// for more than [`MAX_GROUPED`] channels.
    pub fn measured(&self) -> Option<MeasuredAccidentals> {
        if self.channels() > MAX_GROUPED || !self.displaced.fits(self.channels(), self.span) {
            return None;
        }
        if self.channels() == 2 { self.of_pair() } else { self.of_several() }
    }

    /// The mean count of a pair's displaced windows.
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

    /// The sum over all groupings of what is left of each without finer ones.
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
            // Windows without a count do not show that there are none.
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

    /// Returns the share of the recording in which both tags of a pair can lie, over delays from `from` to `to` ticks later than
    /// the channels' own, both ends included.
    fn overlap(&self, from: i64, to: i64) -> f64 {
        overlap(self.shift.saturating_add(from), self.shift.saturating_add(to), self.span)
    }

    /// Returns the variance of a pair's coincidences by chance over that of Poisson's distribution, as tags that have fewer
    /// partners near the recording's ends make it: [`Delays`].
    fn variance_of_shared_tags(&self, from: i64, to: i64) -> f64 {
        let (low, high) = (self.shift.saturating_add(from), self.shift.saturating_add(to));
        let delays = Delays { low: low as f64 - 0.5, high: high as f64 + 0.5, span: self.span };
        delays.linear([0, 1].map(|channel| self.tags[channel] as f64 / self.span), false)
    }

    /// Returns how much more the coincidences vary over time than Poisson's distribution; `by_chance` of them are accidentals.
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
            // Where a window holds most of all pairs, few are free to vary.
            return (shared - by_chance / (a as f64 * b as f64)).max(0.0);
        }
        seen.max(shared)
    }

    /// The groups of slices of the recording.
    fn groups(&self) -> std::ops::RangeInclusive<i64> {
        let exponent = self.exponent + GROUPED;
        self.ends.0 >> exponent..=self.ends.1 >> exponent
    }

    fn exposure(&self, group: i64) -> f64 {
        exposure(group, self.exponent + GROUPED, self.ends)
    }

    /// The tags of a channel in a group.
    fn in_group(&self, channel: usize, group: i64) -> f64 {
        let slices = (0..1 << GROUPED).map(|k| (group << GROUPED) + k);
        slices.map(|slice| self.slices[channel].get(slice)).sum::<u64>() as f64
    }

    /// The share of the coincidences by chance in each group: as the product of the channels' rates.
    fn chance_over_time(&self) -> Shares {
        let product = |group| {
            let tags = (0..self.channels()).map(|channel| self.in_group(channel, group)).product::<f64>();
            tags / self.exposure(group).powi(self.channels() as i32 - 1)
        };
        Shares::new(self.groups(), product)
    }

    /// The share of other coincidences in each group: as the mean of the channels' tags.
    fn light_over_time(&self) -> Shares {
        let sum = |group| {
            let share = |channel| self.in_group(channel, group) / self.tags[channel].max(1) as f64;
            (0..self.channels()).map(share).sum()
        };
        Shares::new(self.groups(), sum)
    }
}

/// Returns the accidentals that the request chose, with their interval where they are few.
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
