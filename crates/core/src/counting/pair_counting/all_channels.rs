//! Pairs of tags of all channels, found in one sweep over tags in order of time, for any number of channels.

use super::two_channels::REPEATED;
use crate::counting::NewTimes;
use crate::tags::{Tag, TagBlock};

/// Number of tags whose pairs are found together: their data fits the processor's nearest cache.
const CHUNK: usize = 512;

/// The sweep is used if a tag has at most this many partners on average, times the square of the number of channels
/// minus one. Beyond that, counting two channels at a time is faster: it needs a step for every tag and every channel,
/// but less than the sweep for a pair that is found. (Measured.) It affects the speed only, never a count.
const MAX_PARTNERS: f64 = 0.4;

/// Estimated steps along one edge of a bin that take as long as one pair of the sweep, for bins so few and wide that
/// counting along edges is faster. It affects the speed only, never a count.
const STEPS_PER_PAIR: f64 = 16.0;

/// The histograms of every two channels. A channel's slot is its index among all channels, which ascend.
pub struct PairHistograms<'c, F> {
    /// Counts to add to `counts`. They take a quarter of the bytes, so more of them stay in the cache. On an overflow
    /// of 16 bits, the count is added to `counts` at once.
    increments: &'c mut [u16],
    /// The bins of each slot with itself and all later ones.
    counts: &'c mut [u64],
    /// Number of bins of each two channels.
    bins: usize,
    /// Start of the bins of every two slots.
    places: Vec<u32>,
    slots: usize,
    /// Smallest and largest delay, in ticks, of a later slot's tag minus that of an earlier slot's.
    from: i64,
    to: i64,
    /// Returns the bin of a delay minus `from`.
    bin: F,
}

impl<'c, F: Fn(u64) -> u64> PairHistograms<'c, F> {
    /// Creates histograms for `slots` channels, with `bins` bins for each two of them. `bin` returns the bin of a delay
    /// minus the smallest of `range`, which contains 0.
    pub fn new(
        (increments, counts): (&'c mut [u16], &'c mut [u64]),
        bins: usize,
        slots: usize,
        range: (i64, i64),
        bin: F,
    ) -> Self {
        let mut places = vec![0; slots * slots];
        let mut place = 0;
        for a in 0..slots {
            for b in a..slots {
                (places[a * slots + b], places[b * slots + a]) = (place, place);
                place += bins as u32;
            }
        }
        Self { increments, counts, bins, places, slots, from: range.0, to: range.1, bin }
    }

    /// The largest delay of either sign, ticks.
    fn largest_delay(&self) -> u64 {
        self.from.unsigned_abs().max(self.to.unsigned_abs())
    }

    /// Returns whether the sweep is faster than other ways if a tag has `partners` partners on average.
    fn is_fastest(&self, partners: f64) -> bool {
        let slots = self.slots as f64;
        partners < MAX_PARTNERS * (slots - 1.0) * (slots - 1.0)
            && partners * STEPS_PER_PAIR < (self.bins + 1) as f64 * (slots + 1.0)
    }

    #[inline(always)]
    fn place(&self, a: u8, b: u8) -> u32 {
        self.places.get(usize::from(a) * self.slots + usize::from(b)).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn add(&mut self, place: u32, delay: i64) {
        let beyond = delay.wrapping_sub(self.from) as u64;
        if beyond > self.to.abs_diff(self.from) {
            return;
        }
        let cell = (place as usize).wrapping_add((self.bin)(beyond) as usize);
        if let Some(n) = self.increments.get_mut(cell) {
            *n = n.wrapping_add(1);
            if *n == 0 {
                self.overflow(cell);
            }
        }
    }

    #[cold]
    fn overflow(&mut self, cell: usize) {
        if let Some(n) = self.counts.get_mut(cell) {
            *n += 1 << u16::BITS;
        }
    }

    /// Counts a tag of `a` and one of `b` that is `d` ticks later, and returns the start of their bins.
    #[inline(always)]
    fn count(&mut self, a: u8, b: u8, d: i64) -> u32 {
        let place = self.place(a, b);
        // The earlier slot is unpredictable, so there is no branch.
        let turned = -i64::from(a > b);
        self.add(place, (d ^ turned) - turned);
        place
    }
}

/// Adds the pairs of `block`: within it, and with earlier tags of `channels`, which are all channels. Returns false
/// without counting if the block is not in order of time, or other ways are faster.
pub fn count_all<F: Fn(u64) -> u64>(
    block: &TagBlock,
    channels: &[NewTimes],
    histograms: &mut PairHistograms<F>,
) -> bool {
    let Some((tags, (first, last))) = block.tags().zip(block.ends()) else { return false };
    let largest = histograms.largest_delay();
    let soon = first.saturating_sub_unsigned(largest);
    let from_soon = |times: &[i64]| times.partition_point(|time| *time < soon);
    let tails: Vec<&[i64]> =
        channels.iter().map(|NewTimes { before, .. }| &before[from_soon(before)..]).collect();
    let ordered = block.is_sorted() && tails.iter().all(|tail| tail.last().is_none_or(|last| *last <= first));
    let before = tails.iter().map(|tail| tail.len()).sum::<usize>();
    let span = last.abs_diff(first).max(1) as f64;
    let partners = largest as f64 * tags.len() as f64 / span;
    if !ordered || before > tags.len() || !histograms.is_fastest(partners) || has_repeated(tags) {
        return false;
    }
    let mut slot_by_low_byte = [u8::MAX; 256];
    let mut distinct = true;
    for (slot, NewTimes { channel, .. }) in (0..).zip(channels) {
        let place = &mut slot_by_low_byte[*channel as usize % 256];
        distinct &= *place == u8::MAX;
        *place = slot;
    }
    if distinct {
        count_in(tags, &tails, histograms, |tag| slot_by_low_byte[tag.channel as usize % 256]);
    } else {
        let slot = |channel| channels.binary_search_by_key(&channel, |times| times.channel).unwrap_or(0);
        count_in(tags, &tails, histograms, |tag| slot(tag.channel) as u8);
    }
    true
}

/// Like [`super::two_channels::has_repeated`], for the times of tags in order of time.
fn has_repeated(tags: &[Tag]) -> bool {
    tags.chunks_exact(REPEATED).any(|tags| tags[0].time == tags[REPEATED - 1].time)
}

/// Counts the pairs of `tags` with `tails`, which are by slot, and with each other; `slot` returns the slot of a tag.
fn count_in<F: Fn(u64) -> u64>(
    tags: &[Tag],
    tails: &[&[i64]],
    histograms: &mut PairHistograms<F>,
    slot: impl Fn(&Tag) -> u8,
) {
    for (a, tail) in (0..).zip(tails) {
        for time in *tail {
            for tag in tags {
                let d = tag.time.wrapping_sub(*time);
                if d as u64 > histograms.largest_delay() {
                    break;
                }
                let b = slot(tag);
                let place = histograms.count(a, b, d);
                if a == b {
                    histograms.add(place, -d);
                }
            }
        }
    }
    sweep(tags, histograms, slot);
}

/// Counts the pairs within `tags`.
fn sweep<F: Fn(u64) -> u64>(tags: &[Tag], histograms: &mut PairHistograms<F>, slot: impl Fn(&Tag) -> u8) {
    let largest = histograms.largest_delay();
    // The tags of the chunk with a partner, and the pairs of one channel, which count in either order.
    let mut with_partner = [0_u32; CHUNK];
    let mut of_one_channel = [(0_u32, 0_i64); CHUNK];
    for begin in (0..tags.len()).step_by(CHUNK) {
        let chunk = tags.get(begin..tags.len().min(begin + CHUNK + 1)).unwrap_or_default();
        let mut count = 0;
        for (i, two) in (begin as u32..).zip(chunk.windows(2)) {
            with_partner[count % CHUNK] = i;
            count += usize::from(two[1].time.wrapping_sub(two[0].time) as u64 <= largest);
        }
        // The number of partners of a tag is unpredictable. So the next tag is visited for all tags, then the second
        // next for all that have it as a partner, and so on.
        let mut distance = 1;
        while count > 0 {
            let (mut still, mut own) = (0, 0);
            for k in 0..count {
                let i = with_partner[k % CHUNK] as usize;
                let j = i + distance;
                let Some((tag, other)) = tags.get(i).zip(tags.get(j)) else { break };
                let (a, b) = (slot(tag), slot(other));
                let d = other.time.wrapping_sub(tag.time);
                let place = histograms.count(a, b, d);
                of_one_channel[own % CHUNK] = (place, d);
                own += usize::from(a == b);
                with_partner[still % CHUNK] = i as u32;
                let next = tags.get(j + 1);
                still +=
                    usize::from(next.is_some_and(|next| next.time.wrapping_sub(tag.time) as u64 <= largest));
            }
            for (place, d) in &of_one_channel[..own] {
                histograms.add(*place, -d);
            }
            (count, distance) = (still, distance + 1);
        }
    }
}
