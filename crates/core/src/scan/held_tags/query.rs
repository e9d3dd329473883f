//! Further queries, answered from tags that are held.

use super::store::HeldTags;
use crate::request::Params;
use crate::scan::analyses::Analyses;
use crate::scan::partial_result::PartialResult;
use crate::scan::scope::Scope;
use crate::{Error, Value};

/// What `{analyses: [{name, id?, ...parameters}], selection?, slices?, define?, tick?, origin?, start?, after?}` find in the
/// tags that are held, as [`PartReader::save`](crate::scan::PartReader::save) has it, with totals of 0. `origin` is the time in ticks of
/// the file's first tag, unless the request gives it. The first `after` tags, as many as were held at an earlier
/// query, are passed over.
///
/// # Errors
/// `Usage` naming what is wrong with the request.
pub fn query(held: &HeldTags, request: &Value, origin: Option<i64>) -> Result<Vec<u8>, Error> {
    let after = Params::new(request.clone())?.unsigned("after")?.unwrap_or(0);
    let scope = Scope::new(request)?;
    let mut analyses = Analyses::new(request, scope.start)?;
    // Without an origin there was no tag.
    if let Some(origin) = scope.origin.or(origin) {
        analyses.start_at(scope.selection.begin(origin));
        analyses.query_slices(held, origin, after);
        let outcome = held.each(&scope.selection, origin, after, |block| {
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
    PartialResult::without_totals(analyses.save()?).write()
}
