//! How steady the light of a channel is.

mod analysis;
mod deviation;
mod partial;
mod result;
mod slices;

pub use analysis::Stability;
