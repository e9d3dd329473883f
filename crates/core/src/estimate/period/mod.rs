//! The period of pulsed light, results from its peaks, and dead times.

mod areas;
mod comb;
mod dead_times;
mod pulsed;
mod request;
mod spectrum;

pub use areas::PulsedResult;
pub use comb::Comb;
pub use dead_times::{LongDeadTime, SharedDeadTime};
pub use pulsed::{clock_period, mean_period};
pub use request::{Period, pulsed_hint};
pub use spectrum::power_spectrum;
