//! The shape of the correlation of fluorescent molecules that diffuse through a focus.

/// The fluorescent molecules of a model; times are those of its delays.
#[derive(Debug, Clone, Copy)]
pub enum Molecules {
    One {
        tau: f64,
    },
    /// Two diffusion times; the share `share` of the amplitude has the time `tau`.
    Two {
        tau: f64,
        share: f64,
        slow: f64,
    },
    /// One diffusion time and a triplet state, in which `dark` of the molecules are.
    Triplet {
        tau: f64,
        dark: f64,
        triplet: f64,
    },
}

impl Molecules {
    /// Returns the correlation at the delay `d`, 1 at 0, for a Gaussian focus whose length is `structure` times its
    /// width: `1 / ((1 + d/tau) sqrt(1 + d/(structure^2 tau)))`.
    fn at(self, d: f64, structure: f64) -> f64 {
        let diffusion =
            |tau: f64| ((1.0 + d / tau) * (1.0 + d / (structure * structure * tau)).sqrt()).recip();
        match self {
            Self::One { tau } => diffusion(tau),
            Self::Two { tau, share, slow } => share * diffusion(tau) + (1.0 - share) * diffusion(slow),
            Self::Triplet { tau, dark, triplet } => {
                diffusion(tau) * (1.0 + dark / (1.0 - dark) * libm::exp(-d / triplet))
            }
        }
    }

    /// Returns the mean correlation over the delays from `low` to `high`, by the Gauss-Legendre rule of three points.
    pub fn over(self, (low, high): (f64, f64), structure: f64) -> f64 {
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let at = |x: f64| self.at((middle + half * x).abs(), structure);
        let x = 0.6_f64.sqrt();
        (5.0 * at(-x) + 8.0 * at(0.0) + 5.0 * at(x)) / 18.0
    }
}
