//! Whether a clock ticks less often than the light's pulses come.

use super::comb::Comb;
use super::fold::Fold;
use crate::analysis::peak::Histogram;

/// A harmonic is seen where its power is so many times that of noise, which one is with a chance of `exp(-12)`.
const SEEN: f64 = 12.0;

/// A harmonic is one of the light's where it has more than this part of the strongest one's power.
const LOWER: f64 = 0.2;

/// Bins in the period of light that show it.
const BINS: f64 = 4.0;

/// Light whose pulses come several times in a period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divided {
    /// Pulses in the period; `None` where the bins are too wide, or pairs too few, to tell.
    pub times: Option<usize>,
}

/// Whether pairs recur several times in the comb's period; `None` where they recur with it, or where they are too few to
/// tell.
///
/// One peak a period makes its first harmonic the strongest, whatever its width; `m` equal ones have none below the
/// `m`-th. Neither the period around 0 counts, in which an emitter's peak is missing, nor the one with most pairs, in
/// which a peak of true pairs may be.
pub fn divided(histogram: &Histogram, comb: &Comb) -> Option<Divided> {
    let most = comb.numbered().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(number, _)| number);
    let counted: Vec<i64> =
        comb.numbered().map(|(number, _)| number).filter(|m| *m != 0 && Some(*m) != most).collect();
    let mut fold = Fold::new();
    let (first, last) = (*counted.first()?, *counted.last()?);
    for (k, n) in histogram.counts.iter().enumerate() {
        let turn = (histogram.delay(k as f64) - comb.phase) / comb.period + 0.5;
        let number = turn.floor() as i64;
        if (first..=last).contains(&number) && number != 0 && Some(number) != most {
            fold.add(turn, *n as f64, 1.0);
        }
    }
    let total = fold.total();
    // A channel with itself has every pair twice.
    let noise = if histogram.doubled { 2.0 * total } else { total };
    let bins = comb.period / histogram.bin as f64;
    let harmonics = fold.harmonics(bins);
    let strongest = harmonics.iter().fold(0.0_f64, |most, power| most.max(*power));
    let lowest = harmonics.iter().position(|power| *power > LOWER * strongest)? + 1;
    if lowest == 1 || strongest <= SEEN * noise {
        return None;
    }
    let known = bins >= BINS * lowest as f64 && LOWER * strongest > SEEN * noise;
    Some(Divided { times: known.then_some(lowest) })
}
