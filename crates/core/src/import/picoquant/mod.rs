//! Files of PicoQuant's programs: a header, tagged in `.ptu` files and with a fixed layout in older files, and records
//! of 32 bits.
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

use fixed_header::{FixedHeader, is_fixed_header};
use tagged_header::{MAGIC, TaggedHeader};
use timeharp::TimeHarp;

use super::format::Import;
use super::parts::Parts;

pub(super) use fixed_header::{HYDRAHARP, PICOHARP, field, integer, scaled};
pub(super) use header_value::ansi;
pub(super) use tagged_header::read_entries;
pub(super) use timeharp::TIMEHARP;

/// Files with a tagged header.
pub(super) const PTU: Import = Import {
    parts: Some(Parts::of::<TaggedHeader>()),
    ..Import::of_records::<TaggedHeader>("ptu", "a PicoQuant PTU recording", |head| head.starts_with(MAGIC))
};

/// .pt2, .pt3, .ht2 and .ht3; .phd and .hhd, which their reader refuses with their kind.
pub(super) const FIXED: Import = Import {
    parts: Some(Parts::of::<FixedHeader>()),
    ..Import::of_records::<FixedHeader>(
        "picoquant",
        "a recording of a PicoHarp or HydraHarp in the form before PTU",
        is_fixed_header,
    )
};

/// Files of a TimeHarp 200.
pub(super) const TIMEHARP_200: Import =
    Import::of_records::<TimeHarp>("timeharp", "a recording of a TimeHarp 200", |head| {
        head.starts_with(TIMEHARP)
    });
