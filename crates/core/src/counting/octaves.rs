//! Counts of gaps by size, in cells whose width is a fixed share of the gap.

use serde::{Deserialize, Serialize};

use super::add_all;

/// Cells of each octave: a gap is exact up to 256 ticks, and known to 0.4 to 0.8 % beyond.
const PER_OCTAVE: i64 = 128;
const BITS: u32 = PER_OCTAVE.trailing_zeros();

/// Cells of all gaps from 0 to `i64::MAX`.
const CELLS: usize = cell(i64::MAX) + 1;

/// Counts of gaps from 0, independent of the bins of the request, after HdrHistogram (G. Tene).
///
/// Its byte form is a list of the nonempty cells: the number of cells between each and the previous one, and its count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<(u32, u64)>", try_from = "Vec<(u32, u64)>")]
pub(crate) struct Octaves {
    /// Counts up to the largest gap.
    cells: Vec<u64>,
}

impl Octaves {
    /// Counts gaps, none negative and none above `largest`.
    pub fn count(&mut self, gaps: &[i64], largest: i64) {
        let cells = cell(largest) + 1;
        if self.cells.len() < cells {
            self.cells.resize(cells, 0);
        }
        for gap in gaps {
            if let Some(n) = self.cells.get_mut(cell(*gap)) {
                *n += 1;
            }
        }
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        add_all(&mut self.cells, &other.cells);
    }

    /// Counts by cell, up to the last cell with a count.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}

/// The cell of a nonnegative gap.
pub const fn cell(gap: i64) -> usize {
    let shift = (63 - BITS).saturating_sub(gap.leading_zeros());
    ((shift as i64) * PER_OCTAVE + (gap >> shift)) as usize
}

/// The smallest gap of a cell.
pub fn edge(cell: usize) -> u64 {
    let octave = cell as u64 >> BITS;
    let shift = octave.saturating_sub(1);
    (cell as u64 - (shift << BITS)) << shift
}

impl From<Octaves> for Vec<(u32, u64)> {
    fn from(octaves: Octaves) -> Self {
        let mut next = 0;
        let mut filled = Vec::new();
        for (cell, n) in octaves.cells.iter().enumerate().filter(|(_, n)| **n > 0) {
            filled.push(((cell - next) as u32, *n));
            next = cell + 1;
        }
        filled
    }
}

impl TryFrom<Vec<(u32, u64)>> for Octaves {
    type Error = &'static str;

    fn try_from(filled: Vec<(u32, u64)>) -> Result<Self, &'static str> {
        let mut cells = Vec::new();
        for (skipped, n) in filled {
            let cell = cells.len() + skipped as usize;
            if cell >= CELLS || n == 0 {
                return Err("cells of gaps that do not exist");
            }
            cells.resize(cell + 1, 0);
            cells[cell] = n;
        }
        Ok(Self { cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_lies_in_its_cell() {
        let powers = (0..63).flat_map(|k| [(1_i64 << k) - 1, 1 << k, (1 << k) + 1]);
        for gap in (0..3000).chain(powers).chain([i64::MAX]) {
            let cell = cell(gap);
            assert!(edge(cell) <= gap as u64 && (gap as u64) < edge(cell + 1), "{gap} in {cell}");
            assert!(gap < 256 || (edge(cell + 1) - edge(cell)) as f64 <= gap as f64 / 128.0);
        }
        assert_eq!((CELLS, edge(CELLS)), (7296, 1 << 63));
    }

    #[test]
    fn bytes_hold_the_same() {
        let mut octaves = Octaves::default();
        octaves.count(&[0, 0, 5, 70_000], 70_000);
        let filled: Vec<(u32, u64)> = octaves.clone().into();
        assert_eq!(filled.len(), 3);
        assert_eq!(Octaves::try_from(filled), Ok(octaves));
        assert!(Octaves::try_from(vec![(7295, 1), (0, 1)]).is_err());
        assert!(Octaves::try_from(vec![(3, 0)]).is_err());
    }
}
