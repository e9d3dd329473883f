//! Fourier transforms of real numbers.

use std::f64::consts::PI;

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
