//! Tags of several channels that come together.

mod accidentals;
mod analysis;
mod counted;
mod displaced;
mod groupings;
mod partial;
mod pattern;
mod ratios;
mod remarks;
mod request;
mod result;
mod shares;

pub use analysis::Coincidence;
pub(super) use request::UncheckedParameters;
pub(super) use result::ChannelDelay;
