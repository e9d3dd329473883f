//! The times of some channels that may be part of a coincidence, because others are near: few for sparse light. Every
//! list of times ascends.

use super::reach::reach;
use super::two_channels::skip;

/// The times of a channel, and the delay subtracted from them.
pub type Delayed<'a> = (&'a [i64], i64);

/// Some of the times of `channels`, with the channels' delays.
pub fn with_delays<'a>(times: &'a [Vec<i64>], channels: &[Delayed]) -> Vec<Delayed<'a>> {
    times.iter().zip(channels).map(|(times, (_, delay))| (times.as_slice(), *delay)).collect()
}

/// For each channel, the times at most `window` ticks away from one of the channel with the fewest, which is itself
/// near one of every other channel: they include every coincidence of all channels.
pub fn near_all(channels: &[Delayed], window: i64) -> Vec<Vec<i64>> {
    let fewest = (0..channels.len()).min_by_key(|k| channels[*k].0.len());
    let Some((fewest, (times, delay))) = fewest.map(|k| (k, channels[k])) else { return Vec::new() };
    let near = |k: usize| Near::new(channels[k], delay, window);
    let mut others: Vec<_> = (0..channels.len()).filter(|k| *k != fewest).map(near).collect();
    let is_near = |time: &i64| others.iter_mut().all(|other| other.has(*time));
    let kept: Vec<i64> = times.iter().copied().filter(is_near).collect();
    (0..channels.len()).map(|k| if k == fewest { kept.clone() } else { near(k).all(&kept) }).collect()
}

/// Finds the times of a channel near those of another one, which ascend from call to call.
struct Near<'a> {
    times: &'a [i64],
    /// Smallest and largest delay.
    from: i64,
    to: i64,
    /// Times before this index are too early from now on.
    at: usize,
}

impl<'a> Near<'a> {
    /// Near times from which `delay` is subtracted.
    fn new((times, own): Delayed<'a>, delay: i64, window: i64) -> Self {
        let shift = own - delay;
        Self { times, from: shift - window, to: shift + window, at: 0 }
    }

    /// The earliest and the latest time near `time`; `None` if 64 bits hold none.
    #[inline(always)]
    fn reach(&self, time: i64) -> Option<(i64, i64)> {
        reach(time, (self.from, self.to))
    }

    /// Whether there is one near `time`.
    #[inline(always)]
    fn has(&mut self, time: i64) -> bool {
        let Some((least, most)) = self.reach(time) else { return false };
        self.at = skip(self.times, self.at, least);
        self.times.get(self.at).is_some_and(|near| *near <= most)
    }

    /// All times near any of `times`.
    fn all(mut self, times: &[i64]) -> Vec<i64> {
        let mut all = Vec::new();
        for time in times {
            while self.has(*time) {
                all.push(self.times[self.at]);
                self.at += 1;
            }
        }
        all
    }
}
