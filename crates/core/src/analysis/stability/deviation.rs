//! How much the counts of equal times differ, by how long these are.

use crate::analysis::statistics::Estimate;

/// Fewest slices of which anything is told.
pub const FEWEST: usize = 8;

/// What counts in slices of one length tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// The Allan deviation of the relative rate.
    pub allan: Estimate,
    /// Fano's factor.
    pub fano: Estimate,
}

/// Of the counts x of K successive slices with the mean m: the Allan deviation of the relative rate, and Fano's factor.
///
/// ```text
/// allan^2 = sum (x_(i+1) - x_i)^2 / (2 (K - 1) m^2)     relative error  sqrt(3/(K-1) + 1/(K m)) / 2
/// F       = sum (x_i - m)^2 / ((K - 1) m)               relative error  sqrt(2/(K-1) + 1/(K m))
/// ```
///
/// Allan, Proc. IEEE 54, 221 (1966); Fano, Phys. Rev. 72, 26 (1947). Mandel's Q is F - 1: Opt. Lett. 4, 205 (1979). The
/// errors are those of steady light, with neighbouring differences correlated. Poisson's counts of the rate r over tau have `allan = 1/sqrt(r tau)`, F = 1.
/// `None` under [`FEWEST`] slices, or without counts.
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
    Some(Deviation {
        allan: Estimate { value: allan, error: 0.5 * allan * (3.0 / (slices - 1.0) + few).sqrt() },
        fano: Estimate { value: fano, error: fano * (2.0 / (slices - 1.0) + few).sqrt() },
    })
}

/// Every two neighbours joined; one that is left over is dropped.
pub fn joined(counts: &[u64]) -> Vec<u64> {
    counts.chunks_exact(2).map(|pair| pair[0] + pair[1]).collect()
}
