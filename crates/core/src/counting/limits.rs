//! Documented bounds that several analyses share.

/// Most counts (channels times bins) of one histogram: 128 MiB.
pub const MAX_CELLS: usize = 1 << 24;

/// Most tags that one analysis holds near the ends of a run: 128 MiB.
pub const MAX_HELD: usize = 1 << 24;

/// Most tags that are listed one by one, to either side of a time: 16 MiB.
pub const MAX_LISTED: usize = 1 << 20;

/// Longest delay, window or range, in ticks: sums of two still fit `i64`.
pub const MAX_DELAY: i64 = 1 << 60;

/// More tags than anybody records; a partial result that claims more is damaged.
pub const MAX_TAGS: u64 = 1 << 53;

/// How much earlier than the latest tag before it a tag may be, in ticks: 1 us of 1 ps, 164 us of the usual 156.25 ps. Tags
/// that are less late are put in order; one that is later ends the run. Time taggers with ticks of 1 ps are seen to write
/// tags 86 ns late.
pub const LOOK_AHEAD: i64 = 1 << 20;

const _: () = assert!(MAX_DELAY < i64::MAX - LOOK_AHEAD);

/// Most tags of one channel within `range` ticks, where tags are related over delays up to `range`: one for each
/// tick, and 2^14 more. Light comes nowhere near (1 ms of 10 MHz are 10,000 tags in 6,400,000 ticks of 156.25 ps),
/// but a damaged recording may hold a million tags at one instant, and so 10^12 pairs.
pub const fn max_crowd(range: i64) -> usize {
    let range = if range > MAX_DELAY { MAX_DELAY } else { range };
    // On 32 bits, other bounds are reached before a crowd of this size.
    if range as u64 > (usize::MAX >> 1) as u64 { usize::MAX } else { (1 << 14) + range as usize }
}
