//! Counting of tags: pairs, tuples, bins and slices, in integers that can be added however a run is cut.

pub(crate) mod bins;
pub(crate) mod compact_counts;
pub(crate) mod excerpts;
pub(crate) mod limits;
pub(crate) mod octaves;
pub(crate) mod pair_counting;
pub(crate) mod slices;

pub use bins::{BinsResult, log_edges};

/// The times of one channel, ascending, in ticks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewTimes<'a> {
    pub channel: u64,
    /// Times before the new ones, back to the largest distance of related tags.
    pub before: &'a [i64],
    /// Times not counted yet.
    pub new: &'a [i64],
}

/// Adds `n` at `place`, with zeros before it after the end of the list.
pub(crate) fn add_at(counts: &mut Vec<u64>, place: usize, n: u64) {
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += n;
}

/// Adds the counts of another list, which may be longer.
pub(crate) fn add_all(counts: &mut Vec<u64>, more: &[u64]) {
    counts.resize(counts.len().max(more.len()), 0);
    counts.iter_mut().zip(more).for_each(|(n, more)| *n += more);
}
