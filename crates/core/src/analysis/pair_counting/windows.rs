//! A window that slides over the times of several channels: what it holds of each set of them. Every list of times ascends.

use super::near::{Delayed, near_any, with_delays};

/// Most channels: their sets are as many as there are numbers of so many bits.
pub const MOST_CHANNELS: usize = 6;

/// What is told of the sets of channels, by their bits: bit `k` stands for the k-th channel.
pub trait Found {
    /// `n` coincidences of one tag of each channel of `set`, of which the latest tag has the time `latest`. `None`: they
    /// are too many.
    fn coincidences(&mut self, set: usize, latest: i64, n: u64) -> Option<()>;

    /// Positions of the window, each as often as there are ways to take one tag of each channel of `set` within it.
    fn positions(&mut self, set: usize, n: u64) -> Option<()>;
}

/// Slides a window of `window + 1` ticks over the times of `channels`, from which each channel's delay is subtracted,
/// and tells of every set of two and more of them:
///
/// - its coincidences: the ways to take one tag of each such that the latest is at most `window` ticks after the earliest;
/// - the positions of the window that hold them: `window + 1` less the time from the earliest to the latest, each.
///
/// The time it takes is proportional to the number of times, however many coincidences there are. `None` where those
/// are too many.
pub fn slide(channels: &[Delayed], window: i64, found: &mut impl Found) -> Option<()> {
    let near = near_any(channels, window);
    let tags = merged(&with_delays(&near, channels));
    let window = i128::from(window);
    let mut held = [0_u64; MOST_CHANNELS];
    let mut present = 0_usize;
    // Tags up to `entered` have come into the window, those up to `left` have left it, which begins at `begin`.
    let (mut entered, mut left) = (0, 0);
    let mut begin = 0_i128;
    while left < tags.len() {
        let entering = tags.get(entered).map(|tag| tag.time - window);
        let leaving = tags[left].time + 1;
        let next = match entering {
            Some(entering) if left == entered => entering,
            Some(entering) => entering.min(leaving),
            None => leaving,
        };
        if present.count_ones() > 1 {
            let ticks = u64::try_from(next - begin).ok()?;
            subsets(present, 2, |set| match ways(set, &held)?.checked_mul(ticks)? {
                0 => Some(()),
                n => found.positions(set, n),
            })?;
        }
        begin = next;
        if left < entered && next == leaving {
            let channel = tags[left].channel;
            held[channel] -= 1;
            if held[channel] == 0 {
                present &= !(1 << channel);
            }
            left += 1;
            continue;
        }
        let Tag { channel, raw, .. } = tags[entered];
        let others = present & !(1 << channel);
        subsets(others, 1, |set| found.coincidences(set | 1 << channel, raw, ways(set, &held)?))?;
        held[channel] += 1;
        present |= 1 << channel;
        entered += 1;
    }
    Some(())
}

/// A tag of one of the channels.
#[derive(Clone, Copy)]
struct Tag {
    /// With the channel's delay subtracted.
    time: i128,
    channel: usize,
    raw: i64,
}

/// The tags of all channels in order of their times.
fn merged(channels: &[Delayed]) -> Vec<Tag> {
    let mut rest: Vec<_> = channels.to_vec();
    let mut all = Vec::with_capacity(rest.iter().map(|(times, _)| times.len()).sum());
    loop {
        let firsts = rest.iter().enumerate().filter_map(|(channel, (times, delay))| {
            let raw = *times.first()?;
            Some(Tag { time: i128::from(raw) - i128::from(*delay), channel, raw })
        });
        let Some(first) = firsts.min_by_key(|tag| tag.time) else { return all };
        let (times, _) = &mut rest[first.channel];
        *times = &times[1..];
        all.push(first);
    }
}

/// The sets of `least` and more of some channels.
fn subsets(of: usize, least: u32, mut each: impl FnMut(usize) -> Option<()>) -> Option<()> {
    let mut set = of;
    while set > 0 {
        if set.count_ones() >= least {
            each(set)?;
        }
        set = (set - 1) & of;
    }
    Some(())
}

/// The ways to take one of the held tags of each channel of `set`.
fn ways(set: usize, held: &[u64; MOST_CHANNELS]) -> Option<u64> {
    let of_set = held.iter().enumerate().filter(|(channel, _)| set >> channel & 1 == 1);
    of_set.map(|(_, n)| *n).try_fold(1_u64, u64::checked_mul)
}
