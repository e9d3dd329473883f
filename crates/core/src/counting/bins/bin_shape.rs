//! The layout of bins, and logarithmic edges that are exact integers.

use serde::{Deserialize, Serialize};

/// The layout of bins. Histograms with the same layout can be added.
///
/// Its byte form is the permanent number of the variant, the width of bins or their number per decade, the lower edge
/// of the first bin, and the number of bins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u8, i64, i64, u64)", try_from = "(u8, i64, i64, u64)")]
#[allow(unnameable_types)] // Only `From` for its byte form makes it reachable.
pub enum BinShape {
    /// Bin k covers `from + k*bin <= d < from + (k+1)*bin`.
    Linear {
        /// Lower edge of the first bin, ticks.
        from: i64,
        /// Width of a bin, ticks.
        bin: i64,
        /// Number of bins.
        bins: u64,
    },
    /// Bin k covers `edges[k] <= d < edges[k+1]`, with the edges of [`super::log_edges`] starting at `from`.
    Log {
        /// Bins per decade.
        per_decade: u32,
        /// Lower edge of the first bin, ticks.
        from: i64,
        /// Number of bins.
        bins: u64,
    },
}

const LINEAR: u8 = 1;
const LOGARITHMIC: u8 = 2;

impl From<BinShape> for (u8, i64, i64, u64) {
    fn from(shape: BinShape) -> Self {
        match shape {
            BinShape::Linear { from, bin, bins } => (LINEAR, bin, from, bins),
            BinShape::Log { per_decade, from, bins } => (LOGARITHMIC, per_decade.into(), from, bins),
        }
    }
}

impl TryFrom<(u8, i64, i64, u64)> for BinShape {
    type Error = &'static str;

    fn try_from((kind, width, from, bins): (u8, i64, i64, u64)) -> Result<Self, &'static str> {
        match (kind, u32::try_from(width)) {
            (LINEAR, _) => Ok(Self::Linear { from, bin: width, bins }),
            (LOGARITHMIC, Ok(per_decade)) => Ok(Self::Log { per_decade, from, bins }),
            _ => Err("bins of an unknown kind"),
        }
    }
}

/// Distinct values of `ceil(10^(k / per_decade))` for k = 0, 1, 2..., ascending, up to `i64::MAX`:
/// an integer lies in exactly one bin `edges[k] <= n < edges[k+1]`, and every bin holds one.
///
/// `per_decade` is 1 to 100; exact for all of them, unlike a floating point `pow`.
pub fn log_edges(per_decade: u32) -> Vec<i64> {
    // ceil(ceil(x) / n) = ceil(x / n) for whole n, so the top decade's edges determine all others.
    let mut bound = power(TOP, per_decade);
    let mut top = Vec::new();
    for k in 0..per_decade {
        top.push(root(&bound, per_decade, f64::from(k) / f64::from(per_decade)));
        times(&mut bound, 10);
    }
    let mut edges: Vec<i64> = (0..=18_u32)
        .flat_map(|decade| top.iter().map(move |edge| edge.div_ceil(10_u64.pow(18 - decade))))
        .filter_map(|edge| i64::try_from(edge).ok())
        .collect();
    edges.dedup();
    edges
}

/// Largest power of ten in `i64`, 10^18.
const TOP: u64 = 1_000_000_000_000_000_000;

/// The smallest x with `x^n >= bound`, which is near `TOP * 10^exponent`.
fn root(bound: &[u64], n: u32, exponent: f64) -> u64 {
    let guess = (libm::pow(10.0, exponent) * TOP as f64) as u64;
    // The guess is good to a few units in the last place, here at most 2048 each.
    let (mut low, mut high) = (guess - (1 << 14), guess + (1 << 14));
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        let power = power(middle, n);
        let enough = power.len().cmp(&bound.len()).then_with(|| power.iter().rev().cmp(bound.iter().rev()));
        if enough.is_ge() { high = middle } else { low = middle }
    }
    high
}

/// `base^exponent` in 64-bit digits, the lowest first, no leading zeros.
fn power(base: u64, exponent: u32) -> Vec<u64> {
    let mut digits = vec![1];
    for _ in 0..exponent {
        times(&mut digits, base);
    }
    digits
}

fn times(digits: &mut Vec<u64>, by: u64) {
    let mut carry = 0;
    for digit in digits.iter_mut() {
        let product = u128::from(*digit) * u128::from(by) + carry;
        *digit = product as u64;
        carry = product >> 64;
    }
    if carry > 0 {
        digits.push(carry as u64);
    }
}
