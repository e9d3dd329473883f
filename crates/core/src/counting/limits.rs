//! Documented bounds that several analyses share.

/// Maximum counts (channels times bins) of one histogram: 128 MiB.
pub const MAX_CELLS: usize = 1 << 24;

/// Maximum tags that one analysis holds near the ends of a run: 128 MiB.
pub const MAX_HELD: usize = 1 << 24;

/// Maximum listed tags, to either side of a time: 16 MiB.
pub const MAX_LISTED: usize = 1 << 20;

/// Maximum delay, window or range, in ticks: sums of two fit `i64`.
pub const MAX_DELAY: i64 = 1 << 60;

/// Maximum window, and maximum period between pulses, in ticks: half a day at the usual 156.25 ps. Sums of some tens of
/// them fit 64 bits.
pub const MAX_WINDOW: i64 = 1 << 48;

/// Maximum period of syncs and of a software clock, in ticks: products of a period and an interval fit 128 bits.
pub const MAX_SYNC_PERIOD: f64 = (1_u64 << 40) as f64;

/// Maximum number of bins of a fit; more are joined.
pub const MAX_FIT_BINS: usize = 2048;

/// Maximum number of tags, more than any recording has; a partial result with more is damaged.
pub const MAX_TAGS: u64 = 1 << 53;

/// Maximum time by which a tag may be earlier than the latest tag before it, in ticks: 1 us of 1 ps, 164 us of the
/// usual 156.25 ps. Less late tags are sorted; a later one ends the run. Time taggers with ticks of 1 ps write tags up
/// to 86 ns late.
pub const LOOK_AHEAD: i64 = 1 << 20;

const _: () = assert!(MAX_DELAY < i64::MAX - LOOK_AHEAD);

/// Maximum tags of one channel within `range` ticks, for analyses with delays up to `range`: one for each tick, and
/// 2^14 more. Light has far fewer (1 ms of 10 MHz are 10,000 tags in 6,400,000 ticks of 156.25 ps), but a damaged
/// recording may have a million tags at one instant, and so 10^12 pairs.
pub const fn max_crowd(range: i64) -> usize {
    let range = if range > MAX_DELAY { MAX_DELAY } else { range };
    // On 32 bits, other bounds are reached before a crowd of this size.
    if range as u64 > (usize::MAX >> 1) as u64 { usize::MAX } else { (1 << 14) + range as usize }
}
