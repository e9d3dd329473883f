//! One pass over a recording, or over a part of one.

use serde::Serialize;

use super::analyses::Analyses;
use super::fan_out::FanOut;
use super::file_order::FileOrder;
use super::held_tags::{HeldQuery, HeldTags};
use super::intake::Intake;
use super::partial_result::PartialResult;
use super::request::{PartOptions, ScanRequest};
use super::scope::Scope;
use crate::tags::{Selection, Tag, TagBlocks, TagSource, TagStream, Totals};
use crate::{Code, Error};

/// Reads a part of a recording: bytes, or tags that another reader passed on, in; partial results out.
pub struct PartReader {
    source: Box<dyn TagSource>,
    /// Number of tags passed on by another reader.
    received_tags: u64,
    /// Totals of an import that another reader decodes: see [`PartReader::count_import`].
    imported: Option<Totals>,
    seen: Seen,
    analyses: Analyses,
    work: Work,
    intake: Intake,
}

/// Facts about a part's tags besides the analyses' results. Times are ticks.
#[derive(Default)]
pub(super) struct Seen {
    /// The order of the part's selected tags, with the time of the file's first tag.
    order: FileOrder,
    /// The beginning of the selected range, or the time of the part's first selected tag.
    start: Option<i64>,
    /// Least and largest time of the part's selected tags.
    span: Option<(i64, i64)>,
}

/// State of a part of a recording. Times are in ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PartDescription {
    /// Time of the file's first tag.
    pub origin: Option<i64>,
    /// Time of the part's first selected tag.
    pub start: Option<i64>,
    /// Earliest time of the part's selected tags.
    pub min: Option<i64>,
    /// Latest time of the part's selected tags.
    pub max: Option<i64>,
    /// Whether the part ends with a whole frame and a whole message, so that the next part can be read independently.
    pub sound: bool,
    /// Number of tags that were read.
    pub tags: u64,
    /// Number of tags that are held for [`PartReader::begin_query`]; `None` if none are held.
    pub held_tags: Option<u64>,
    /// Memory of the held tags in bytes.
    pub held_bytes: Option<u64>,
}

/// Uses of the tags.
enum Work {
    /// They are analysed here.
    Analyse(Box<Consumers>),
    /// They are passed on to other readers; the analyses of this one see none.
    PassOn(Box<FanOut>),
}

/// Consumers of selected tags besides the request's analyses.
struct Consumers {
    selection: Selection,
    blocks: TagBlocks,
    holding: Holding,
    background: Background,
}

/// Whether tags are held in memory, for [`PartReader::begin_query`].
enum Holding {
    /// The request does not ask for it.
    NotRequested,
    /// All tags so far are held.
    All(HeldTags),
    /// No tags are held: they took too many bytes, or some were lost.
    GivenUp,
}

/// The analyses whose results are saved apart from the others'.
enum Background {
    /// The request has none.
    NotRequested,
    /// They have seen all selected tags so far.
    Running(Analyses),
    /// Tags were lost, so that the results are unusable.
    GivenUp,
}

impl PartReader {
    /// Makes a reader of a part of a recording.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(request: &ScanRequest, options: &PartOptions) -> Result<Self, Error> {
        let recording = match options.at {
            Some(at) if at > 0 => TagStream::part(at),
            _ if options.verify => TagStream::checked(),
            _ => TagStream::default(),
        };
        let recording = if options.followed { recording.followed() } else { recording };
        Self::over(Box::new(recording), request, options)
    }

    /// Reads the part with `source`, in any format; `verify`, `at` and `followed` have no effect.
    ///
    /// # Errors
    /// Those of [`PartReader::new`].
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
                "only a part of the tags is selected, which can't be kept or sent on",
                "keep all tags, and select in the query",
            ));
        }
        let is_part = options.at.is_some_and(|at| at > 0) || options.followed;
        let intake = Intake::new(request.clock_stage(is_part)?);
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
        let seen = Seen { order: FileOrder::from(origin), ..Seen::default() };
        Ok(Self { source, received_tags: 0, imported: None, seen, analyses, work, intake })
    }

    /// Continues with the next bytes of the part. Damage becomes a finding of the result, not an error.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { source, seen, analyses, work, intake, .. } = self;
        let take = &mut |tags: &[Tag]| work.take(tags, seen, analyses);
        source.push(bytes, &mut |tags| intake.push(tags, take));
        intake.flush(take);
    }

    /// The part ends here.
    pub fn finish(&mut self) {
        let Self { source, seen, analyses, work, intake, .. } = self;
        let take = &mut |tags: &[Tag]| work.take(tags, seen, analyses);
        source.finish(&mut |tags| intake.push(tags, take));
        intake.finish(take);
    }

    /// Continues with tags from another reader's [`PartReader::take_tags`] instead of bytes. The request must have the
    /// `origin` of their file.
    ///
    /// # Errors
    /// `Mismatch` if the bytes are invalid; the tags before the error were analysed.
    pub fn push_tags(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Self { received_tags, seen, analyses, work, .. } = self;
        FanOut::read(bytes, |tags| {
            *received_tags += tags.len() as u64;
            work.take(tags, seen, analyses);
        })
    }

    /// Sets the totals of an [`ImportReader`](super::ImportReader) whose tags were pushed, all of a recording or all so
    /// far.
    ///
    /// # Errors
    /// `Mismatch` if the bytes are not totals; nothing was changed then.
    pub fn count_import(&mut self, totals: &[u8]) -> Result<(), Error> {
        self.imported = Some(postcard::from_bytes(totals).map_err(|error| {
            let message = format!("these are not the totals of a recording ({error})");
            Error::new(Code::Mismatch, message, "make them again with this version")
        })?);
        Ok(())
    }

    /// Whether the part ended with a whole frame and a whole message; see [`TagSource::at_border`].
    pub fn at_border(&self) -> bool {
        self.source.at_border()
    }

    fn totals(&self) -> Totals {
        self.imported.clone().unwrap_or_else(|| self.intake.count(self.source.totals()))
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        self.source.wants_more()
    }

    /// Returns the tags that wait to be passed on, for [`PartReader::push_tags`] of another reader, once there are
    /// `least` of them or they take twice as many bytes as usual; `None` before.
    pub fn take_tags(&mut self, least: u64) -> Option<Vec<u8>> {
        let Work::PassOn(fan_out) = &mut self.work else { return None };
        fan_out.take_enough(least)
    }

    /// Describes the part read so far.
    pub fn describe(&self) -> PartDescription {
        let tags = self.source.totals().tags + self.received_tags;
        self.seen.describe(self.source.at_border(), tags, self.held())
    }

    /// Whether tags are held for [`PartReader::begin_query`].
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

    /// The results so far, in the byte form for [`PartJoiner::join`](super::PartJoiner::join).
    ///
    /// # Errors
    /// `Mismatch` if they cannot be written, which does not happen.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        let (totals, span, order) = (self.totals(), self.seen.span, self.seen.order.clone());
        PartialResult { totals, span, order, analyses: self.analyses.save()? }.write()
    }

    /// The results of the `background` analyses, in the form of [`PartReader::save`], with totals of 0. `None` without
    /// such analyses, or if they missed tags.
    ///
    /// # Errors
    /// Those of [`PartReader::save`].
    pub fn background(&self) -> Result<Option<Vec<u8>>, Error> {
        let Work::Analyse(consumers) = &self.work else { return Ok(None) };
        match &consumers.background {
            Background::Running(analyses) => {
                PartialResult::without_totals(self.seen.order.clone(), analyses.save()?).write().map(Some)
            }
            Background::NotRequested | Background::GivenUp => Ok(None),
        }
    }

    /// Begins to run the analyses of another request over the tags held now, after the first `after`.
    ///
    /// # Errors
    /// `Usage` with the reason, also if no tags are held.
    pub fn begin_query(&self, request: &ScanRequest, after: u64) -> Result<HeldQuery, Error> {
        HeldQuery::new(self.kept()?, request, after, self.seen.order.origin)
    }

    /// Continues `query`, which this reader began, with the next block of tags; false at its end.
    ///
    /// # Errors
    /// `Usage` if the tags are no longer held.
    pub fn step(&self, query: &mut HeldQuery) -> Result<bool, Error> {
        Ok(query.step(self.kept()?))
    }

    /// The results of `query`, after its remaining steps, in the form of [`PartReader::save`], with totals of 0.
    ///
    /// # Errors
    /// Those of [`PartReader::step`] and [`PartReader::save`].
    pub fn end_query(&self, query: HeldQuery) -> Result<Vec<u8>, Error> {
        query.save(self.kept()?)
    }

    /// The held tags.
    fn kept(&self) -> Result<&HeldTags, Error> {
        self.held().ok_or_else(|| {
            Error::new(Code::Usage, "no tags are held in memory for this query", "read the file again")
        })
    }
}

impl Work {
    /// Takes tags that follow those before.
    fn take(&mut self, tags: &[Tag], seen: &mut Seen, analyses: &mut Analyses) {
        let Some(first) = tags.first() else { return };
        seen.order.origin.get_or_insert(first.time);
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
        if let Some(origin) = seen.order.origin {
            analyses.take_slices(tags, origin);
        }
        let begin = seen.order.origin.and_then(|origin| selection.begin(origin));
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
                seen.order.push(block);
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
                // After a loss of tags, neither the held tags nor the results are usable.
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
            self.order.origin.get_or_insert(first.time);
            self.start.get_or_insert(first.time);
        }
    }

    /// See [`PartReader::describe`].
    pub(super) fn describe(&self, sound: bool, tags: u64, held: Option<&HeldTags>) -> PartDescription {
        PartDescription {
            origin: self.order.origin,
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
