//! Findings about chunks before the labels of their series are known.

use super::chunk::PlacedChunk;
use crate::index_header::series::SeriesNames;
use crate::{Code, Findings, MAX_FINDINGS_OF_A_CODE};

const RESTORE: &str = "restore the block from another copy: queries of this time fail or miss samples";

/// Findings about chunks, at most [`MAX_FINDINGS_OF_A_CODE`] of each code.
#[derive(Debug, Default)]
pub struct NotedChunks {
    listed: Vec<(Code, PlacedChunk, String)>,
    more: u64,
}

impl NotedChunks {
    /// Adds a finding about a chunk, in words that follow its name.
    #[cold]
    pub fn add(&mut self, code: Code, chunk: PlacedChunk, what: impl Into<String>) {
        if self.listed.iter().filter(|(listed, ..)| *listed == code).count() < MAX_FINDINGS_OF_A_CODE {
            self.listed.push((code, chunk, what.into()));
        } else {
            self.more += 1;
        }
    }

    /// Positions of the series that its messages name.
    pub fn series(&self) -> Vec<u64> {
        self.listed.iter().map(|(_, chunk, _)| chunk.series).collect()
    }

    /// Adds a finding for each. `files` are the names of the segment files.
    pub fn report(self, files: &[String], names: &SeriesNames, findings: &mut Findings) {
        for (code, chunk, what) in self.listed {
            let PlacedChunk { number, times: (from, to), series, .. } = chunk;
            let message = || {
                let number = number + 1;
                let file = files.get(chunk.segment()).map_or(String::new(), |file| format!("/{file}"));
                let series = names.text(series);
                format!("chunks{file}: chunk {number} of {series}, from {from} to {to} ms, {what}")
            };
            findings.error(code, chunk.offset(), message, RESTORE);
        }
        findings.count_more(self.more);
    }
}
