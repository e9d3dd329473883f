//! What a count tells of its mean, how unlikely an excess is, and remarks on numbers that need one.

mod counts;
mod remark;
mod shared_tags;
mod significance;

pub use counts::{FEW, Interval, jeffreys, upper_limit};
pub use remark::Remark;
pub use shared_tags::{Delays, overlap};
pub use significance::li_ma;
