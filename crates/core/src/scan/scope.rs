//! The tags that a request reads, and the time from which relative times count.

use super::request::ScanRequest;
use crate::Error;
use crate::tags::Selection;

/// The tags that a request reads, and the origins of its times.
pub(super) struct Scope {
    /// The recorded tags to read: those of the selected channels and of the sources of virtual channels.
    pub selection: Selection,
    /// Time of the file's first tag in ticks, if the request has it: a selected range counts from it.
    pub origin: Option<i64>,
    /// The beginning of the selected range, or the time of the first selected tag, if known: analyses count relative
    /// times from it.
    pub start: Option<i64>,
}

impl Scope {
    /// # Errors
    /// `Usage` naming the definition that is wrong.
    pub fn new(request: &ScanRequest) -> Result<Self, Error> {
        let mut selection = Selection::new(&request.selection);
        if let Some(definitions) = request.definitions()? {
            selection.add_channels(&definitions.recorded_sources());
        }
        let origin = request.origin;
        if let Some(origin) = origin {
            selection.set_origin(origin);
        }
        let start = origin.and_then(|origin| selection.begin(origin));
        let start = start.or(request.start).or(origin.filter(|_| selection.is_everything()));
        Ok(Self { selection, origin, start })
    }
}
