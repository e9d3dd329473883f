//! Merges several recordings into one, ordered by time, for `merge`.

use super::convert::describe;
use super::options::{SourceOptions, TagsRequest, Transformed};
use super::tag_runs::writer_or_runs;
use crate::random_access::{RandomAccess, Wanted};
use crate::request::setters;
use crate::run::{LOOK_AHEAD, MAX_HELD, too_late};
use crate::tags::packing::PackingOptions;
use crate::tags::{ReadReport, Selection, Tag, TagSink, TagSource, sort_by_time};
use crate::{Code, Error};

/// Recordings that are merged at once, at most: each is open and has a decoder.
pub const MAX_INPUTS: usize = 100;

/// Intended number of tags per chunk of a recording: the size of chunks is adapted to it.
const TARGET_TAGS: usize = 1 << 16;

/// Least and largest number of bytes that are read of a recording at a time.
const CHUNK_BYTES: (u64, u64) = (1 << 9, 1 << 18);
/// Bytes that are read of a recording first: few, because a byte can become 2,000 tags.
const FIRST_CHUNK: u64 = 1 << 12;

/// The recordings that are merged, and how the result is written.
#[derive(Debug, Default, Clone, PartialEq)]
#[non_exhaustive]
pub struct MergeOptions {
    /// The recordings in their order.
    pub inputs: Vec<MergeInput>,
    /// The selected tags; a range of time counts from each recording's own first tag.
    pub tags: TagsRequest,
    /// How the recording is written.
    pub packing: PackingOptions,
    /// Whether the output is tags, in the form of [`TagRuns`](super::tag_runs::TagRuns), instead of a recording.
    pub fan_out: bool,
}

/// One of the recordings that are merged.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct MergeInput {
    /// Ticks that are added to its times.
    pub offset: i64,
    /// Its format.
    pub source: SourceOptions,
}

setters! { MergeOptions { inputs: Vec<MergeInput>, tags: TagsRequest, packing: PackingOptions, fan_out: bool } }

/// Merges recordings into one: tags in order of time, those of equal time in the order of the recordings, and within a
/// recording in the order of the file. The result is a stable sort of the concatenated recordings.
///
/// It requests bytes of the recording that is furthest behind, so that little more than a chunk of each is held. A
/// recording with tags out of order by up to [`LOOK_AHEAD`] is sorted.
pub struct Merge {
    inputs: Vec<Input>,
    /// The range to read next; `None` once all recordings have ended.
    wanted: Option<Wanted>,
    /// Number of bytes of the range that were pushed.
    pushed: u64,
    sink: Box<dyn TagSink>,
    /// Tags on their way to the writer.
    batch: Vec<Tag>,
}

struct Input {
    source: Box<dyn TagSource>,
    selection: Selection,
    ended: bool,
    /// Number of bytes to read next.
    chunk: u64,
    queue: Queue,
}

/// Tags of one recording that can't be written yet.
struct Queue {
    /// Ticks that are added to each time.
    offset: i64,
    /// In order of time after each chunk.
    tags: Vec<Tag>,
    /// Greatest time so far.
    latest: Option<i64>,
}

impl Merge {
    /// Merges recordings.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(options: &MergeOptions) -> Result<Self, Error> {
        let MergeOptions { inputs, tags, packing, fan_out } = options;
        if !(1..=MAX_INPUTS).contains(&inputs.len()) {
            return Err(Error::new(
                Code::Usage,
                format!("{} recordings can't be merged", inputs.len()),
                format!("name 1 to {MAX_INPUTS}, and merge the results if there are more"),
            ));
        }
        let input = |input: &MergeInput| {
            Ok(Input {
                source: input.source.open()?,
                selection: tags.recorded()?,
                ended: false,
                chunk: FIRST_CHUNK,
                queue: Queue { offset: input.offset, tags: Vec::new(), latest: None },
            })
        };
        let inputs = inputs.iter().map(input).collect::<Result<_, Error>>()?;
        let sink = tags.before(writer_or_runs(packing, *fan_out)?)?;
        let mut merge = Self { inputs, wanted: None, pushed: 0, sink, batch: Vec::new() };
        merge.wanted = merge.next_wanted();
        Ok(merge)
    }

    /// Bytes of the recording that is furthest behind.
    fn next_wanted(&self) -> Option<Wanted> {
        let open = self.inputs.iter().enumerate().filter(|(_, input)| !input.ended);
        let (number, input) = open.min_by_key(|(_, input)| input.queue.latest)?;
        let offset = input.source.totals().bytes;
        Some(Wanted { input: number, offset, length: input.chunk })
    }

    /// Ends after all recordings: appends the last frame and the index to `out`.
    ///
    /// # Errors
    /// `OtherTick` if tags of a recording have different ticks, and as [`TagSink::push`]; the bytes written until then
    /// are not a recording.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Transformed<Vec<ReadReport>>, Error> {
        self.inputs.iter().try_for_each(|input| input.source.totals().one_tick())?;
        self.sink.end(out)?;
        let read = self.describe();
        Ok(Transformed { read, written: self.sink.finish(out)? })
    }

    /// The report on each recording.
    pub fn describe(&self) -> Vec<ReadReport> {
        self.inputs.iter().map(|input| describe(&*input.source)).collect()
    }

    /// Writes the tags before which no recording can bring another one.
    fn write(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let open = self.inputs.iter().filter(|input| !input.ended);
        let settled = open.map(|input| input.queue.settled()).min();
        for Input { queue, .. } in &mut self.inputs {
            let ready = match settled {
                Some(settled) => queue.tags.partition_point(|tag| Some(tag.time) < settled),
                None => queue.tags.len(),
            };
            self.batch.extend(queue.tags.drain(..ready));
        }
        sort_by_time(&mut self.batch);
        self.sink.push(&self.batch, out)?;
        self.batch.clear();
        Ok(())
    }
}

impl RandomAccess for Merge {
    /// Bytes of the new recording.
    type Output = Vec<u8>;

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `Order` if a tag is too far out of order, `Usage` if a time and its offset do not fit 64 bits, `RangeTooLong` if
    /// too many tags would have to be held; and as [`TagSink::push`]. The bytes written until then are not a recording.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.pushed += bytes.len() as u64;
        self.take(bytes, out)
    }

    /// # Errors
    /// Those of [`RandomAccess::push`].
    fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.pushed == 0 {
            // The recording has ended.
            self.take(&[], out)?;
        }
        self.pushed = 0;
        self.wanted = self.next_wanted();
        Ok(())
    }
}

impl Merge {
    /// Takes bytes of the wanted recording; no bytes mean its end.
    fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let held: usize = self.inputs.iter().map(|input| input.queue.tags.len()).sum();
        let wanted = self.wanted.and_then(|Wanted { input, .. }| self.inputs.get_mut(input));
        let Some(input) = wanted else { return Ok(()) };
        input.push(bytes, MAX_HELD.saturating_sub(held))?;
        self.write(out)
    }
}

impl Input {
    /// Takes bytes, none at the end, that bring at most `room` tags.
    fn push(&mut self, bytes: &[u8], room: usize) -> Result<(), Error> {
        let Self { source, selection, queue, .. } = self;
        let (before, end) = (queue.tags.len(), queue.tags.len().saturating_add(room));
        let mut outcome = Ok(());
        let mut sink = |tags: &[Tag]| {
            selection.apply(tags, &mut |tags| {
                if outcome.is_ok() {
                    outcome = queue.push(tags, end);
                }
            });
        };
        if bytes.is_empty() {
            source.finish(&mut sink);
        } else {
            source.push(bytes, &mut sink);
        }
        outcome?;
        self.ended = !source.wants_more();
        let brought = self.queue.tags.len() - before;
        sort_by_time(&mut self.queue.tags);
        if brought > TARGET_TAGS {
            self.chunk = (self.chunk / 2).max(CHUNK_BYTES.0);
        } else if brought < TARGET_TAGS / 2 {
            self.chunk = (self.chunk * 2).min(CHUNK_BYTES.1);
        }
        Ok(())
    }
}

impl Queue {
    /// Takes tags up to a maximum of `most`.
    fn push(&mut self, tags: &[Tag], most: usize) -> Result<(), Error> {
        if self.tags.len() + tags.len() > most {
            return Err(Error::new(
                Code::RangeTooLong,
                format!("more than {MAX_HELD} tags have to be held until they can be written in order"),
                "merge fewer recordings at once, or a part with `from` and `to`",
            ));
        }
        for &Tag { time, channel } in tags {
            let Some(shifted) = time.checked_add(self.offset) else {
                return Err(Error::new(
                    Code::Usage,
                    format!("the time {time} with its offset of {} does not fit 64 bits", self.offset),
                    "choose a smaller `offset`",
                ));
            };
            let latest = self.latest.map_or(shifted, |latest| latest.max(shifted));
            if shifted < latest.saturating_sub(LOOK_AHEAD) {
                return Err(too_late(latest, shifted));
            }
            self.latest = Some(latest);
            self.tags.push(Tag { time: shifted, channel });
        }
        Ok(())
    }

    /// The time before which nothing more can come, while the recording continues.
    fn settled(&self) -> Option<i64> {
        self.latest.map(|latest| latest.saturating_sub(LOOK_AHEAD))
    }
}
