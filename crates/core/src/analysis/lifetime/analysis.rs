//! The analysis `lifetime`, which counts times or delays of records.

use super::LifetimeRequest;
use super::after_pulses::AfterPulses;
use super::record_delays::Delays;
use crate::Error;
use crate::run::{Analysis, Ordered};

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
pub struct Lifetime(());

impl Lifetime {
    /// Calls `ordered` with an analysis of times after the tags of the clock, or `tags` with one of records in T3 mode;
    /// neither has counted anything.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    pub(in crate::analysis) fn start<T>(
        request: &LifetimeRequest,
        ordered: impl FnOnce(Ordered<AfterPulses>) -> T,
        tags: impl FnOnce(Delays) -> T,
    ) -> Result<T, Error> {
        if request.header_period.is_some() && request.sync.is_none() && request.period.is_none() {
            return Delays::new(request).map(tags);
        }
        Ordered::new(request).map(ordered)
    }
}
