//! Models fitted to counts that are Poisson distributed: parameters of maximum likelihood.

mod deviance;
mod likelihood;
mod parameter;
mod problem;

pub use likelihood::{Fitted, fit, fit_of_few};
pub use parameter::Parameter;
pub use problem::half_deviance;
