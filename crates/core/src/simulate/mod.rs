//! A deterministic source of photon pairs and the detectors that see them.
//!
//! Pairs are emitted as a Poisson process. Each arm's detector sees its photon of a pair with
//! the probability of its efficiency, delayed and with Gaussian jitter, and clicks in the dark
//! as an independent Poisson process. After a click it is dead for a while (non-paralysable: what
//! it misses does not prolong it) and may click again without light (afterpulse). Equal
//! [`Source`]s give equal tags on every platform.

mod random;
mod recording;
mod request;
mod simulation;
mod source;

pub use recording::SimulatedRecording;
pub use simulation::Simulation;
pub use source::{Detector, Source};
