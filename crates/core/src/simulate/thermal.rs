//! The field of chaotic light.

use super::random::Random;

/// Intensities above this many means are cut: they make up 2e-9 of the time.
const MOST: f64 = 20.0;

/// One mode of chaotic light: a complex field of independent Gaussian parts, whose correlation falls exponentially (an
/// Ornstein-Uhlenbeck process). Its intensity has mean 1 and an exponential distribution.
///
/// It is drawn only at the candidates of a Poisson process of [`MOST`] times the mean rate, which are kept with a
/// probability that follows from the intensity: exact, whatever the rate is to the coherence time (Lewis, Shedler, Nav. Res. Logist. Q. 26, 403
/// (1979)).
#[derive(Debug)]
pub struct Thermal {
    rate: f64,
    coherence_time: f64,
    /// The two parts of the field at `time`; after an infinite time, they are independent of it.
    field: (f64, f64),
    time: f64,
}

impl Thermal {
    /// Light of `rate` photons per tick on average.
    pub fn new(rate: f64, coherence_time: f64) -> Self {
        Self { rate, coherence_time, field: (0.0, 0.0), time: f64::NEG_INFINITY }
    }

    /// Candidates per tick.
    pub fn candidates(&self) -> f64 {
        MOST * self.rate
    }

    /// Whether the candidate at `time`, which is after all before, is a photon.
    pub fn accepts(&mut self, time: f64, random: &mut Random) -> bool {
        let kept = libm::exp((self.time - time) / self.coherence_time);
        let fresh = libm::sqrt(1.0 - kept * kept);
        let (x, y) = random.complex_gauss();
        self.field = (kept * self.field.0 + fresh * x, kept * self.field.1 + fresh * y);
        self.time = time;
        let intensity = self.field.0 * self.field.0 + self.field.1 * self.field.1;
        random.uniform() * MOST < intensity
    }
}
