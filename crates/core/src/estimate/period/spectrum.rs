//! Fourier transforms of real numbers, and the exact frequency of a line in the spectrum of tags.

use std::f64::consts::{PI, TAU};

/// Maximum number of tags to refine a frequency.
const MAX_TAGS: usize = 1 << 13;

/// Steps of the search to either side, and their length in cycles per stretch of time: a fifth of the distance from a
/// line to its first zero.
const STEPS: i32 = 3;
const STEP: f64 = 0.2;

/// Returns the frequency near `frequency`, in cycles per tick, at which the tags have the most power: first in
/// stretches of `2^length` ticks, which are added without their phases, then in stretches twice as long, up to the time
/// of all tags. `times` ascend.
pub fn refined(times: &[i64], frequency: f64, length: u32) -> f64 {
    let times = &times[..times.len().min(MAX_TAGS)];
    let span = times.first().zip(times.last()).map_or(0, |(first, last)| last.abs_diff(*first));
    let mut best = frequency;
    for length in length..=(u64::BITS - span.leading_zeros()).clamp(length, i64::BITS - 2) {
        let step = STEP / (1_i64 << length) as f64;
        let at = |k: i32| best + f64::from(k) * step;
        let powers: Vec<f64> = (-STEPS..=STEPS).map(|k| power(times, at(k), length)).collect();
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

/// Returns the sum over stretches of `2^length` ticks of the squared Fourier transform of their tags at a frequency:
/// Rayleigh's statistic, as in Buccheri et al., Astron. Astrophys. 128, 245 (1983).
fn power(times: &[i64], frequency: f64, length: u32) -> f64 {
    let of_stretch = |times: &[i64]| {
        let first = times.first().copied().unwrap_or(0);
        let (mut re, mut im) = (0.0, 0.0);
        for time in times {
            let (sin, cos) = (TAU * (frequency * (time - first) as f64).fract()).sin_cos();
            (re, im) = (re + cos, im + sin);
        }
        re * re + im * im
    };
    times.chunk_by(|x, y| x >> length == y >> length).map(of_stretch).sum()
}

/// Returns the first half of the discrete Fourier transform of `values`, a power of two of them, with
/// `values[k] = values[n - k]`, whose transform is real.
pub fn symmetric(values: &[f64]) -> Vec<f64> {
    let mut all: Vec<(f64, f64)> = values.iter().map(|x| (*x, 0.0)).collect();
    transform(&mut all);
    all[..values.len() / 2].iter().map(|(re, _)| *re).collect()
}

/// Returns the squared magnitudes of the first half of the discrete Fourier transform of `values`, a power of two of them.
pub fn power_spectrum(values: &[f64]) -> Vec<f64> {
    let mut all: Vec<(f64, f64)> = values.iter().map(|x| (*x, 0.0)).collect();
    transform(&mut all);
    all[..values.len() / 2].iter().map(|(re, im)| re * re + im * im).collect()
}

/// Cooley, Tukey, Math. Comput. 19, 297 (1965), in place; the length is a power of two.
fn transform(all: &mut [(f64, f64)]) {
    let length = all.len();
    let shift = usize::BITS - length.trailing_zeros();
    for k in 0..length {
        let turned = k.reverse_bits() >> shift;
        if k < turned {
            all.swap(k, turned);
        }
    }
    let root = |k: usize| (-2.0 * PI * k as f64 / length as f64).sin_cos();
    let roots: Vec<(f64, f64)> = (0..length / 2).map(root).collect();
    let mut half = 1;
    while half < length {
        let stride = length / (2 * half);
        for block in all.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((x, y), (sin, cos)) in low.iter_mut().zip(high).zip(roots.iter().step_by(stride)) {
                let turned = (y.0 * cos - y.1 * sin, y.0 * sin + y.1 * cos);
                (*y, *x) = ((x.0 - turned.0, x.1 - turned.1), (x.0 + turned.0, x.1 + turned.1));
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequency_is_as_exact_as_the_time_of_all_tags_is_long() {
        // One tag in some tens of pulses, over a thousand stretches of the first length.
        let period = 1000.3;
        let times: Vec<i64> = (0..4000_i64).map(|k| ((k * 37 + k * k % 31) as f64 * period) as i64).collect();
        let found = refined(&times, 1.0 / (period * 1.0005), 17);
        assert!((found * period - 1.0).abs() < 1e-7, "{found}");
    }

    #[test]
    fn it_is_the_sum_that_defines_it() {
        let half: Vec<f64> = (0..=16_u32).map(|k| f64::from(k * k % 11) - 4.0).collect();
        let values: Vec<f64> = (0..32_usize).map(|k| half[k.min(32 - k)]).collect();
        let found = symmetric(&values);
        assert_eq!(found.len(), 16);
        for (k, found) in found.iter().enumerate() {
            let turn = |n: usize| 2.0 * PI * (k * n) as f64 / 32.0;
            let re: f64 = values.iter().enumerate().map(|(n, x)| x * turn(n).cos()).sum();
            assert!((found - re).abs() < 1e-9, "{k}");
        }
    }
}
