//! The cases: one file per subject, and a line here.

mod dips;
mod light;
mod peaks;
mod pulsed;

use crate::runs::Effort;
use crate::table::Table;

/// What runs a case.
type Case = fn(Effort) -> Vec<Table>;

/// Every case by the name that `--only` knows it by.
pub const CASES: &[(&str, Case)] =
    &[("light", light::run), ("peaks", peaks::run), ("dips", dips::run), ("pulsed", pulsed::run)];
