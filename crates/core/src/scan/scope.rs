//! Which tags of a file count, and where times count from.

use crate::request::Params;
use crate::run::virtual_channels::Definitions;
use crate::tags::Selection;
use crate::{Error, Value};

/// What `{selection?, define?, tick?, origin?, start?}` of a request say.
pub(super) struct Scope {
    /// Which recorded tags are read: of the selected channels, and of those that virtual channels follow from.
    pub selection: Selection,
    /// Time of the file's first tag in ticks, where the request gives it: a selected range counts from it.
    pub origin: Option<i64>,
    /// Where the selected range begins, or the time of the first selected tag, where it is known: analyses that count from the
    /// first tag count from it.
    pub start: Option<i64>,
}

/// All keys of a part's request: see [`PartReader::new`](super::PartReader::new), and
/// [`query`](super::held_tags::query) for `after`.
const KEYS: &[&str] = &[
    "analyses",
    "selection",
    "slices",
    "define",
    "tick",
    "verify",
    "at",
    "followed",
    "origin",
    "start",
    "holdBytes",
    "background",
    "fanOut",
    "after",
];

impl Scope {
    /// # Errors
    /// `Usage` naming the key that is wrong, or that no request has.
    pub fn new(request: &Value) -> Result<Self, Error> {
        let params = Params::new(request.clone())?;
        params.only("a scan", KEYS)?;
        let origin = params.time("origin")?;
        let mut selection = Selection::new(request.get("selection").cloned().unwrap_or(Value::Null))?;
        if let Some(definitions) = Definitions::read(request)? {
            selection.add_channels(&definitions.recorded_sources());
        }
        if let Some(origin) = origin {
            selection.set_origin(origin);
        }
        let start = origin.and_then(|origin| selection.begin(origin));
        let start = start.or(params.time("start")?).or(origin.filter(|_| selection.is_everything()));
        Ok(Self { selection, origin, start })
    }
}
