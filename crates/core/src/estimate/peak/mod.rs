//! Peaks and dips of a histogram of delays: their significance, position and width.

mod dip;
mod fit;
mod gaussian;
mod histogram;
mod level;
mod peaks;
mod search;
mod stretch;

pub use dip::Dip;
pub use gaussian::{Gaussian, Unknown, gaussian};
pub use histogram::{Histogram, Sums};
pub use level::Level;
pub use peaks::{Peak, peaks};
pub use search::{Found, MIN_BINS, Run, has_few_counts};
pub use stretch::Stretch;
