//! The cases: one file per subject, and a line here.

mod coincidences;
mod heralded;
mod intervals;
mod light;

use crate::runs::Effort;
use crate::table::Table;

/// Every case by the name that `--only` knows it by.
pub const CASES: &[(&str, fn(Effort) -> Vec<Table>)] = &[
    ("light", light::run),
    ("heralded", heralded::run),
    ("coincidences", coincidences::run),
    ("intervals", intervals::run),
];
