//! The request for `correlation`.

use crate::estimate::period::Period;
use crate::request::request;

request! {
    /// The request for `correlation`: linear bins (`bin`, `from`, `to`) or logarithmic ones (`log` bins per decade
    /// of positive delay).
    pub struct CorrelationRequest for "correlation" {
        /// Channel from whose tags the delay is counted.
        a: Channel,
        /// Channel to whose tags the delay is counted; may be `a`.
        b: Channel,
        /// Width of linear bins, ticks; by default a hundredth of the range.
        bin: Width,
        /// Where the first bin begins, ticks; of logarithmic bins the first contains it.
        from: Ticks,
        /// The last bin contains it, ticks.
        to: Ticks,
        /// Logarithmic bins per decade.
        log: Number,
        /// Model that is fitted to g2: two-level, three-level, lorentzian, gaussian or exponential; none unless stated.
        fit: Word,
        ..period: Period,
    }
}
