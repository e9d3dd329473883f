//! Heralded second-order correlation: coincidences of two detectors, given a herald.

mod analysis;
mod fired;
mod value;

pub use analysis::{Heralded, HeraldedChannels, HeraldedRequest, HeraldedResult};
