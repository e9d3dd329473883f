//! Counts in slices of time, and the result of `stability` from their variation.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::counting::slices::Slices;
use crate::estimate::modulation::Modulation;
use crate::estimate::statistics::{Estimate, Hint, Remark, RemarkCode};
use crate::numbers::{Channel, Counts, Floats, Integers};
use crate::run::partial::{differs, not_ours, total};
use crate::tags::PerChannel;

/// Statistics of one channel by averaging time; `None` without counts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StabilityChannel {
    /// Number of the channel.
    pub channel: Channel,
    /// Tags in slices that the run covers completely.
    pub tags: u64,
    /// Allan deviation of the relative rate.
    pub allan_deviation: Floats,
    /// Standard error of `allan_deviation` for steady light.
    pub allan_deviation_error: Floats,
    /// Allan deviation of Poisson counts with the same rate.
    pub poisson_deviation: Floats,
    /// Fano's factor, the variance of counts over their mean: 1 for Poisson counts.
    pub fano: Floats,
    /// Standard error of `fano` and `mandel_q`.
    pub fano_error: Floats,
    /// Mandel's Q: `fano - 1`.
    pub mandel_q: Floats,
    /// Distribution of the number of tags in slices of the shortest averaging time: entry `k` is the number of slices
    /// with `k` tags. Empty if a slice has more than 4095.
    pub distribution: Counts,
}

/// `stability`: variation of counts in slices of equal length.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StabilityResult {
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Averaging times, ticks.
    pub times: Integers,
    /// Number of slices of each averaging time.
    pub slices: Counts,
    /// Results by channel, ascending.
    pub channels: Vec<StabilityChannel>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
    /// The hint that a rate is modulated at one frequency.
    pub hints: Vec<Hint>,
}

impl StabilityResult {
    /// Removes all numbers of a recording whose times go back: the slices of joined runs are in each other.
    pub(crate) fn forget_series(&mut self) {
        (self.times, self.slices) = (Integers(Vec::new()), Counts(Vec::new()));
        self.channels.iter_mut().for_each(|channel| *channel = of_channel(channel.channel.0, Vec::new(), 0));
        self.hints.clear();
        let message = "times go back, as of joined runs, whose counts are no series: read each run by itself";
        self.remarks = vec![Remark::new("allan_deviation", RemarkCode::OutOfOrder, message)];
    }
}

/// Returns the result for these counts.
pub fn result(counted: &StabilityPartial) -> StabilityResult {
    let bin = counted.bin;
    let (least, greatest) = counted.ends;
    // The run covers the slices of the first and the last tag only in part.
    let covered = (least.div_euclid(bin).saturating_add(1), greatest.div_euclid(bin));
    let slices = covered.1.saturating_sub(covered.0).max(0) as u64;
    let octaves: Vec<u32> = (0..u64::BITS - 1).take_while(|k| slices >> k >= FEWEST as u64).collect();
    let some = !counted.channels.is_empty();
    let mut remarks = Vec::new();
    if octaves.is_empty() {
        let message = format!("the run covers {slices} slices of {bin} ticks: {FEWEST} are needed");
        remarks.push(Remark::new("allan_deviation", RemarkCode::RangeTooShort, message));
    }
    let counts_of = |state: &Slices| -> Vec<u64> {
        if octaves.is_empty() {
            Vec::new()
        } else {
            (covered.0..covered.1).map(|slice| state.get(slice)).collect()
        }
    };
    let channel = |(number, state): (u64, &Slices)| of_channel(number, counts_of(state), octaves.len());
    let states = counted.channels.sorted();
    let lines =
        states.iter().filter_map(|(number, state)| Some((*number, Modulation::of(&counts_of(state))?)));
    let hint = Modulation::hint(lines, states.len(), bin);
    StabilityResult {
        span: some.then(|| i128::from(greatest) - i128::from(least)),
        times: Integers(octaves.iter().map(|k| bin << k).collect()),
        slices: Counts(octaves.iter().map(|k| slices >> k).collect()),
        channels: states.iter().copied().map(channel).collect(),
        remarks,
        hints: hint.into_iter().collect(),
    }
}

/// Returns the result of a channel with these counts in slices. For each further octave, slices are joined in pairs.
fn of_channel(number: u64, mut counts: Vec<u64>, octaves: usize) -> StabilityChannel {
    let tags: u64 = counts.iter().sum();
    let distribution = distribution(&counts);
    let mut found: Vec<Option<Deviation>> = Vec::new();
    let mut poisson = Vec::new();
    for _ in 0..octaves {
        found.push(deviation(&counts));
        let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        poisson.push(if mean > 0.0 { mean.sqrt().recip() } else { f64::NAN });
        counts = joined(&counts);
    }
    let each = |of: fn(&Deviation) -> f64| {
        Floats(found.iter().map(|found| found.as_ref().map_or(f64::NAN, of)).collect())
    };
    StabilityChannel {
        channel: Channel(number),
        tags,
        allan_deviation: each(|d| d.allan.value),
        allan_deviation_error: each(|d| d.allan.error),
        poisson_deviation: Floats(poisson),
        fano: each(|d| d.fano.value),
        fano_error: each(|d| d.fano.error),
        mandel_q: each(|d| d.fano.value - 1.0),
        distribution: Counts(distribution),
    }
}

/// Maximum length of the distribution of counts.
const MAX_DISTRIBUTION: u64 = 1 << 12;

/// Returns the number of slices with each number of tags; empty if a slice has too many.
fn distribution(counts: &[u64]) -> Vec<u64> {
    let Some(most) = counts.iter().copied().max().filter(|most| *most < MAX_DISTRIBUTION) else {
        return Vec::new();
    };
    let mut slices = vec![0; most as usize + 1];
    for tags in counts {
        if let Some(n) = slices.get_mut(*tags as usize) {
            *n += 1;
        }
    }
    slices
}

/// The name of the analysis.
pub const NAME: &str = "stability";

/// Maximum number of slices of an automatic width, from the earliest to the latest tag. If there would be more, slices
/// are joined in pairs.
const MOST_SLICES: u64 = 1 << 16;

/// Maximum automatic slice in ticks: 2048 such slices cover all possible times.
const WIDEST: i64 = 1 << 53;

/// The partial result of a run, see [`super::Stability`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StabilityPartial {
    pub automatic: bool,
    pub bin: i64,
    /// Earliest and latest time of any channel; 0 without tags.
    pub ends: (i64, i64),
    pub channels: PerChannel<Slices>,
}

impl StabilityPartial {
    /// Joins slices into slices of `bin` ticks, a power of two times the current length.
    pub fn widen(&mut self, bin: i64) {
        let doublings = bin.ilog2() - self.bin.ilog2();
        if bin != self.bin {
            self.channels.states_mut().for_each(|state| state.widen(doublings));
            self.bin = bin;
        }
    }

    /// Checks that this is valid and has the same slices as `ours`.
    ///
    /// # Errors
    /// `Mismatch` if it does not.
    pub fn check(&self, ours: &Self) -> Result<(), Error> {
        if self.automatic != ours.automatic || !(self.automatic || self.bin == ours.bin) {
            let name = |partial: &Self| match partial.automatic {
                true => "automatic".to_owned(),
                false => partial.bin.to_string(),
            };
            return Err(differs(NAME, "`bin`", &name(ours), &name(self)));
        }
        let width = !self.automatic || (1..=WIDEST).contains(&self.bin) && self.bin.count_ones() == 1;
        if !width || self.bin < 1 || self.ends.0 > self.ends.1 {
            return Err(not_ours(NAME, "its slices contradict each other"));
        }
        let wrong = || not_ours(NAME, "its ends are not those of its slices");
        let mut found: Option<(i64, i64)> = None;
        for state in self.channels.states() {
            let (first, last) = state.ends().ok_or_else(wrong)?;
            found = Some(found.map_or((first, last), |all| (all.0.min(first), all.1.max(last))));
        }
        let edge = |time: i64| time.div_euclid(self.bin);
        let sound = match found {
            None => self.ends == (0, 0),
            Some(found) => found == (edge(self.ends.0), edge(self.ends.1)),
        };
        if !sound {
            return Err(wrong());
        }
        Ok(())
    }

    /// # Errors
    /// `Mismatch` if it counts more tags than possible.
    pub fn total(&self) -> Result<u64, Error> {
        let of_channels: Option<Vec<u64>> = self.channels.states().map(Slices::total).collect();
        total(NAME, of_channels.unwrap_or_else(|| vec![u64::MAX]))
    }
}

/// Returns the width of slices, `bin` doubled until at most [`MOST_SLICES`] cover `ends`.
pub fn automatic_bin(bin: i64, (least, greatest): (i64, i64)) -> i64 {
    let mut bits = bin.ilog2();
    while (least >> bits).abs_diff(greatest >> bits) >= MOST_SLICES {
        bits += 1;
    }
    1 << bits
}

/// Minimum number of slices.
pub const FEWEST: usize = 8;

/// Variation of counts in slices of one length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// The Allan deviation of the relative rate.
    pub allan: Estimate,
    /// Fano's factor.
    pub fano: Estimate,
}

/// Returns the Allan deviation of the relative rate, and Fano's factor, of the counts x of K successive slices with the
/// mean m.
///
/// ```text
/// allan^2 = sum (x_(i+1) - x_i)^2 / (2 (K - 1) m^2)     relative error  sqrt(3/(K-1) + 1/(K m)) / 2
/// F       = sum (x_i - m)^2 / ((K - 1) m)               relative error  sqrt(2/(K-1))
/// ```
///
/// Allan, Proc. IEEE 54, 221 (1966); Fano, Phys. Rev. 72, 26 (1947). Mandel's Q is F - 1: Opt. Lett. 4, 205 (1979). The
/// errors are those of steady light, with correlated neighbouring differences. If counts scatter more than Poisson
/// counts, as for bunched light, the error of F follows from the third and fourth moments of independent slices
/// (Cramer, Mathematical Methods of Statistics (1946), 27.7). Poisson counts of the rate r over tau have
/// `allan = 1/sqrt(r tau)` and F = 1. `None` with fewer than [`FEWEST`] slices, or without counts.
pub fn deviation(counts: &[u64]) -> Option<Deviation> {
    let slices = counts.len() as f64;
    let mean = counts.iter().sum::<u64>() as f64 / slices;
    if counts.len() < FEWEST || mean <= 0.0 {
        return None;
    }
    let steps = counts.windows(2).map(|pair| pair[1] as f64 - pair[0] as f64);
    let allan = (steps.map(|d| d * d).sum::<f64>() / (2.0 * (slices - 1.0))).sqrt() / mean;
    let squares = counts.iter().map(|n| (*n as f64 - mean) * (*n as f64 - mean));
    let fano = squares.sum::<f64>() / (slices - 1.0) / mean;
    let few = 1.0 / (slices * mean);
    let spread = spread_of_fano(counts, mean).max(fano * (2.0 / (slices - 1.0)).sqrt());
    Some(Deviation {
        allan: Estimate { value: allan, error: 0.5 * allan * (3.0 / (slices - 1.0) + few).sqrt() },
        fano: Estimate { value: fano, error: spread },
    })
}

/// Returns the standard error of variance over mean, from the moments of the counts, as a ratio of two means.
fn spread_of_fano(counts: &[u64], mean: f64) -> f64 {
    let slices = counts.len() as f64;
    let moment = |power: i32| counts.iter().map(|n| (*n as f64 - mean).powi(power)).sum::<f64>() / slices;
    let [second, third, fourth] = [2, 3, 4].map(moment);
    let of_variance = fourth - second * second;
    let fano = second / mean;
    ((of_variance - 2.0 * fano * third + fano * fano * second) / slices).max(0.0).sqrt() / mean
}

/// Joins counts in pairs. A single one at the end is dropped.
pub fn joined(counts: &[u64]) -> Vec<u64> {
    counts.chunks_exact(2).map(|pair| pair[0] + pair[1]).collect()
}
