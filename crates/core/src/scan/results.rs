//! Results of a pass over a recording.

use serde::{Serialize, Serializer};

use crate::Finding;
use crate::analysis::{AnalysisResult, Query};
use crate::tags::Totals;

/// The results of analyses by their ids, in the order of the request.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Results(pub Vec<(String, AnalysisResult)>);

/// The results of a pass, or of each slice of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ScanResults {
    /// The results of the selected tags.
    Selected(Results),
    /// The results of each slice of time.
    Slices {
        /// In the order of the request.
        slices: Vec<Results>,
    },
}

/// The first place where times go back by more than is put in order: the recording is damaged there, or another one
/// begins, as when files are joined or a device restarts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OrderBreak {
    /// Number of selected tags before the break, without the tags in which damage probably begins.
    pub tags: u64,
    /// Time of the last of these tags, ticks.
    pub until: i64,
    /// The same time in ticks after the file's first tag. A selected range that ends there leaves out the tags after
    /// the break if they are later, as after damage. A recording that starts again has some of these times twice.
    pub to: i64,
    /// Time of the first tag after the break, ticks; after damage, it is later than `until`.
    pub next: i64,
}

/// State of the scan of a recording, during and after reading.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ScanSnapshot {
    /// Numbers of bytes, frames, messages and tags that were read.
    pub totals: Totals,
    /// Whether all of the recording was read.
    pub is_done: bool,
    /// Damage of the file, in file order, then the errors that ended analyses early.
    pub findings: Vec<Finding>,
    /// Where the times of the selected tags go back first; of a sum, in the first run where they do.
    pub order_break: Option<OrderBreak>,
    /// Results of the analyses.
    pub results: ScanResults,
}

impl Results {
    /// The result under `id`.
    pub fn get(&self, id: &str) -> Option<&AnalysisResult> {
        self.0.iter().find(|(known, _)| known == id).map(|(_, result)| result)
    }

    /// Takes the result of the request under `id`.
    pub fn take<Q: Query>(&mut self, id: &str) -> Option<Q::Result> {
        let place = self.0.iter().position(|(known, _)| known == id)?;
        Q::result_in(self.0.remove(place).1)
    }
}

impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, result)| (id, result)))
    }
}

impl ScanResults {
    /// Removes the numbers that only a recording in order of time has.
    pub(super) fn forget_series(&mut self) {
        let slices = match self {
            Self::Selected(results) => std::slice::from_mut(results),
            Self::Slices { slices } => slices,
        };
        for (_, result) in slices.iter_mut().flat_map(|results| &mut results.0) {
            if let AnalysisResult::Stability(stability) = result {
                stability.forget_series();
            }
        }
    }

    /// The results of the selected tags; `None` if slices were requested.
    pub fn selected(self) -> Option<Results> {
        match self {
            Self::Selected(results) => Some(results),
            Self::Slices { .. } => None,
        }
    }
}
