//! Microtimes: delays of records after their sync, in recordings in T3 mode.

use serde::{Deserialize, Serialize};

use super::tick::Tick;
use crate::tags::Tag;
use crate::tags::duration::{self, Duration};
use crate::{Code, Error};

/// Channel of the sync; inputs begin at 1.
pub const SYNC_CHANNEL: u64 = 0;

/// Highest channel of an input. Markers have higher channels: marker 1 has 101.
pub const LAST_INPUT: u64 = 100;

/// Maximum microtime in ticks: records have at most 16 bits for it.
const MAX_MICROTIME: i64 = (1 << 16) - 1;

/// Microtimes of the tags of a recording in T3 mode, in file order.
///
/// The tag of a photon follows the tag of its sync, so its microtime is the difference of their times.
#[derive(Debug, Clone, Default)]
pub struct Microtimes {
    /// Time of the last sync.
    sync: Option<i64>,
}

impl Microtimes {
    /// Returns the microtime of the next tag in ticks; `None` for syncs and markers.
    #[inline]
    pub fn of(&mut self, Tag { time, channel }: Tag) -> Option<u32> {
        match channel {
            SYNC_CHANNEL => {
                self.sync = Some(time);
                None
            }
            1..=LAST_INPUT => {
                let microtime = time.checked_sub(self.sync?)?;
                u32::try_from(microtime).ok().filter(|ticks| i64::from(*ticks) <= MAX_MICROTIME)
            }
            _ => None,
        }
    }
}

/// A range of microtimes, both ends inclusive, each with a unit or in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MicrotimeRange {
    from: (i128, i32, bool),
    to: (i128, i32, bool),
}

impl MicrotimeRange {
    /// Reads a range such as `2ns..10ns`.
    ///
    /// # Errors
    /// `Usage`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || {
            let message = format!("\"{text}\" is not a range of microtimes");
            Error::new(Code::Usage, message, "write a range such as 2ns..10ns")
        };
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let end = |text: &str| match duration::parse(text.trim()) {
            Ok((Duration { mantissa, exponent, has_unit }, bytes)) if bytes == text.trim().len() => {
                Ok((mantissa, exponent, has_unit))
            }
            _ => Err(wrong()),
        };
        Ok(Self { from: end(from)?, to: end(to)? })
    }

    /// Returns the range in ticks of this length, rounded to the nearest one; both ends inclusive.
    ///
    /// # Errors
    /// `Usage` for a range without microtimes.
    pub fn ticks(self, tick: Tick) -> Result<(u32, u32), Error> {
        let (digits, exponent) = tick.parts();
        let tick = Duration { mantissa: digits.into(), exponent, has_unit: true };
        let ticks = |(mantissa, exponent, has_unit)| {
            Duration { mantissa, exponent, has_unit }.ticks(tick, i64::MAX).unwrap_or(i64::MAX)
        };
        let (from, to) = (ticks(self.from).max(0), ticks(self.to).min(MAX_MICROTIME));
        if from > to {
            let message = "the range of microtimes is empty";
            return Err(Error::new(Code::Usage, message, "write the smaller time first, as in 2ns..10ns"));
        }
        Ok((from as u32, to as u32))
    }
}

/// Returns the error for a file without microtimes.
pub fn no_microtimes(what: &str) -> Error {
    let message =
        format!("{what} has no microtimes: only recordings in T3 mode have a delay in every record");
    Error::new(Code::Usage, message, "leave `microtime` out")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_range_is_in_ticks_of_the_file() {
        let ticks = |text: &str| MicrotimeRange::parse(text)?.ticks(Tick::new(16, -12).unwrap());
        assert_eq!(ticks("2ns..10ns"), Ok((125, 625)));
        assert_eq!(ticks("3..7"), Ok((3, 7)));
        assert_eq!(ticks("-1ns..1s"), Ok((0, 65_535)));
        for wrong in ["2ns", "10ns..2ns", "2ns..", "a..b", "2ns..10nsx"] {
            assert_eq!(ticks(wrong).unwrap_err().code, Code::Usage, "{wrong}");
        }
    }
}
