//! The period of pulsed light, from the correlation itself.

use super::comb::Comb;
use super::view::View;
use crate::analysis::peak::{Histogram, Sums};
use crate::analysis::statistics::li_ma;

/// Stretches of the range; each has to show the period.
const STRETCHES: usize = 8;

/// Most times that the period may be as long as one that was found.
const MOST_TIMES: usize = 32;

/// Most cells of a period that is looked at.
const CELLS: f64 = 32.0;

/// The period in ticks with which counts repeat all along the range; `None` where there is no such period, or where
/// fewer than 8 lie in the range.
///
/// A line of the spectrum under a Hann window, refined at its harmonics (as the Z^2_n statistic of Buccheri et al.,
/// Astron. Astrophys. 128, 245 (1983), adds them), and then seen in each of 8 stretches of the range, at the same phase.
///
/// A `likely` period, that of other channels, is tried first.
pub fn find(histogram: &Histogram, sums: &Sums, likely: Option<f64>) -> Option<f64> {
    let in_view = |view: View| find_in(&view, (view.width as i64 * histogram.bin) as f64, 4.0, likely);
    View::of(histogram, sums).into_iter().find_map(in_view)
}

/// The same in one view, whose bins are so many ticks wide, with at least so many of them in a period.
pub fn find_in(view: &View, bin: f64, least: f64, likely: Option<f64>) -> Option<f64> {
    let repeated = likely.filter(|likely| *likely >= least * bin && repeats(view, likely / bin));
    let found = |line: f64| {
        let period = 1.0 / view.refine(line);
        let found = (period >= least && repeats(view, period)).then_some(period)?;
        let period = without_harmonic(&view.levelled, found);
        (period == found || repeats(view, period)).then_some(period * bin)
    };
    repeated.or_else(|| view.lines().into_iter().find_map(found))
}

/// Whether counts have the same excess at the same phases, all along the range.
fn repeats(view: &View, period: f64) -> bool {
    let counts = &view.levelled;
    let seen = |(k, _): &(usize, &f64)| !view.unseen.contains(k);
    let many = counts.len() - view.unseen.len();
    let cells = CELLS.min(period.max(4.0)) as usize;
    let cell = |k: usize| (((k as f64 / period).fract() * cells as f64) as usize).min(cells - 1);
    let mut profile = vec![(0.0, 0.0); cells];
    for (k, n) in counts.iter().enumerate().filter(seen) {
        let (sum, bins) = &mut profile[cell(k)];
        (*sum, *bins) = (*sum + n, *bins + 1.0);
    }
    let mut heights: Vec<f64> =
        profile.iter().map(|(sum, bins)| if *bins > 0.0 { sum / bins } else { 0.0 }).collect();
    let folded = heights.clone();
    heights.sort_unstable_by(f64::total_cmp);
    let median = (heights[(cells - 1) / 2] + heights[cells / 2]) / 2.0;
    let top = heights[cells - 1];
    let above = folded.iter().filter(|height| **height > median + 0.5 * (top - median)).count();
    let threshold = heights[cells - above.clamp(1, cells / 2)];
    let mut stretches = [[(0.0, 0.0); 2]; STRETCHES];
    for (place, (k, n)) in counts.iter().enumerate().filter(seen).enumerate() {
        let on = folded[cell(k)] >= threshold;
        let (sum, bins) = &mut stretches[place * STRETCHES / many][usize::from(on)];
        (*sum, *bins) = (*sum + n, *bins + 1.0);
    }
    let mut excesses = [0.0; STRETCHES];
    let mut squares = 0.0;
    for (excess, [off, on]) in excesses.iter_mut().zip(stretches) {
        if off.1 == 0.0 || on.1 == 0.0 {
            return false;
        }
        let alpha = on.1 / off.1;
        let z = li_ma(on.0, off.0, alpha);
        if z <= 2.0 {
            return false;
        }
        squares += z * z;
        *excess = on.0 - alpha * off.0;
    }
    let mut sorted = excesses;
    sorted.sort_unstable_by(f64::total_cmp);
    let median = (sorted[STRETCHES / 2 - 1] + sorted[STRETCHES / 2]) / 2.0;
    median > 0.0 && sorted[0] > 0.4 * median && squares > 64.0
}

/// A multiple of `period`, as often as only every second, third... of its peaks is there: the light's harmonics have
/// nearly its own power where pulses are short.
fn without_harmonic(counts: &[f64], mut period: f64) -> f64 {
    while let Some(comb) = Comb::of_counts(counts, period) {
        let most = MOST_TIMES.min((counts.len() as f64 / (4.0 * period)) as usize);
        let between = comb.between(counts);
        match (2..=most).find(|times| is_every(&comb, *times, between)) {
            Some(times) => period *= times as f64,
            None => break,
        }
    }
    period
}

/// Whether one peak of so many is there, and the others are not. Between peaks, a period has so many counts.
fn is_every(comb: &Comb, times: usize, between: f64) -> bool {
    let mut classes = vec![Vec::new(); times];
    for (m, counts) in comb.numbered() {
        classes[m.rem_euclid(times as i64) as usize].push(counts);
    }
    if classes.iter().any(Vec::is_empty) {
        return false;
    }
    let by_mean = |x: &usize, y: &usize| mean(&classes[*x]).total_cmp(&mean(&classes[*y]));
    let Some(highest) = (0..times).max_by(by_mean) else { return false };
    let lowest = (0..times).filter(|class| *class != highest).min_by(by_mean);
    let high = std::mem::take(&mut classes[highest]);
    // Of many, the lowest is low by chance: the others count together.
    let low = match lowest {
        Some(lowest) if times <= 3 => std::mem::take(&mut classes[lowest]),
        _ => classes.concat(),
    };
    let is_above = |between: f64| {
        let above = |counts: f64| (counts - between).max(0.0);
        above(mean(&low)) < 0.4 * above(mean(&high)) && above(median(&high)) > 2.0 * above(median(&low))
    };
    // One peak of true pairs is no class of high ones, though it makes that class's mean high.
    let mut others = high.clone();
    others.sort_unstable_by(f64::total_cmp);
    others.pop();
    is_above(0.0) && stands_out(&high, &low) || is_above(between) && stands_out(&others, &low)
}

/// Whether `high` are more than `low` by more than chance.
fn stands_out(high: &[f64], low: &[f64]) -> bool {
    let alpha = high.len() as f64 / low.len() as f64;
    !high.is_empty() && li_ma(high.iter().sum(), low.iter().sum(), alpha) > 4.0
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

fn median(all: &[f64]) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}
