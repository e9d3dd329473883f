//! The exact frequency of a line in the spectrum of tags.

use std::f64::consts::TAU;

use super::excerpts::BLOCK;

/// Maximum number of tags that a frequency is refined with.
const MAX_TAGS: usize = 1 << 14;

/// Steps of the search to either side, and their length in cycles per stretch of time.
const STEPS: i32 = 3;
const STEP: f64 = 0.2;

/// Returns the frequency near `frequency`, in cycles per tick, at which the tags have the most power: first in stretches of
/// `2^length` ticks, which are added without their phases, then in stretches twice as long, up to whole blocks.
pub fn refined(blocks: &[&[i64]], frequency: f64, length: u32) -> f64 {
    let mut left = MAX_TAGS;
    let blocks: Vec<&[i64]> = blocks
        .iter()
        .map(|times| {
            let some = &times[..times.len().min(left)];
            left -= some.len();
            some
        })
        .collect();
    let mut best = frequency;
    for length in length.min(BLOCK)..=BLOCK {
        let step = STEP / (1_i64 << length) as f64;
        let at = |k: i32| best + f64::from(k) * step;
        let powers: Vec<f64> = (-STEPS..=STEPS).map(|k| power(&blocks, at(k), length)).collect();
        let most = (0..powers.len()).max_by(|x, y| powers[*x].total_cmp(&powers[*y])).unwrap_or(0);
        let off = most as f64 - f64::from(STEPS);
        let vertex = match (most.checked_sub(1).map(|k| powers[k]), powers.get(most + 1)) {
            (Some(before), Some(after)) => {
                let bend = before - 2.0 * powers[most] + after;
                if bend < 0.0 { 0.5 * (before - after) / bend } else { 0.0 }
            }
            _ => 0.0,
        };
        best += (off + vertex) * step;
    }
    best
}

/// Returns the sum over stretches of `2^length` ticks of the squared Fourier transform of their tags at a frequency: Rayleigh's
/// statistic, as Buccheri et al., Astron. Astrophys. 128, 245 (1983), use it.
fn power(blocks: &[&[i64]], frequency: f64, length: u32) -> f64 {
    let stretches = blocks.iter().flat_map(|times| times.chunk_by(|x, y| x >> length == y >> length));
    let of_stretch = |times: &[i64]| {
        let first = times.first().map_or(0, |time| time >> length << length);
        let (mut re, mut im) = (0.0, 0.0);
        for time in times {
            let (sin, cos) = (TAU * (frequency * (time - first) as f64).fract()).sin_cos();
            (re, im) = (re + cos, im + sin);
        }
        re * re + im * im
    };
    stretches.map(of_stretch).sum()
}
