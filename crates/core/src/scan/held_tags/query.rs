//! Further queries, answered from tags that are held.

use super::store::HeldTags;
use crate::Error;
use crate::scan::analyses::Analyses;
use crate::scan::file_order::FileOrder;
use crate::scan::partial_result::PartialResult;
use crate::scan::request::ScanRequest;
use crate::scan::scope::Scope;

/// A query of the tags that a [`PartReader`](crate::scan::PartReader) holds, in steps: a wide range of delays can take
/// seconds, and between two steps a thread can do other work or stop.
pub struct HeldQuery {
    scope: Scope,
    analyses: Analyses,
    order: FileOrder,
    /// The time of the file's first tag, ticks; `None` without tags.
    origin: Option<i64>,
    /// Number of tags that an earlier query covered.
    after: u64,
    /// Number of tags up to the next step, and up to the end of the query.
    position: u64,
    end: u64,
}

impl HeldQuery {
    /// Runs the analyses of `request` over the tags held now, except for the first `after`, which an earlier query
    /// covered. `origin` is the time in ticks of the file's first tag, unless the request has it.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub(crate) fn new(
        held: &HeldTags,
        request: &ScanRequest,
        after: u64,
        origin: Option<i64>,
    ) -> Result<Self, Error> {
        let scope = Scope::new(request)?;
        let mut analyses = Analyses::new(request, scope.start)?;
        let origin = scope.origin.or(origin);
        // Without an origin there was no tag.
        if let Some(origin) = origin {
            analyses.start_at(scope.selection.begin(origin));
            analyses.query_slices(held, origin, after);
        }
        Ok(Self {
            scope,
            analyses,
            order: FileOrder::from(origin),
            origin,
            after,
            position: after,
            end: held.tags(),
        })
    }

    /// Number of held tags from the first that it covers at its end.
    pub fn tags(&self) -> u64 {
        self.end
    }

    /// Number of held tags from the first that it has covered.
    pub fn covered(&self) -> u64 {
        self.position.min(self.end)
    }

    /// Analyses the next `tags` tags or a few more; false at the end.
    pub(crate) fn step(&mut self, held: &HeldTags, tags: u64) -> bool {
        let Some(origin) = self.origin.filter(|_| self.position < self.end) else { return false };
        let next = self.position.saturating_add(tags.max(1)).min(self.end);
        let Self { order, analyses, .. } = self;
        let outcome = held.each(&self.scope.selection, origin, self.position..next, |block| {
            order.push(block);
            analyses.push(block);
            Ok(())
        });
        self.position = next;
        if let Err(error) = outcome {
            self.analyses.stop(&error);
            self.position = self.end;
        }
        self.position < self.end
    }

    /// The results in the form of [`PartReader::save`](crate::scan::PartReader::save), with totals of 0, after the
    /// remaining steps.
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub(crate) fn save(mut self, held: &HeldTags) -> Result<Vec<u8>, Error> {
        while self.step(held, u64::MAX) {}
        let Self { scope, mut analyses, order, origin, after, end, .. } = self;
        if let Some(origin) = origin.filter(|_| scope.selection.chooses_channels()) {
            analyses.cover(held.extent(&scope.selection, origin, after..end));
        }
        PartialResult::without_totals(order, analyses.save()?).write()
    }
}
