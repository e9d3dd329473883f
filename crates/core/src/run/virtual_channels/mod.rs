//! Virtual channels: channels whose tags follow from those of others by a definition.
//!
//! ```text
//!  text --parse--> Definitions          recorded tags, in file order
//!                       |                        |
//!                       v                        v
//!                     Flow  <-- settled tags -- Stage (keeps a TimeOrder) --> tags in order of time, for analyses
//! ```
//!
//! A definition is a pure function of the recorded tags, and what it makes at a time `t` depends on those from
//! `t - before` to `t + after` only ([`Definitions::before`], [`Definitions::after`]). A run of tags therefore tells
//! all virtual tags but those near its two ends; a [`Stage`] holds the recorded tags there, and makes the rest where
//! runs are joined. So the law of analyses holds for what is behind it: one pass, or any number of parts joined.

mod definition;
mod definitions;
mod flow;
mod parse;
mod saved;
mod stage;

pub use definition::{Definition, Rule};
pub use definitions::Definitions;
pub use saved::SavedStage;
pub use stage::{Fed, Joined, Stage};
