//! Tags by the time since a clock's last pulse. Those whose last pulse depends on no other run are counted at once, the
//! others when runs are joined.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::fold::{Clock, Histograms};
use super::result::result;
use super::{LifetimeRequest, LifetimeResult, NAME, usage};
use crate::Error;
use crate::counting::limits::{LOOK_AHEAD, MAX_CELLS, MAX_DELAY, MAX_WINDOW};
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::time_order::{Move, TimeOrder};

/// Default maximum time after a pulse, ticks: 164 us at the usual 156.25 ps per tick.
const DEFAULT_RANGE: i64 = (1 << 20) - 1;

/// Maximum number of cells of each of the three histograms.
const MOST_CELLS: i64 = MAX_CELLS as i64 / 4;

/// Counts tags for [`Lifetime`](super::Lifetime).
///
/// For disorder, crowds and memory, see [`crate::run::Ordered`].
pub struct AfterPulses {
    channel: u64,
    counts: LifetimeCounts,
    request: LifetimeRequest,
}

/// The counts of a run, see [`AfterPulses`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LifetimeCounts {
    /// Ranges of times that were counted: at most one, except that there may be two while runs are joined.
    settled: Vec<Stretch>,
    counted: Histograms,
}

impl LifetimeCounts {
    /// Counts the tags in `all` that were not counted yet. `times` returns all times of a channel near these.
    fn count(&mut self, channel: u64, all: Stretch, times: impl Fn(u64) -> Vec<i64>) {
        let stretches = uncounted(all, &self.settled);
        if stretches.is_empty() {
            return;
        }
        let pulses = self.counted.clock.channel().map(&times).unwrap_or_default();
        let tags = times(channel);
        for stretch in stretches {
            self.counted.count(&pulses, &tags, stretch);
        }
    }
}

impl OrderedAnalysis for AfterPulses {
    const NAME: &'static str = NAME;
    type Request = LifetimeRequest;
    type Result = LifetimeResult;
    type Parameters = (u64, Clock, i64, i64);
    type Counts = LifetimeCounts;

    fn new(request: &LifetimeRequest) -> Result<Self, Error> {
        request.check()?;
        let LifetimeRequest { channel, sync, period, bin, range, .. } = *request;
        if sync == Some(channel) {
            return Err(usage("`sync` and `channel` are the same", "name the clock's channel as `sync`"));
        }
        if period.is_some_and(|period| !(1.0..=MAX_WINDOW as f64).contains(&period)) {
            return Err(usage("`period` is not between 1 and 2^48 ticks", "give the clock's period"));
        }
        let clock = match (sync, period) {
            (Some(sync), _) => Clock::of_channel(sync),
            (None, Some(period)) => Clock::every(period),
            (None, None) => {
                return Err(usage(
                    "the request has neither `sync` nor `period`",
                    "give the clock's channel or period",
                ));
            }
        };
        let range = if sync.is_some() { range.unwrap_or(DEFAULT_RANGE) } else { 0 };
        let longest = if sync.is_some() { range } else { period.unwrap_or(0.0) as i64 };
        let width = bin.unwrap_or(longest / MOST_CELLS + 1);
        if range > MAX_DELAY || longest / width >= MOST_CELLS {
            let message = format!("{longest} ticks in bins of {width} are more than {MOST_CELLS} bins");
            return Err(usage(message, "give a shorter `range` or a wider `bin`"));
        }
        let counts = LifetimeCounts { settled: Vec::new(), counted: Histograms::new(clock, width, range) };
        Ok(Self { channel, counts, request: request.clone() })
    }

    fn parameters(&self) -> Self::Parameters {
        let Histograms { clock, bin, range, .. } = self.counts.counted;
        (self.channel, clock, bin, range)
    }

    fn reach(&self) -> Reach {
        let Histograms { clock, range, .. } = self.counts.counted;
        Reach { ticks: range, channels: clock.channel().into_iter().chain([self.channel]).collect() }
    }

    fn counts(&self) -> Cow<'_, LifetimeCounts> {
        Cow::Borrowed(&self.counts)
    }

    /// Counts the tags that are settled with the new ones.
    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        let all = settled(new.ends(), self.counts.counted.range);
        // The times near the beginning of a run may be many. They are only needed until the times after them are
        // counted.
        let is_continued = matches!(self.counts.settled.as_slice(), [one] if one.0 <= all.0);
        let times = |channel| {
            let times = new.of(channel);
            let [head, later_tail] = new.far(channel);
            match (new.are_among_themselves(), is_continued) {
                (true, true) => joined(times.before.to_vec(), times.new),
                (true, false) => joined(held(head, times.before), times.new),
                (false, _) => joined(held(head, times.before), &held(times.new, later_tail)),
            }
        };
        self.counts.count(self.channel, all, times);
        // All times of a run that is not followed by another one were counted.
        let is_whole = matches!(self.counts.settled.as_slice(), [one] if one.0 <= all.0 && all.1 <= one.1);
        if !is_whole {
            self.counts.settled = if all.0 < all.1 { vec![all] } else { Vec::new() };
        }
        Ok(())
    }

    fn add(&mut self, later: LifetimeCounts) -> Result<(), Error> {
        self.counts.counted.merge(&later.counted);
        match (self.counts.settled.as_mut_slice(), later.settled.as_slice()) {
            // Independent runs follow each other without a gap.
            ([(_, end)], [(from, to)]) if end == from => *end = *to,
            _ => self.counts.settled.extend(later.settled),
        }
        Ok(())
    }

    fn move_run(&self, counts: &mut LifetimeCounts, order: &TimeOrder, to: Move) -> Result<(), Error> {
        if order.tags() > 0 {
            let (begin, end) = self.complete(counts, order);
            counts.settled = vec![(begin + i128::from(to.by), end + i128::from(to.by))];
        }
        Ok(())
    }

    fn is_sound(&self, counts: &LifetimeCounts, order: &TimeOrder) -> Result<bool, Error> {
        let Histograms { clock, bin, range, .. } = counts.counted;
        let pulses = clock.channel().map_or(0, |sync| order.tags_of(sync));
        let all = settled(order.ends(), range);
        let expected = if order.tags() > 0 && all.0 < all.1 { vec![all] } else { Vec::new() };
        Ok((self.channel, clock, bin, range) == self.parameters()
            && (counts.settled == expected || order.tags() > 0 && counts.settled == [whole(order)])
            && counts.counted.is_sound(order.tags_of(self.channel), pulses))
    }

    fn report(&self, run: Run) -> LifetimeResult {
        let mut complete = self.counts.clone();
        if run.order.tags() > 0 {
            self.complete(&mut complete, run.order);
        }
        result(self.channel, run, &complete.counted, &self.request)
    }
}

impl AfterPulses {
    /// Counts the tags near the ends of a run that no other run precedes or follows. Returns the range of all its
    /// times.
    fn complete(&self, counts: &mut LifetimeCounts, order: &TimeOrder) -> Stretch {
        let times = |channel| match order.channel(channel) {
            Some(times) => held(times.head(), times.tail()),
            None => Vec::new(),
        };
        counts.count(self.channel, whole(order), times);
        whole(order)
    }
}

/// Returns the range of all times of a run.
fn whole(order: &TimeOrder) -> Stretch {
    let (least, greatest) = order.ends();
    (i128::from(least), i128::from(greatest) + 1)
}

/// A range `from..to` of times.
pub type Stretch = (i128, i128);

/// Returns the settled times of a run with these ends. A tag is related to earlier tags within the range. It is settled
/// if all of these lie in the run, and if no later tag can be as early:
///
/// ```text
///   least time                                                      greatest time
///     |---- range ----|-- look-ahead --|====== settled ======|-- look-ahead --|
/// ```
///
/// The range is empty (its end is not after its start) if the run is short.
pub fn settled((least, greatest): (i64, i64), range: i64) -> Stretch {
    let margin = i128::from(range) + i128::from(LOOK_AHEAD);
    (i128::from(least) + margin + 1, i128::from(greatest) - i128::from(LOOK_AHEAD))
}

/// Returns the parts of `all` that are not in `counted`, whose ranges lie in `all` and do not overlap.
pub fn uncounted(all: Stretch, counted: &[Stretch]) -> Vec<Stretch> {
    let mut counted: Vec<Stretch> = counted.iter().copied().filter(|(from, to)| from < to).collect();
    counted.sort_unstable();
    let mut from = all.0;
    let mut rest = Vec::new();
    for (begin, end) in counted {
        rest.push((from, begin));
        from = end;
    }
    rest.push((from, all.1));
    rest.retain(|(from, to)| from < to);
    rest
}

/// Returns the stored times of a channel, ascending: those near the beginning of a run, and those near its end. A short
/// run has some times in both lists.
pub fn held(head: &[i64], tail: &[i64]) -> Vec<i64> {
    let after_head = head.last().map_or(0, |last| tail.partition_point(|time| time <= last));
    [head, &tail[after_head..]].concat()
}

/// Adds `more` to `times`, both ascending, and keeps them ascending.
pub fn joined(mut times: Vec<i64>, more: &[i64]) -> Vec<i64> {
    let is_later = times.last().zip(more.first()).is_none_or(|(last, first)| last <= first);
    times.extend_from_slice(more);
    if !is_later {
        times.sort_unstable();
    }
    times
}
