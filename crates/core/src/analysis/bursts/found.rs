//! Bursts, and how new tags change them.

use serde::{Deserialize, Serialize};

use crate::order::sort_by_time;

/// A burst: a union of windows that share tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burst {
    /// Times of its first and its last tag.
    pub first: i64,
    pub last: i64,
    /// Number of tags of the donor and of the acceptor.
    pub tags: [u64; 2],
}

impl Burst {
    fn holds(&self, time: i64) -> bool {
        (self.first..=self.last).contains(&time)
    }

    pub fn all_tags(&self) -> u64 {
        self.tags[0].saturating_add(self.tags[1])
    }
}

/// A tag of the donor (0) or of the acceptor (1).
#[derive(Debug, Clone, Copy)]
pub struct Photon {
    pub time: i64,
    pub of: usize,
    /// Whether it is one of the new tags.
    pub is_new: bool,
}

/// Returns the windows of `photons` successive tags within `within` ticks. Windows that share a tag are merged; tags
/// are not counted.
pub fn windows(tags: &[Photon], photons: usize, within: i64) -> Vec<Burst> {
    let mut all: Vec<Burst> = Vec::new();
    for window in tags.windows(photons) {
        let (first, last) = (window[0].time, window[photons - 1].time);
        if last.abs_diff(first) > within as u64 {
            continue;
        }
        match all.last_mut() {
            Some(burst) if first <= burst.last => burst.last = last,
            _ => all.push(Burst { first, last, tags: [0, 0] }),
        }
    }
    all
}

/// Adds the bursts `added` of `tags`, which ascend. `bursts` ascend and contain the tags that are not new; `later`
/// contains the new tags, if they were counted before. More tags only add windows: a window with a new tag inside
/// becomes two windows that cover the same time.
pub fn add(bursts: &mut Vec<Burst>, later: &mut Vec<Burst>, tags: &[Photon], added: Vec<Burst>) {
    let (Some(begin), Some(end)) = (tags.first().map(|tag| tag.time), tags.last().map(|tag| tag.time)) else {
        bursts.append(later);
        return;
    };
    let earlier = bursts.split_off(bursts.partition_point(|burst| burst.last < begin));
    let behind = later.split_off(later.partition_point(|burst| burst.first <= end));
    let mut all: Vec<Burst> = [earlier.as_slice(), later.as_slice(), added.as_slice()].concat();
    sort_by_time(&mut all, |burst| burst.last);
    sort_by_time(&mut all, |burst| burst.first);
    let mut joined: Vec<Burst> = Vec::with_capacity(all.len());
    for burst in all {
        match joined.last_mut() {
            Some(last) if burst.first <= last.last => {
                last.last = last.last.max(burst.last);
                (0..2).for_each(|of| last.tags[of] = last.tags[of].saturating_add(burst.tags[of]));
            }
            _ => joined.push(burst),
        }
    }
    for tag in tags {
        let counted = if tag.is_new { &*later } else { &earlier };
        if in_burst(counted, tag.time).is_none()
            && let Some(k) = in_burst(&joined, tag.time)
        {
            joined[k].tags[tag.of] += 1;
        }
    }
    bursts.append(&mut joined);
    bursts.extend(behind);
    later.clear();
}

/// Returns the index of the burst that contains a time; `bursts` ascend.
fn in_burst(bursts: &[Burst], time: i64) -> Option<usize> {
    let k = bursts.partition_point(|burst| burst.last < time);
    bursts.get(k).filter(|burst| burst.holds(time)).map(|_| k)
}
