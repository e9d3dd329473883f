//! `lifetime` as an analysis: which of two ways counts it.

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
/// Every tag counts once, after the last tag of the channel `sync` that is not later (`counts`: all stops); `first` are
/// those that are the first of their channel after a pulse, as a time-to-amplitude converter has them. The period is the
/// mean gap between tags of `sync`, whatever number of them is missing; with `period` given, `sync` is taken to have a
/// tag for every `divider` pulses, the whole number that comes nearest, or times are folded by `period` as it is where
/// none does. Without `sync`, times themselves are folded by `period`, which takes the period as exact over the whole
/// recording.
///
/// With `header_period` alone, the recording is in T3 mode: a tag counts by the delay of its record, in bins of whole
/// ticks, and nothing is folded. See [`Delays`].
///
/// A bin's expected count is `e_k (N sum_i a_i D_i(k) + b)`: `D_i` a decay of lifetime `tau_i` after the instrument's
/// response, summed over all pulses before, `e_k` for how long the bin was open. The response is a Gaussian of the width
/// `response_fwhm`, fitted unless given, or the counts of `response`, bin by bin, less their background.
///
/// The fit is the likeliest one (Poisson) of one decay or, with `decays` of 2, of two, with errors from Fisher's information.
pub enum Lifetime {
    /// By times.
    AfterPulses(Ordered<AfterPulses>),
    /// By the delays of records.
    Delays(Delays),
}

impl Lifetime {
    fn counted(&self) -> &dyn Accumulator {
        match self {
            Self::AfterPulses(analysis) => analysis,
            Self::Delays(analysis) => analysis,
        }
    }

    fn counted_mut(&mut self) -> &mut dyn Accumulator {
        match self {
            Self::AfterPulses(analysis) => analysis,
            Self::Delays(analysis) => analysis,
        }
    }
}

impl Analysis for Lifetime {
    const NAME: &'static str = NAME;
    type Request = LifetimeRequest;
    type Result = LifetimeResult;

    fn new(request: &LifetimeRequest) -> Result<Self, Error> {
        if request.header_period.is_some() && request.sync.is_none() && request.period.is_none() {
            return Delays::new(request).map(Self::Delays);
        }
        Ordered::new(request).map(Self::AfterPulses)
    }

    fn result(&self) -> LifetimeResult {
        match self {
            Self::AfterPulses(analysis) => analysis.result(),
            Self::Delays(analysis) => analysis.result(),
        }
    }

    fn interim(&self) -> LifetimeResult {
        match self {
            Self::AfterPulses(analysis) => analysis.interim(),
            Self::Delays(analysis) => analysis.interim(),
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
