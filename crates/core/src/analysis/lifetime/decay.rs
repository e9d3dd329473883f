//! The distribution of a decay after a pulse over the bins of a period.

use std::f64::consts::LN_2;

use crate::estimate::statistics::levels::NEGLIGIBLE;
use crate::estimate::statistics::{ln_normal_below, normal_below};

/// Minimum lifetime in bins. Shorter lifetimes cannot be distinguished: the start of the decay is fitted too, and a share
/// of `exp(-1 / 0.02)`, 2e-22, of the decay is more than a bin later.
const SHORTEST: f64 = 0.02;

/// A period in bins of equal width. Times are ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Period {
    pub period: f64,
    pub bins: usize,
    width: f64,
    /// Whether the width was given. The bins then need not end with the period.
    pub is_width_given: bool,
}

impl Period {
    /// Creates a period divided into `bins` bins.
    pub fn divided(period: f64, bins: usize) -> Self {
        Self { period, bins, width: period / bins as f64, is_width_given: false }
    }

    /// Creates a period with `bins` bins of `width` ticks from its start. The last bin may extend beyond the end.
    pub fn counted(period: f64, bins: usize, width: f64) -> Self {
        Self { period, bins, width, is_width_given: true }
    }

    /// Returns the width of a bin.
    pub fn bin(self) -> f64 {
        self.width
    }

    /// Returns the time for which bin `k` is open, relative to its width.
    pub fn open(self, k: usize) -> f64 {
        ((self.period - k as f64 * self.width) / self.width).clamp(0.0, 1.0)
    }

    /// Returns the lifetime within the range of those that can be distinguished. Decays of a longer lifetime vary by less
    /// than [`NEGLIGIBLE`] over a period.
    fn lifetime(self, lifetime: f64) -> f64 {
        lifetime.clamp(SHORTEST * self.bin(), self.period / NEGLIGIBLE)
    }

    /// Returns the part of a decay in each bin, summed over all previous pulses. Pulses are normally distributed around
    /// `start` with the standard deviation `sigma`.
    ///
    /// The part up to a time x after the pulse is that of an exponentially modified Gaussian,
    /// `F(x) = Phi(x/s) - exp(-x/tau + s^2/2tau^2) Phi(x/s - s/tau)` (Grushka, Anal. Chem. 44, 1733 (1972)). If the
    /// second Phi is 1, the sum over previous pulses is a geometric series.
    pub fn decay_of_gaussian(self, lifetime: f64, start: f64, sigma: f64) -> Vec<f64> {
        let s = sigma.clamp(SHORTEST * self.bin(), self.period);
        let decays = Decays::new(self.period, self.lifetime(lifetime), s);
        let edge = |k: usize| k as f64 * self.bin() - start;
        let mut below = decays.up_to(edge(0));
        let mut parts: Vec<f64> = (1..=self.bins)
            .map(|k| {
                let next = decays.up_to(edge(k));
                let part = next - below;
                below = next;
                part
            })
            .collect();
        // The part in a bin that extends beyond the period is scaled to a whole bin.
        if self.is_width_given
            && let Some(last) = self.bins.checked_sub(1)
            && let open = self.open(last)
            && (1e-9..1.0 - 1e-9).contains(&open)
        {
            let within = decays.up_to(self.period - start) - decays.up_to(edge(last));
            parts[last] = within / open;
        }
        parts
    }

    /// Like [`Self::decay_of_gaussian`], for pulses with the distribution `response` over the bins, whose sum is 1,
    /// delayed by `shift` ticks. The response is interpolated linearly between bins. Pulses are uniformly distributed
    /// within their bin.
    ///
    /// With `q = exp(-bin/tau)`, the part of the pulses that remains after a bin is `y_k = q y_(k-1) + x_k`,
    /// cyclically.
    pub fn decay_of_response(self, lifetime: f64, response: &[f64], shift: f64) -> Vec<f64> {
        let n = self.bins;
        let tau = self.lifetime(lifetime);
        let whole = libm::floor(shift / self.bin());
        let part = shift / self.bin() - whole;
        let offset = libm::fmod(libm::fmod(whole, n as f64) + n as f64, n as f64) as usize;
        let at = |k: usize| response[(k + 2 * n - offset) % n];
        let pulses: Vec<f64> = (0..n).map(|k| (1.0 - part) * at(k) + part * at(k + n - 1)).collect();
        let ratio = self.bin() / tau;
        let q = libm::exp(-ratio);
        let in_own_bin = 1.0 - (1.0 - q) / ratio;
        let in_next_bin = (1.0 - q) * (1.0 - q) / ratio;
        let around: f64 = pulses.iter().fold(0.0, |left, x| q * left + x);
        // The last bin may end before the period does.
        let rest = self.period - n as f64 * self.bin();
        let mut left = around * libm::exp(-rest / tau) / (1.0 - libm::exp(-self.period / tau));
        pulses
            .iter()
            .map(|x| {
                let share = in_own_bin * x + in_next_bin * left;
                left = q * left + x;
                share
            })
            .collect()
    }
}

/// Decays after the pulses of all periods.
struct Decays {
    period: f64,
    tau: f64,
    s: f64,
    /// The part of a decay that ends within a period.
    within: f64,
}

impl Decays {
    fn new(period: f64, tau: f64, s: f64) -> Self {
        Self { period, tau, s, within: 1.0 - libm::exp(-period / tau) }
    }

    /// Returns `F(x)` summed over the pulses of all periods, up to a constant: it increases by 1 each period.
    fn up_to(&self, x: f64) -> f64 {
        let Self { period, tau, s, within } = *self;
        // Beyond `long` lifetimes and `far` standard deviations, the rest is below the precision of numbers.
        let long = f64::from(f64::MANTISSA_DIGITS) * LN_2;
        let far = (2.0 * long).sqrt();
        let periods = libm::floor((x + far * s) / period);
        let mut x = x - periods * period;
        let mut sum = periods;
        let all_over = far * s + long * tau;
        let simple = s * (far + s / tau);
        while x < simple && x < all_over {
            let decaying = -x / tau + s * s / (2.0 * tau * tau) + ln_normal_below(x / s - s / tau);
            sum += normal_below(x / s) - libm::exp(decaying) - 1.0;
            x += period;
        }
        if x < all_over {
            let first = libm::exp(-x / tau + s * s / (2.0 * tau * tau));
            sum -= first / within;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD: Period = Period { period: 100.0, bins: 50, width: 2.0, is_width_given: false };

    /// The parts of a decay by sums over pulses and fine steps of time.
    fn by_steps(tau: f64, start: f64, sigma: f64) -> Vec<f64> {
        let mut shares = vec![0.0; 50];
        let steps = 400;
        for pulse in -steps..=steps {
            let z = f64::from(pulse) * 6.0 / f64::from(steps);
            let weight = libm::exp(-0.5 * z * z) / 2.506_628_274 * 6.0 / f64::from(steps);
            for (k, share) in shares.iter_mut().enumerate() {
                for m in 0..40 {
                    let low = 2.0 * k as f64 + 100.0 * f64::from(m - 2) - start - z * sigma;
                    let left = |x: f64| libm::exp(-x.max(0.0) / tau);
                    *share += weight * (left(low) - left(low + 2.0));
                }
            }
        }
        shares
    }

    fn assert_close(found: &[f64], wanted: &[f64], tolerance: f64) {
        assert_eq!(found.len(), wanted.len());
        for (k, (x, y)) in found.iter().zip(wanted).enumerate() {
            assert!((x - y).abs() < tolerance, "bin {k}: {x} {y}");
        }
    }

    #[test]
    fn decays_of_every_length_are_what_sums_over_pulses_give() {
        for (tau, start, sigma) in [(10.0, 20.0, 3.0), (300.0, 90.0, 1.0), (0.5, 3.0, 4.0), (15.0, 1.0, 9.0)]
        {
            let shares = PERIOD.decay_of_gaussian(tau, start, sigma);
            assert_close(&shares, &by_steps(tau, start, sigma), 2e-4);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_measured_gaussian_is_as_good_as_a_known_one() {
        // A response that is a Gaussian within each bin: what a long lifetime of nearly no length leaves of it.
        let response = PERIOD.decay_of_gaussian(1e-3, 40.0, 6.0);
        let shares = PERIOD.decay_of_response(15.0, &response, 0.0);
        // That a pulse may be anywhere within its bin adds a twelfth of the bin's square to the variance, and the
        // shortest lifetime delays the response.
        let spread = (6.0_f64 * 6.0 + PERIOD.bin() * PERIOD.bin() / 12.0).sqrt();
        let late = SHORTEST * PERIOD.bin();
        assert_close(&shares, &PERIOD.decay_of_gaussian(15.0, 40.0 + late, spread), 2e-4);
        let shifted = PERIOD.decay_of_response(15.0, &response, -6.0);
        assert_close(&shifted, &PERIOD.decay_of_gaussian(15.0, 34.0 + late, spread), 2e-4);
        assert!((shifted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
