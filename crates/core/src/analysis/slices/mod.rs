//! How tags or coincidences are spread over time.

mod counts;
mod dispersion;
mod steadiness;

pub use counts::{Slices, exponent, exposure};
pub use dispersion::{GROUPED, dispersion};
pub use steadiness::Steadiness;
