//! Findings about a file that is still readable.

use crate::{Code, Error, Finding, Severity};

/// Findings that are listed; the rest is counted.
const MOST: usize = 20;

/// Findings in the order in which they were made.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    list: Vec<Finding>,
    more: u64,
}

impl Findings {
    /// Something that could not be read.
    pub fn error(&mut self, code: Code, message: String, remedy: &str) {
        self.push(Error::new(code, message, remedy).into());
    }

    /// Adds one.
    pub fn push(&mut self, finding: Finding) {
        if self.list.len() < MOST {
            self.list.push(finding);
        } else {
            self.more += 1;
        }
    }

    /// The first that makes the file incomplete.
    pub fn first_error(&self) -> Option<&Finding> {
        self.list.iter().find(|finding| finding.severity == Severity::Error)
    }

    /// All that are listed, and one for those that are not.
    pub fn all(&self) -> impl Iterator<Item = Finding> {
        let more = (self.more > 0).then(|| Finding {
            code: Code::More,
            severity: Severity::Note,
            offset: None,
            length: 0,
            message: format!("{} more are not listed", self.more),
            remedy: Some("see to those that are listed first".to_owned()),
        });
        self.list.iter().cloned().chain(more)
    }
}
