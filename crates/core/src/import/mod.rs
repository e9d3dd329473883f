//! Recordings of other makers' time taggers: what each of their formats is, and a [`TagSource`](crate::tags::TagSource) for each.
//!
//! What the fields of a format become (channels, markers, the sync, ticks, overflows) is in `docs/import.md`.

mod picoquant;
mod qutag;
mod records;
mod source;
mod tick;

use records::Records;

pub use source::ImportSource;
pub use tick::Tick;

/// How many of a file's first bytes tell which of [`IMPORTS`] it is; fewer do where the file is shorter.
pub const IMPORT_HEAD_BYTES: usize = 64;

/// A format of recordings of another maker's time tagger.
#[derive(Clone, Copy)]
pub struct Import {
    /// One word in small letters and hyphens, stable for scripts.
    pub id: &'static str,
    /// What people call it, with an article.
    pub name: &'static str,
    fits: fn(&[u8]) -> bool,
    make: fn() -> Box<dyn ImportSource>,
}

impl Import {
    /// Whether a file that begins with `head`, at least [`IMPORT_HEAD_BYTES`] or all there are, is of this format.
    pub fn fits(&self, head: &[u8]) -> bool {
        (self.fits)(head)
    }

    /// A reader of such a file, from its first byte on.
    pub fn source(&self) -> Box<dyn ImportSource> {
        (self.make)()
    }
}

/// The formats that are read, each with how its first bytes tell it.
pub const IMPORTS: &[Import] = &[
    Import {
        id: "ptu",
        name: "a PicoQuant PTU recording",
        fits: |head| head.starts_with(picoquant::MAGIC),
        make: || Box::new(Records::<picoquant::TaggedHeader>::default()),
    },
    // .pt2, .pt3, .ht2 and .ht3; .phd and .hhd, which are told as what they are when they are read.
    Import {
        id: "picoquant",
        name: "a recording of a PicoHarp or HydraHarp in the form before PTU",
        fits: picoquant::is_fixed_header,
        make: || Box::new(Records::<picoquant::FixedHeader>::default()),
    },
    Import {
        id: "qutag",
        name: "a quTAG recording",
        fits: |head| head.starts_with(&qutag::MAGIC),
        make: || Box::new(Records::<qutag::Qutag>::default()),
    },
];

/// The format of the file that begins with `head`, where it is one of [`IMPORTS`].
pub fn import_of(head: &[u8]) -> Option<&'static Import> {
    IMPORTS.iter().find(|import| import.fits(head))
}

/// The format of this [`Import::id`].
pub fn import_by_id(id: &str) -> Option<&'static Import> {
    IMPORTS.iter().find(|import| import.id == id)
}
