//! Further queries, answered from tags that are held.

use super::store::HeldTags;
use crate::Error;
use crate::scan::analyses::Analyses;
use crate::scan::file_order::FileOrder;
use crate::scan::partial_result::PartialResult;
use crate::scan::request::ScanRequest;
use crate::scan::scope::Scope;

/// Runs the analyses of `request` over the held tags, and returns the form of
/// [`PartReader::save`](crate::scan::PartReader::save), with totals of 0. `origin` is the time in ticks of the file's
/// first tag, unless the request has it. The first `after` tags, those covered by an earlier query, are skipped.
///
/// # Errors
/// `Usage` with the reason.
pub fn query(
    held: &HeldTags,
    request: &ScanRequest,
    after: u64,
    origin: Option<i64>,
) -> Result<Vec<u8>, Error> {
    let scope = Scope::new(request)?;
    let mut analyses = Analyses::new(request, scope.start)?;
    let origin = scope.origin.or(origin);
    let mut order = FileOrder::from(origin);
    // Without an origin there was no tag.
    if let Some(origin) = origin {
        analyses.start_at(scope.selection.begin(origin));
        analyses.query_slices(held, origin, after);
        let outcome = held.each(&scope.selection, origin, after, |block| {
            order.push(block);
            analyses.push(block);
            Ok(())
        });
        if scope.selection.chooses_channels() {
            analyses.cover(held.extent(&scope.selection, origin, after));
        }
        if let Err(error) = outcome {
            analyses.stop(&error);
        }
    }
    PartialResult::without_totals(order, analyses.save()?).write()
}
