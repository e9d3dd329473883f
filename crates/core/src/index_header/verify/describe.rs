//! The findings of the slow check.

use super::differences::Difference;
use super::noted::{WRITE_ANEW, list_text};
use super::{IndexVerifier, SeriesPairs, pair_of, step_of};
use crate::index_header::results::IndexVerification;
use crate::index_header::series::SeriesSection;
use crate::{Code, Error, Findings};

impl IndexVerifier {
    /// Returns the results after all wanted bytes were pushed.
    pub fn finish(self) -> IndexVerification {
        let mut findings = Findings::default();
        let Self { series, names, found, more, unused, pair_names, postings, .. } = self;
        let SeriesSection { sink: SeriesPairs { version, symbols, compared, series, .. }, .. } = series;
        let is_partial = compared.is_partial;
        compared.noted.report(&pair_names, &mut findings);
        for Difference { pair, series, is_missing } in &found {
            let at = u64::from(*series) * step_of(version);
            let text = names.text(at);
            let label = || {
                let labels = names.labels(at).iter();
                let mut same = labels.filter(|label| {
                    let hashes = symbols.hash(label.name).zip(symbols.hash(label.value));
                    hashes.is_some_and(|(name, value)| pair_of(name, value) == *pair)
                });
                same.next().map(|label| format!("{}={}", names.name(label.name), names.name(label.value)))
            };
            let message = || match (is_missing, pair_names.contains_key(pair)) {
                (true, true) => format!("{} lacks the series {text}", list_text(*pair, &pair_names)),
                (true, false) => {
                    let label = label().unwrap_or_else(|| "one of its labels".to_owned());
                    format!("the series {text} is in no list, because {label} has no list")
                }
                (false, _) => {
                    format!("{} has the series {text}, which lacks that label", list_text(*pair, &pair_names))
                }
            };
            findings.error(Code::Mismatch, at, || format!("postings: {}", message()), WRITE_ANEW);
        }
        if found.is_empty() && more > 0 {
            let message = || "postings: most lists have other series than those with their label".to_owned();
            findings.error(Code::Mismatch, postings.0, message, WRITE_ANEW);
        } else {
            findings.count_more(more);
        }
        if let (count @ 1.., Some(first)) = unused {
            let message = || {
                let first = names.name(first);
                format!("symbols: {count} of them are used by no series, the first is {first}")
            };
            let remedy = "ignore it: compaction leaves such symbols after series were deleted";
            findings.warn(Code::Mismatch, symbols.wants().offset, message, remedy);
        }
        let error = findings.first_error().cloned().map(Error::from);
        IndexVerification {
            series,
            postings_lists: compared.lists,
            postings: compared.postings,
            unused_symbols: (!is_partial).then_some(unused.0),
            complete: error.is_none() && !is_partial,
            error,
            findings: findings.all(),
        }
    }
}
