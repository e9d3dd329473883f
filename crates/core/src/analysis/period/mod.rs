//! The period of pulsed light, and what its peaks tell.

mod after_clock;
mod areas;
mod clock;
mod comb;
mod divided;
mod excerpts;
mod fft;
mod fold;
mod light;
mod outstanding;
mod request;
mod search;
mod shared_dead_time;
mod together_dead;
mod view;

pub use after_clock::{are_clocks, clock_of};
pub use areas::PulsedResult;
pub use clock::MeanGap;
pub use comb::Comb;
pub use excerpts::Excerpts;
pub use light::{FarBins, Light};
pub use request::Period;
pub use shared_dead_time::SharedDeadTime;
