//! Sums of independent runs, each with its own origin of time.

use super::order::TimeOrder;
use super::stop::Stop;
use crate::counting::slices;
use crate::{Code, Error};

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
