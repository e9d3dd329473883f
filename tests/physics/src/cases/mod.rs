//! The cases: one file per subject, and a line here.

mod coincidences;
mod gaps;
mod heralded;
mod intervals;
mod lifetime;
mod light;
mod stability;

use crate::runs::Effort;
use crate::table::Table;

/// A name that `--only` knows, and what makes the tables.
pub type Case = (&'static str, fn(Effort) -> Vec<Table>);

/// Every case.
pub const CASES: &[Case] = &[
    ("light", light::run),
    ("heralded", heralded::run),
    ("coincidences", coincidences::run),
    ("intervals", intervals::run),
    ("gaps", gaps::run),
    ("lifetime", lifetime::run),
    ("stability", stability::run),
];
