//! The analysis `lifetime`, which counts times or delays of records.

use super::after_pulses::AfterPulses;
use super::record_delays::Delays;
use super::request::{LifetimeRequest, NAME};
use super::result_types::LifetimeResult;
use crate::Error;
use crate::run::{Accumulator, Analysis, Ordered};
use crate::tags::{Extent, TagBlock};

/// The tags of a channel by the time since a clock's last pulse, folded by the clock's period, with a fit of one or two
/// exponential decays.
///
/// Every tag counts once in `counts`, after the last tag of the channel `sync` that is not later. `first` has only the
/// first tag of the channel after each pulse, like a time-to-amplitude converter. The period is the mean gap between
/// tags of `sync`, independent of missing tags. With a given `period`, `sync` is assumed to have one tag for every
/// `divider` pulses, with the nearest whole number as the divider; if no whole number is near, times are folded by the
/// given `period`. Without `sync`, times are folded by `period`, which must then be exact over the whole recording.
///
/// With `header_period` alone, the recording is in T3 mode. A tag counts by the delay of its record, in bins of whole
/// ticks, and nothing is folded.
///
/// The expected count of a bin is `e_k (N sum_i a_i D_i(k) + b)`. `D_i` is a decay with the lifetime `tau_i`, convolved
/// with the instrument response and summed over all previous pulses, and `e_k` the relative time for which the bin was
/// open. The response is a Gaussian of the width `response_fwhm`, which is fitted unless given, or the counts of
/// `response`, bin by bin, minus their background.
///
/// The fit maximises the Poisson likelihood of one decay or, with `decays` of 2, of two. Errors are from Fisher's
/// information.
pub struct Lifetime(Mode);

/// The source of the delays that are counted.
enum Mode {
    /// Times of tags after the tags of the clock.
    AfterPulses(Ordered<AfterPulses>),
    /// Records in T3 mode.
    Delays(Delays),
}

impl Lifetime {
    fn counted(&self) -> &dyn Accumulator {
        match &self.0 {
            Mode::AfterPulses(analysis) => analysis,
            Mode::Delays(analysis) => analysis,
        }
    }

    fn counted_mut(&mut self) -> &mut dyn Accumulator {
        match &mut self.0 {
            Mode::AfterPulses(analysis) => analysis,
            Mode::Delays(analysis) => analysis,
        }
    }
}

impl Analysis for Lifetime {
    const NAME: &'static str = NAME;
    type Request = LifetimeRequest;
    type Result = LifetimeResult;

    fn new(request: &LifetimeRequest) -> Result<Self, Error> {
        if request.header_period.is_some() && request.sync.is_none() && request.period.is_none() {
            return Delays::new(request).map(|delays| Self(Mode::Delays(delays)));
        }
        Ordered::new(request).map(|analysis| Self(Mode::AfterPulses(analysis)))
    }

    fn result(&self) -> LifetimeResult {
        match &self.0 {
            Mode::AfterPulses(analysis) => analysis.result(),
            Mode::Delays(analysis) => analysis.result(),
        }
    }

    fn interim(&self) -> LifetimeResult {
        match &self.0 {
            Mode::AfterPulses(analysis) => analysis.interim(),
            Mode::Delays(analysis) => analysis.interim(),
        }
    }
}

impl Accumulator for Lifetime {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        self.counted_mut().push(block)
    }

    fn is_by_channel(&self) -> bool {
        self.counted().is_by_channel()
    }

    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.counted_mut().push_by_channel(recorded, counted)
    }

    fn stopped(&self) -> Option<Error> {
        self.counted().stopped()
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.counted().save()
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.counted_mut().join(later)
    }

    fn sum(&mut self, later: &[u8]) -> Result<(), Error> {
        self.counted_mut().sum(later)
    }

    fn cover(&mut self, recording: Extent) {
        self.counted_mut().cover(recording);
    }
}
