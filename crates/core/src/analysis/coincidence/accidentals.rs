//! What chance gives of a pattern's coincidences: from rates, from rates in slices of time, or from displaced windows.
//! Three and more channels are the work of [`super::partitions`].

use super::counted::Counted;
use super::displaced::{Displaced, WINDOWS};
use super::partitions::{BySet, Sums, partitions};
use super::pulses::{PeriodWindows, Pulses};
use super::shares::Shares;
use crate::analysis::pair_counting::windows::MOST_CHANNELS;
use crate::analysis::slices::{GROUPED, Slices, Steadiness, dispersion, exposure};
use crate::analysis::statistics::{Delays, Estimate, overlap};

/// So many standard errors between what was computed and what was measured are not by chance,
const DIFFERENT: f64 = 5.0;

/// where more than so many coincidences are counted or expected in the displaced windows.
const ENOUGH: f64 = 25.0;

/// Slices of which so many, as a power of two, are joined tell slow changes of few tags.
const JOINED: u32 = 5;

/// The recording is so many windows long at least, with the delays between channels, or what chance gives of three and
/// more is off by more than a hundredth: windows are cut at its ends.
const WINDOWS_OF_SEVERAL: f64 = 100.0;

/// What a pattern's accidentals are computed from.
pub struct PatternCounts<'a> {
    pub window: i64,
    pub displaced: Displaced,
    /// How much later the last of the channels is taken to be than the first: what their delays differ by, ticks.
    pub shift: i64,
    /// Least and greatest time of any channel, and the time between, ticks.
    pub ends: (i64, i64),
    pub span: f64,
    /// The binary logarithm of the length of a slice, ticks.
    pub exponent: u32,
    /// Tags of each channel, and how they are spread over time.
    pub tags: &'a [u64],
    pub slices: &'a [&'a Slices],
    pub counted: &'a Counted,
    /// Where the light is pulsed.
    pub pulses: Option<&'a Pulses>,
}

/// Where a pattern's accidentals are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccidentalsFrom {
    /// The channels' mean rates.
    Rates,
    /// Their rates in slices of time: they were not steady.
    Slices,
    /// Displaced windows, which do not agree with what was computed.
    Displaced,
    /// Windows displaced by whole periods of pulsed light.
    Periods,
}

impl AccidentalsFrom {
    /// As it stands in a result.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rates => "rates",
            Self::Slices => "slices",
            Self::Displaced => "displaced",
            Self::Periods => "periods",
        }
    }
}

/// A pattern's accidentals.
#[derive(Debug, Clone)]
pub struct Accidentals {
    pub from: AccidentalsFrom,
    /// Of all groups together.
    pub total: Estimate,
    /// By the groups of channels that come together, each a set by its bits: of three and more channels.
    pub by: Vec<(Vec<usize>, f64)>,
}

/// What was counted in the displaced windows.
#[derive(Debug, Clone, Copy)]
pub struct MeasuredAccidentals {
    pub counts: u64,
    /// How many whole windows they are.
    pub windows: f64,
    /// [`dispersion`] of the counts.
    pub dispersion: f64,
}

impl MeasuredAccidentals {
    /// Coincidences in one window: the mean.
    pub fn per_window(&self) -> Estimate {
        let counts = self.counts as f64;
        Estimate { value: counts / self.windows, error: (counts * self.dispersion).sqrt() / self.windows }
    }
}

impl PatternCounts<'_> {
    fn channels(&self) -> usize {
        self.tags.len()
    }

    /// How many coincidences the displaced windows hold; `None` of a recording that is too short, and where they are not
    /// known of pulsed light.
    pub fn measured(&self) -> Option<MeasuredAccidentals> {
        if let Some(pulses) = self.pulses {
            let by_periods = pulses.by_periods.as_ref()?;
            let PeriodWindows { counts, windows, dispersion, .. } = *by_periods;
            return Some(MeasuredAccidentals { counts, windows, dispersion });
        }
        if !self.displaced.fits(self.channels(), self.span) || self.is_unsteady_displaced() {
            return None;
        }
        let counts = self.counted.displaced.total()?;
        let chance = self.chance_over_time();
        let of_group = |group| counts as f64 * chance.of(group);
        let seen = dispersion(&self.counted.displaced, self.groups(), of_group);
        if self.channels() > 2 {
            let windows = self.displaced.windows(self.channels(), self.span)?;
            return Some(MeasuredAccidentals { counts, windows, dispersion: seen });
        }
        // As many of the pair's own window.
        let (from, to) = (self.displaced.from, self.displaced.to());
        let windows = WINDOWS as f64 * self.overlap(from, to) / self.overlap(-self.window, self.window);
        let dispersion = seen.max(self.shared(from, to));
        (windows > 0.0 && windows.is_finite()).then_some(MeasuredAccidentals { counts, windows, dispersion })
    }

    /// Whether rates are seen not to have been steady over delays as long as those of the displaced windows: slices
    /// tell it, and so do longer ones, so that it is no structure within some slices, which displaced windows even out.
    pub fn is_unsteady_displaced(&self) -> bool {
        self.is_long(self.displaced.reach(self.channels())) && self.is_unsteady() && self.is_seen_to_change()
    }

    fn is_seen_to_change(&self) -> bool {
        self.any_pair(|a, b| Steadiness::is_seen_to_change(a, b, self.ends, JOINED))
    }

    /// Whether delays of so many ticks, beside those between channels, are longer than a slice.
    fn is_long(&self, ticks: i64) -> bool {
        self.shift.abs().saturating_add(ticks) > 1_i64.checked_shl(self.exponent).unwrap_or(i64::MAX)
    }

    /// Whether rates are seen not to have been steady within the window: those that change between its ends don't have
    /// the mean product that slices one beside the other have.
    pub fn is_unsteady_within(&self) -> bool {
        self.is_long(self.window) && (self.is_unsteady() || self.is_seen_to_change())
    }

    /// Whether the recording is too short for what chance gives of three and more channels.
    pub fn is_too_short(&self) -> bool {
        let window = self.shift.abs().saturating_add(self.window) as f64;
        self.channels() > 2 && self.span < WINDOWS_OF_SEVERAL * window
    }

    fn is_unsteady(&self) -> bool {
        self.any_pair(|a, b| Steadiness::of(a, b, self.ends).is_some_and(Steadiness::is_unsteady))
    }

    /// Whether it is so of the slices of any two of the channels.
    fn any_pair(&self, is_so: impl Fn(&Slices, &Slices) -> bool) -> bool {
        let mut pairs = (0..self.channels()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.any(|(a, b)| is_so(self.slices[a], self.slices[b]))
    }

    /// The share of the recording in which both tags of a pair can lie, over delays so much later than the channels' own,
    /// both ends included.
    fn overlap(&self, from: i64, to: i64) -> f64 {
        overlap(self.shift.saturating_add(from), self.shift.saturating_add(to), self.span)
    }

    /// The first and the last channel's, per tick.
    fn rates(&self) -> [f64; 2] {
        [0, self.channels() - 1].map(|channel| self.tags[channel] as f64 / self.span)
    }

    /// The variance of a pair's coincidences by chance in that of Poisson's distribution, as tags that have fewer partners
    /// near the recording's ends make it: [`Delays`].
    fn shared(&self, from: i64, to: i64) -> f64 {
        let (low, high) = (self.shift.saturating_add(from), self.shift.saturating_add(to));
        let delays = Delays { low: low as f64 - 0.5, high: high as f64 + 0.5, span: self.span };
        delays.linear(self.rates(), false)
    }

    /// [`shared`](Self::shared) of the window.
    pub fn shared_within(&self) -> f64 {
        self.shared(-self.window, self.window)
    }

    /// Whether a pair's window is longer than a slice, so that slices do not tell how coincidences vary over time.
    pub fn is_wide(&self) -> bool {
        self.channels() == 2 && self.is_long(self.window)
    }

    /// The accidentals, those measured of pulsed light and where they do not agree; `None` of more channels than
    /// [`MOST_CHANNELS`], without time, and without chance.
    pub fn accidentals(&self, measured: Option<MeasuredAccidentals>) -> Option<Accidentals> {
        if self.pulses.is_some() {
            let found = measured.filter(|found| found.counts > 0)?;
            return Some(Accidentals {
                from: AccidentalsFrom::Periods,
                total: found.per_window(),
                by: Vec::new(),
            });
        }
        let computed = self.computed()?;
        // Displaced windows of three and more channels take all of them apart.
        let apart = computed.by.last().map_or(computed.total.value, |(_, singles)| *singles);
        let found = measured.filter(|found| {
            let expected = found.windows * apart;
            let error = (expected * found.dispersion).max(1e-9).sqrt();
            let counts = found.counts as f64;
            (counts - expected).abs() > DIFFERENT * error && counts.max(expected) > ENOUGH
        });
        let Some(found) = found else { return Some(computed) };
        let measured = found.per_window();
        let mut by = computed.by;
        if let Some((_, singles)) = by.last_mut() {
            *singles = measured.value;
        }
        let total = Estimate {
            value: computed.total.value - apart + measured.value,
            error: measured.error.hypot(computed.total.error),
        };
        Some(Accidentals { from: AccidentalsFrom::Displaced, total, by })
    }

    fn computed(&self) -> Option<Accidentals> {
        if self.is_unsteady_within() || self.is_too_short() {
            return None;
        }
        let positive = |found: &Accidentals| found.total.value > 0.0 && found.total.value.is_finite();
        if self.channels() == 2 { Some(self.of_pair()) } else { self.of_several() }.filter(positive)
    }

    /// Of two channels: their rates' mean product, by slices where they were not steady.
    fn of_pair(&self) -> Accidentals {
        let (tags_a, tags_b) = (self.tags[0] as f64, self.tags[1] as f64);
        let rates = tags_a * tags_b * (2 * self.window + 1) as f64 / self.span
            * self.overlap(-self.window, self.window);
        let steadiness = Steadiness::of(self.slices[0], self.slices[1], self.ends);
        let (from, total) = match steadiness.filter(|found| found.is_unsteady()) {
            Some(Steadiness { excess, .. }) => {
                let slices = self.span / (1_i128 << self.exponent) as f64;
                let error = rates * (slices / (tags_a * tags_b)).sqrt();
                (AccidentalsFrom::Slices, Estimate { value: rates * (1.0 + excess), error })
            }
            None => {
                let error = rates * (1.0 / tags_a + 1.0 / tags_b).sqrt();
                (AccidentalsFrom::Rates, Estimate { value: rates, error })
            }
        };
        Accidentals { from, total, by: Vec::new() }
    }

    /// Of three and more: of every partition of the channels into two groups and more.
    fn of_several(&self) -> Option<Accidentals> {
        let channels = self.channels();
        if channels > MOST_CHANNELS {
            return None;
        }
        let mut partitions = partitions((1 << channels) - 1);
        partitions.retain(|groups| groups.len() > 1);
        let unsteady = self.is_unsteady();
        let whole = self.sums(None)?;
        let error = whole.error(&partitions, self.span);
        let by = if unsteady {
            let mut sums = vec![0.0; partitions.len()];
            for group in self.groups() {
                let here = self.sums(Some(group))?.accidentals(&partitions, self.exposure(group));
                sums.iter_mut().zip(here).for_each(|(sum, here)| *sum += here);
            }
            sums
        } else {
            whole.accidentals(&partitions, self.span)
        };
        let from = if unsteady { AccidentalsFrom::Slices } else { AccidentalsFrom::Rates };
        let total = Estimate { value: by.iter().sum(), error };
        Some(Accidentals { from, total, by: partitions.into_iter().zip(by).collect() })
    }

    /// What was counted of every set of channels, in all or in one group of slices. Positions are counted in all only:
    /// in a group, there are as many for each coincidence.
    fn sums(&self, group: Option<i64>) -> Option<Sums> {
        let sets = 1 << self.channels();
        let (mut coincidences, mut positions): (BySet, BySet) = (vec![1.0; sets], vec![1.0; sets]);
        for set in 1..sets {
            let all = if set.count_ones() == 1 {
                let channel = set.trailing_zeros() as usize;
                let tags = match group {
                    Some(group) => self.in_group(channel, group),
                    None => self.tags[channel] as f64,
                };
                (tags, tags * (self.window as f64 + 1.0))
            } else {
                let found = self.counted.sets.get(&(set as u32));
                let counts = found.map_or(Some(0), |found| found.counts.total())? as f64;
                let here = match (found, group) {
                    (Some(found), Some(group)) => found.counts.get(group) as f64,
                    _ => counts,
                };
                (here, found.map_or(0.0, |found| found.positions as f64) * here / counts.max(1.0))
            };
            (coincidences[set], positions[set]) = all;
        }
        Some(Sums { coincidences, positions })
    }

    /// The groups of slices there are.
    pub fn groups(&self) -> std::ops::RangeInclusive<i64> {
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

    /// The share of the coincidences by chance that fall into a group: as the product of the channels' rates.
    pub fn chance_over_time(&self) -> Shares {
        let product = |group| {
            let tags = (0..self.channels()).map(|channel| self.in_group(channel, group)).product::<f64>();
            tags / self.exposure(group).powi(self.channels() as i32 - 1)
        };
        Shares::new(self.groups(), product)
    }

    /// The share of other coincidences that fall into a group: as the mean of the channels' tags.
    pub fn light_over_time(&self) -> Shares {
        let sum = |group| {
            let share = |channel| self.in_group(channel, group) / self.tags[channel].max(1) as f64;
            (0..self.channels()).map(share).sum()
        };
        Shares::new(self.groups(), sum)
    }
}
