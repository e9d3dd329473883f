//! Variation of counts in slices of time, by the length of the slices.

use crate::estimate::statistics::Estimate;

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
