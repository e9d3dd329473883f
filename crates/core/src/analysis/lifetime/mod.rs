//! Times of a channel's tags after the pulses of a clock, and the lifetimes fitted to them.

mod analysis;
mod decay;
mod fits;
mod fold;
mod histogram;
mod result;
mod settled;

pub use analysis::{Lifetime, LifetimeRequest};
pub use result::{LifetimeComponent, LifetimeFit, LifetimeHead, LifetimeResult};
