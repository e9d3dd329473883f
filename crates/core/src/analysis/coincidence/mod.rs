//! Tags of several channels that come together.

mod accidentals;
mod analysis;
mod counted;
mod counting;
mod displaced;
mod partial;
mod partitions;
mod pattern;
mod pulses;
mod ratios;
mod remarks;
mod request;
mod result;
mod shares;
mod surroundings;

pub use analysis::Coincidence;
pub(super) use request::UncheckedParameters;
pub(super) use result::ChannelDelay;
