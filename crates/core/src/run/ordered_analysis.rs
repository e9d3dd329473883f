//! Analyses of tags in order of time: [`Ordered`] keeps the order, the analysis only counts and reports.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::numbers::Column;
use crate::run::accumulator::{Accumulator, Analysis, push_to_the_end};
use crate::run::new_tags::NewTags;
use crate::run::partial::{differs, from_bytes, not_ours, to_bytes};
use crate::run::time_order::{Move, TimeOrder};
use crate::tags::{Extent, TagBlock};

/// The largest distance of related tags, and their channels.
pub struct Reach {
    /// Largest time between two related tags, ticks.
    pub ticks: i64,
    /// The channels whose times are needed; empty for all.
    pub channels: Vec<u64>,
}

/// A run of tags, as input of a report.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub order: &'a TimeOrder,
    /// Whether more tags may follow. An interim report omits slow numbers.
    pub is_interim: bool,
}

/// An analysis that relates tags to each other.
///
/// It counts tags in order of time ([`count`](OrderedAnalysis::count)), adds counts of another run
/// ([`add`](OrderedAnalysis::add)) and reports. [`Ordered`] sorts the tags, holds those near the ends of a run, and
/// merges: `add`, and one `count` across the cut.
pub trait OrderedAnalysis: Sized + 'static {
    /// See [`Analysis::NAME`].
    const NAME: &'static str;

    /// See [`Analysis::Request`].
    type Request;

    /// See [`Analysis::Result`].
    type Result;

    /// Parameters of the counts. Runs with other parameters cannot be merged.
    type Parameters: PartialEq + Debug + Serialize + DeserializeOwned;

    /// The counts of a run: plain data. The order of an enum's variants must not affect its bytes.
    type Counts: Clone + Serialize + DeserializeOwned;

    /// Makes an analysis that has counted nothing.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    fn new(request: &Self::Request) -> Result<Self, Error>;

    /// Returns the parameters that the counts depend on.
    fn parameters(&self) -> Self::Parameters;

    /// Returns the distance of related tags.
    fn reach(&self) -> Reach;

    /// Returns all counts.
    fn counts(&self) -> Cow<'_, Self::Counts>;

    /// Counts the relations of `new` tags: with the tags before them and, in a block, with each other.
    ///
    /// # Errors
    /// If a documented bound would be exceeded.
    fn count(&mut self, new: &NewTags<'_>) -> Result<(), Error>;

    /// Adds the counts of the next run, which passed [`OrderedAnalysis::is_sound`].
    ///
    /// # Errors
    /// If a documented bound would be exceeded. Then nothing was changed.
    fn add(&mut self, later: Self::Counts) -> Result<(), Error>;

    /// Ends the run of `counts` and `order`, and moves its times after the run of this analysis: see [`Analysis::sum`].
    ///
    /// # Errors
    /// `Usage` if results of independent runs cannot be added. Then nothing was changed.
    fn move_run(&self, counts: &mut Self::Counts, order: &TimeOrder, to: Move) -> Result<(), Error>;

    /// Returns whether external counts can be those of a run with these parameters and this order.
    ///
    /// # Errors
    /// If a documented bound would be exceeded.
    fn is_sound(&self, counts: &Self::Counts, order: &TimeOrder) -> Result<bool, Error>;

    /// Checks that this number of channels can be counted.
    ///
    /// # Errors
    /// If a documented bound would be exceeded.
    fn check_channels(&self, _channels: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the result.
    fn report(&self, run: Run<'_>) -> Self::Result;

    /// See [`Accumulator::bins`].
    fn bins(&self) -> usize {
        0
    }

    /// See [`Accumulator::columns`].
    fn columns(&self) -> usize {
        0
    }

    /// See [`Analysis::outline`].
    fn outline(&self, run: Run<'_>) -> Self::Result {
        self.report(run)
    }

    /// See [`Accumulator::column`].
    fn column(&self, _run: Run<'_>, _name: &str, _bins: Range<usize>) -> Option<Column> {
        None
    }

    /// See [`Analysis::derive`].
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    fn derive(&self, _run: Run<'_>, _request: &dyn Any) -> Result<Option<Box<dyn Any>>, Error> {
        Ok(None)
    }
}

/// An [`OrderedAnalysis`] with the order of the tags that it counts.
///
/// Tags out of order by up to [`crate::run::LOOK_AHEAD`] are sorted. A later tag, or one that makes a crowd
/// ([`crate::run::max_crowd`]), ends the run. Memory holds the tags within the reach and look-ahead of the run's two
/// ends, at most [`crate::run::MAX_HELD`].
pub struct Ordered<A: OrderedAnalysis> {
    order: TimeOrder,
    analysis: A,
}

impl<A: OrderedAnalysis> Ordered<A> {
    /// Gives the analysis an empty run.
    pub fn of(analysis: A) -> Self {
        let Reach { ticks, channels } = analysis.reach();
        Self { order: TimeOrder::new(ticks, channels), analysis }
    }

    /// Reads the saved result of another run, and checks that it can be joined with this one.
    fn read(&self, later: &[u8]) -> Result<(TimeOrder, A::Counts), Error> {
        let (parameters, order, counts): (A::Parameters, TimeOrder, A::Counts) = from_bytes(A::NAME, later)?;
        let ours = self.analysis.parameters();
        if parameters != ours {
            return Err(differs(A::NAME, "parameters", &format!("{ours:?}"), &format!("{parameters:?}")));
        }
        self.order.check(&order, A::NAME)?;
        if !self.analysis.is_sound(&counts, &order)? {
            return Err(not_ours(A::NAME, "its counts contradict each other"));
        }
        Ok((order, counts))
    }

    /// Checks that the channels of this run and `others` can be counted.
    fn check_channels(&self, others: Vec<u64>) -> Result<(), Error> {
        self.analysis.check_channels(self.order.channels_with(others).len())
    }

    /// Returns the run as the analysis reports it.
    fn run(&self, is_interim: bool) -> Run<'_> {
        Run { order: &self.order, is_interim }
    }
}

impl<A: OrderedAnalysis> Analysis for Ordered<A> {
    const NAME: &'static str = A::NAME;
    type Request = A::Request;
    type Result = A::Result;

    fn new(request: &A::Request) -> Result<Self, Error> {
        A::new(request).map(Self::of)
    }

    fn result(&self) -> A::Result {
        self.analysis.report(self.run(false))
    }

    fn interim(&self) -> A::Result {
        self.analysis.report(self.run(true))
    }

    fn outline(&self) -> A::Result {
        self.analysis.outline(self.run(false))
    }

    fn derive(&self, request: &dyn Any, is_interim: bool) -> Result<Option<Box<dyn Any>>, Error> {
        self.analysis.derive(self.run(is_interim), request)
    }
}

impl<A: OrderedAnalysis> Accumulator for Ordered<A> {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let taken = self.order.begin_block(block);
        let counted = self
            .analysis
            .check_channels(self.order.channel_count())
            .and_then(|()| self.analysis.count(&NewTags::of_block(&self.order, block, taken.is_ok())));
        self.order.end_block()?;
        counted?;
        taken
    }

    fn stopped(&self) -> Option<Error> {
        self.order.stopped()
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        // Most counts take a byte, and an analysis has at most as many counts as its columns have numbers.
        let room = self.bins().saturating_mul(self.columns());
        let partial = (self.analysis.parameters(), &self.order, self.analysis.counts());
        to_bytes(A::NAME, &partial, room)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let (order, counts) = self.read(later)?;
        if let Some(cut) = self.order.cut_off(&order) {
            self.check_channels(cut.tags.iter().map(|tag| tag.channel).collect())?;
            let tags = self.order.end_at(cut);
            return push_to_the_end(self, &tags);
        }
        self.check_channels(order.channel_numbers())?;
        self.analysis.add(counts)?;
        self.analysis.count(&NewTags::of_run(&self.order, &order))?;
        self.order.merge(order)
    }

    fn sum(&mut self, later: &[u8]) -> Result<(), Error> {
        let (mut order, mut counts) = self.read(later)?;
        self.check_channels(order.channel_numbers())?;
        let to = self.order.move_of(&order)?;
        self.analysis.move_run(&mut counts, &order, to)?;
        self.analysis.add(counts)?;
        order.move_by(to.by);
        self.order.sum(order)
    }

    fn cover(&mut self, recording: Extent) {
        self.order.cover(recording);
    }

    fn bins(&self) -> usize {
        self.analysis.bins()
    }

    fn columns(&self) -> usize {
        self.analysis.columns()
    }

    fn column(&self, name: &str, bins: Range<usize>) -> Option<Column> {
        self.analysis.column(self.run(false), name, bins)
    }
}
