//! How long after a clock's pulses a channel's tags come, and the lifetimes that tells.

mod analysis;
mod decay;
mod fits;
mod fold;
mod histogram;
mod result;
mod settled;

pub use analysis::Lifetime;
