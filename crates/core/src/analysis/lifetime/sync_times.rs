//! Times of periodic syncs, in whole ticks.

use crate::counting::limits::MAX_SYNC_PERIOD;

/// Number of fractional bits of a period, as in the reader of T3 records.
const FRACTION: u32 = 47;

/// Times of syncs: sync `n` is at `n` times the period, rounded to the nearest tick.
#[derive(Debug, Clone, Copy)]
pub struct SyncTimes {
    /// Period in ticks times 2^47.
    period: i128,
}

impl SyncTimes {
    /// Creates syncs that are `period` ticks apart; `None` outside 1 to [`MAX_SYNC_PERIOD`] ticks.
    pub fn of(period: f64) -> Option<Self> {
        let is_known = (1.0..=MAX_SYNC_PERIOD).contains(&period);
        is_known.then_some(Self { period: (period * (1_u64 << FRACTION) as f64) as i128 })
    }

    fn time(self, sync: i128) -> i128 {
        (sync * self.period + (1 << (FRACTION - 1))) >> FRACTION
    }

    /// Returns the ticks since the last sync that is not later than `time`.
    pub fn since(self, time: i64) -> Option<i64> {
        let time = i128::from(time);
        let mut sync = (time << FRACTION).div_euclid(self.period);
        if self.time(sync + 1) <= time {
            sync += 1;
        } else if self.time(sync) > time {
            sync -= 1;
        }
        i64::try_from(time - self.time(sync)).ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_delay_shorter_than_the_period_is_that_of_the_record() {
        // Periods of real recordings: 12.4955 ns and 25 ns in ticks of 16 ps and 4 ps.
        for period in [780.970_022_247, 6250.0, 1.5, 3.000_000_1] {
            let syncs = SyncTimes::of(period).unwrap();
            for sync in [0, 1, 2, 1023, 1024, 400_137_390_i64] {
                let time = (sync as f64 * period).round() as i64;
                for delay in [0, period as i64 / 2, period as i64 - 1] {
                    assert_eq!(syncs.since(time + delay), Some(delay), "{period} {sync}");
                }
            }
        }
        assert_eq!(SyncTimes::of(10.0).unwrap().since(-1), Some(9));
    }
}
