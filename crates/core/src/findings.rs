//! Findings of an input, few of each kind.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Finding, Severity};

/// Maximum number of listed findings of one code; the rest is counted.
pub const MAX_FINDINGS_OF_A_CODE: usize = 20;

/// Findings of an input in the order in which they were made: a list of at most [`MAX_FINDINGS_OF_A_CODE`] of each
/// code, and the number of the remaining ones. Two parts of an input have the findings of the whole. It dereferences to
/// the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    listed: Vec<Finding>,
    /// Number of findings that are not listed.
    more: u64,
}

impl Findings {
    /// Adds the result of `make`, which is not called if enough findings of its `code` are listed.
    pub fn add(&mut self, code: Code, make: impl FnOnce() -> Finding) {
        if self.listed.iter().filter(|finding| finding.code == code).count() < MAX_FINDINGS_OF_A_CODE {
            self.listed.push(make());
        } else {
            self.more += 1;
        }
    }

    /// Adds something that could not be read, or that other readers answer wrongly, at byte `at`.
    pub fn error(&mut self, code: Code, at: u64, message: impl FnOnce() -> String, remedy: &str) {
        self.add(code, || Error::at(code, at, message(), remedy).into());
    }

    /// Adds something that other readers may refuse or understand otherwise, at byte `at`.
    pub fn warn(&mut self, code: Code, at: u64, message: impl FnOnce() -> String, remedy: &str) {
        let warning = |error: Error| Finding { severity: Severity::Warning, ..error.into() };
        self.add(code, || warning(Error::at(code, at, message(), remedy)));
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: impl Into<Finding>) {
        let finding = finding.into();
        self.add(finding.code, || finding);
    }

    /// Adds a late finding after those that precede it in the file.
    pub fn push_by_offset(&mut self, finding: impl Into<Finding>) {
        let finding = finding.into();
        let (place, n) = (self.listed.partition_point(|one| one.offset <= finding.offset), self.listed.len());
        self.push(finding);
        if self.listed.len() > n {
            self.listed[place..].rotate_right(1);
        }
    }

    /// Adds an error at byte `at` that explains the other findings, before them.
    pub fn error_first(&mut self, code: Code, at: u64, message: impl FnOnce() -> String, remedy: &str) {
        let others = std::mem::take(self);
        self.error(code, at, message, remedy);
        self.append(others);
    }

    /// Counts `n` findings that are not listed.
    pub fn count_more(&mut self, n: u64) {
        self.more = self.more.saturating_add(n);
    }

    /// Adds the findings of the next part of the input.
    pub fn append(&mut self, later: Self) {
        later.listed.into_iter().for_each(|finding| self.push(finding));
        self.count_more(later.more);
    }

    /// Keeps only the listed findings that `keeps` accepts, and forgets the number of the remaining ones.
    pub fn retain(&mut self, keeps: impl FnMut(&Finding) -> bool) {
        self.listed.retain(keeps);
        self.more = 0;
    }

    /// The error to report first: that the file was cut, which explains the others, or the first one.
    pub fn first_error(&self) -> Option<&Finding> {
        let mut errors = self.listed.iter().filter(|finding| finding.severity == Severity::Error);
        let first = errors.clone().next();
        errors.find(|finding| finding.code == Code::Truncated).or(first)
    }

    /// The listed findings, and one that gives the number of the remaining ones, if any.
    pub fn all(&self) -> Vec<Finding> {
        let more = (self.more > 0).then(|| {
            let message = format!("{} more like these are not listed", self.more);
            let remedy = "correct the listed ones first";
            Finding { severity: Severity::Note, ..Error::new(Code::More, message, remedy).into() }
        });
        self.listed.iter().cloned().chain(more).collect()
    }

    /// Returns [`Findings::all`] in the form of errors, also warnings and notes. The code of the last one is
    /// [`Code::More`] if some findings are not listed.
    pub fn as_errors(&self) -> Vec<Error> {
        self.all().into_iter().map(Error::from).collect()
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.listed
    }
}
