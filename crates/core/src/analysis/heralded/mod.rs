//! How rarely a heralded photon is seen by two detectors at once.

mod analysis;
mod fired;
mod value;

pub use analysis::{Heralded, HeraldedChannels, HeraldedRequest, HeraldedResult};
