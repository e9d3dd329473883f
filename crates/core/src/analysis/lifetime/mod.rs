//! Times of a channel's tags after the pulses of a clock, or the delays of their records, and the lifetimes fitted to them.

mod after_pulses;
mod analysis;
mod counted;
mod decay;
mod delay_result;
mod fits;
mod fold;
mod histogram;
mod pile_up;
mod record_delays;
mod request;
mod result;
mod result_types;
mod settled;
mod sync_times;

pub use analysis::Lifetime;
pub use counted::{lifetime_of_curve, lifetime_of_histogram};
pub use request::LifetimeRequest;
pub use result_types::{LifetimeComponent, LifetimeFit, LifetimeHead, LifetimeResult};
