//! Models fitted to counts that are Poisson distributed: parameters of maximum likelihood.

mod deviance;
mod likelihood;
mod normal;
mod parameter;
mod problem;

pub use likelihood::{Fitted, fit, fit_of_few};
pub use normal::{ln_normal_below, normal_below};
pub use parameter::Parameter;
pub use problem::half_deviance;

/// Ratio of the full width at half maximum of a Gaussian to its standard deviation, `2 sqrt(2 ln 2)`.
pub const FWHM: f64 = 2.354_820_045;
