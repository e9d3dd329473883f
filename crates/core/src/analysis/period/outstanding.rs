//! Whether a pulse stands out of those whole periods away, where pairs are not counted over so long delays.

use super::excerpts::{Excerpts, SharedBlock};
use crate::analysis::statistics::li_ma;

/// Pulses on either side with which one is compared.
const PULSES: usize = 8;

/// Pairs of two channels, about, among which it is at most.
const COMPARED: u64 = 1 << 20;

/// Standard deviations from which on one of 17 equal pulses stands out of the others with a chance below 1/1000.
const STANDS_OUT: f64 = 4.5;

impl Excerpts {
    /// Whether there are more pairs in a window than in those whole periods away: the significance, which is an error
    /// where that is too low. Times are ticks; the window's ends are `half` away from its middle.
    pub fn outstanding(
        &self,
        channels: (u64, u64),
        (middle, half): (f64, f64),
        period: f64,
    ) -> Result<f64, f64> {
        let mut counts = [0.0; 2 * PULSES + 1];
        let farthest = period * (PULSES as f64 + 0.5);
        let (from, to) = ((middle - farthest).floor() as i64, (middle + farthest).ceil() as i64);
        self.some_pairs(channels, from..=to, COMPARED, &mut |delay| {
            let turns = (delay as f64 - middle) / period;
            let pulse = turns.round();
            if (turns - pulse).abs() * period <= half {
                let place = (pulse + PULSES as f64).clamp(0.0, 2.0 * PULSES as f64);
                counts[place as usize] += 1.0;
            }
        });
        let exposure =
            |pulse: usize| self.exposure(channels, middle + (pulse as f64 - PULSES as f64) * period);
        let (here, all) = (exposure(PULSES), (0..=2 * PULSES).map(exposure).sum::<f64>());
        let others = counts.iter().sum::<f64>() - counts[PULSES];
        let significance = if all > here { li_ma(counts[PULSES], others, here / (all - here)) } else { 0.0 };
        if significance > STANDS_OUT { Ok(significance) } else { Err(significance) }
    }

    /// What pairs of independent channels at a delay are proportional to: tags a tick of both, and the time in which the
    /// other tag is among what was kept, too.
    fn exposure(&self, channels: (u64, u64), delay: f64) -> f64 {
        let of_block = |SharedBlock { a, b, ticks }: SharedBlock| {
            (a.len() as f64 * b.len() as f64) * (ticks - delay.abs()).max(0.0) / (ticks * ticks)
        };
        self.shared_blocks(channels).map(of_block).sum()
    }
}
