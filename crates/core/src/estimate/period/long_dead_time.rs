//! A dead time of one channel that is longer than the displacement of the windows that measure accidentals.

use super::pulsed::is_clock;
use crate::counting::excerpts::Excerpts;
use crate::estimate::statistics::{Hint, min_missing};

/// A dead time of one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongDeadTime {
    pub channel: u64,
    /// The shortest time between two tags of the channel, in ticks.
    pub ticks: i64,
}

impl LongDeadTime {
    /// Returns the dead time as a sentence.
    pub fn message(self) -> String {
        let Self { channel, ticks } = self;
        format!(
            "channel {channel} has a dead time of {ticks} ticks, which reaches into the displaced windows"
        )
    }

    /// Returns the hint to displace the windows by ten dead times.
    pub fn hint(self) -> Hint {
        let message = self.message();
        let message =
            format!("{message}: accidentals are too few there; displace the windows by ten dead times");
        Hint::new(Hint::LONG_DEAD_TIME, message).with_option("displaced", 10.0 * self.ticks as f64)
    }
}

impl Excerpts {
    /// Returns the dead time of a channel if all its gaps are longer than `ticks`, and independent tags have
    /// [`min_missing`] shorter gaps. `None` for a clock.
    pub fn long_dead_time(&self, channel: u64, ticks: f64) -> Option<LongDeadTime> {
        let blocks: Vec<&[i64]> = self.blocks_of(channel).collect();
        let gaps = || blocks.iter().flat_map(|times| times.windows(2)).map(|two| two[1] - two[0]);
        // Most channels have a shorter gap among their first tags.
        if gaps().any(|gap| gap as f64 <= ticks) {
            return None;
        }
        let least = gaps().min()?;
        let sum: f64 = gaps().map(|gap| gap as f64).sum();
        let many = gaps().count() as f64;
        let missing = many * least as f64 / (sum / many);
        (missing >= min_missing() && !is_clock(&blocks)).then_some(LongDeadTime { channel, ticks: least })
    }
}
