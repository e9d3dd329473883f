//! The result of `stability`.

use serde::Serialize;

use super::deviation::{Deviation, FEWEST, deviation, joined};
use super::partial::StabilityPartial;
use crate::counting::slices::Slices;
use crate::estimate::modulation::Modulation;
use crate::estimate::statistics::{Hint, Remark};
use crate::numbers::{Channel, Counts, Floats, Integers};

/// Statistics of one channel by averaging time; not a number without counts.
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
    /// Time from the first to the last tag of any channel, ticks; null without tags.
    pub span: Option<i128>,
    /// Averaging times, ticks.
    pub times: Integers,
    /// Number of slices of each averaging time.
    pub slices: Counts,
    /// Results by channel, ascending.
    pub channels: Vec<StabilityChannel>,
    /// Reasons for null numbers, and cautions.
    pub remarks: Vec<Remark>,
    /// The hint that a rate is modulated at one frequency.
    pub hints: Vec<Hint>,
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
