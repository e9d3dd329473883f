//! When a sync was, in ticks.

use serde::{Deserialize, Serialize};

/// Bits behind the point of the sync's period in ticks. With the 16 bits of a sync's number they fit in 64.
const FRACTION_BITS: u32 = 47;

/// Longest sync period in ticks. Times of one run of sync numbers then have 57 bits.
const MAX_PERIOD: f64 = (1_u64 << 40) as f64;

/// Numbers of syncs to times. Sync n is at n times the period, rounded to the nearest tick, so that no error adds up;
/// the period is kept to 2^-48 of a tick.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct SyncClock {
    /// The sync's period: whole ticks, and 2^-47 of one.
    whole: u64,
    fraction: u64,
    /// Time of the sync from which numbers count at present, as the period is.
    base: u64,
    base_fraction: u64,
}

impl SyncClock {
    /// Of syncs `period` ticks apart; `None` where that is no period.
    pub fn new(period: f64) -> Option<Self> {
        // A period of less than half a tick would be no clock.
        if !(0.5..=MAX_PERIOD).contains(&period) {
            return None;
        }
        let bits = (period * (1_u64 << FRACTION_BITS) as f64).round() as u128;
        let (whole, fraction) = parts(bits);
        Some(Self { whole, fraction, base: 0, base_fraction: 1 << (FRACTION_BITS - 1) })
    }

    /// Whole ticks of the period.
    pub fn whole_ticks(&self) -> u32 {
        u32::try_from(self.whole).unwrap_or(u32::MAX)
    }

    /// Numbers count from sync `first` on from here; `None` where times would not fit in 63 bits.
    pub fn count_from(&mut self, first: u64) -> Option<()> {
        let period = u128::from(self.whole) << FRACTION_BITS | u128::from(self.fraction);
        // Half a tick is added here, once, so that what is behind the point can be cut off.
        let base = period.checked_mul(u128::from(first))?.checked_add(1 << (FRACTION_BITS - 1))?;
        if base >> FRACTION_BITS >= 1 << 62 {
            return None;
        }
        (self.base, self.base_fraction) = parts(base);
        Some(())
    }

    /// When the sync `number` (below 2^16) after that was.
    #[inline]
    pub fn time(&self, number: u32) -> i64 {
        let number = u64::from(number);
        let fraction = self.base_fraction + number * self.fraction;
        (self.base + number * self.whole + (fraction >> FRACTION_BITS)) as i64
    }
}

/// What is before the point, and behind it.
fn parts(bits: u128) -> (u64, u64) {
    ((bits >> FRACTION_BITS) as u64, bits as u64 & ((1 << FRACTION_BITS) - 1))
}
