//! Times of syncs in ticks.

use serde::{Deserialize, Serialize};

/// Number of binary digits after the point of the sync period in ticks. With the 16 bits of a sync's number they fit in
/// 64.
const FRACTION_BITS: u32 = 47;

/// Maximum sync period in ticks. Times between two overflows of sync numbers then have 57 bits.
const MAX_PERIOD: f64 = (1_u64 << 40) as f64;

/// Converts numbers of syncs to times. Sync n is at n times the period, rounded to the nearest tick, so errors do not
/// accumulate. The period has a precision of 2^-48 ticks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct SyncClock {
    /// Sync period: whole ticks, and a fraction in units of 2^-47.
    whole: u64,
    fraction: u64,
    /// Time of the sync that has the number 0 at present, in the same form as the period.
    base: u64,
    base_fraction: u64,
}

impl SyncClock {
    /// Creates a clock of syncs that are `period` ticks apart; `None` if the period is out of range.
    pub fn new(period: f64) -> Option<Self> {
        // A period of less than half a tick is invalid.
        if !(0.5..=MAX_PERIOD).contains(&period) {
            return None;
        }
        let bits = (period * (1_u64 << FRACTION_BITS) as f64).round() as u128;
        let (whole, fraction) = parts(bits);
        Some(Self { whole, fraction, base: 0, base_fraction: 1 << (FRACTION_BITS - 1) })
    }

    /// Returns the whole ticks of the period.
    pub fn whole_ticks(&self) -> u32 {
        u32::try_from(self.whole).unwrap_or(u32::MAX)
    }

    /// Counts numbers from sync `first` on; `None` if times do not fit in 62 bits.
    pub fn count_from(&mut self, first: u64) -> Option<()> {
        let period = u128::from(self.whole) << FRACTION_BITS | u128::from(self.fraction);
        // Half a tick is added once here, so that truncation rounds to the nearest.
        let base = period.checked_mul(u128::from(first))?.checked_add(1 << (FRACTION_BITS - 1))?;
        if base >> FRACTION_BITS >= 1 << 62 {
            return None;
        }
        (self.base, self.base_fraction) = parts(base);
        Some(())
    }

    /// Returns the time of the sync `number`, below 2^16, after the one set by [`SyncClock::count_from`].
    #[inline]
    pub fn time(&self, number: u32) -> i64 {
        let number = u64::from(number);
        let fraction = self.base_fraction + number * self.fraction;
        (self.base + number * self.whole + (fraction >> FRACTION_BITS)) as i64
    }
}

/// Splits a number into the part before and the part after the point.
fn parts(bits: u128) -> (u64, u64) {
    ((bits >> FRACTION_BITS) as u64, bits as u64 & ((1 << FRACTION_BITS) - 1))
}
