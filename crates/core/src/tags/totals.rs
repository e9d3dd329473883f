//! What was read of a file, and what was wrong with it.

use serde::{Deserialize, Serialize};

use crate::{Error, Finding, Value};

/// How many findings are listed; more tell a person nothing.
const MAX_FINDINGS: usize = 100;

/// Counts of a file, or of a part of one: those of parts that follow each other add up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Bytes consumed.
    pub bytes: u64,
    /// zstd frames that hold data, complete or not; 0 where the file is not compressed.
    pub frames: u64,
    /// Complete Cap'n Proto messages.
    pub messages: u64,
    /// Tags read.
    pub tags: u64,
    /// What is wrong with the file, in file order; at most 100.
    pub findings: Vec<Finding>,
}

impl Totals {
    /// Appends a finding, unless there are enough.
    pub fn note(&mut self, finding: impl Into<Finding>) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(finding.into());
        }
    }

    /// Adds the totals of what follows.
    pub fn add(&mut self, later: Self) {
        self.bytes = self.bytes.saturating_add(later.bytes);
        self.frames = self.frames.saturating_add(later.frames);
        self.messages = self.messages.saturating_add(later.messages);
        self.tags = self.tags.saturating_add(later.tags);
        for finding in later.findings {
            self.note(finding);
        }
    }

    /// What is wrong with the file, as errors.
    pub fn errors(&self) -> impl Iterator<Item = Error> {
        self.findings.iter().cloned().map(Error::from)
    }

    /// `bytes, frames, messages, tags, done, complete, error, findings`, the last with `more` appended.
    pub fn describe<'a>(&self, done: bool, more: impl Iterator<Item = &'a Error>) -> Vec<(String, Value)> {
        let findings: Vec<Value> =
            self.errors().chain(more.cloned()).map(|error| Value::from(&error)).collect();
        let entries = [
            ("bytes", Value::Count(self.bytes)),
            ("frames", Value::Count(self.frames)),
            ("messages", Value::Count(self.messages)),
            ("tags", Value::Count(self.tags)),
            ("done", Value::Bool(done)),
            ("complete", Value::Bool(done && findings.is_empty())),
            ("error", findings.first().cloned().unwrap_or(Value::Null)),
            ("findings", Value::List(findings)),
        ];
        entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
