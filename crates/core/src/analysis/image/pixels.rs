//! Counts of pixels in sparse rows: integers, which can be merged in any order.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::parameters::Parameters;

/// Maximum delay of a record in ticks.
pub const MAX_DELAY: i64 = (1 << 16) - 1;

/// Largest number of rows and columns of a partial result.
const MAX_SIDE: usize = 4096;

/// Number of fractional bits of a cosine or a sine. Sums of a pixel with 2^33 photons then have 63 bits.
const FRACTION: u32 = 30;

/// Number of phases computed together.
const PHASES: usize = 256;

/// Table of the cosine and sine of delays. A sync period is a full turn.
pub struct Phases {
    period: Option<f64>,
    /// Values for delays from 0 up to the longest delay so far.
    known: Vec<(i32, i32)>,
}

impl Phases {
    /// Creates the table for delays after syncs of this period, in ticks.
    pub fn of(period: Option<f64>) -> Self {
        Self { period, known: Vec::new() }
    }

    /// Returns the cosine and the sine of a delay; zeros without a period.
    #[inline]
    fn at(&mut self, delay: usize) -> (i64, i64) {
        if delay >= self.known.len() {
            self.extend_to(delay);
        }
        self.known.get(delay).map_or((0, 0), |(cosine, sine)| (i64::from(*cosine), i64::from(*sine)))
    }

    #[cold]
    fn extend_to(&mut self, delay: usize) {
        let Some(period) = self.period else { return };
        let scale = f64::from(1_u32 << FRACTION);
        let longest = (delay + PHASES).min(MAX_DELAY as usize + 1);
        self.known.extend((self.known.len()..longest).map(|delay| {
            let angle = std::f64::consts::TAU * (delay as f64 % period) / period;
            ((angle.cos() * scale).round() as i32, (angle.sin() * scale).round() as i32)
        }));
    }
}

/// Sums over the photons of a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pixel {
    pub counts: u64,
    /// Sum of the delays, ticks.
    delays: u64,
    cosines: i64,
    sines: i64,
}

impl Pixel {
    fn add(&mut self, other: &Self) {
        // A partial result from another source can have any sums.
        self.counts = self.counts.saturating_add(other.counts);
        self.delays = self.delays.wrapping_add(other.delays);
        self.cosines = self.cosines.wrapping_add(other.cosines);
        self.sines = self.sines.wrapping_add(other.sines);
    }

    /// Returns the mean delay in ticks, and the coordinates of the phasor.
    pub fn means(&self) -> (f64, f64, f64) {
        let n = self.counts as f64;
        let scale = n * f64::from(1_u32 << FRACTION);
        (self.delays as f64 / n, self.cosines as f64 / scale, self.sines as f64 / scale)
    }
}

/// A row of pixels.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pixels: Tiled<Pixel>,
    /// Photons in the columns of the region by delay, in ticks.
    decay: Tiled<u64>,
    /// The same for the row scanned in the other direction, if the direction is uncertain.
    mirrored: Tiled<u64>,
}

impl Row {
    /// Returns the pixels with photons, and their columns.
    pub fn pixels(&self) -> impl Iterator<Item = (usize, Pixel)> {
        self.pixels.cells().filter(|(_, pixel)| pixel.counts > 0)
    }

    /// Returns the photons in the columns of the region, with their delays in ticks.
    pub fn decay(&self) -> impl Iterator<Item = (usize, u64)> {
        counted(&self.decay)
    }
}

fn counted(counts: &Tiled<u64>) -> impl Iterator<Item = (usize, u64)> {
    counts.cells().filter(|(_, n)| *n > 0)
}

fn add_all(counts: &mut Tiled<u64>, more: impl IntoIterator<Item = (usize, u64)>) {
    for (cell, n) in more {
        let counts = counts.at(cell);
        *counts = counts.saturating_add(n);
    }
}

/// Rows of pixels, up to the last one with photons.
#[derive(Debug, Clone, Default)]
pub struct Pixels {
    pub rows: Vec<Row>,
}

/// Position of the rows of a later run: its first line is line `lines` here.
pub struct Shift {
    pub lines: u64,
    /// Whether the direction of these rows is uncertain as well.
    pub is_relative: bool,
}

impl Pixels {
    fn row(&mut self, row: usize) -> &mut Row {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Row::default);
        }
        &mut self.rows[row]
    }

    /// Counts a photon of `row` in column `x`, counted in the direction of time. With `is_relative`, the number of the
    /// row is relative, and the direction of the line uncertain.
    pub fn add(
        &mut self,
        row: usize,
        x: usize,
        delay: usize,
        is_relative: bool,
        (parameters, phases): (&Parameters, &mut Phases),
    ) {
        let other = parameters.width - 1 - x;
        let (x, other) = if parameters.bidirectional && row % 2 == 1 { (other, x) } else { (x, other) };
        let row = self.row(row);
        let (cosine, sine) = phases.at(delay);
        row.pixels.at(x).add(&Pixel { counts: 1, delays: delay as u64, cosines: cosine, sines: sine });
        if !parameters.has_delays() {
            return;
        }
        if parameters.holds_column(x) {
            *row.decay.at(delay) += 1;
        }
        if is_relative && parameters.has_mirrored_decay() && parameters.holds_column(other) {
            *row.mirrored.at(delay) += 1;
        }
    }

    /// Adds the rows of a later run. Returns the number of photons outside the image.
    pub fn merge(&mut self, later: &Self, shift: &Shift, parameters: &Parameters) -> u64 {
        let mut beyond = 0_u64;
        for (from, added) in later.rows.iter().enumerate() {
            let Some(to) = parameters.row(shift.lines.saturating_add(from as u64)) else {
                beyond = added.pixels().fold(beyond, |sum, (_, pixel)| sum.saturating_add(pixel.counts));
                continue;
            };
            if added.pixels.is_empty() {
                continue;
            }
            let is_mirrored = parameters.bidirectional && (from + to) % 2 == 1;
            let row = self.row(to);
            for (x, pixel) in added.pixels() {
                let x = if is_mirrored { parameters.width.saturating_sub(1 + x) } else { x };
                row.pixels.at(x).add(&pixel);
            }
            let (decay, mirrored) = match is_mirrored && parameters.has_mirrored_decay() {
                true => (&added.mirrored, &added.decay),
                false => (&added.decay, &added.mirrored),
            };
            add_all(&mut row.decay, counted(decay));
            if shift.is_relative && parameters.has_mirrored_decay() {
                add_all(&mut row.mirrored, counted(mirrored));
            }
        }
        beyond
    }

    /// Returns the counts of all pixels.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().flat_map(|row| row.pixels().map(|(_, pixel)| pixel.counts))
    }

    /// Returns whether these can be the rows of an image.
    pub fn is_sound(&self, parameters: &Parameters) -> bool {
        let mut pixels = self.rows.iter().flat_map(Row::pixels);
        self.rows.len() <= parameters.height && pixels.all(|(x, _)| x < parameters.width)
    }
}

/// The byte form: rows and pixels with photons.
#[derive(Serialize, Deserialize)]
struct SavedRow {
    row: usize,
    pixels: Vec<(usize, Pixel)>,
    decay: Vec<(usize, u64)>,
    mirrored: Vec<(usize, u64)>,
}

impl Serialize for Pixels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| !row.pixels.is_empty());
        let saved = rows.map(|(number, row)| SavedRow {
            row: number,
            pixels: row.pixels().collect(),
            decay: row.decay().collect(),
            mirrored: counted(&row.mirrored).collect(),
        });
        serializer.collect_seq(saved.collect::<Vec<_>>())
    }
}

impl<'de> Deserialize<'de> for Pixels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pixels = Self::default();
        for saved in Vec::<SavedRow>::deserialize(deserializer)? {
            let is_delay = |(delay, _): &(usize, u64)| *delay <= MAX_DELAY as usize;
            let is_small = saved.row < MAX_SIDE
                && saved.pixels.iter().all(|(x, _)| *x < MAX_SIDE)
                && saved.decay.iter().chain(&saved.mirrored).all(is_delay);
            if !is_small {
                return Err(serde::de::Error::custom("a pixel is beyond any image"));
            }
            let row = pixels.row(saved.row);
            saved.pixels.iter().for_each(|(x, pixel)| row.pixels.at(*x).add(pixel));
            add_all(&mut row.decay, saved.decay);
            add_all(&mut row.mirrored, saved.mirrored);
        }
        Ok(pixels)
    }
}

/// Number of cells allocated together.
const TILE: usize = 32;

/// A column of cells. Groups of cells without counts take no memory.
#[derive(Debug, Clone)]
pub struct Tiled<T> {
    tiles: Vec<Option<Box<[T; TILE]>>>,
}

impl<T> Default for Tiled<T> {
    fn default() -> Self {
        Self { tiles: Vec::new() }
    }
}

impl<T: Copy + Default> Tiled<T> {
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns the cell at `index`, for adding to it.
    #[inline]
    pub fn at(&mut self, index: usize) -> &mut T {
        let number = index / TILE;
        if self.tiles.len() <= number {
            self.tiles.resize(number + 1, None);
        }
        let tile = self.tiles[number].get_or_insert_with(|| Box::new([T::default(); TILE]));
        &mut tile[index % TILE]
    }

    /// Returns the cells of groups with counts, and their indices.
    pub fn cells(&self) -> impl Iterator<Item = (usize, T)> {
        let tiles = self.tiles.iter().enumerate().filter_map(|(number, tile)| Some((number, tile.as_ref()?)));
        tiles.flat_map(|(number, tile)| {
            tile.iter().enumerate().map(move |(k, cell)| (number * TILE + k, *cell))
        })
    }
}
