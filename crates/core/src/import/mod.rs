//! Recordings of other makers' time taggers: what each of their formats is, and a [`TagSource`](crate::tags::TagSource) for each.
//!
//! What the fields of a format become (channels, markers, the sync, ticks, overflows) is in `docs/import.md`.

mod columns;
mod picoquant;
mod qutag;
mod records;
mod source;
mod tick;

use columns::Columns;
use records::Records;

use crate::{Code, Error, Value};

pub use columns::{Choice, LAYOUT_BYTES};
pub use source::ImportSource;
pub use tick::Tick;

/// How many of a file's first bytes tell which of [`IMPORTS`] it is; fewer do where the file is shorter. What a text is,
/// [`LAYOUT_BYTES`] tell.
pub const IMPORT_HEAD_BYTES: usize = 64;

/// A format of recordings of another maker's time tagger.
#[derive(Clone, Copy)]
pub struct Import {
    /// One word in small letters and hyphens, stable for scripts.
    pub id: &'static str,
    /// What people call it, with an article.
    pub name: &'static str,
    fits: fn(&[u8]) -> bool,
}

impl Import {
    /// Whether a file that begins with `head`, at least [`IMPORT_HEAD_BYTES`] or all there are, is of this format.
    pub fn fits(&self, head: &[u8]) -> bool {
        (self.fits)(head)
    }
}

/// The formats that are read, each with how its first bytes tell it, in the order in which they are tried. Whoever only
/// recognises files does without [`READERS`], and without the code of the readers.
pub const IMPORTS: &[Import] = &[
    Import { id: "ptu", name: "a PicoQuant PTU recording", fits: |head| head.starts_with(picoquant::MAGIC) },
    // .pt2, .pt3, .ht2 and .ht3; .phd and .hhd, which are told as what they are when they are read.
    Import {
        id: "picoquant",
        name: "a recording of a PicoHarp or HydraHarp in the form before PTU",
        fits: picoquant::is_fixed_header,
    },
    Import { id: "qutag", name: "a quTAG recording", fits: |head| head.starts_with(&qutag::MAGIC) },
    // The last: numbers in columns may be anything.
    Import { id: "columns", name: "a text of tags in columns", fits: columns::holds_columns },
];

type Make = fn(&Value) -> Result<Box<dyn ImportSource>, Error>;

/// What reads each of [`IMPORTS`], by its id, from `options`.
static READERS: &[(&str, Make)] = &[
    ("ptu", |_| Ok(Box::new(Records::<picoquant::TaggedHeader>::default()))),
    ("picoquant", |_| Ok(Box::new(Records::<picoquant::FixedHeader>::default()))),
    ("qutag", |_| Ok(Box::new(Records::<qutag::Qutag>::default()))),
    ("columns", |options| Ok(Box::new(Columns::new(Choice::new(options)?)))),
];

/// A reader of a file of the format `id`, from its first byte on. `options` is a map with the options of its format, as
/// `{columns?, unit?}` of text: see [`Choice::new`].
///
/// # Errors
/// `Usage` where there is no such format, or an option is wrong.
pub fn source_of(id: &str, options: &Value) -> Result<Box<dyn ImportSource>, Error> {
    let reader = READERS.iter().find(|(known, _)| *known == id);
    let (_, make) = reader.ok_or_else(|| {
        let remedy = "let the file's content tell it";
        Error::new(Code::Usage, format!("there is no format \"{id}\" of recordings"), remedy)
    })?;
    make(options)
}

/// The format of the file that begins with `head`, where it is one of [`IMPORTS`].
pub fn import_of(head: &[u8]) -> Option<&'static Import> {
    IMPORTS.iter().find(|import| import.fits(head))
}
