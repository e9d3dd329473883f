//! Peaks and dips of a histogram of delays: whether there are any, where, and how wide.

mod dip;
mod fit;
mod gaussian;
mod histogram;
mod level;
mod search;

pub use dip::Dip;
pub use gaussian::{Gaussian, Stretch, Unknown, gaussian};
pub use histogram::{Histogram, Sums};
pub use level::Level;
pub use search::{Found, MIN_BINS, Run, has_few_counts};
