//! Dead times that two channels share, as behind a router, and dead times of a channel that reach into the displaced
//! windows.

use super::pulsed::is_clock;
use crate::counting::excerpts::{Excerpts, SharedBlock};
use crate::estimate::statistics::{Hint, Remark, RemarkCode, min_missing};

/// A dead time that two channels share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedDeadTime {
    /// The shortest time between two tags of these channels, in ticks: an upper bound of the dead time.
    pub ticks: i64,
    /// The channels.
    pub channels: (u64, u64),
}

impl SharedDeadTime {
    /// Returns whether some delay from `low` to `high`, in ticks, is shorter than the dead time.
    pub fn reaches(self, low: i64, high: i64) -> bool {
        low < self.ticks && high > -self.ticks
    }

    /// Returns the dead time, unless pairs within it were counted. Bin `k` has the delays from `edge(k)` to below
    /// `edge(k + 1)`.
    pub fn unless_counted(self, counts: &[u64], edge: impl Fn(usize) -> i128) -> Option<Self> {
        let ticks = i128::from(self.ticks);
        let is_within = |k: usize| edge(k) > -ticks && edge(k + 1) <= ticks;
        let contradicts = (0..counts.len()).any(|k| counts[k] > 0 && is_within(k));
        (!contradicts).then_some(self)
    }

    /// Returns the reason why the number `about` is `None`.
    pub fn remark(self, about: &'static str) -> Remark {
        Remark::new(about, RemarkCode::SharedDeadTime, self.message())
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
        Some(Hint::new(RemarkCode::SharedDeadTime, message(ticks, &channels)))
    }
}

fn message(ticks: i64, channels: &str) -> String {
    format!(
        "channels {channels} share a dead time of at most {ticks} ticks, as behind a router: g2, CAR and efficiencies are \
         unknown at shorter delays; record each detector on an input with a dead time of its own"
    )
}

/// Minimum dead time in ticks. A shorter one may be an effect of the tick.
const MIN_DEAD_TIME: i64 = 2;

/// Minimum number of pairs with a delay of 1.5 to 2 dead times. Independent tags then have no closer pair with a
/// probability of `e^-40`; tags of an antibunched emitter, whose pairs become more frequent with the delay, with
/// `e^-11`.
const MIN_PAIRS: u64 = 20;

/// Limits of the shortest gap between tags of one channel, relative to the shortest gap between tags of both. A dead
/// time of all channels is also a dead time of each, so a channel with closer tags excludes it. If all gaps of single
/// channels are longer, the gap is the delay between pulses of light without pairs.
const MIN_OWN_GAP: f64 = 0.8;
const MAX_OWN_GAP: f64 = 2.0;

/// Limits of the pairs in the shorter half of the delays from one to two dead times, relative to those in the longer
/// half. If pairs rise abruptly, both halves have similar counts: their ratio is between these factors for pulsed
/// light, whose pairs have peaks. The flank of a peak, beside a gap shorter than a period, is steeper.
const MIN_RATIO: f64 = 0.5;
const MAX_RATIO: f64 = 4.0;

impl Excerpts {
    /// Returns the dead time that two different channels share; `None` if these tags show none.
    pub fn shared_dead_time(&self, channels: (u64, u64)) -> Option<SharedDeadTime> {
        if channels.0 == channels.1 {
            return None;
        }
        let blocks = || self.shared_blocks(channels);
        let ticks = blocks().filter_map(|block| least_gap(block.a, block.b)).min()?;
        if ticks < MIN_DEAD_TIME {
            return None;
        }
        let own = |times: &[i64]| times.windows(2).map(|two| two[1] - two[0]).min();
        let own = blocks().flat_map(|SharedBlock { a, b, .. }| [own(a), own(b)]).flatten().min()?;
        if !(MIN_OWN_GAP..=MAX_OWN_GAP).contains(&(own as f64 / ticks as f64)) {
            return None;
        }
        let (middle, end) = (ticks.saturating_add(ticks / 2), ticks.saturating_mul(2));
        let (near, beyond) = (pairs_within(blocks(), ticks, middle), pairs_within(blocks(), middle, end));
        let ratio = near as f64 / beyond as f64;
        let begins_at_once = (MIN_RATIO..=MAX_RATIO).contains(&ratio);
        // Pairs with a fixed delay have no closer tags either, but their peak has far more pairs than independent tags.
        let expected: f64 = blocks().map(|block| independent_pairs(&block, end - middle)).sum();
        let are_independent = beyond as f64 <= MAX_RATIO * expected;
        (beyond >= MIN_PAIRS && begins_at_once && are_independent)
            .then_some(SharedDeadTime { ticks: ticks.min(own), channels })
    }
}

/// Returns the shortest time between an element of `a` and one of `b`, which ascend.
fn least_gap(mut a: &[i64], mut b: &[i64]) -> Option<i64> {
    let mut least = None;
    while let ([first, later @ ..], [other, others @ ..]) = (a, b) {
        let gap = (first - other).abs();
        least = Some(least.map_or(gap, |least: i64| least.min(gap)));
        if first < other {
            a = later;
        } else {
            b = others;
        }
    }
    least
}

/// Returns the number of pairs of independent tags in a range of absolute delays with this length.
fn independent_pairs(block: &SharedBlock, length: i64) -> f64 {
    block.a.len() as f64 * block.b.len() as f64 / block.ticks * 2.0 * length as f64
}

/// Counts the pairs whose absolute delay is above `low`, up to `high`.
fn pairs_within<'a>(blocks: impl Iterator<Item = SharedBlock<'a>>, low: i64, high: i64) -> u64 {
    let within = |SharedBlock { a, b, .. }: SharedBlock| {
        let [mut far, mut near, mut after, mut before] = [0; 4];
        let of = |time: &i64| {
            let up_to = |k: &mut usize, limit: i64| advance(k, b, |other| other <= limit);
            let later =
                up_to(&mut far, time.saturating_add(high)) - up_to(&mut near, time.saturating_add(low));
            let below = |k: &mut usize, limit: i64| advance(k, b, |other| other < limit);
            let earlier =
                below(&mut after, time.saturating_sub(low)) - below(&mut before, time.saturating_sub(high));
            later + earlier
        };
        a.iter().map(of).sum::<usize>() as u64
    };
    blocks.map(within).sum()
}

/// Moves `k` past the times that are `passed`, and returns it.
fn advance(k: &mut usize, times: &[i64], passed: impl Fn(i64) -> bool) -> usize {
    while times.get(*k).is_some_and(|time| passed(*time)) {
        *k += 1;
    }
    *k
}

/// A dead time of one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongDeadTime {
    pub channel: u64,
    /// The shortest time between two tags of the channel, in ticks: an upper bound of the dead time.
    pub ticks: i64,
}

impl LongDeadTime {
    /// Returns the dead time as a sentence.
    pub fn message(self) -> String {
        let Self { channel, ticks } = self;
        format!(
            "channel {channel} has a dead time of at most {ticks} ticks, which reaches into the displaced windows"
        )
    }

    /// Returns the hint to displace the windows by ten dead times.
    pub fn hint(self) -> Hint {
        let message = self.message();
        let message =
            format!("{message}: accidentals are too few there; displace the windows by ten dead times");
        Hint::new(RemarkCode::LongDeadTime, message).with_option("displaced", 10.0 * self.ticks as f64)
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
