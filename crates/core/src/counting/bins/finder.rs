//! Fast look-up of the bin of a difference of times.

use serde::Serialize;

use super::bin_shape::{BinShape, log_edges};
use crate::counting::limits::MAX_CELLS;
use crate::numbers::Integers;
use crate::{Code, Error};

/// Maximum number of linear bins of one histogram.
const MAX_BINS: u64 = 10_000_000;

/// Maximum number of logarithmic bins per decade.
const MAX_PER_DECADE: i64 = 100;

/// Entries of the table of logarithmic [`Bins`] per power of two. Each spans less than the narrowest bin, 1/100 decade,
/// so it contains at most one edge.
const PER_OCTAVE: usize = 64;

/// The bins of a request, in ticks; each may be absent.
#[derive(Debug, Clone, Copy, Default)]
pub struct BinRequest {
    /// Lower edge of the first linear bin, or a time in the first logarithmic bin.
    pub from: Option<i64>,
    /// A time in the last bin.
    pub to: Option<i64>,
    /// Width of linear bins, greater than 0.
    pub bin: Option<i64>,
    /// Number of logarithmic bins per decade, greater than 0.
    pub log: Option<i64>,
}

/// The bins of a histogram.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BinsResult {
    /// Width of each bin, ticks; `None` unless all have the same width.
    pub bin: Option<i64>,
    /// Lower edge of the first bin, ticks; `None` unless all have the same width.
    pub from: Option<i64>,
    /// Edges of the bins, ticks: bin k covers `edges[k] <= d < edges[k+1]`. `None` if all bins have the same width.
    pub edges: Option<Integers>,
}

impl BinsResult {
    /// Returns the edges of the first `bins` bins in ticks: bin `k` covers `edges[k] <= d < edges[k + 1]`.
    pub fn edges_of(&self, bins: usize) -> Vec<i64> {
        match (&self.edges, self.from, self.bin) {
            (Some(edges), ..) => edges.iter().copied().take(bins + 1).collect(),
            (None, Some(from), Some(bin)) => {
                (0..=bins as i64).map(|k| from.saturating_add(bin.saturating_mul(k))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Finds the bin of a difference of times.
///
/// A histogram over them has [`Bins::cells`] counts: differences below the first bin, each bin, and differences above
/// the last.
#[derive(Debug)]
pub struct Bins {
    shape: BinShape,
    find: Find,
    /// Whether the result may end with the last nonempty bin, because the request has no end.
    open: bool,
}

#[derive(Debug)]
enum Find {
    Linear {
        from: i64,
        /// Largest distance from `from` inside a bin, ticks.
        last: u64,
        /// Width of a bin, ticks.
        width: u64,
    },
    Log {
        edges: Vec<i64>,
        /// For each [`table_key`], the highest bits of a value: the cell of the smallest value with these bits, and the
        /// largest value in that cell.
        table: Vec<(u16, i64)>,
    },
}

impl Bins {
    /// Creates the bins of a request. The last one contains `to`. Without a number per decade, bins are linear over
    /// `range`, unless the request has another range, and a hundredth of it wide by default.
    ///
    /// # Errors
    /// `Usage` for parameters that are out of range or exclude each other; `TooManyBins`.
    pub fn new(request: BinRequest, range: (i64, i64)) -> Result<Self, Error> {
        let BinRequest { from, to, bin, log } = request;
        match log {
            Some(_) if bin.is_some() => {
                Err(Error::new(Code::Usage, "`bin` and `log` exclude each other", "give one of them"))
            }
            Some(n @ 1..=MAX_PER_DECADE) => Self::log(n as u32, from, to),
            Some(_) => Err(Error::new(
                Code::Usage,
                "`log` is not a valid number of bins per decade",
                format!("choose from 1 to {MAX_PER_DECADE}"),
            )),
            None => Self::linear(bin, from.unwrap_or(range.0), to.unwrap_or(range.1)),
        }
    }

    /// Creates bins of width `bin`, by default a hundredth of the range, up to the one that contains `to`.
    ///
    /// # Errors
    /// Like [`Bins::new`].
    pub fn linear(bin: Option<i64>, from: i64, to: i64) -> Result<Self, Error> {
        if from > to {
            return Err(Error::new(
                Code::Usage,
                format!("the range {from}..{to} ends before it begins"),
                "swap its ends, or give both",
            ));
        }
        let span = to.wrapping_sub(from) as u64;
        let width = bin.map_or((span / 100).max(1), |bin| bin as u64);
        if span / width >= MAX_BINS {
            return Err(Error::new(
                Code::TooManyBins,
                format!("the range {from}..{to} in bins of {width} ticks needs more than {MAX_BINS} bins"),
                format!("use `bin` {} or wider, or a shorter range", span / MAX_BINS + 1),
            ));
        }
        let bins = span / width + 1;
        let last = u64::try_from(u128::from(bins) * u128::from(width) - 1).unwrap_or(u64::MAX);
        let shape = BinShape::Linear { from, bin: width as i64, bins };
        Ok(Self { shape, find: Find::Linear { from, last, width }, open: false })
    }

    fn log(per_decade: u32, from: Option<i64>, to: Option<i64>) -> Result<Self, Error> {
        let mut edges = log_edges(per_decade);
        if let Some(to) = to {
            let closing = edges.partition_point(|edge| *edge <= to);
            edges.truncate(closing + 1);
        }
        if let Some(from) = from {
            let holding = edges.partition_point(|edge| *edge <= from);
            edges.drain(..holding.saturating_sub(1));
        }
        if edges.len() < 2 || from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(Error::new(
                Code::Usage,
                "no logarithmic bin lies in the range",
                "end the range at 1 tick or later, and after its start",
            ));
        }
        let table = (0..63 * PER_OCTAVE)
            .map(|key| {
                let least =
                    ((PER_OCTAVE + key % PER_OCTAVE) as u128) << (key / PER_OCTAVE) >> PER_OCTAVE.ilog2();
                let cell = edges.partition_point(|edge| u128::from(edge.unsigned_abs()) <= least);
                (cell as u16, edges.get(cell).map_or(i64::MAX, |next| next - 1))
            })
            .collect();
        let shape = BinShape::Log { per_decade, from: edges[0], bins: edges.len() as u64 - 1 };
        Ok(Self { shape, find: Find::Log { edges, table }, open: to.is_none() })
    }

    /// The layout of the bins.
    pub fn shape(&self) -> &BinShape {
        &self.shape
    }

    /// Edge k, up to the number of bins: the start of bin k and the end of bin k - 1.
    pub fn edge(&self, k: usize) -> i128 {
        match &self.find {
            Find::Linear { from, width, .. } => i128::from(*from) + k as i128 * i128::from(*width),
            Find::Log { edges, .. } => i128::from(edges.get(k).copied().unwrap_or(i64::MAX)),
        }
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        match self.shape {
            BinShape::Linear { bins, .. } | BinShape::Log { bins, .. } => bins as usize,
        }
    }

    /// Number of counts of a histogram: below, every bin, above.
    pub fn cells(&self) -> usize {
        self.bins() + 2
    }

    /// Index of the count of `d` among the [`Bins::cells`]: 0 is below, k + 1 is bin k.
    #[inline]
    pub fn cell(&self, d: i64) -> usize {
        match &self.find {
            Find::Linear { from, last, width } => {
                let offset = d.wrapping_sub(*from) as u64;
                if d < *from {
                    0
                } else if offset > *last {
                    self.cells() - 1
                } else {
                    (offset / width) as usize + 1
                }
            }
            Find::Log { table, .. } if d > 0 => cell_of(table, d),
            Find::Log { .. } => 0,
        }
    }

    /// Counts `differences`, none negative, in a histogram's `cells`.
    pub fn count(&self, differences: &[i64], cells: &mut [u64]) {
        let mut add = |cell: usize| {
            if let Some(n) = cells.get_mut(cell) {
                *n += 1;
            }
        };
        match &self.find {
            Find::Linear { .. } => differences.iter().for_each(|d| add(self.cell(*d))),
            // The kind of bins is matched once for all differences, not for each.
            Find::Log { table, .. } => differences.iter().for_each(|d| add(cell_of(table, *d))),
        }
    }

    /// Checks that `histograms` histograms of these bins stay within [`MAX_CELLS`].
    ///
    /// # Errors
    /// `TooManyBins` with the option to change.
    pub fn check_cells(&self, histograms: usize) -> Result<(), Error> {
        if histograms.saturating_mul(self.bins()) <= MAX_CELLS {
            return Ok(());
        }
        let remedy = match self.shape {
            BinShape::Linear { bin, bins, .. } => {
                let span = (bins - 1).saturating_mul(bin as u64);
                format!(
                    "use `bin` {} or wider, or fewer channels",
                    span / (MAX_CELLS / histograms) as u64 + 1
                )
            }
            BinShape::Log { .. } => "use a smaller `log`, or fewer channels".to_owned(),
        };
        Err(Error::new(
            Code::TooManyBins,
            format!("{histograms} times {} bins are more than {MAX_CELLS} in all", self.bins()),
            remedy,
        ))
    }

    /// Number of bins of these histograms in a result: all of them, except that logarithmic bins without a given end
    /// stop at the last nonempty one.
    pub fn shown<'a>(&self, histograms: impl Iterator<Item = &'a [u64]>) -> usize {
        if !self.open {
            return self.bins();
        }
        histograms
            .filter_map(|cells| cells.iter().rposition(|n| *n > 0).map(|cell| cell.min(self.bins())))
            .max()
            .unwrap_or(0)
    }

    /// The first `shown` bins in the form of a result.
    pub fn describe(&self, shown: usize) -> BinsResult {
        match &self.find {
            Find::Linear { from, width, .. } => {
                BinsResult { bin: Some(*width as i64), from: Some(*from), edges: None }
            }
            Find::Log { edges, .. } => {
                let edges = edges.iter().take(shown + 1).copied().collect();
                BinsResult { bin: None, from: None, edges: Some(Integers(edges)) }
            }
        }
    }
}

/// The cell of `d >= 0` by the table of logarithmic bins.
#[inline(always)]
fn cell_of(table: &[(u16, i64)], d: i64) -> usize {
    table.get(table_key(d)).map_or(0, |(cell, last)| usize::from(*cell) + usize::from(*last < d))
}

/// The index of `d >= 1` in the table: its exponent and the six bits below the highest; for 0, beyond all tables. They
/// come from `d` as a floating-point number, because a processor converts faster than it counts zeros.
#[inline(always)]
fn table_key(d: i64) -> usize {
    const LEFT_OUT: u32 = f64::MANTISSA_DIGITS - 1 - PER_OCTAVE.ilog2();
    let key = |d: i64| ((d as f64).to_bits() >> LEFT_OUT) as usize;
    let one = (1.0_f64.to_bits() >> LEFT_OUT) as usize;
    // A number with more bits than the mantissa would be rounded, so its last bits are removed.
    let key = if d < 1 << f64::MANTISSA_DIGITS { key(d) } else { key(d >> 10) + 10 * PER_OCTAVE };
    key.wrapping_sub(one)
}
