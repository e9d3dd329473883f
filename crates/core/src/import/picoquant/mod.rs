//! What PicoQuant's programs write: a header, tagged in `.ptu` files and of a fixed order in older ones, and records of
//! 32 bits.
//!
//! Source: PicoQuant, "Time Tagged File Format Demos", `doc/apx_tagtypes.html` and `doc/apx_tttrrecords.html`.

mod decode;
mod fixed_header;
mod header_value;
mod measurement;
mod record;
mod record_type;
mod scan;
mod tagged_header;
mod timeharp;

pub(super) use fixed_header::{FixedHeader, field, integer, is_fixed_header, scaled};
pub(super) use header_value::ansi;
pub(super) use tagged_header::{MAGIC, TaggedHeader, read_entries};
pub(super) use timeharp::{TIMEHARP, TimeHarp};
