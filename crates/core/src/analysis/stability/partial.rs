//! The partial result of a run.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::counting::slices::Slices;
use crate::run::partial::{differs, not_ours, total};
use crate::tags::PerChannel;

/// The name of the analysis.
pub const NAME: &str = "stability";

/// Maximum number of slices of an automatic width, from the earliest to the latest tag. If there would be more, slices
/// are joined in pairs.
const MOST_SLICES: u64 = 1 << 16;

/// Maximum automatic slice in ticks: 2048 such slices cover all possible times.
const WIDEST: i64 = 1 << 53;

/// The partial result of a run, see [`super::Stability`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StabilityPartial {
    pub automatic: bool,
    pub bin: i64,
    /// Earliest and latest time of any channel; 0 without tags.
    pub ends: (i64, i64),
    pub channels: PerChannel<Slices>,
}

impl StabilityPartial {
    /// Joins slices into slices of `bin` ticks, a power of two times the current length.
    pub fn widen(&mut self, bin: i64) {
        let doublings = bin.ilog2() - self.bin.ilog2();
        if bin != self.bin {
            self.channels.states_mut().for_each(|state| state.widen(doublings));
            self.bin = bin;
        }
    }

    /// Checks that this is valid and has the same slices as `ours`.
    ///
    /// # Errors
    /// `Mismatch` if it does not.
    pub fn check(&self, ours: &Self) -> Result<(), Error> {
        if self.automatic != ours.automatic || !(self.automatic || self.bin == ours.bin) {
            let name = |partial: &Self| match partial.automatic {
                true => "automatic".to_owned(),
                false => partial.bin.to_string(),
            };
            return Err(differs(NAME, "`bin`", &name(ours), &name(self)));
        }
        let width = !self.automatic || (1..=WIDEST).contains(&self.bin) && self.bin.count_ones() == 1;
        if !width || self.bin < 1 || self.ends.0 > self.ends.1 {
            return Err(not_ours(NAME, "its slices contradict each other"));
        }
        let wrong = || not_ours(NAME, "its ends are not those of its slices");
        let mut found: Option<(i64, i64)> = None;
        for state in self.channels.states() {
            let (first, last) = state.ends().ok_or_else(wrong)?;
            found = Some(found.map_or((first, last), |all| (all.0.min(first), all.1.max(last))));
        }
        let edge = |time: i64| time.div_euclid(self.bin);
        let sound = match found {
            None => self.ends == (0, 0),
            Some(found) => found == (edge(self.ends.0), edge(self.ends.1)),
        };
        if !sound {
            return Err(wrong());
        }
        Ok(())
    }

    /// # Errors
    /// `Mismatch` if it counts more tags than possible.
    pub fn total(&self) -> Result<u64, Error> {
        let of_channels: Option<Vec<u64>> = self.channels.states().map(Slices::total).collect();
        total(NAME, of_channels.unwrap_or_else(|| vec![u64::MAX]))
    }
}

/// Returns the width of slices, `bin` doubled until at most [`MOST_SLICES`] cover `ends`.
pub fn automatic_bin(bin: i64, (least, greatest): (i64, i64)) -> i64 {
    let mut bits = bin.ilog2();
    while (least >> bits).abs_diff(greatest >> bits) >= MOST_SLICES {
        bits += 1;
    }
    1 << bits
}
