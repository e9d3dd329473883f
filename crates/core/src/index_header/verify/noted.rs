//! Findings about postings lists before the names of their label pairs are known.

use std::collections::HashMap;

use crate::{Code, Findings, MAX_FINDINGS_OF_A_CODE};

/// Remedy for postings that do not belong to the series.
pub const WRITE_ANEW: &str = "write the block again, or mark it as not to be compacted: queries miss series";

/// A list of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListEntry {
    /// Its first byte in the index.
    pub offset: u64,
    /// Hash of its label pair.
    pub pair: u64,
}

/// Findings about lists, at most [`MAX_FINDINGS_OF_A_CODE`] of each code.
#[derive(Debug, Default)]
pub struct Noted {
    listed: Vec<(Code, ListEntry, String)>,
    more: u64,
}

impl Noted {
    /// Adds a finding about a list, in words that follow its name.
    pub fn list(&mut self, code: Code, entry: ListEntry, what: impl Into<String>) {
        if self.listed.iter().filter(|(listed, ..)| *listed == code).count() < MAX_FINDINGS_OF_A_CODE {
            self.listed.push((code, entry, what.into()));
        } else {
            self.more += 1;
        }
    }

    /// Hashes of the label pairs that its messages name.
    pub fn pairs(&self) -> impl Iterator<Item = u64> {
        self.listed.iter().map(|(_, entry, _)| entry.pair)
    }

    /// Adds a finding for each. `names` are those of lists by the hash of the label pair.
    pub fn report(self, names: &HashMap<u64, String>, findings: &mut Findings) {
        for (code, ListEntry { offset, pair }, what) in self.listed {
            let message = || format!("postings: {} {what}", list_text(pair, names));
            findings.error(code, offset, message, WRITE_ANEW);
        }
        findings.count_more(self.more);
    }
}

/// The list of a label pair.
pub fn list_text(pair: u64, names: &HashMap<u64, String>) -> String {
    names.get(&pair).map_or_else(|| "a list".to_owned(), |name| format!("the list of {name}"))
}
