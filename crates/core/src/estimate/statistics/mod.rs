//! The mean behind a count, numbers with their standard errors, the significance of an excess, the levels of tests, and remarks.

mod counts;
mod derived;
mod hint;
pub mod levels;
mod normal;
mod shared_tags;

pub use counts::{FEW, Interval, jeffreys, upper_limit};
pub use derived::{Derived, Estimate};
pub use hint::{Hint, HintOption, Remark, RemarkCode};
pub use normal::{full_width, li_ma, ln_normal_below, median, min_missing, normal_below};
pub use shared_tags::{Delays, overlap};
