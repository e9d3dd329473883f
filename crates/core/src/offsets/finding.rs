//! Collects findings about a pasted header, each with its position.

use super::entries::MAX_ENTRIES;
use crate::error::{Code, Finding, Severity};

/// The codes of findings in a header, with their usual severity.
pub const CODES: &[(Code, Severity)] = &[
    (Code::MalformedEntry, Severity::Error),
    (Code::Overflow, Severity::Error),
    (Code::EmptyEntry, Severity::Warning),
    (Code::TrailingComma, Severity::Warning),
    (Code::WhiteSpace, Severity::Warning),
    (Code::NumberForm, Severity::Warning),
    (Code::NoVersion, Severity::Warning),
    (Code::WrongVersion, Severity::Error),
    (Code::Duplicate, Severity::Warning),
    (Code::NotFound, Severity::Warning),
    (Code::NegativeOffset, Severity::Warning),
    (Code::NegativePartition, Severity::Warning),
    (Code::EmptyPartition, Severity::Note),
    (Code::Gap, Severity::Note),
    (Code::Cut, Severity::Error),
    (Code::Empty, Severity::Warning),
    (Code::Base64Alphabet, Severity::Error),
    (Code::Base64Padding, Severity::Error),
    (Code::SnappyLength, Severity::Error),
    (Code::SnappyCorrupt, Severity::Error),
    (Code::TooLarge, Severity::Error),
    (Code::VarintTooLong, Severity::Error),
    (Code::VarintPadded, Severity::Warning),
    (Code::Truncated, Severity::Error),
    (Code::Ambiguous, Severity::Warning),
    (Code::SeveralHeaders, Severity::Note),
    (Code::BadLevel, Severity::Warning),
    (Code::DelayIgnored, Severity::Warning),
    (Code::More, Severity::Note),
];

fn usual_severity(code: Code) -> Severity {
    CODES.iter().find(|(known, _)| *known == code).map_or(Severity::Error, |(_, severity)| *severity)
}

/// Findings in a header, whose messages are sentences.
#[derive(Debug, Default)]
pub(crate) struct Findings(crate::Findings);

impl Findings {
    /// Adds a finding at `length` bytes from `offset`.
    pub(crate) fn at(&mut self, code: Code, offset: usize, length: usize, message: impl FnOnce() -> String) {
        self.add(code, usual_severity(code), Some(offset), length, message);
    }

    /// Adds a finding about the whole.
    pub(crate) fn whole(&mut self, code: Code, message: impl FnOnce() -> String) {
        self.add(code, usual_severity(code), None, 0, message);
    }

    /// Adds a finding whose severity is not its code's usual one.
    pub(crate) fn add(
        &mut self,
        code: Code,
        severity: Severity,
        offset: Option<usize>,
        length: usize,
        message: impl FnOnce() -> String,
    ) {
        let (offset, length) = (offset.map(|offset| offset as u64), length as u64);
        self.0.add(code, || Finding { code, severity, offset, length, message: message(), remedy: None });
    }

    /// Records that entries after the one at `offset` are omitted.
    pub(crate) fn too_many(&mut self, offset: Option<usize>, length: usize) {
        self.add(Code::TooLarge, usual_severity(Code::TooLarge), offset, length, || {
            format!("The header has more than {MAX_ENTRIES} entries; the rest is ignored.")
        });
    }

    /// The list, with a last finding if there are more.
    pub(crate) fn finish(self) -> Vec<Finding> {
        let mut all = self.0.all();
        if let Some(more) = all.last_mut().filter(|last| last.code == Code::More) {
            (more.message, more.remedy) = (format!("{}.", more.message), None);
        }
        all
    }
}
