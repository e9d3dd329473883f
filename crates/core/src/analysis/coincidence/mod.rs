//! Coincidences of tags of several channels.

mod accidentals;
mod count;
mod counted;
mod delay_hint;
mod displaced;
mod groupings;
mod parameters;
mod pattern;
mod ratios;
mod remarks;
mod report;
mod request;
mod result;
mod shares;

pub use accidentals::AccidentalsFrom;
pub use count::Coincidence;
pub(super) use delay_hint::delay_hint;
pub(super) use parameters::delay_of;
pub use request::CoincidenceRequest;
pub(super) use request::UncheckedParameters;
pub use result::{AccidentalsBy, ChannelDelay, CoincidenceHead, CoincidencePattern, CoincidenceResult};
