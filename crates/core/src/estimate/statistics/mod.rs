//! The mean behind a count, numbers with their standard errors, the significance of an excess, the levels of tests, and remarks.

mod counts;
mod derived;
mod estimate;
mod hint;
pub mod levels;
mod normal;
mod remark;
mod shared_tags;
mod significance;

pub use counts::{FEW, Interval, jeffreys, upper_limit};
pub use derived::Derived;
pub use estimate::Estimate;
pub use hint::{Hint, HintOption};
pub use normal::{full_width, ln_normal_below, normal_below};
pub use remark::Remark;
pub use shared_tags::{Delays, overlap};
pub use significance::{li_ma, min_missing};
