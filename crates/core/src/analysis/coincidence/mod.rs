//! Tags of several channels that come together.

mod accidentals;
mod analysis;
mod counted;
mod displaced;
mod partial;
mod partitions;
mod pattern;
mod ratios;
mod request;
mod result;

pub use analysis::Coincidence;
pub(super) use request::UncheckedParameters;
pub(super) use result::ChannelDelay;
