//! Counts folded by a clock's period: the power of the harmonics tells how many times light comes in it.

use super::fft::power;

/// Cells that a period is folded into, a power of two.
const CELLS: usize = 4096;

/// Most pulses of light that are looked for in a period.
const MOST: usize = 512;

/// Counts by their phase in a period.
pub struct Fold {
    /// Counts, and bins in which they were counted.
    cells: Vec<(f64, f64)>,
}

impl Fold {
    pub fn new() -> Self {
        Self { cells: vec![(0.0, 0.0); CELLS] }
    }

    /// For counts that may have any phase, as if each cell were a bin.
    pub fn of_all_phases() -> Self {
        Self { cells: vec![(0.0, 1.0); CELLS] }
    }

    /// Adds counts in bins at a number of turns.
    pub fn add(&mut self, turns: f64, counts: f64, bins: f64) {
        let cell = ((turns.rem_euclid(1.0) * CELLS as f64) as usize).min(CELLS - 1);
        self.cells[cell].0 += counts;
        self.cells[cell].1 += bins;
    }

    pub fn total(&self) -> f64 {
        self.cells.iter().map(|(counts, _)| counts).sum()
    }

    /// The power of each harmonic from the first on, of a period of so many bins: as many as these show. That of
    /// Poisson's counts is [their number](Fold::total), in the mean.
    pub fn harmonics(&self, bins: f64) -> Vec<f64> {
        let mean = self.total() / self.cells.iter().map(|(_, bins)| bins).sum::<f64>().max(1.0);
        let excess: Vec<f64> = self.cells.iter().map(|(counts, bins)| counts - mean * bins).collect();
        power(&excess)[1..=MOST.min((bins / 2.0) as usize)].to_vec()
    }
}
