//! The mean behind a count, numbers with their standard errors, the significance of an excess, and remarks on numbers.

mod counts;
mod derived;
mod estimate;
mod hint;
mod remark;
mod shared_tags;
mod significance;

pub use counts::{FEW, Interval, jeffreys, upper_limit};
pub use derived::Derived;
pub use estimate::Estimate;
pub use hint::Hint;
pub use remark::Remark;
pub use shared_tags::{Delays, overlap};
pub use significance::{MIN_MISSING, li_ma};
