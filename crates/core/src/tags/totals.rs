//! Totals of a read file, and its errors.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::tags::{ClockCounts, Ending, LostTime, LostTimes};
use crate::{Code, Error, Finding, Findings};

/// Counts of a file, or of a part of one: those of successive parts can be added.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Bytes consumed.
    pub bytes: u64,
    /// zstd frames with data, complete or not; 0 if the file is not compressed.
    pub frames: u64,
    /// Complete Cap'n Proto messages.
    pub messages: u64,
    /// Tags read.
    pub tags: u64,
    /// Those in frames whose checksum does not match.
    pub doubtful: u64,
    /// Bytes of foreign skippable frames, whose content is unknown.
    pub passed_over: u64,
    /// Whether the file ends with its index, which reveals missing frames.
    pub indexed: bool,
    /// Facts about the completeness of the file, until [`Totals::conclude`].
    pub ending: Ending,
    /// Why the index at the end of a sound file does not describe all of it: it is that of the last of several
    /// concatenated recordings.
    pub joined: Option<Finding>,
    /// Errors of the file, in file order.
    pub findings: Findings,
    /// Counts of the software clock, if there is one.
    pub clock: Option<ClockCounts>,
    /// Times of the parts that could not be read.
    pub lost: LostTimes,
}

impl Totals {
    /// Adds a finding.
    pub fn note(&mut self, finding: impl Into<Finding>) {
        self.findings.push(finding);
    }

    /// Adds the totals of the next part.
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
        self.findings.append(later.findings);
        self.lost.add(later.lost);
        match (&mut self.clock, later.clock) {
            (Some(clock), Some(later)) => clock.add(&later),
            (clock, later) => *clock = clock.take().or(later),
        }
    }

    /// Concludes a file that was read completely: records a different tick and, without other errors, missing data.
    pub fn conclude(&mut self) {
        let ending = std::mem::take(&mut self.ending);
        self.indexed |= ending.stated.is_some();
        if let Some(error) = ending.other_tick() {
            self.findings.push_by_offset(error);
        }
        if !self.findings.is_empty() {
            return;
        }
        match ending.error(self.bytes) {
            Some(error) => self.note(error),
            None => self.joined = self.joined.take().or(ending.joined),
        }
    }

    /// Checks that all tags have one tick, so that one recording can hold them.
    ///
    /// # Errors
    /// `OtherTick` if they have not.
    pub fn one_tick(&self) -> Result<(), Error> {
        self.errors().find(|error| error.code == Code::OtherTick).map_or(Ok(()), Err)
    }

    /// The damage, which all findings of a recording are, and a last error that gives the number of findings that are
    /// not listed, if any.
    pub fn errors(&self) -> impl Iterator<Item = Error> {
        self.findings.as_errors().into_iter()
    }

    /// Returns a report with all `findings`.
    pub fn report(&self, done: bool, findings: Vec<Finding>) -> ReadReport {
        ReadReport {
            bytes: self.bytes,
            frames: self.frames,
            messages: self.messages,
            tags: self.tags,
            doubtful_tags: self.doubtful,
            passed_over: self.passed_over,
            indexed: self.indexed,
            joined: self.joined.clone().map(Error::from),
            lost_times: self.lost.all(),
            done,
            findings: ReadFindings { all: findings, is_done: done },
            rounded_times: None,
            clock: self.clock.clone(),
        }
    }
}

/// Report on the read part of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReadReport {
    /// Bytes consumed.
    pub bytes: u64,
    /// zstd frames that hold data.
    pub frames: u64,
    /// Complete messages.
    pub messages: u64,
    /// Tags read.
    pub tags: u64,
    /// Number of these tags from frames with a wrong checksum.
    pub doubtful_tags: u64,
    /// Bytes of unknown skippable frames.
    pub passed_over: u64,
    /// Whether the file ends with its index, which reveals missing frames.
    pub indexed: bool,
    /// See [`Totals::joined`].
    pub joined: Option<Error>,
    /// Times of the parts that could not be read, of a recording of tagview.
    pub lost_times: Vec<LostTime>,
    /// Whether all of the file was read.
    pub done: bool,
    /// Damage of the file.
    #[serde(flatten)]
    pub findings: ReadFindings,
    /// Number of times that were rounded to whole ticks, where that can happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded_times: Option<u64>,
    /// Counts of the software clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockCounts>,
}

/// Findings of a file, serialized as `complete`, the first `error`, and all `findings` as errors.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadFindings {
    /// All of them, in file order.
    pub all: Vec<Finding>,
    /// Whether all of the file was read.
    pub is_done: bool,
}

impl ReadFindings {
    /// Whether all of the file was read and nothing is wrong.
    pub fn is_complete(&self) -> bool {
        self.is_done && self.all.is_empty()
    }
}

impl Serialize for ReadFindings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let errors: Vec<Error> = self.all.iter().cloned().map(Error::from).collect();
        let mut fields = serializer.serialize_struct("ReadFindings", 3)?;
        fields.serialize_field("complete", &self.is_complete())?;
        fields.serialize_field("error", &errors.first())?;
        fields.serialize_field("findings", &errors)?;
        fields.end()
    }
}
