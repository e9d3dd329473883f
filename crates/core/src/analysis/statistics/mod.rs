//! What a count tells of its mean, how unlikely an excess is, and remarks on numbers that need one.

mod counts;
mod remark;
mod significance;

pub use counts::{FEW, Interval, jeffreys, upper_limit};
pub use remark::Remark;
pub use significance::li_ma;
