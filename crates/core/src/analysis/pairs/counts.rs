//! Delays of the tags of every pair of channels.

use serde::{Deserialize, Serialize};

use crate::counting::bins::Bins;
use crate::counting::excerpts::Excerpts;
use crate::counting::pair_counting::strategy::PairCounter;
use crate::estimate::period::SharedDeadTime;
use crate::tags::channels::paired;
use crate::{Code, Error};

/// Maximum number of counts (pairs of channels times bins): 16 MiB. The peaks of all pairs can then be searched ten
/// times a second.
const MAX_PAIR_CELLS: u64 = 1 << 21;

/// The bins of one pair of channels, as requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairBins {
    /// Minimum and maximum delay in ticks.
    pub from: i64,
    pub to: i64,
    /// Width of the bins, ticks; `None` for a width that depends on the number of channels.
    pub bin: Option<i64>,
}

/// The counts of a run, see [`crate::analysis::Pairs`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PairsCounts {
    /// The width of the bins, ticks.
    pub width: i64,
    /// Channels that occurred, ascending.
    pub channels: Vec<u64>,
    /// Bins of every pair of channels `a <= b`, one pair after another.
    pub counts: Vec<u64>,
    /// Excerpts of the tags, to search for pulses beyond the range and for a shared dead time.
    pub excerpts: Excerpts,
}

/// Returns every pair of an element of `all` with itself or a later one.
pub fn pairs_of<T: Copy>(all: &[T]) -> impl Iterator<Item = (T, T)> {
    all.iter().enumerate().flat_map(|(k, a)| all[k..].iter().map(|b| (*a, *b)))
}

impl PairBins {
    /// Returns the number of bins of this width.
    pub fn count(&self, width: i64) -> u64 {
        ((i128::from(self.to) - i128::from(self.from)) as u64 / width as u64).saturating_add(1)
    }

    /// Returns the width of bins in ticks for the pairs of `channels` channels.
    pub fn width_for(&self, channels: usize) -> Result<i64, Error> {
        paired(channels, "choose some with `channel`")?;
        let pairs = (channels * (channels + 1) / 2).max(1) as u64;
        let most = MAX_PAIR_CELLS / pairs;
        let Some(bin) = self.bin else {
            let mut width = 1;
            while self.count(width) > most {
                width *= 2;
            }
            return Ok(width);
        };
        if self.count(bin) <= most {
            return Ok(bin);
        }
        Err(Error::new(
            Code::TooManyBins,
            format!(
                "{} bins of each pair of channels are more than {MAX_PAIR_CELLS} in all",
                self.count(bin)
            ),
            format!("use `bin` {} or wider, or fewer channels", (self.count(1) - 1) / most + 1),
        ))
    }

    /// Creates a counter of the pairs of two channels in bins of this width.
    pub fn counter(&self, width: i64) -> Result<PairCounter, Error> {
        let bins = Bins::linear(Some(width), self.from, self.to)?;
        if self.bin.is_some() {
            PairCounter::new(bins)
        } else {
            PairCounter::up_to(bins, i128::from(self.to))
        }
    }
}

impl PairsCounts {
    /// Returns the dead time that two channels share, unless `counts`, in the bins of this pair, have pairs within it.
    pub fn shared_dead_time(&self, from: i64, pair: (u64, u64), counts: &[u64]) -> Option<SharedDeadTime> {
        let found = self.excerpts.shared_dead_time(pair)?;
        let edge = |k: usize| i128::from(from) + k as i128 * i128::from(self.width);
        found.unless_counted(counts, edge)
    }

    /// Returns the number of bins of a pair, at least 1.
    fn bins(&self) -> usize {
        let channels = self.channels.len();
        (self.counts.len() / (channels * (channels + 1) / 2).max(1)).max(1)
    }

    /// Returns every pair of channels with its bins.
    pub fn rows(&self) -> impl Iterator<Item = ((u64, u64), &[u64])> {
        pairs_of(&self.channels).zip(self.counts.chunks(self.bins()))
    }

    /// Returns the bins of `a` and `b >= a`.
    pub fn row(&self, (a, b): (u64, u64)) -> Option<&[u64]> {
        let place = |channel| self.channels.binary_search(&channel).ok();
        let (a, b) = (place(a)?, place(b)?);
        // Each channel before `a` has one pair fewer than the channel before it.
        let row = a * self.channels.len() - a * a.saturating_sub(1) / 2 + b - a;
        self.counts.chunks(self.bins()).nth(row)
    }

    /// Widens bins to `width` ticks, which is their width times a power of two.
    pub fn widen(&mut self, width: i64) {
        while self.width < width {
            let halved = |(_, counts): (_, &[u64])| -> Vec<u64> {
                counts.chunks(2).map(|two| two.iter().sum()).collect()
            };
            self.counts = self.rows().flat_map(halved).collect();
            self.width *= 2;
        }
    }

    /// Creates `bins` bins of `width` ticks for every pair of `channels`, which ascend and include all previous ones.
    pub fn grow(&mut self, channels: Vec<u64>, width: i64, bins: usize) {
        self.widen(width);
        let none = vec![0; bins];
        let row = |pair| self.row(pair).unwrap_or(&none);
        self.counts = pairs_of(&channels).flat_map(row).copied().collect();
        self.channels = channels;
    }

    /// Adds `increments` to the counts.
    pub fn add(&mut self, increments: &[u16]) {
        for (n, more) in self.counts.iter_mut().zip(increments) {
            *n += u64::from(*more);
        }
    }

    /// Returns the number of pairs of tags of `a` and `b` with `from <= t_b - t_a <= to`; `None` if the bins do not
    /// determine it.
    pub fn count(&self, all: &PairBins, (a, b): (u64, u64), (from, to): (i64, i64)) -> Option<u64> {
        let (pair, (from, to)) = if a <= b { ((a, b), (from, to)) } else { ((b, a), (-to, -from)) };
        if self.width != 1 || from < all.from || all.to < to {
            return None;
        }
        let Some(counts) = self.row(pair) else { return Some(0) };
        let bin = |delay: i64| usize::try_from(delay - all.from).ok();
        Some(counts.get(bin(from)?..=bin(to)?)?.iter().sum())
    }

    /// Returns whether the bins are those of `channels`.
    ///
    /// # Errors
    /// Those of [`PairBins::width_for`].
    pub fn is_sound(&self, all: &PairBins, channels: &[u64]) -> Result<bool, Error> {
        let width = all.width_for(channels.len())?;
        Ok(self.width == width
            && self.channels == channels
            && self.excerpts.is_sound()
            && self.counts.len() as u64 == pairs_of(channels).count() as u64 * all.count(width))
    }
}
