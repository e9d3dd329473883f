//! Which period is asked for, and the one that a clock channel has.

use crate::analysis::time_order::TimeOrder;
use crate::{Code, Error};

/// A gap of the clock that differs from the median by more than this share is one where tags are missing.
const REGULAR: f64 = 0.2;

/// What a request says about the light's period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Period {
    /// Nothing: it is looked for.
    Unknown,
    /// There is none.
    Denied,
    /// So many ticks.
    Ticks(f64),
    /// That of the tags of a channel.
    Clock(u64),
}

impl Period {
    /// From `period`, ticks or 0 for none, and `clock`, a channel.
    ///
    /// # Errors
    /// `Usage` where both are given, or the period is negative.
    pub fn new(period: Option<f64>, clock: Option<u64>) -> Result<Self, Error> {
        let wrong = |what, remedy| Err(Error::new(Code::Usage, what, remedy));
        match (period, clock) {
            (Some(_), Some(_)) => wrong("`period` and `clock` exclude each other", "give one of them"),
            (Some(0.0), None) => Ok(Self::Denied),
            (Some(ticks), None) if ticks > 0.0 => Ok(Self::Ticks(ticks)),
            (Some(_), None) => wrong("`period` is negative", "give ticks, or 0 for light that is not pulsed"),
            (None, Some(channel)) => Ok(Self::Clock(channel)),
            (None, None) => Ok(Self::Unknown),
        }
    }

    /// The channel whose tags are needed besides.
    pub fn clock(self) -> Option<u64> {
        match self {
            Self::Clock(channel) => Some(channel),
            _ => None,
        }
    }
}

/// The mean gap in ticks between the tags of a clock channel; `None` where there are fewer than two gaps near the run's
/// beginning.
///
/// Over all its tags, unless some are missing: then of the gaps near the run's beginning that are about the median one.
pub fn clock_period(order: &TimeOrder, channel: u64) -> Option<f64> {
    let times = order.channel(channel)?;
    let mut gaps: Vec<f64> = times.head().windows(2).map(|two| two[1].abs_diff(two[0]) as f64).collect();
    if gaps.len() < 2 {
        return None;
    }
    let middle = gaps.len() / 2;
    let median = *gaps.select_nth_unstable_by(middle, f64::total_cmp).1;
    let regular: Vec<f64> = gaps.into_iter().filter(|gap| (gap - median).abs() <= REGULAR * median).collect();
    let mean = regular.iter().sum::<f64>() / regular.len() as f64;
    let ends = times.head().first().zip(times.tail().last());
    let over_all = ends.map(|(first, last)| last.abs_diff(*first) as f64 / (times.tags().max(2) - 1) as f64);
    let period = over_all.filter(|all| (all / mean - 1.0).abs() < 1e-3).unwrap_or(mean);
    (period > 0.0).then_some(period)
}
