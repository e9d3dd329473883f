//! Hints from the bins of a correlation.

use super::columns::BinValues;
use crate::counting::bins::BinShape;
use crate::counting::excerpts::Excerpts;
use crate::estimate::peak::MIN_BINS;
use crate::estimate::statistics::Hint;

/// Returns the hint that a channel has no pairs with itself at short delays. The gaps of a clock are its period.
pub fn dead_time_hint(values: BinValues, excerpts: &Excerpts) -> Option<Hint> {
    let channel = values.of.a;
    let (end, pairs) = values.own_gap().filter(|_| !excerpts.is_clock(channel))?;
    let message = format!(
        "channel {channel} has no two tags less than {end} ticks apart, where steady light has {pairs:.0} pairs: a dead time, \
         which looks like antibunching"
    );
    Some(Hint::new(Hint::DEAD_TIME, message))
}

/// Minimum pairs in the highest bin. Below it, its error exceeds 30 %, and the shape of the histogram is lost in noise.
const FEW_PAIRS: u64 = 10;

/// Returns the hint that bins are too narrow, with the width for `4 * FEW_PAIRS` in the highest bin.
pub fn few_counts_hint(shape: &BinShape, counts: &[u64]) -> Option<Hint> {
    let BinShape::Linear { bin, .. } = shape else { return None };
    let highest = counts.iter().copied().max().filter(|highest| (1..FEW_PAIRS).contains(highest))?;
    let factor = (4 * FEW_PAIRS).div_ceil(highest);
    let pairs = if highest == 1 { "pair" } else { "pairs" };
    let message = format!("no bin has more than {highest} {pairs}, too few to show a shape");
    Some(match bin.checked_mul(factor as i64).filter(|_| factor * MIN_BINS as u64 <= counts.len() as u64) {
        Some(wider) => Hint::new(Hint::FEW_COUNTS, message).with_option("bin", wider as f64),
        None => Hint::new(Hint::FEW_COUNTS, format!("{message}: record for longer")),
    })
}
