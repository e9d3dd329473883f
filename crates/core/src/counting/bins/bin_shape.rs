//! The layout of bins.

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
