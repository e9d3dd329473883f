//! The dead time that two channels share, as those of a device behind a router do.

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

    /// Returns the reason why the number `about` is null.
    pub fn remark(self, about: &'static str) -> Remark {
        Remark::new(about, Hint::SHARED_DEAD_TIME, self.message())
    }

    /// Returns the dead time as a sentence.
    pub fn message(self) -> String {
        let Self { ticks, channels: (a, b) } = self;
        format!(
            "channels {a} and {b} share a dead time of {ticks} ticks, as behind a router: no tags are closer, so that \
             coincidences and g2 within it are not known"
        )
    }

    /// Returns one hint for all pairs of channels that share a dead time; none without such pairs.
    pub fn hints(all: impl IntoIterator<Item = Self>) -> Vec<Hint> {
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return Vec::new() };
        let (mut ticks, mut channels) = (first.ticks, vec![first.channels.0, first.channels.1]);
        for other in all {
            ticks = ticks.min(other.ticks);
            channels.extend([other.channels.0, other.channels.1]);
        }
        channels.sort_unstable();
        channels.dedup();
        let message = match channels.as_slice() {
            [_, _] => first.message(),
            [others @ .., last] => {
                let others: Vec<String> = others.iter().map(u64::to_string).collect();
                format!(
                    "channels {} and {last} share a dead time of {ticks} ticks, as behind a router: no tags are closer, so \
                     that coincidences and g2 within it are not known",
                    others.join(", ")
                )
            }
            [] => String::new(),
        };
        vec![Hint::new(Hint::SHARED_DEAD_TIME, message)]
    }
}
