//! Whether gaps come in steps, as those of light in pulses do.

use super::distribution::Distribution;
use super::octaves::{cell, edge};

/// Cells that are compared: of fewer gaps they tell nothing.
const LEAST_IN_THREE: f64 = 12.0;

/// Relative variance of neighbours that a time tagger's uneven ticks don't reach and pulses exceed.
const UNEVEN: f64 = 0.1;

/// Standard deviations by which that has to be more than chance.
const SIGMA: f64 = 6.0;

/// Whether cells from `from` up to the median differ from the mean of their neighbours by more than a third, beyond
/// chance. Of light without steps the second difference `d = n1 - 2 n2 + n3` of three cells of one width has the
/// variance `v = n1 + 4 n2 + n3`; the sum of `d^2 - v` over that of the squares of their means is what is uneven.
pub fn is_pulsed(gaps: &Distribution, from: i64) -> bool {
    let last = gaps.counts.len().min(cell(gaps.median() as i64) + 1);
    let (mut excess, mut chance, mut squares) = (0.0, 0.0, 0.0);
    for k in cell(from) + 1..last.saturating_sub(2) {
        let [n1, n2, n3] = [0, 1, 2].map(|more| gaps.counts[k + more] as f64);
        let same_width = edge(k + 1) - edge(k) == edge(k + 3) - edge(k + 2);
        if !same_width || n1 + n2 + n3 < LEAST_IN_THREE {
            continue;
        }
        let (d, v) = (n1 - 2.0 * n2 + n3, n1 + 4.0 * n2 + n3);
        let mean = (n1 + n2 + n3) / 3.0;
        excess += d * d - v;
        // Neighbouring differences share two cells: their squares are correlated.
        chance += 4.0 * v * v;
        squares += 6.0 * mean * mean;
    }
    excess > SIGMA * f64::sqrt(chance) && excess > UNEVEN * squares
}
