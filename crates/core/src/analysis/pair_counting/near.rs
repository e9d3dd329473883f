//! The times of some channels that may be part of a coincidence, because others are near: of sparse light, few. Every
//! list of times ascends.

use super::reach::reach;
use super::two_channels::skip;

/// A channel's times, and what is subtracted from them.
pub type Delayed<'a> = (&'a [i64], i64);

/// Some of the times of `channels`, with the channels' delays.
pub fn with_delays<'a>(times: &'a [Vec<i64>], channels: &[Delayed]) -> Vec<Delayed<'a>> {
    times.iter().zip(channels).map(|(times, (_, delay))| (times.as_slice(), *delay)).collect()
}

/// Of each channel the times that are at most `window` ticks away from one of the channel with the fewest, which itself is
/// near one of every other channel: every coincidence of all channels is among them.
pub fn near_all(channels: &[Delayed], window: i64) -> Vec<Vec<i64>> {
    let fewest = (0..channels.len()).min_by_key(|k| channels[*k].0.len());
    let Some((fewest, (times, delay))) = fewest.map(|k| (k, channels[k])) else { return Vec::new() };
    let near = |k: usize| Near::new(channels[k], delay, window);
    let mut others: Vec<_> = (0..channels.len()).filter(|k| *k != fewest).map(near).collect();
    let is_near = |time: &i64| others.iter_mut().all(|other| other.has(*time));
    let kept: Vec<i64> = times.iter().copied().filter(is_near).collect();
    (0..channels.len()).map(|k| if k == fewest { kept.clone() } else { near(k).all(&kept) }).collect()
}

/// Of each channel the times that are at most `window` ticks away from one of any other channel: every coincidence of two
/// and more channels is among them.
pub fn near_any(channels: &[Delayed], window: i64) -> Vec<Vec<i64>> {
    let mut is_near: Vec<_> = channels.iter().map(|(times, _)| vec![false; times.len()]).collect();
    for (i, j) in (0..channels.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let is_fewer = channels[i].0.len() <= channels[j].0.len();
        let (few, many) = if is_fewer { (i, j) } else { (j, i) };
        let mut near = Near::new(channels[many], channels[few].1, window);
        // Those of the other channel up to here are marked.
        let mut marked = 0;
        for (place, time) in channels[few].0.iter().enumerate() {
            let Some((_, last)) = near.reach(*time).filter(|_| near.has(*time)) else { continue };
            is_near[few][place] = true;
            marked = marked.max(near.at);
            while near.times.get(marked).is_some_and(|near| *near <= last) {
                is_near[many][marked] = true;
                marked += 1;
            }
        }
    }
    let of_channel = |((times, _), is_near): (&Delayed, Vec<bool>)| {
        times.iter().zip(is_near).filter(|(_, is_near)| *is_near).map(|(time, _)| *time).collect()
    };
    channels.iter().zip(is_near).map(of_channel).collect()
}

/// The times of a channel near those of another one, which ascend from call to call.
struct Near<'a> {
    times: &'a [i64],
    /// Least and greatest delay.
    from: i64,
    to: i64,
    /// Times before this place are too early by now.
    at: usize,
}

impl<'a> Near<'a> {
    /// Near times from which `delay` is subtracted.
    fn new((times, own): Delayed<'a>, delay: i64, window: i64) -> Self {
        let shift = own - delay;
        Self { times, from: shift - window, to: shift + window, at: 0 }
    }

    /// The least and the greatest time that is near `time`; `None` where 64 bits hold none.
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

    /// All that are near any of `times`.
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
