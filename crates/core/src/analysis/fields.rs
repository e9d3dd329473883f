//! The fields of a request that a recording completes, or that determine how it is read.

use std::any::Any;

/// Access to fields that only some requests have. Every method has a default, for an analysis without the field.
pub trait RequestFields: Any {
    /// Returns the period of pulsed light in ticks, if it can be that of a clock.
    fn clock_period(&mut self) -> Option<&mut Option<f64>> {
        None
    }

    /// Returns whether a tag of the clock can stand for several pulses.
    fn has_divider(&self) -> bool {
        true
    }

    /// Sets the sync period in the header of a recording in T3 mode, in ticks, unless the request has another period.
    fn set_header_period(&mut self, ticks: f64) {
        if let Some(period) = self.clock_period() {
            period.get_or_insert(ticks);
        }
    }

    /// Sets the channel of the syncs of a recording in T3 mode, unless the request has one.
    fn set_sync_channel(&mut self, _channel: u64) {}

    /// Sets the virtual channels with the tags of several detectors.
    fn set_several_detectors(&mut self, _channels: &[u64]) {}

    /// Sets the origin of relative times in ticks, unless the request has one.
    fn set_origin(&mut self, _time: i64) {}

    /// Returns whether relative times count from the first selected tag.
    fn starts_at_first_tag(&self) -> bool {
        false
    }

    /// Returns the number of bins of a histogram that every part of a recording would have; 0 if it is not stated.
    fn stated_bins(&self) -> i64 {
        0
    }
}

/// Returns the number of bins of the width `bin` between two times in ticks; 0 without a width.
pub fn bins_between(from: Option<i64>, to: Option<i64>, bin: Option<i64>) -> i64 {
    let range = to.unwrap_or(0).saturating_sub(from.unwrap_or(0));
    range.checked_div(bin.unwrap_or(0)).unwrap_or(0)
}
