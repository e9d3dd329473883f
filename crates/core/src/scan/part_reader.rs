//! One pass over a recording, or over a part of one.

use serde::Serialize;

use super::analyses::Analyses;
use super::fan_out::FanOut;
use super::held_tags::{self, HeldTags};
use super::partial_result::PartialResult;
use super::request::{PartOptions, ScanRequest};
use super::scope::Scope;
use crate::tags::{BLOCK_TAGS, Recording, Selection, Tag, TagBlocks, TagSource, Totals};
use crate::{Code, Error};

/// Reads a part of a recording: bytes, or tags that another reader passed on, in; partial results out.
pub struct PartReader {
    source: Box<dyn TagSource>,
    /// How many tags another reader passed on.
    received_tags: u64,
    /// What was read elsewhere, where that is no other part of this recording: see [`PartReader::count_import`].
    imported: Option<Totals>,
    seen: Seen,
    analyses: Analyses,
    work: Work,
    gathered: Gathered,
}

/// Tags of small messages, passed on together: analyses relate every block to the tags before it, so that blocks of a
/// few tags would take time by the square of their number. Empty between two calls of the reader.
#[derive(Default)]
struct Gathered(Vec<Tag>);

impl Gathered {
    /// Calls `sink` with `tags` and those gathered before, or gathers them where they are few.
    fn push(&mut self, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
        let are_many = tags.len() >= BLOCK_TAGS / 2;
        if are_many || self.0.len() + tags.len() > BLOCK_TAGS {
            self.flush(sink);
        }
        if are_many { sink(tags) } else { self.0.extend_from_slice(tags) }
    }

    fn flush(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if !self.0.is_empty() {
            sink(&self.0);
            self.0.clear();
        }
    }
}

/// What is known of a part's tags besides what analyses find. Times are ticks.
#[derive(Default)]
pub(super) struct Seen {
    /// Time of the file's first tag.
    origin: Option<i64>,
    /// Where the selected range begins, or the time of the part's first selected tag.
    start: Option<i64>,
    /// Least and greatest time of the part's selected tags.
    span: Option<(i64, i64)>,
}

/// What is known of a part of a recording. Times are ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PartDescription {
    /// Time of the file's first tag.
    pub origin: Option<i64>,
    /// Time of the part's first selected tag.
    pub start: Option<i64>,
    /// Least time of the part's selected tags.
    pub min: Option<i64>,
    /// Greatest time of the part's selected tags.
    pub max: Option<i64>,
    /// Whether the part ends with a whole frame and a whole message, so that what follows can be read on its own.
    pub sound: bool,
    /// Number of tags that were read.
    pub tags: u64,
    /// Number of tags that are held for [`PartReader::query`]; `None` where none are held.
    pub held_tags: Option<u64>,
    /// Bytes that they take.
    pub held_bytes: Option<u64>,
}

/// What becomes of the tags.
enum Work {
    /// They are analysed here.
    Analyse(Box<Consumers>),
    /// They are passed on to other readers; the analyses of this one see none.
    PassOn(Box<FanOut>),
}

/// Who gets selected tags besides the request's analyses.
struct Consumers {
    selection: Selection,
    blocks: TagBlocks,
    holding: Holding,
    background: Background,
}

/// Whether tags are held in memory, for [`PartReader::query`].
enum Holding {
    /// The request does not ask for it.
    NotRequested,
    /// All tags so far are held.
    All(HeldTags),
    /// None are held: they took too many bytes, or some were lost.
    GivenUp,
}

/// The analyses whose results are saved apart from the others'.
enum Background {
    /// The request has none.
    NotRequested,
    /// They have seen all selected tags so far.
    Running(Analyses),
    /// Tags were lost, so that what was found is worth nothing.
    GivenUp,
}

impl PartReader {
    /// Makes a reader of a part of a recording.
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn new(request: &ScanRequest, options: &PartOptions) -> Result<Self, Error> {
        let recording = match options.at {
            Some(at) if at > 0 => Recording::part(at),
            _ if options.verify => Recording::checked(),
            _ => Recording::default(),
        };
        let recording = if options.followed { recording.followed() } else { recording };
        Self::over(Box::new(recording), request, options)
    }

    /// Reads the part with `source`, whatever its format; `verify`, `at` and `followed` have no effect.
    ///
    /// # Errors
    /// As [`PartReader::new`].
    pub fn over(
        source: Box<dyn TagSource>,
        request: &ScanRequest,
        options: &PartOptions,
    ) -> Result<Self, Error> {
        let Scope { selection, origin, start } = Scope::new(request)?;
        let (hold_bytes, passes_on) = (options.hold_bytes, options.fan_out);
        if (hold_bytes.is_some() || passes_on) && !selection.is_everything() {
            return Err(Error::new(
                Code::Usage,
                "a part of the tags is to be kept or sent on",
                "keep all, and select when you ask",
            ));
        }
        let analyses = Analyses::new(request, start)?;
        let background = match &options.background {
            None => Background::NotRequested,
            Some(background) => Background::Running(Analyses::new(background, start)?),
        };
        let holding = hold_bytes.map_or(Holding::NotRequested, |most| {
            Holding::All(HeldTags::new(usize::try_from(most).unwrap_or(usize::MAX)))
        });
        let work = if passes_on {
            Work::PassOn(Box::default())
        } else {
            let blocks = TagBlocks::default();
            Work::Analyse(Box::new(Consumers { selection, blocks, holding, background }))
        };
        let seen = Seen { origin, ..Seen::default() };
        let gathered = Gathered::default();
        Ok(Self { source, received_tags: 0, imported: None, seen, analyses, work, gathered })
    }

    /// Continues with the next bytes of the part. Damage becomes a finding of the result, not an error.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { source, seen, analyses, work, gathered, .. } = self;
        let take = &mut |tags: &[Tag]| work.take(tags, seen, analyses);
        source.push(bytes, &mut |tags| gathered.push(tags, take));
        gathered.flush(take);
    }

    /// The part ends here.
    pub fn finish(&mut self) {
        let Self { source, seen, analyses, work, gathered, .. } = self;
        let take = &mut |tags: &[Tag]| work.take(tags, seen, analyses);
        source.finish(&mut |tags| gathered.push(tags, take));
        gathered.flush(take);
    }

    /// Continues with tags that another reader's [`PartReader::take_tags`] gave, instead of bytes. The request gave
    /// the `origin` of their file.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no such tags; those before were analysed.
    pub fn push_tags(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Self { received_tags, seen, analyses, work, .. } = self;
        FanOut::read(bytes, |tags| {
            *received_tags += tags.len() as u64;
            work.take(tags, seen, analyses);
        })
    }

    /// The tags that were pushed are all of a recording, or all so far, that an
    /// [`ImportReader`](super::ImportReader) reads, and these its totals.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no totals; nothing has changed then.
    pub fn count_import(&mut self, totals: &[u8]) -> Result<(), Error> {
        self.imported = Some(postcard::from_bytes(totals).map_err(|error| {
            let message = format!("these are no totals of a recording ({error})");
            Error::new(Code::Mismatch, message, "make them again with this version")
        })?);
        Ok(())
    }

    /// Whether the part ended with a whole frame and a whole message; see [`TagSource::at_border`].
    pub fn at_border(&self) -> bool {
        self.source.at_border()
    }

    fn totals(&self) -> Totals {
        self.imported.clone().unwrap_or_else(|| self.source.totals())
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        self.source.wants_more()
    }

    /// Gives away the tags that wait to be passed on, for [`PartReader::push_tags`] of another reader, once there are
    /// `least` of them or they take twice as many bytes as usual; `None` before.
    pub fn take_tags(&mut self, least: u64) -> Option<Vec<u8>> {
        let Work::PassOn(fan_out) = &mut self.work else { return None };
        fan_out.take_enough(least)
    }

    /// What is known of the part.
    pub fn describe(&self) -> PartDescription {
        let tags = self.source.totals().tags + self.received_tags;
        self.seen.describe(self.source.at_border(), tags, self.held())
    }

    /// Whether tags are held for [`PartReader::query`].
    pub fn holds_tags(&self) -> bool {
        self.held().is_some()
    }

    fn held(&self) -> Option<&HeldTags> {
        match &self.work {
            Work::Analyse(consumers) => match &consumers.holding {
                Holding::All(held) => Some(held),
                Holding::NotRequested | Holding::GivenUp => None,
            },
            Work::PassOn(_) => None,
        }
    }

    /// What was found so far, in the byte form that [`PartJoiner::join`](super::PartJoiner::join) takes.
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no request of ours causes.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        let (totals, span) = (self.totals(), self.seen.span);
        PartialResult { totals, span, analyses: self.analyses.save()? }.write()
    }

    /// What the `background` analyses have found, in the form of [`PartReader::save`], with totals of 0. `None` where
    /// there are none, or tags were lost to them.
    ///
    /// # Errors
    /// As [`PartReader::save`].
    pub fn background(&self) -> Result<Option<Vec<u8>>, Error> {
        let Work::Analyse(consumers) = &self.work else { return Ok(None) };
        match &consumers.background {
            Background::Running(analyses) => {
                PartialResult::without_totals(analyses.save()?).write().map(Some)
            }
            Background::NotRequested | Background::GivenUp => Ok(None),
        }
    }

    /// What the analyses of another request find in the tags that are held, but for the first `after` of them: see
    /// [`held_tags::query`].
    ///
    /// # Errors
    /// As there, and `Usage` where no tags are held.
    pub fn query(&self, request: &ScanRequest, after: u64) -> Result<Vec<u8>, Error> {
        match self.held() {
            Some(held) => held_tags::query(held, request, after, self.seen.origin),
            None => Err(Error::new(Code::Usage, "the tags were not kept", "read the file again")),
        }
    }
}

impl Work {
    /// Takes tags that follow those before.
    fn take(&mut self, tags: &[Tag], seen: &mut Seen, analyses: &mut Analyses) {
        let Some(first) = tags.first() else { return };
        seen.origin.get_or_insert(first.time);
        match self {
            Self::PassOn(fan_out) => {
                seen.begin(tags);
                fan_out.push(tags, |from, to| seen.extend(from, to));
            }
            Self::Analyse(consumers) => consumers.take(tags, seen, analyses),
        }
    }
}

impl Consumers {
    fn take(&mut self, tags: &[Tag], seen: &mut Seen, analyses: &mut Analyses) {
        let Self { selection, blocks, holding, background } = self;
        if let Some(origin) = seen.origin {
            analyses.take_slices(tags, origin);
        }
        let begin = seen.origin.and_then(|origin| selection.begin(origin));
        selection.apply(tags, &mut |tags| {
            if seen.start.is_none() {
                seen.start = begin.or(tags.first().map(|tag| tag.time));
                analyses.start_at(begin);
                if let Background::Running(background) = background {
                    background.start_at(begin);
                }
            }
            let split = blocks.each(tags, |block| {
                if let Some((from, to)) = block.time_range() {
                    seen.extend(from, to);
                }
                if let Holding::All(held) = holding
                    && !held.push(block)
                {
                    *holding = Holding::GivenUp;
                }
                if let Background::Running(background) = background {
                    background.push(block);
                }
                analyses.push(block);
                Ok(())
            });
            if let Err(error) = split {
                analyses.stop(&error);
                // Without the tags that are lost, neither what is held nor what was found is worth anything.
                holding.give_up();
                background.give_up();
            }
        });
        analyses.cover(selection.extent());
        if let Background::Running(background) = background {
            background.cover(selection.extent());
        }
    }
}

impl Holding {
    fn give_up(&mut self) {
        if let Self::All(_) = self {
            *self = Self::GivenUp;
        }
    }
}

impl Background {
    fn give_up(&mut self) {
        if let Self::Running(_) = self {
            *self = Self::GivenUp;
        }
    }
}

impl Seen {
    /// Notes that `tags` tags follow, and all are selected.
    pub(super) fn begin(&mut self, tags: &[Tag]) {
        if let Some(first) = tags.first() {
            self.origin.get_or_insert(first.time);
            self.start.get_or_insert(first.time);
        }
    }

    /// See [`PartReader::describe`].
    pub(super) fn describe(&self, sound: bool, tags: u64, held: Option<&HeldTags>) -> PartDescription {
        PartDescription {
            origin: self.origin,
            start: self.start,
            min: self.span.map(|(min, _)| min),
            max: self.span.map(|(_, max)| max),
            sound,
            tags,
            held_tags: held.map(HeldTags::tags),
            held_bytes: held.map(|held| held.bytes() as u64),
        }
    }

    /// Notes that there are tags from `from` to `to`.
    pub(super) fn extend(&mut self, from: i64, to: i64) {
        let (min, max) = self.span.unwrap_or((from, to));
        self.span = Some((min.min(from), max.max(to)));
    }
}
