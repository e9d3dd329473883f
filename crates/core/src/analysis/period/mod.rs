//! The period of pulsed light, and what its peaks tell.

mod areas;
mod comb;
mod fft;
mod light;
mod request;
mod search;
mod view;

pub use areas::PulsedResult;
pub use comb::Comb;
pub use light::Light;
pub use request::Period;
