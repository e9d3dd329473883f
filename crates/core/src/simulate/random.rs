//! Random numbers that are equal on every platform: an integer generator, and `libm` instead of
//! the system's mathematics.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The largest absolute value of [`Random::gauss`]: sqrt(2 ln 2^53).
pub const GAUSS_MAX: f64 = 8.5717;

/// The longest [`Random::interval`] in means: 53 ln 2.
pub const EXPONENTIAL_MAX: f64 = 36.7369;

/// One stream of random numbers ([xoshiro256++](https://prng.di.unimi.it/)).
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The first of many independent streams of `seed`; see [`Random::next_stream`].
    pub fn streams(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A stream of its own, 2^128 numbers long. A process with a stream of its own does not
    /// change when another process has more or fewer events.
    pub fn next_stream(&mut self) -> Self {
        let stream = self.clone();
        self.0.jump();
        stream
    }

    /// Uniform in 0 <= x < 1, a multiple of 2^-53.
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Time to the next event of a Poisson process: exponential with mean 1 / `rate`, infinite
    /// where the rate is 0.
    pub fn interval(&mut self, rate: f64) -> f64 {
        if rate > 0.0 { -libm::log(1.0 - self.uniform()) / rate } else { f64::INFINITY }
    }

    /// Gaussian with mean 0 and standard deviation 1 (Box and Muller, Ann. Math. Stat. 29, 610
    /// (1958)), at most [`GAUSS_MAX`] from 0.
    pub fn gauss(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.uniform()));
        radius * libm::cos(2.0 * std::f64::consts::PI * self.uniform())
    }

    /// A complex number of Gaussian parts with a mean square of 1 in all.
    pub fn complex_gauss(&mut self) -> (f64, f64) {
        let radius = libm::sqrt(-libm::log(1.0 - self.uniform()));
        let (sin, cos) = libm::sincos(2.0 * std::f64::consts::PI * self.uniform());
        (radius * cos, radius * sin)
    }
}
