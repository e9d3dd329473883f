//! The dead time that two channels share, such as those of a device behind a router.

use crate::estimate::statistics::{Hint, Remark};

/// A dead time that two channels share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedDeadTime {
    /// The shortest time between two tags of these channels, in ticks.
    pub ticks: i64,
    /// The channels.
    pub channels: (u64, u64),
}

impl SharedDeadTime {
    /// Returns whether some delay from `low` to `high`, in ticks, is shorter than the dead time.
    pub fn reaches(self, low: i64, high: i64) -> bool {
        low < self.ticks && high > -self.ticks
    }

    /// Returns the reason why the number `about` is `None`.
    pub fn remark(self, about: &'static str) -> Remark {
        Remark::new(about, Hint::SHARED_DEAD_TIME, self.message())
    }

    /// Returns the dead time as a sentence.
    pub fn message(self) -> String {
        let Self { ticks, channels: (a, b) } = self;
        message(ticks, &format!("{a} and {b}"))
    }

    /// Returns one hint for all pairs of channels that share a dead time; `None` without such pairs.
    pub fn hint(all: impl IntoIterator<Item = Self>) -> Option<Hint> {
        let all: Vec<Self> = all.into_iter().collect();
        let ticks = all.iter().map(|one| one.ticks).min()?;
        let mut channels: Vec<u64> = all.iter().flat_map(|one| [one.channels.0, one.channels.1]).collect();
        channels.sort_unstable();
        channels.dedup();
        let (last, others) = channels.split_last()?;
        let others: Vec<String> = others.iter().map(u64::to_string).collect();
        let channels = format!("{} and {last}", others.join(", "));
        Some(Hint::new(Hint::SHARED_DEAD_TIME, message(ticks, &channels)))
    }
}

fn message(ticks: i64, channels: &str) -> String {
    format!(
        "channels {channels} share a dead time of {ticks} ticks, as behind a router: g2, CAR and efficiencies are unknown at \
         shorter delays; record each detector on an input with a dead time of its own"
    )
}
