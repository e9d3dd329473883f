//! Virtual channels: channels derived from other channels by a definition.
//!
//! ```text
//!  text --parse--> Definitions          recorded tags, in file order
//!                       |                        |
//!                       v                        v
//!                     Flow  <-- settled tags -- Stage (keeps a TimeOrder) --> tags in order of time, for analyses
//! ```
//!
//! A definition is a pure function of the recorded tags: its tags at a time `t` depend only on those from `t - before`
//! to `t + after` ([`Definitions::before`], [`Definitions::after`]). A run of tags therefore determines all virtual
//! tags except those near its two ends. A [`Stage`] holds the recorded tags there, and makes the rest when runs are
//! joined. So the law of analyses holds for the later stages: one pass equals any number of joined parts.

mod definitions;
mod flow;
mod parse;
mod saved;
mod stage;

pub use definitions::Definitions;
pub use parse::{Definition, Rule};
pub use saved::SavedStage;
pub use stage::{Fed, Joined, Stage};
