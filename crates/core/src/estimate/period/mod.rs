//! The period of pulsed light, results from its peaks, and dead times.

mod areas;
mod clock;
mod comb;
mod fft;
mod hints;
mod long_dead_time;
mod pulsed;
mod request;
mod shared_dead_time;
mod spectral_line;
mod together_dead;

pub use areas::PulsedResult;
pub use clock::{clock_period, mean_period};
pub use comb::Comb;
pub use fft::power_spectrum;
pub use hints::pulsed_hint;
pub use long_dead_time::LongDeadTime;
pub use request::Period;
pub use shared_dead_time::SharedDeadTime;
