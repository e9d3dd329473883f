//! The result of `stability`.

use serde::Serialize;

use super::deviation::{Deviation, FEWEST, deviation, joined};
use super::partial::StabilityPartial;
use crate::counting::slices::Slices;
use crate::estimate::modulation::Modulation;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts, Floats, Times};

/// The counts of one channel, by the averaging time: not a number without a count.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StabilityChannel {
    /// Number of the channel.
    pub channel: Channel,
    /// Tags in slices that the run covers.
    pub tags: u64,
    /// Allan deviation of the relative rate.
    pub allan_deviation: Floats,
    /// One standard error, as of steady light.
    pub allan_deviation_error: Floats,
    /// What it would be of Poisson's counts of the same rate.
    pub poisson_deviation: Floats,
    /// Fano's factor, the variance of counts over their mean: 1 for Poisson's.
    pub fano: Floats,
    /// One standard error, of `mandel_q` too.
    pub fano_error: Floats,
    /// Mandel's Q: `fano - 1`.
    pub mandel_q: Floats,
    /// Slices of the shortest averaging time by their tags: entry `k` is the number of slices with `k` tags. Empty where a
    /// slice has more than 4095.
    pub distribution: Counts,
}

/// `stability`: how much counts of equal times differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StabilityResult {
    /// From the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Averaging times, ticks.
    pub times: Times,
    /// How many of each the run covers.
    pub slices: Counts,
    /// Ascending.
    pub channels: Vec<StabilityChannel>,
    /// What to know of the numbers.
    pub remarks: Vec<Remark>,
    /// The hint that a rate swings with one frequency.
    pub hints: Vec<Hint>,
}

/// The result for what was counted.
pub fn result(counted: &StabilityPartial) -> StabilityResult {
    let bin = counted.bin;
    let (least, greatest) = counted.ends;
    // Of the slices that the first and the last tag lie in, the run covers a part only.
    let covered = (least.div_euclid(bin).saturating_add(1), greatest.div_euclid(bin));
    let slices = covered.1.saturating_sub(covered.0).max(0) as u64;
    let octaves: Vec<u32> = (0..u64::BITS - 1).take_while(|k| slices >> k >= FEWEST as u64).collect();
    let some = !counted.channels.is_empty();
    let mut remarks = Vec::new();
    if octaves.is_empty() {
        let message = format!("the run covers {slices} slices of {bin} ticks: {FEWEST} are needed");
        remarks.push(Remark::new("allan_deviation", "range-too-short", message));
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
        times: Times(octaves.iter().map(|k| bin << k).collect()),
        slices: Counts(octaves.iter().map(|k| slices >> k).collect()),
        channels: states.iter().copied().map(channel).collect(),
        remarks,
        hints: hint.into_iter().collect(),
    }
}

/// Returns the result of a channel with these counts in slices, joined to slices twice as long for each further octave.
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

/// Returns the number of slices with each number of tags; empty where a slice has too many.
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
