//! The period of light that follows a clock: the clock's own, or a part of it.
//!
//! A tag makes a pair with each of the clock's pulses around it, all at the same phase: what is chance in one period
//! of the clock is in all of them, and a correlation with a clock recurs with its period and all parts of that,
//! whatever the light. So the other channel's tags are folded by the clock's period, and count once.

use super::clock::regular_gap;
use super::fold::Fold;
use crate::analysis::peak::Histogram;
use crate::analysis::time_order::TimeOrder;

/// Harmonics of the light that are added up.
const HARMONICS: usize = 20;

/// The least H of pulses: chance reaches 60 with a probability of `exp(-24)`, and of less than this, tags are too few
/// to tell a period from a multiple of it.
const LEAST_H: f64 = 200.0;

/// The light's harmonics are those of a longer period, too, where that one's others have more than this part of their
/// power.
const LOWER: f64 = 0.4;

/// The amplitude, per tag, of the harmonic of light that flickers and is not pulsed: at its faintest it has nine
/// tenths of what it has at its brightest.
const FLICKER: f64 = 0.026;

/// Bins in a period of the clock.
const BINS: f64 = 4.0;

/// Periods of the clock in such a histogram.
const PERIODS: f64 = 2.0;

/// The mean gap in ticks of the clock that one of two channels is; `None` where neither is, or both are.
pub fn clock_of(order: &TimeOrder, (a, b): (u64, u64)) -> Option<f64> {
    match (clock(order, a), clock(order, b)) {
        (Some(gap), None) | (None, Some(gap)) => Some(gap),
        _ => None,
    }
}

/// Whether all of these channels are clocks, whose pairs tell nothing of light.
pub fn are_clocks(order: &TimeOrder, channels: &[u64]) -> bool {
    channels.iter().all(|channel| clock(order, *channel).is_some())
}

fn clock(order: &TimeOrder, channel: u64) -> Option<f64> {
    regular_gap(order.channel(channel)?.head())
}

/// Whether a histogram has so many periods of a clock that what is chance in one recurs.
pub fn is_repeated(histogram: &Histogram, clock: f64) -> bool {
    PERIODS * clock / histogram.bin as f64 <= histogram.counts.len() as f64
}

/// The period of light in a histogram of pairs with a clock of such a period, of which it [has some](is_repeated);
/// `None` where the light is not known to be pulsed.
pub fn in_histogram(histogram: &Histogram, clock: f64) -> Option<f64> {
    let bins = clock / histogram.bin as f64;
    let periods = histogram.counts.len() as f64 / bins;
    if bins < BINS {
        return None;
    }
    let mut fold = Fold::new();
    for (k, n) in histogram.counts.iter().enumerate() {
        fold.add(histogram.delay(k as f64) / clock, *n as f64, 1.0);
    }
    period(&fold, (clock, bins), periods)
}

/// The period of the light of which these tags come after pulses of a clock with such a mean gap; `None` where it is
/// not known to be pulsed. Tags and pulses are those of stretches of time, ascending, each with all pulses there were.
pub fn after_pulses<'a>(stretches: impl Iterator<Item = (&'a [i64], &'a [i64])>, clock: f64) -> Option<f64> {
    let mut fold = Fold::of_all_phases();
    for (pulses, tags) in stretches {
        for time in tags {
            let last = pulses[..pulses.partition_point(|pulse| pulse <= time)].last();
            let turn = last.map_or(f64::INFINITY, |last| (time - last) as f64 / clock);
            if turn < 1.0 {
                fold.add(turn, 1.0, 0.0);
            }
        }
    }
    period(&fold, (clock, clock), 1.0)
}

/// The period of the light, of a clock's that has so many bins, where each tag was counted so many times, at the same
/// phase.
fn period(fold: &Fold, (clock, bins): (f64, f64), copies: f64) -> Option<f64> {
    let total = fold.total();
    let powers = fold.harmonics(bins);
    let strongest = powers.iter().fold(0.0_f64, |most, power| most.max(*power));
    if total == 0.0 || strongest.sqrt() < FLICKER * total {
        return None;
    }
    let powers: Vec<f64> = powers.into_iter().map(|power| power / (total * copies)).collect();
    let times = (1..=powers.len()).rev().find(|times| comes_times(&powers, *times))?;
    Some(clock / times as f64)
}

/// Whether light comes so many times in the period of which these are the harmonics' powers, which are 1 of noise, in the
/// mean: its own harmonics have power, and those of longer periods have none.
fn comes_times(powers: &[f64], times: usize) -> bool {
    let harmonics_of = |times: usize| (1..).map(move |k| k * times).take_while(|k| *k <= powers.len());
    let power = |k: usize| powers[k - 1];
    let own: Vec<f64> = harmonics_of(times).take(HARMONICS).map(power).collect();
    let is_longer = |part: usize| {
        let others = harmonics_of(part).filter(|k| !k.is_multiple_of(times)).take(HARMONICS);
        mean_excess(&others.map(power).collect::<Vec<_>>()) > LOWER * mean_excess(&own)
    };
    h(&own) >= LEAST_H && !(1..times).filter(|part| times.is_multiple_of(*part)).any(is_longer)
}

/// The H of de Jager, Raubenheimer, Swanepoel, Astron. Astrophys. 221, 180 (1989): the highest of `Z^2_m - 4 m + 4`,
/// where
/// `Z^2_m` is twice the power of the first `m` harmonics.
fn h(powers: &[f64]) -> f64 {
    let sums = powers.iter().scan(4.0, |sum, power| {
        *sum += 2.0 * power - 4.0;
        Some(*sum)
    });
    sums.fold(0.0, f64::max)
}

fn mean_excess(powers: &[f64]) -> f64 {
    powers.iter().sum::<f64>() / powers.len().max(1) as f64 - 1.0
}
