//! Joining of runs: whether one can follow another, and the part of it that counts; sums of independent runs, each with
//! its own origin of time.

use super::channel_times::ChannelTimes;
use super::crowd;
use super::crowd::Stop;
use super::opening::Opening;
use super::order::{TimeOrder, check_held};
use crate::counting::limits::LOOK_AHEAD;
use crate::counting::slices;
use crate::run::partial::{differs, not_ours, total};
use crate::tags::Tag;
use crate::{Code, Error};

/// The counted part of a later run, if not all of it counts.
pub struct CutOff {
    /// Tags in file order; the last one ends the run.
    pub tags: Vec<Tag>,
    /// The reason for the end of the run before them.
    stop: Option<Stop>,
}

impl TimeOrder {
    /// Checks that `later` is sound and has the same parameters; nothing is changed.
    ///
    /// # Errors
    /// `Mismatch` if it has other parameters or contradicts itself; `TooManyChannels`; `RangeTooLong` if more than
    /// [`crate::run::MAX_HELD`] tags would have to be held.
    pub fn check(&self, later: &Self, name: &str) -> Result<(), Error> {
        if (later.margin, &later.only) != (self.margin, &self.only) {
            let parameters = |order: &Self| format!("{} {:?}", order.margin, order.only);
            return Err(differs(name, "range or channels", &parameters(self), &parameters(later)));
        }
        if !later.is_sound(name)? {
            return Err(not_ours(name, "the tags at its ends contradict each other"));
        }
        total(name, [&self.tags, &later.tags])?;
        self.channels.union_len(&later.channels)?;
        check_held(self.held_with(later))
    }

    /// Number of held times and tags after appending `later`.
    fn held_with(&self, later: &Self) -> usize {
        if self.tags == 0 || later.tags == 0 {
            return 0;
        }
        let (low, _) = Self { min: self.min.min(later.min), ..self.without_tags() }.borders();
        let (_, high) = Self { max: self.max.max(later.max), ..self.without_tags() }.borders();
        let of_channel = |state: &ChannelTimes| {
            let tail = state.tail();
            state.head().partition_point(|time| *time <= low) + tail.len()
                - tail.partition_point(|time| *time < high)
        };
        let opening = if self.is_open() { later.opening.len() } else { 0 };
        self.channels.states().chain(later.channels.states()).map(of_channel).sum::<usize>()
            + 2 * (self.opening.len() + opening)
    }

    /// An empty run with the same parameters.
    fn without_tags(&self) -> Self {
        Self::new(self.range(), Vec::new())
    }

    fn is_open(&self) -> bool {
        Opening::is_open((self.min, self.max))
    }

    fn is_sound(&self, name: &str) -> Result<bool, Error> {
        let counted = total(name, self.channels.states().map(|state| &state.tags))?;
        let in_prefix_maxima = total(name, self.prefix_maxima.iter().map(|(_, tags)| tags))?;
        let (low, high) = self.borders();
        let exponent = self.slice_exponent();
        let within = |times: &[i64], from: i64, to: i64| {
            times.is_sorted()
                && times.first().is_none_or(|first| *first >= from)
                && times.last().is_none_or(|last| *last <= to)
        };
        let channel = |(channel, state): &(u64, &ChannelTimes)| {
            state.tags > 0
                && state.held == self.holds(*channel)
                && (state.held || state.head().is_empty() && state.tail().is_empty())
                && state.slices().total() == Some(if state.held { state.tags } else { 0 })
                && state.slices().is_sound(self.ends(), exponent)
                && state.head().len() as u64 <= state.tags
                && state.tail().len() as u64 <= state.tags
                && within(state.head(), self.min, low.min(self.max))
                && within(state.tail(), high.max(self.min), self.max)
        };
        let prefix_maxima = self.prefix_maxima.iter().all(|(time, tags)| {
            *tags > 0 && (self.min..=self.prefix_maxima_end().min(self.max)).contains(time)
        }) && self.prefix_maxima.is_sorted_by(|a, b| a.0 < b.0);
        let empty = self.tags > 0
            || (self.min, self.max, self.reordered) == (0, 0, 0) && self.prefix_maxima.is_empty();
        let known = |channel| self.channels.get(channel).is_some();
        let stop = match self.stop {
            None | Some(Stop::Crowd(_)) => true,
            Some(Stop::Late(time)) => self.tags > 0 && time < self.max.saturating_sub(LOOK_AHEAD),
        };
        Ok(counted == self.tags
            && (1..=self.tags.max(1)).contains(&self.runs)
            && empty
            && stop
            && self.min <= self.max
            && self.reordered <= self.tags - in_prefix_maxima.min(self.tags)
            && self.opening.is_sound(self.tags, (self.min, self.max), known)
            && prefix_maxima
            && self.channels().iter().all(channel))
    }

    /// Returns the tags to push instead of merging `later`, which passed [`TimeOrder::check`], if not all of it counts:
    /// none after the end of this run or for a crowd across the border; otherwise the tags up to the first that is too
    /// late.
    pub fn cut_off(&self, later: &Self) -> Option<CutOff> {
        if self.stop.is_some() {
            return Some(CutOff { tags: Vec::new(), stop: self.stop });
        }
        if self.tags == 0 {
            return None;
        }
        if let Some(tags) = later.opening.until_earlier_than(self.max.saturating_sub(LOOK_AHEAD)) {
            return Some(CutOff { tags, stop: None });
        }
        let channels = later.channels().into_iter();
        let borders =
            channels.filter_map(|(channel, times)| Some((self.channel(channel)?.tail(), times.head())));
        let time = crowd::across(borders, self.range())?;
        Some(CutOff { tags: Vec::new(), stop: Some(Stop::Crowd(time)) })
    }

    /// Ends the run if `later` was cut off; returns the tags still to push.
    pub fn end_at(&mut self, CutOff { tags, stop }: CutOff) -> Vec<Tag> {
        self.stop = stop;
        tags
    }

    /// Appends `later`, which passed [`TimeOrder::check`] and was not [cut off](TimeOrder::cut_off).
    ///
    /// # Errors
    /// None after these.
    pub fn merge(&mut self, later: Self) -> Result<(), Error> {
        if self.tags == 0 {
            *self = later;
            return self.end_block();
        }
        self.stop = later.stop;
        if later.tags == 0 {
            return Ok(());
        }
        let (before, open) = (self.max, self.is_open());
        let (exponent, later_exponent) = (self.slice_exponent(), later.slice_exponent());
        self.extend_down_to(later.min);
        self.max = self.max.max(later.max);
        self.widen_slices(exponent);
        let later_by = self.slice_exponent() - later_exponent;
        if open {
            self.opening.append(&later.opening, (self.min, self.max));
        }
        self.reordered += later.reordered;
        for (time, tags) in later.prefix_maxima {
            if time < before { self.reordered += tags } else { self.note_prefix_maximum(time, tags) }
        }
        self.tags += later.tags;
        self.runs += later.runs - 1;
        let mut theirs = later.channels;
        theirs.states_mut().for_each(|state| state.slices.widen(later_by));
        self.channels.merge(theirs, |mine, theirs| mine.append(&theirs))?;
        self.end_block()
    }
}

/// The move of an independent run to a time after other runs. Times are ticks.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    /// Ticks added to its times.
    pub by: i64,
    /// Earliest and latest time after the move.
    pub ends: (i64, i64),
    /// Binary logarithm of the length of a slice of the sum.
    pub exponent: u32,
}

impl TimeOrder {
    /// Returns the move of `later`, an independent run, to begin one tick after the end of this one.
    ///
    /// # Errors
    /// `RangeTooLong` if the sum of the runs is longer than 64 bits can count.
    pub fn move_of(&self, later: &Self) -> Result<Move, Error> {
        let by = match (self.tags, later.tags) {
            (0, _) | (_, 0) => Some(0),
            _ => self.max.checked_add(1).and_then(|begin| begin.checked_sub(later.min)),
        };
        let ends = by.and_then(|by| Some((later.min.checked_add(by)?, later.max.checked_add(by)?)));
        let Some((by, ends)) = by.zip(ends) else {
            let message = "the runs together are longer than 64 bits can count";
            return Err(Error::new(Code::RangeTooLong, message, "sum fewer runs"));
        };
        let sum = match (self.tags, later.tags) {
            (0, _) => ends,
            (_, 0) => self.ends(),
            _ => (self.min, ends.1),
        };
        Ok(Move { by, ends, exponent: slices::exponent(sum) })
    }

    /// Appends `later`, an independent run that was [moved](TimeOrder::move_by) after this one.
    ///
    /// # Errors
    /// None after [`TimeOrder::check`].
    pub fn sum(&mut self, later: Self) -> Result<(), Error> {
        let stop = self.stop.or(later.stop);
        let summed = if self.tags > 0 && later.tags > 0 { 1 } else { 0 };
        self.merge(later)?;
        self.runs += summed;
        self.stop = stop;
        Ok(())
    }

    /// Adds `by` ticks to every time. [`TimeOrder::move_of`] checked that the sums fit in 64 bits.
    pub fn move_by(&mut self, by: i64) {
        if self.tags == 0 || by == 0 {
            return;
        }
        let from = self.slice_exponent();
        (self.min, self.max) = (self.min + by, self.max + by);
        let (to, ends) = (self.slice_exponent(), self.ends());
        self.opening.move_by(by);
        self.prefix_maxima.iter_mut().for_each(|(time, _)| *time += by);
        self.channels.states_mut().for_each(|state| state.move_by(by, (from, to), ends));
        self.stop = self.stop.map(|stop| match stop {
            Stop::Late(time) => Stop::Late(time.saturating_add(by)),
            Stop::Crowd(time) => Stop::Crowd(time.saturating_add(by)),
        });
    }
}
