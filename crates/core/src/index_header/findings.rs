//! Findings about a file, recorded while the rest of it is read.

use crate::{Code, Finding, Severity};

/// Remedy for a damaged index-header.
pub const COPY_AGAIN: &str = "copy the file again, or write it anew from the block's index";

/// Findings of one kind that are listed; the rest is counted.
pub const MOST: usize = 20;

/// Findings in the order in which they were made, few of each kind.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    list: Vec<Finding>,
    more: u64,
}

impl Findings {
    /// Something that could not be read, or that makes Mimir's reader answer wrongly.
    pub fn error(&mut self, code: Code, at: u64, message: impl FnOnce() -> String, remedy: &str) {
        self.add(code, Severity::Error, at, message, remedy);
    }

    /// Something that other readers may refuse or understand otherwise.
    pub fn warn(&mut self, code: Code, at: u64, message: impl FnOnce() -> String, remedy: &str) {
        self.add(code, Severity::Warning, at, message, remedy);
    }

    fn add(
        &mut self,
        code: Code,
        severity: Severity,
        at: u64,
        message: impl FnOnce() -> String,
        remedy: &str,
    ) {
        if self.list.iter().filter(|finding| finding.code == code).count() >= MOST {
            self.more += 1;
            return;
        }
        let remedy = Some(remedy.to_owned());
        self.list.push(Finding { code, severity, offset: Some(at), length: 0, message: message(), remedy });
    }

    /// Counts `n` findings that are not listed.
    pub fn count_more(&mut self, n: u64) {
        self.more += n;
    }

    /// Adds the error that ended the reading of a part.
    pub fn push(&mut self, finding: impl Into<Finding>) {
        self.list.push(finding.into());
    }

    /// Adds those of another part of the file.
    pub fn append(&mut self, other: Self) {
        self.list.extend(other.list);
        self.more += other.more;
    }

    /// The error to tell: that the file was cut, which explains the others, or the first.
    pub fn first_error(&self) -> Option<&Finding> {
        let mut errors = self.list.iter().filter(|finding| finding.severity == Severity::Error);
        let first = errors.clone().next();
        errors.find(|finding| finding.code == Code::Truncated).or(first)
    }

    /// All that are listed, and one for those that are not.
    pub fn all(&self) -> Vec<Finding> {
        let more = (self.more > 0).then(|| Finding {
            code: Code::More,
            severity: Severity::Note,
            offset: None,
            length: 0,
            message: format!("{} more like these are not listed", self.more),
            remedy: Some("see to those that are listed first".to_owned()),
        });
        self.list.iter().cloned().chain(more).collect()
    }
}
