//! Further queries, answered from tags that are held.

use std::ops::Range;

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
    /// The places of the blocks that it analyses.
    blocks: Range<usize>,
    /// The place of the next one.
    next: usize,
    /// Number of tags of all blocks before it.
    covered: u64,
    /// Whether an error ended the analyses.
    stopped: bool,
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
        let blocks = held.blocks_after(after);
        Ok(Self {
            scope,
            analyses,
            order: FileOrder::from(origin),
            origin,
            next: blocks.start,
            blocks,
            covered: after,
            stopped: false,
        })
    }

    /// Number of held tags from the first that it has covered; at its end, all that were held at its beginning.
    pub fn covered(&self) -> u64 {
        self.covered
    }

    /// Analyses the next block; false at the end.
    pub(crate) fn step(&mut self, held: &HeldTags) -> bool {
        let place = self.next;
        if place >= self.blocks.end {
            return false;
        }
        self.next += 1;
        self.covered += held.tags_of(place);
        let Self { scope, analyses, order, origin, stopped, .. } = self;
        // After an error, the other tags are only covered.
        if let Some(origin) = origin.filter(|_| !*stopped) {
            let outcome = held.each(&scope.selection, origin, place..place + 1, |block| {
                order.push(block);
                analyses.push(block);
                Ok(())
            });
            if let Err(error) = outcome {
                analyses.stop(&error);
                *stopped = true;
            }
        }
        self.next < self.blocks.end
    }

    /// The results in the form of [`PartReader::save`](crate::scan::PartReader::save), with totals of 0, after the
    /// remaining steps.
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub(crate) fn save(mut self, held: &HeldTags) -> Result<Vec<u8>, Error> {
        while self.step(held) {}
        let Self { scope, mut analyses, order, origin, blocks, .. } = self;
        if let Some(origin) = origin.filter(|_| scope.selection.chooses_channels()) {
            analyses.cover(held.extent(&scope.selection, origin, blocks));
        }
        PartialResult::without_totals(order, analyses.save()?).write()
    }
}
