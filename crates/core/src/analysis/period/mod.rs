//! The period of pulsed light, and what its peaks tell.

mod areas;
mod clock;
mod comb;
mod divided;
mod fft;
mod light;
mod request;
mod search;
mod view;

pub use areas::PulsedResult;
pub use clock::MeanGap;
pub use comb::Comb;
pub use light::Light;
pub use request::Period;
