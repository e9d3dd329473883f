//! Pairs of tags of all channels, found in one sweep over tags in order of time, however many channels there are.

use crate::analysis::time_order::ChannelTimes;
use crate::tags::Tag;
use crate::tags::TagBlock;

/// Tags whose pairs are found together: what is noted of them stays in the nearest cache.
const CHUNK: usize = 512;

/// How many of the next tags may be near a tag on average, per square of the channels but one. Past it a sweep for
/// each two channels is faster: it costs as much for every tag and channel, but less for a pair that is found.
const NEAR: f64 = 0.4;

/// About how many steps along one edge of a bin, by which pairs can be counted as well, take as long as one pair:
/// an estimate, for bins that are few and wide.
const PAIR_IN_STEPS: f64 = 16.0;

/// Where pairs are counted. A channel's slot is its place among all, which ascend.
pub struct Cells<'c, F> {
    /// The bins of each slot with itself and all later ones. What overflows is in `counts`.
    fresh: &'c mut [u16],
    counts: &'c mut [u64],
    bins: usize,
    /// For every two slots where their bins begin.
    places: Vec<u32>,
    slots: usize,
    /// Least and greatest delay, of a later slot's tag less that of an earlier slot's.
    from: i64,
    to: i64,
    bin: F,
}

impl<'c, F: Fn(u64) -> u64> Cells<'c, F> {
    /// Of `slots` channels, with so many `bins` for each two of them; `bin` tells the bin of a delay less the least
    /// of `range`, which has 0.
    pub fn new(
        (fresh, counts): (&'c mut [u16], &'c mut [u64]),
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
        Self { fresh, counts, bins, places, slots, from: range.0, to: range.1, bin }
    }

    /// The longest delay, of either sign.
    fn reach(&self) -> u64 {
        self.from.unsigned_abs().max(self.to.unsigned_abs())
    }

    /// Whether this is faster than others where so many tags follow one within reach.
    fn is_for(&self, near: f64) -> bool {
        let slots = self.slots as f64;
        near < NEAR * (slots - 1.0) * (slots - 1.0)
            && near * PAIR_IN_STEPS < (self.bins + 1) as f64 * (slots + 1.0)
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
        if let Some(n) = self.fresh.get_mut(cell) {
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

    /// Counts a tag of `a` and one of `b` that is `d` ticks later, and answers where.
    #[inline(always)]
    fn count(&mut self, a: u8, b: u8, d: i64) -> u32 {
        let place = self.place(a, b);
        // Which is the earlier slot can't be foreseen.
        let turned = -i64::from(a > b);
        self.add(place, (d ^ turned) - turned);
        place
    }
}

/// Adds the pairs that `piece` brings: within it, and with the tails of `trains`, which are of all channels. False
/// where nothing was done, as the piece is not in order of time, or others are faster.
pub fn count_all<F: Fn(u64) -> u64>(
    piece: &TagBlock,
    trains: &[(u64, &ChannelTimes)],
    cells: &mut Cells<F>,
) -> bool {
    let Some((tags, (first, last))) = piece.tags().zip(piece.ends()) else { return false };
    let reach = cells.reach();
    let soon = first.saturating_sub_unsigned(reach);
    let later = |times: &[i64]| times.partition_point(|time| *time < soon);
    let tails: Vec<&[i64]> = trains.iter().map(|(_, train)| &train.tail()[later(train.tail())..]).collect();
    let ordered = piece.is_sorted() && tails.iter().all(|tail| tail.last().is_none_or(|last| *last <= first));
    let before = tails.iter().map(|tail| tail.len()).sum::<usize>();
    let span = last.abs_diff(first).max(1) as f64;
    let near = reach as f64 * tags.len() as f64 / span;
    if !ordered || before > tags.len() || !cells.is_for(near) {
        return false;
    }
    let mut table = [u8::MAX; 256];
    let mut distinct = true;
    for (slot, (channel, _)) in (0..).zip(trains) {
        let place = &mut table[*channel as usize % 256];
        distinct &= *place == u8::MAX;
        *place = slot;
    }
    if distinct {
        count_in(tags, &tails, cells, |tag| table[tag.channel as usize % 256]);
    } else {
        let slot = |channel| trains.binary_search_by_key(&channel, |(channel, _)| *channel).unwrap_or(0);
        count_in(tags, &tails, cells, |tag| slot(tag.channel) as u8);
    }
    true
}

/// Counts the pairs of `tags` with `tails`, which are by slot, and with each other; `slot` tells a tag's.
fn count_in<F: Fn(u64) -> u64>(
    tags: &[Tag],
    tails: &[&[i64]],
    cells: &mut Cells<F>,
    slot: impl Fn(&Tag) -> u8,
) {
    for (a, tail) in (0..).zip(tails) {
        for time in *tail {
            for tag in tags {
                let d = tag.time.wrapping_sub(*time);
                if d as u64 > cells.reach() {
                    break;
                }
                let b = slot(tag);
                let place = cells.count(a, b, d);
                if a == b {
                    cells.add(place, -d);
                }
            }
        }
    }
    sweep(tags, cells, slot);
}

/// Counts the pairs within `tags`.
fn sweep<F: Fn(u64) -> u64>(tags: &[Tag], cells: &mut Cells<F>, slot: impl Fn(&Tag) -> u8) {
    let reach = cells.reach();
    // Tags with another in reach, and pairs of one slot, which are two: in either order.
    let mut near = [0_u32; CHUNK];
    let mut own = [(0_u32, 0_i64); CHUNK];
    for begin in (0..tags.len()).step_by(CHUNK) {
        let chunk = tags.get(begin..tags.len().min(begin + CHUNK + 1)).unwrap_or_default();
        let mut count = 0;
        for (i, two) in (begin as u32..).zip(chunk.windows(2)) {
            near[count % CHUNK] = i;
            count += usize::from(two[1].time.wrapping_sub(two[0].time) as u64 <= reach);
        }
        // How many there are can't be foreseen: so the first of all, the second of all that have one.
        let mut ahead = 1;
        while count > 0 {
            let (mut still, mut owned) = (0, 0);
            for k in 0..count {
                let i = near[k % CHUNK] as usize;
                let j = i + ahead;
                let Some((tag, other)) = tags.get(i).zip(tags.get(j)) else { break };
                let (a, b) = (slot(tag), slot(other));
                let d = other.time.wrapping_sub(tag.time);
                let place = cells.count(a, b, d);
                own[owned % CHUNK] = (place, d);
                owned += usize::from(a == b);
                near[still % CHUNK] = i as u32;
                let next = tags.get(j + 1);
                still +=
                    usize::from(next.is_some_and(|next| next.time.wrapping_sub(tag.time) as u64 <= reach));
            }
            for (place, d) in &own[..owned] {
                cells.add(*place, -d);
            }
            (count, ahead) = (still, ahead + 1);
        }
    }
}
