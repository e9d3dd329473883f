//! Writes the sound part of a damaged recording to a new one, for `repair`.

use serde::{Deserialize, Serialize};

use super::convert::into_sink;
use super::options::Transformed;
use crate::random_access::{RandomAccess, Wanted};
use crate::request::setters;
use crate::tags::index::IndexReader;
use crate::tags::packing::PackingOptions;
use crate::tags::recording::{Lost, Survey, Withheld};
use crate::tags::{Index, ReadFindings, Selection, TagSink, TagSource, TagStream, Totals};
use crate::transform::tag_runs::writer_or_runs;
use crate::{Code, Error};

/// Maximum number of tags per byte of a frame, reached by repeated tags.
const MOST_TAGS_PER_BYTE: u64 = 1024;

/// How a recording is repaired.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RepairOptions {
    /// Length of the file in bytes.
    pub size: u64,
    /// Whether tags of damaged frames are written too, up to where they were decoded.
    #[serde(default)]
    pub keep_doubtful: bool,
    /// How the recording is written.
    #[serde(skip)]
    pub packing: PackingOptions,
    /// Whether the output is tags, in the form of [`TagRuns`](super::tag_runs::TagRuns), instead of a recording.
    #[serde(default)]
    pub fan_out: bool,
}

/// Report on a repaired recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RepairReport {
    /// Length of the file.
    pub bytes: u64,
    /// Number of frames.
    pub frames: u64,
    /// Number of decoded tags.
    pub tags: u64,
    /// Errors of the file.
    #[serde(flatten)]
    pub findings: ReadFindings,
    /// Whether the metadata of the recording may be lost: something before the first sound frame is damaged, or the file
    /// has an unknown skippable frame.
    pub beginning_lost: bool,
    /// The lost ranges.
    pub lost: Vec<LostRange>,
}

/// A lost range of bytes of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LostRange {
    /// Offset of the first byte.
    pub from: u64,
    /// Offset after the last byte.
    pub to: u64,
    /// Number of frames that begin in these bytes.
    pub frames: u64,
    /// About how many of their tags were not written; `None` if that is not known.
    pub tags_estimate: Option<u64>,
    /// Number of their tags that were written: those before the end of a cut file, and doubtful ones on request.
    pub tags_written: u64,
    /// Number of the tags that were not written but decoded. They may be wrong.
    pub tags_held_back: u64,
}

impl RepairOptions {
    /// Repairs a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self { size, ..Self::default() }
    }
}

setters! { RepairOptions { keep_doubtful: bool, packing: PackingOptions, fan_out: bool } }

/// Writes the sound part of a damaged recording to a new one.
///
/// A frame is sound if all of it can be decoded, its checksum matches (if it has one), and its messages are readable.
/// No tag of a damaged frame is written, because damage is detected later than it begins. The exception is a frame in
/// which the file ends: its tags before the end are written. The file is read twice, because its sound part is only
/// known at the end.
pub struct Repair {
    /// The file's length in bytes.
    size: u64,
    /// Whether the decoded tags of damaged frames are written too.
    keeps_doubtful: bool,
    selection: Selection,
    sink: Box<dyn TagSink>,
    stage: Stage,
    read: u64,
    index: Option<Index>,
    found: Found,
}

enum Stage {
    /// Reading the index, which has the number of tags in the lost part.
    Index(IndexReader),
    /// Reading the file to find damage.
    Survey(TagStream),
    /// Reading it again, and writing.
    Write(TagStream),
    Done,
}

/// The results of the first pass.
#[derive(Default)]
struct Found {
    totals: Totals,
    lost: Vec<Lost>,
    tags_per_byte: Option<f64>,
    beginning_lost: bool,
}

impl Repair {
    /// Repairs a file with random access.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(options: &RepairOptions) -> Result<Self, Error> {
        Ok(Self {
            size: options.size,
            keeps_doubtful: options.keep_doubtful,
            selection: Selection::default(),
            sink: writer_or_runs(&options.packing, options.fan_out)?,
            stage: Stage::Index(IndexReader::new(options.size)),
            read: 0,
            index: None,
            found: Found::default(),
        })
    }

    /// Number of bytes to read in all.
    pub fn total(&self) -> u64 {
        self.size.saturating_mul(2)
    }

    /// Number of bytes read so far, without the index.
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Ends after all wanted bytes: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Transformed<RepairReport>, Error> {
        self.sink.end(out)?;
        let read = self.describe();
        Ok(Transformed { read, written: self.sink.finish(out)? })
    }

    /// The report so far.
    pub fn describe(&self) -> RepairReport {
        let Found { totals, lost, beginning_lost, .. } = &self.found;
        RepairReport {
            bytes: self.size,
            frames: totals.frames,
            tags: totals.tags,
            findings: ReadFindings { all: totals.findings.all(), is_done: true },
            beginning_lost: *beginning_lost,
            lost: lost.iter().map(|lost| self.describe_lost(lost)).collect(),
        }
    }

    fn describe_lost(&self, lost: &Lost) -> LostRange {
        let kept = if lost.cut || self.keeps_doubtful { lost.decoded } else { 0 };
        LostRange {
            from: lost.from,
            to: lost.to,
            frames: lost.frames,
            tags_estimate: self.tags_in(lost).map(|tags| tags.max(lost.decoded) - kept),
            tags_written: kept,
            tags_held_back: lost.decoded - kept,
        }
    }

    /// Estimated number of tags in a lost range: from the index, from the headers of its frames, or from its length.
    fn tags_in(&self, Lost { from, to, declared, .. }: &Lost) -> Option<u64> {
        if let Some(index) = &self.index {
            let frames = index.frames().iter().filter(|frame| (*from..*to).contains(&frame.offset));
            return Some(frames.map(|frame| frame.tags).sum());
        }
        let by_length = || self.found.tags_per_byte.map(|density| (density * (to - from) as f64) as u64);
        // No frame has more tags for its bytes, whatever its header states.
        let most = (to - from).saturating_mul(MOST_TAGS_PER_BYTE);
        declared.filter(|declared| *declared <= most).or_else(by_length)
    }

    /// Ends the first pass, and returns its results and the recording for the second.
    ///
    /// # Errors
    /// The error of the file if none of it can be saved; `OtherTick` if tags have different ticks.
    fn surveyed(&mut self, recording: &TagStream) -> Result<TagStream, Error> {
        let totals = recording.totals();
        totals.one_tick()?;
        let (lost, tags_per_byte) = match recording.survey() {
            Some(survey) => (survey.lost()?.to_vec(), survey.tags_per_byte()),
            None => (Vec::new(), None),
        };
        let withheld: Vec<&Lost> = lost.iter().filter(|lost| !lost.cut && !self.keeps_doubtful).collect();
        let held_back: u64 = withheld.iter().map(|lost| lost.decoded).sum();
        let ranges = withheld.iter().map(|Lost { from, to, .. }| (*from, *to)).collect();
        if let Some(error) = totals.errors().next()
            && totals.tags == held_back
        {
            return Err(nothing_left(error, held_back));
        }
        let beginning_lost =
            totals.passed_over > 0 || recording.survey().is_some_and(Survey::has_lost_beginning);
        self.found = Found { totals, lost, tags_per_byte, beginning_lost };
        Ok(TagStream::without(Withheld::new(ranges)))
    }

    /// Whether the second pass agrees with the first.
    fn is_unchanged(&self, recording: &TagStream) -> bool {
        let again = recording.survey().map(Survey::lost);
        again.is_some_and(|lost| lost.is_ok_and(|lost| lost == self.found.lost))
            && recording.totals().findings == self.found.totals.findings
    }
}

fn nothing_left(error: Error, held_back: u64) -> Error {
    if held_back == 0 {
        return Error { message: format!("nothing can be saved of this file: {}", error.message), ..error };
    }
    let message = format!("no frame of this file is sound: {}", error.message);
    let remedy = format!(
        "write the {held_back} tags that were decoded of damaged frames, although some may be wrong, with \
         `keepDoubtful`"
    );
    Error { message, remedy, ..error }
}

impl RandomAccess for Repair {
    /// Bytes of the new recording.
    type Output = Vec<u8>;

    fn wants(&self) -> Option<Wanted> {
        match &self.stage {
            Stage::Index(reader) => reader.wants(),
            Stage::Survey(_) | Stage::Write(_) => Some(Wanted::of_file(0, u64::MAX)),
            Stage::Done => None,
        }
    }

    /// # Errors
    /// Those of [`TagSink::push`]; the bytes written until then are not a recording.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { selection, sink, stage, .. } = self;
        match stage {
            Stage::Index(reader) => return reader.push(bytes, &mut ()),
            Stage::Survey(recording) => recording.push(bytes, &mut |_| {}),
            Stage::Write(recording) => {
                into_sink(selection, &mut **sink, out, |take| recording.push(bytes, take))?;
            }
            Stage::Done => {}
        }
        self.read += bytes.len() as u64;
        Ok(())
    }

    /// # Errors
    /// The error of the file if none of it can be saved, `OtherTick` if tags have different ticks, `Mismatch` if the
    /// file has changed since the first pass; and as [`RandomAccess::push`]. The bytes written until then are not a
    /// recording.
    fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Index(mut reader) => {
                // A damaged index counts as a missing one.
                let ended = reader.end(&mut ());
                self.stage = if ended.is_ok() && reader.wants().is_some() {
                    Stage::Index(reader)
                } else {
                    self.index = reader.into_index();
                    Stage::Survey(TagStream::surveyed())
                };
            }
            Stage::Survey(mut recording) => {
                recording.finish(&mut |_| {});
                self.stage = Stage::Write(self.surveyed(&recording)?);
            }
            Stage::Write(mut recording) => {
                let Self { selection, sink, .. } = self;
                into_sink(selection, &mut **sink, out, |take| recording.finish(take))?;
                if !self.is_unchanged(&recording) {
                    return Err(Error::new(
                        Code::Mismatch,
                        "the file changed while it was read",
                        "repair it when no program writes to it",
                    ));
                }
            }
            Stage::Done => {}
        }
        Ok(())
    }
}
