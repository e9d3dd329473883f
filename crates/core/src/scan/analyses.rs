//! The analyses of one request, which all get the same tags.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::held_tags::HeldTags;
use super::request::{NamedRequest, ScanRequest};
use super::results::{Results, ScanResults};
use super::running::{Running, SavedAnalysis, each_running};
use super::slices::{Slice, SliceAnalyses, Slices};
use crate::analysis::{AnalysisResult, AnyAnalysis};
use crate::numbers::Column;
use crate::run::accumulator::no_sum;
use crate::run::append;
use crate::run::virtual_channels::{Definitions, Fed, Joined, SavedStage, Stage};
use crate::tags::{Extent, Tag, TagBlock};
use crate::{Code, Error};

/// The name of a slice among saved analyses; no analysis has it.
const SLICE: &str = "slice";

/// The analyses of a request, with their results so far.
pub(super) struct Analyses {
    /// Empty if slices of time are analysed.
    running: Vec<Running>,
    /// The request's slices of time, each with its own analyses.
    slices: Option<Box<Slices<Analyses>>>,
    /// Adds virtual channels, if any are defined.
    stage: Option<Box<Stage>>,
    /// Errors of virtual channels that were added before.
    of_stage: Vec<Error>,
    /// See [`Analyses::new`].
    origin: Option<i64>,
    /// See [`Analyses::cover`].
    recording: Option<Extent>,
}

/// The byte form of the analyses' results.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved<'a> {
    /// Where virtual channels are defined.
    stage: Option<SavedStage>,
    /// See [`Analyses::cover`].
    recording: Option<Extent>,
    /// In the order of the request.
    #[serde(borrow)]
    analyses: Vec<SavedAnalysis<'a>>,
}

impl Saved<'_> {
    /// Bytes of the analyses' partial results, which are nearly all of it.
    pub fn size(&self) -> usize {
        self.analyses.iter().map(|saved| saved.partial.len()).sum()
    }
}

impl Analyses {
    /// Makes the analyses of a request. For a part of a file whose first tag is at `origin`, times after the first tag
    /// count from `origin`. The selection matters only with virtual channels: it determines which of them, and of the
    /// recorded ones, the analyses get.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(request: &ScanRequest, origin: Option<i64>) -> Result<Self, Error> {
        if let Some(slices) = Slices::read(request)? {
            let slices = Some(Box::new(slices));
            return Ok(Self {
                running: Vec::new(),
                slices,
                stage: None,
                of_stage: Vec::new(),
                origin,
                recording: None,
            });
        }
        let definitions = request.definitions()?;
        let several = definitions.as_ref().map(Definitions::of_several_detectors).unwrap_or_default();
        let running_of = |one: &NamedRequest| {
            let mut one = one.clone();
            one.analysis.fields_mut().set_several_detectors(&several);
            Running::new(&one, origin)
        };
        let running = request.checked_analyses()?.iter().map(running_of).collect::<Result<_, _>>()?;
        let channels = request.selection.channels.clone();
        let mut stage = definitions.map(|definitions| Box::new(Stage::new(definitions, channels)));
        if let Some((stage, origin)) = stage.as_mut().zip(origin) {
            stage.begin_at(origin);
        }
        Ok(Self { running, slices: None, stage, of_stage: Vec::new(), origin, recording: None })
    }

    /// Passes `tags`, recorded tags in file order, to the analyses of time slices, if any.
    pub fn take_slices(&mut self, tags: &[Tag], origin: i64) {
        if let Some(slices) = &mut self.slices {
            slices.take(tags, origin);
        }
    }

    /// Analyses the held tags by slices, except for the first `after` of them.
    pub fn query_slices(&mut self, held: &HeldTags, origin: i64, after: u64) {
        if let Some(slices) = &mut self.slices {
            slices.query(held, origin, after);
        }
    }

    /// Makes times after the first tag count from `start`, unless that is set already. Call it before the first tag.
    pub fn start_at(&mut self, start: Option<i64>) {
        if start.is_some() && self.origin.is_none() {
            self.origin = start;
            if let Some((stage, start)) = self.stage.as_mut().zip(start) {
                stage.begin_at(start);
            }
            each_running(&mut self.running, |running| running.start_at(start));
        }
    }

    /// Gives `block` to all that have not stopped.
    pub fn push(&mut self, block: &TagBlock) {
        let Some(stage) = &mut self.stage else {
            return each_running(&mut self.running, |running| running.analysis.push(block));
        };
        if stage.first().is_none() && self.origin.is_none() {
            // Times count from the first recorded tag, regardless of the first tag that an analysis gets.
            let first = block.ends().map(|(first, _)| first);
            each_running(&mut self.running, |running| running.start_at(first));
        }
        if stage.moves_any() {
            // Tags that are moved count elsewhere; the recording is as long as it was.
            let reached = block
                .ends()
                .zip(block.time_range())
                .map(|((first, last), (least, greatest))| Extent { first, last, least, greatest });
            self.recording = Extent::joined(self.recording, reached);
        }
        let running = &mut self.running;
        stage.push(block, &mut |fed| feed(running, &fed));
    }

    /// Sets the time span of the recording so far, when only tags of some channels were pushed. Which
    /// channels are selected changes no result that depends on the length of the recording.
    pub fn cover(&mut self, recording: Option<Extent>) {
        self.recording = recording.or(self.recording);
    }

    /// Stops all that have not.
    pub fn stop(&mut self, why: &Error) {
        each_running(&mut self.running, |_| Err(why.clone()));
        if let Some(slices) = &mut self.slices {
            slices.stop(why);
        }
    }

    /// Why analyses stopped.
    pub fn stopped(&self) -> impl Iterator<Item = &Error> {
        let slices = self.slices.iter().flat_map(|slices| &slices.all);
        let of_slices: Vec<_> = slices.flat_map(|slice| slice.analyses.stopped()).collect();
        let running = self.running.iter().filter_map(|running| running.stopped.as_ref());
        self.of_stage.iter().chain(running).chain(of_slices)
    }

    /// Completes a run that nothing precedes or follows: adds the tags of virtual channels at its ends, and extends it
    /// over the whole recording. `None` if that makes no difference.
    ///
    /// # Errors
    /// Those of [`Analyses::new`] and [`Accumulator::save`](crate::run::Accumulator::save); they do not occur for valid
    /// analyses.
    pub fn completed(&self) -> Result<Option<Self>, Error> {
        let is_same = self.stage.is_none() && self.recording.is_none() && self.slices.is_none();
        if is_same { Ok(None) } else { self.completed_copy().map(Some) }
    }

    /// Returns a completed copy like [`Analyses::completed`], even if it equals the original.
    ///
    /// # Errors
    /// Those of [`Analyses::completed`].
    pub fn completed_copy(&self) -> Result<Self, Error> {
        let (mut stage, mut recording) = (self.stage.as_ref().map(|stage| stage.copy()), self.recording);
        let start = self.origin.or(stage.as_ref().and_then(Stage::first));
        let fresh = |running: &Running| Running::new(&running.request, start);
        let mut completed = self.running.iter().map(fresh).collect::<Result<Vec<_>, _>>()?;
        if let Some(stage) = &mut stage {
            stage.give_begin(&mut |fed| feed(&mut completed, &fed));
        }
        for (completed, running) in completed.iter_mut().zip(&self.running) {
            completed.join(&running.save()?);
        }
        let mut of_stage = Vec::new();
        if let Some(stage) = &mut stage {
            stage.give_end(&mut |fed| feed(&mut completed, &fed));
            of_stage.extend(stage.clash().into_iter().chain(stage.stopped()));
            // Recorded tags after that do not count.
            recording = recording.filter(|_| stage.stopped().is_none());
        }
        if let Some(recording) = recording {
            completed.iter_mut().for_each(|running| running.analysis.cover(recording));
        }
        let slices =
            self.slices.as_ref().map(|slices| slices.map(Self::completed_copy).map(Box::new)).transpose()?;
        Ok(Self { running: completed, slices, stage: None, of_stage, origin: self.origin, recording: None })
    }

    /// The results, by the ids of the request.
    pub fn results(&self) -> ScanResults {
        match &self.slices {
            Some(slices) => ScanResults::Slices {
                slices: slices
                    .all
                    .iter()
                    .map(|slice| slice.analyses.by_id(|analysis| analysis.result()))
                    .collect(),
            },
            None => ScanResults::Selected(self.by_id(|analysis| analysis.result())),
        }
    }

    /// The results so far, without parts that take long to compute.
    pub fn interim(&self) -> ScanResults {
        ScanResults::Selected(self.by_id(|analysis| analysis.interim()))
    }

    /// The results, without the bins of those whose columns have more than `most` numbers in all: [`Analyses::column`]
    /// returns them.
    pub fn outlines(&self, most: usize) -> ScanResults {
        if self.slices.is_some() {
            return self.results();
        }
        let is_long = |analysis: &dyn AnyAnalysis| analysis.bins().saturating_mul(analysis.columns()) > most;
        let outline = |analysis: &dyn AnyAnalysis| {
            if is_long(analysis) { analysis.outline() } else { analysis.result() }
        };
        ScanResults::Selected(self.by_id(outline))
    }

    /// Number of bins of the analysis `id`, see [`Accumulator::bins`](crate::run::Accumulator::bins).
    pub fn bins(&self, id: &str) -> usize {
        self.called(id).map_or(0, |analysis| analysis.bins())
    }

    /// See [`Accumulator::column`](crate::run::Accumulator::column).
    pub fn column(&self, id: &str, name: &str, bins: Range<usize>) -> Option<Column> {
        self.called(id)?.column(name, bins)
    }

    fn called(&self, id: &str) -> Option<&dyn AnyAnalysis> {
        self.running.iter().find(|running| running.request.id() == id).map(|running| &*running.analysis)
    }

    fn by_id(&self, result_of: impl Fn(&dyn AnyAnalysis) -> AnalysisResult) -> Results {
        let result = |running: &Running| (running.request.id().to_owned(), result_of(&*running.analysis));
        Results(self.running.iter().map(result).collect())
    }

    /// Returns the results of other analyses, those of `request`, for the same tags, if they can be derived from the
    /// counts of the only analysis: see [`AnyAnalysis::derive`].
    ///
    /// # Errors
    /// Those of [`Analyses::new`].
    pub fn derive(&self, request: &ScanRequest, is_interim: bool) -> Result<Option<ScanResults>, Error> {
        let [Running { analysis, stopped: None, .. }] = self.running.as_slice() else { return Ok(None) };
        let mut results = Vec::new();
        for wanted in request.checked_analyses()? {
            let Some(result) = analysis.derive(&wanted.analysis, is_interim)? else { return Ok(None) };
            results.push((wanted.id().to_owned(), result));
        }
        Ok(Some(ScanResults::Selected(Results(results))))
    }

    /// The partial results.
    ///
    /// # Errors
    /// Those of [`Accumulator::save`](crate::run::Accumulator::save).
    pub fn save(&self) -> Result<Saved<'static>, Error> {
        let analyses = match &self.slices {
            Some(slices) => slices.all.iter().map(save_slice).collect::<Result<_, _>>()?,
            None => self.running.iter().map(Running::save).collect::<Result<_, _>>()?,
        };
        let stage = self.stage.as_ref().map(|stage| stage.partial().clone());
        Ok(Saved { stage, recording: self.recording, analyses })
    }

    /// Appends the partial results of the following tags, for the same request. An analysis that cannot append them,
    /// because of its bounds or parameters, stops.
    ///
    /// # Errors
    /// `Mismatch` if the request had other analyses or other virtual channels; nothing was changed then.
    pub fn join(&mut self, later: Saved) -> Result<(), Error> {
        let Saved { stage: of_stage, recording, analyses: later } = later;
        if let Some(slices) = &mut self.slices {
            return join_slices(slices, &later);
        }
        if later.len() != self.running.len() {
            return Err(mismatch(format!(
                "these are partial results of {} analyses, not of {}",
                later.len(),
                self.running.len()
            )));
        }
        for (running, later) in self.running.iter().zip(&later) {
            let name = running.request.analysis.name();
            if name != later.name {
                let message = format!("these are partial results of {}, not of {name}", later.name);
                return Err(mismatch(message));
            }
        }
        let running = &mut self.running;
        let joined = match (&mut self.stage, of_stage) {
            (None, None) => Joined::Whole,
            (Some(stage), Some(later)) => stage.merge(&later, &mut |fed| feed(running, &fed))?,
            _ => return Err(mismatch("one of two partial results has virtual channels".to_owned())),
        };
        self.recording = Extent::joined(self.recording, recording);
        if joined == Joined::Whole {
            for (running, later) in self.running.iter_mut().zip(&later) {
                running.join(later);
            }
        }
        Ok(())
    }
}

impl Analyses {
    /// Adds the results of an independent run of the same request, which must be [completed](Analyses::completed_copy).
    ///
    /// # Errors
    /// Those of [`Analysis::sum`]. Some results may have been added then.
    pub fn sum(&mut self, later: &Self) -> Result<(), Error> {
        if self.slices.is_some() {
            return Err(no_sum("slices of time"));
        }
        self.running.iter_mut().zip(&later.running).try_for_each(|(running, later)| running.sum(later))
    }
}

impl SliceAnalyses for Analyses {
    fn new(request: &ScanRequest, origin: Option<i64>) -> Result<Self, Error> {
        Self::new(request, origin)
    }

    fn push(&mut self, block: &TagBlock) {
        self.push(block);
    }

    fn cover(&mut self, recording: Option<Extent>) {
        self.cover(recording);
    }

    fn stop(&mut self, why: &Error) {
        self.stop(why);
    }
}

/// The partial result of a slice; of one without tags it has no bytes.
fn save_slice(slice: &Slice<Analyses>) -> Result<SavedAnalysis<'static>, Error> {
    let mut partial = Vec::new();
    if slice.has_tags {
        let saved = slice.analyses.save()?;
        partial = append(&saved, Vec::with_capacity(saved.size()))
            .map_err(|error| mismatch(format!("a slice's partial result can't be written ({error})")))?;
    }
    Ok(SavedAnalysis { name: SLICE.to_owned(), partial: partial.into(), stopped: None })
}

/// Appends the partial results of the tags that follow; slices before one that can't be joined are joined then.
fn join_slices(slices: &mut Slices<Analyses>, later: &[SavedAnalysis]) -> Result<(), Error> {
    if later.len() != slices.all.len() || later.iter().any(|saved| saved.name != SLICE) {
        return Err(mismatch("these are partial results of other slices of time".to_owned()));
    }
    for (slice, later) in slices.all.iter_mut().zip(later).filter(|(_, later)| !later.partial.is_empty()) {
        let saved: Saved = postcard::from_bytes(&later.partial)
            .map_err(|error| mismatch(format!("a slice of time has no partial result ({error})")))?;
        slice.has_tags = true;
        slice.analyses.join(saved)?;
    }
    Ok(())
}

fn feed(running: &mut [Running], fed: &Fed) {
    each_running(running, |running| running.feed(fed));
}

fn mismatch(message: String) -> Error {
    Error::new(Code::Mismatch, message, "make both with the same request")
}
