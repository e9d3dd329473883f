//! Peaks and dips of a histogram of delays: their significance, position and width.

mod gaussian;
mod half_width;
mod histogram;
mod peaks;
mod search;

pub use gaussian::{Gaussian, Level, Stretch, Unknown, gaussian};
pub use half_width::half_width;
pub use histogram::{Histogram, Sums};
pub use peaks::{Dip, Peak, peaks};
pub use search::{Found, MIN_BINS, Run, has_few_counts};
