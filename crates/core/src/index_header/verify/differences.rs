//! The differences between two sets of (label pair, series) that are too large to be held: those of the series and those
//! of the postings lists.
//!
//! Each element is added to one of [`CELLS`] cells with its sign: positive from a series, negative from a list. Cells of
//! equal sets are zero. A cell with one different element holds that element itself.
//!
//! Source: Goodrich, Mitzenmacher, "Invertible Bloom lookup tables", Allerton 2011; this version has one hash function.

use std::hash::{DefaultHasher, Hasher};

/// Number of cells. They take 2 MiB.
const CELLS: usize = 1 << 16;

/// The hash of a string.
pub fn hash_of(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}

/// The hash of a label pair, from the hashes of its name and its value.
pub fn pair_of(name: u64, value: u64) -> u64 {
    mixed(name.rotate_left(17) ^ mixed(value))
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
fn mixed(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    count: u64,
    pair: u64,
    series: u64,
    check: u64,
}

/// A label pair of a series that only the series or only the list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// Hash of the label pair.
    pub pair: u64,
    /// The reference of postings lists to the series.
    pub series: u32,
    /// Whether the list lacks the series; otherwise the series lacks the label pair.
    pub is_missing: bool,
}

/// The cells.
#[derive(Debug)]
pub struct Differences {
    cells: Vec<Cell>,
}

impl Differences {
    pub fn new() -> Self {
        Self { cells: vec![Cell::default(); CELLS] }
    }

    /// Adds an element of the series.
    pub fn add(&mut self, pair: u64, series: u32) {
        let (cell, check) = self.cell(pair, series);
        cell.count = cell.count.wrapping_add(1);
        cell.pair = cell.pair.wrapping_add(pair);
        cell.series = cell.series.wrapping_add(series.into());
        cell.check = cell.check.wrapping_add(check);
    }

    /// Removes an element of a list.
    pub fn remove(&mut self, pair: u64, series: u32) {
        let (cell, check) = self.cell(pair, series);
        cell.count = cell.count.wrapping_sub(1);
        cell.pair = cell.pair.wrapping_sub(pair);
        cell.series = cell.series.wrapping_sub(series.into());
        cell.check = cell.check.wrapping_sub(check);
    }

    /// At most `most` differences, ordered by series, and the minimum number of further ones.
    pub fn found(&self, most: usize) -> (Vec<Difference>, u64) {
        let (mut found, mut more) = (Vec::new(), 0);
        for cell in self.cells.iter().filter(|cell| **cell != Cell::default()) {
            match single(*cell).filter(|_| found.len() < most) {
                Some(difference) => found.push(difference),
                None => more += 1,
            }
        }
        found.sort_unstable_by_key(|difference: &Difference| (difference.series, difference.pair));
        (found, more)
    }

    fn cell(&mut self, pair: u64, series: u32) -> (&mut Cell, u64) {
        let check = check_of(pair, series);
        (&mut self.cells[(check >> 48) as usize % CELLS], check)
    }
}

fn check_of(pair: u64, series: u32) -> u64 {
    mixed(pair ^ mixed(series.into()))
}

/// The difference in a cell that holds only one.
fn single(Cell { count, pair, series, check }: Cell) -> Option<Difference> {
    let is_missing = count == 1;
    if !is_missing && count != u64::MAX {
        return None;
    }
    let positive = |sum: u64| if is_missing { sum } else { sum.wrapping_neg() };
    let pair = positive(pair);
    let series = u32::try_from(positive(series)).ok()?;
    (check_of(pair, series) == positive(check)).then_some(Difference { pair, series, is_missing })
}
