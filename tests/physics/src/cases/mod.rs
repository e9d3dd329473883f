//! The cases: one file per subject, and a line here.

mod coincidences;
mod constants;
mod dips;
mod gaps;
mod heralded;
mod interference;
mod intervals;
mod lifetime;
mod light;
mod once_wrong;
mod peaks;
mod pulsed;
mod pulsed_coincidences;
mod stability;

use crate::runs::Effort;
use crate::table::Table;

/// The name of a case for `--only`, and the function that makes its tables.
pub type Case = (&'static str, fn(Effort) -> Vec<Table>);

/// Every case.
pub const CASES: &[Case] = &[
    ("light", light::run),
    ("intervals", intervals::run),
    ("heralded", heralded::run),
    ("coincidences", coincidences::run),
    ("gaps", gaps::run),
    ("peaks", peaks::run),
    ("dips", dips::run),
    ("pulsed", pulsed::run),
    ("pulsed-coincidences", pulsed_coincidences::run),
    ("lifetime", lifetime::run),
    ("hom", interference::run),
    ("stability", stability::run),
    ("constants", constants::run),
    ("once-wrong", once_wrong::run),
];
