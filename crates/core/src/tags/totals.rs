//! What was read of a file, and what was wrong with it.

use serde::{Deserialize, Serialize};

use crate::tags::Ending;
use crate::value::Name;
use crate::{Code, Error, Finding, Value};

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
    /// Those of them that are of frames whose checksum does not match.
    pub doubtful: u64,
    /// Bytes of skippable frames that are not ours: nobody knows what is in them.
    pub passed_over: u64,
    /// Whether the file ends with its index, by which a missing frame is noticed.
    pub indexed: bool,
    /// What the file tells of its being whole, until [`Totals::conclude`].
    pub ending: Ending,
    /// Why the index at the end of a sound file can't be that of the whole file: it is that of the last of several
    /// recordings, one behind the other.
    pub joined: Option<Finding>,
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

    /// Puts a finding behind those that lie before it in the file, however late it is made.
    pub fn note_by_offset(&mut self, finding: impl Into<Finding>) {
        let finding = finding.into();
        let place = self.findings.partition_point(|before| before.offset <= finding.offset);
        self.findings.insert(place, finding);
        self.findings.truncate(MAX_FINDINGS);
    }

    /// Adds the totals of what follows.
    pub fn add(&mut self, later: Self) {
        self.bytes = self.bytes.saturating_add(later.bytes);
        self.frames = self.frames.saturating_add(later.frames);
        self.messages = self.messages.saturating_add(later.messages);
        self.tags = self.tags.saturating_add(later.tags);
        self.doubtful = self.doubtful.saturating_add(later.doubtful);
        self.passed_over = self.passed_over.saturating_add(later.passed_over);
        self.indexed |= later.indexed;
        self.ending.add(later.ending);
        self.joined = self.joined.take().or(later.joined);
        for finding in later.findings {
            self.note(finding);
        }
    }

    /// All of the file was read: notes a tick that is another one and, where nothing is wrong, what is missing.
    pub fn conclude(&mut self) {
        let ending = std::mem::take(&mut self.ending);
        self.indexed |= ending.stated.is_some();
        if let Some(error) = ending.other_tick() {
            self.note_by_offset(error);
        }
        if !self.findings.is_empty() {
            return;
        }
        match ending.error(self.bytes) {
            Some(error) => self.note(error),
            None => self.joined = self.joined.take().or(ending.joined),
        }
    }

    /// Whether all tags have one tick, so that they can stand in one recording.
    ///
    /// # Errors
    /// `OtherTick` where they have not.
    pub fn one_tick(&self) -> Result<(), Error> {
        self.errors().find(|error| error.code == Code::OtherTick).map_or(Ok(()), Err)
    }

    /// What is wrong with the file, as errors.
    pub fn errors(&self) -> impl Iterator<Item = Error> {
        self.findings.iter().cloned().map(Error::from)
    }

    /// `bytes, frames, messages, tags, doubtful_tags, passed_over, indexed, joined, done, complete, error, findings`, the
    /// last with `more` appended.
    pub fn describe<'a>(&self, done: bool, more: impl Iterator<Item = &'a Error>) -> Vec<(Name, Value)> {
        let findings: Vec<Value> =
            self.errors().chain(more.cloned()).map(|error| Value::from(&error)).collect();
        let joined = self.joined.clone().map(Error::from);
        let entries = [
            ("bytes", Value::Count(self.bytes)),
            ("frames", Value::Count(self.frames)),
            ("messages", Value::Count(self.messages)),
            ("tags", Value::Count(self.tags)),
            ("doubtful_tags", Value::Count(self.doubtful)),
            ("passed_over", Value::Count(self.passed_over)),
            ("indexed", Value::Bool(self.indexed)),
            ("joined", joined.as_ref().map_or(Value::Null, Value::from)),
            ("done", Value::Bool(done)),
            ("complete", Value::Bool(done && findings.is_empty())),
            ("error", findings.first().cloned().unwrap_or(Value::Null)),
            ("findings", Value::List(findings)),
        ];
        entries.into_iter().map(|(name, value)| (name.into(), value)).collect()
    }
}
