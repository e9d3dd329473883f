//! A deterministic source of light and the detectors that see it.
//!
//! ```text
//! pairs     Poisson ----+-> pulses -> transmission -+-> detector a: jitter, dead time, afterpulses
//!                       |   (none:    (none: all)   +-> detector b
//! a beam    coherent ---+    at once)
//!           thermal                                    detector extra: dark counts only
//!           emitter                                    clock: every n-th pulse
//! ```
//!
//! Pairs are emitted as a Poisson process. Each arm's detector sees its photon of a pair with the probability of its
//! efficiency, delayed and with Gaussian jitter, and clicks in the dark as an independent Poisson process. A beam
//! beside the pairs is split evenly between both detectors. After a click a detector is dead for a while
//! (non-paralysable: missed photons do not prolong it) and may click again without light (afterpulse). Equal
//! [`Source`]s give equal tags on every platform.

mod beam;
mod light;
mod pulses;
mod random;
mod range;
mod recording;
mod simulation;
mod source;
mod thermal;
mod transmission;

pub use light::{Light, Statistics};
pub use pulses::{Clock, Pulses};
pub use recording::SimulatedRecording;
pub use simulation::Simulation;
pub use source::{Detector, Source};
pub use transmission::Transmission;
