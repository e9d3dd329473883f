//! Tags by the delay of their record, of a recording in T3 mode.
//!
//! A record in T3 mode states a delay in whole ticks after a sync. Its tag follows the tag of that sync in the file, so
//! the delay is the difference of their times:
//!
//! ```text
//!   file order   sync 7    tag, delay 3    tag, delay 11    sync 9    tag, delay 0
//!   time           700              703              711       900             900
//! ```
//!
//! Times alone do not determine it: the sync's time is rounded to a tick, and a delay can be longer than the sync
//! period.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::delay_result::{DelayCounts, result_of_delays};
use super::sync_times::SyncTimes;
use super::{LifetimeRequest, LifetimeResult, NAME, SYNC, usage};
use crate::counting::{add_all, add_at};
use crate::run::partial::{differs, from_bytes, not_ours, to_bytes, total};
use crate::run::{Accumulator, Analysis};
use crate::tags::{Extent, PerChannel, Tag, TagBlock};
use crate::{Code, Error};

/// Maximum delay of a record in ticks.
const MAX_DELAY: i64 = (1 << 16) - 1;

/// Maximum number of different times before the first sync of a run. All of these tags follow one sync, and a T3 record
/// has 2^15 different delays.
const MAX_HEAD: usize = 1 << 20;

/// Counts a channel's tags by the delay of their record.
///
/// A tag before the first sync of a run is stored until the previous run is known. If there is no previous run, as in a
/// selected range of time, the delay is the time since the last sync according to the header's period. The same applies
/// to a tag of a virtual channel, which has no record.
pub struct Delays {
    channel: u64,
    period: f64,
    bin: i64,
    request: LifetimeRequest,
    run: DelayRun,
    /// See [`Accumulator::cover`].
    recording: Option<Extent>,
}

/// The partial result of a run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct DelayRun {
    extent: Option<Extent>,
    /// Number of tags of each channel.
    tags: PerChannel<u64>,
    /// Number of tags at each time before the first sync, and the time of the first of them in the file.
    head: BTreeMap<i64, u64>,
    head_first: Option<i64>,
    /// Time of the last sync, and whether a tag of the channel follows it.
    sync: Option<i64>,
    has_tag: bool,
    /// Tags by delay in ticks, and the first of them after each sync.
    all: Vec<u64>,
    first: Vec<u64>,
    /// Tags earlier than the sync before them, or more than [`MAX_DELAY`] later.
    without: u64,
    /// Tags of a virtual channel by the time since the last sync, in ticks.
    by_time: Vec<u64>,
}

fn delay(sync: i64, time: i64) -> Option<usize> {
    let delay = time.checked_sub(sync).filter(|delay| (0..=MAX_DELAY).contains(delay))?;
    Some(delay as usize)
}

impl DelayRun {
    fn tag(&mut self, time: i64) -> Result<(), Error> {
        let is_first = !std::mem::replace(&mut self.has_tag, true);
        let Some(sync) = self.sync else {
            self.head_first.get_or_insert(time);
            *self.head.entry(time).or_default() += 1;
            return check_head(&self.head);
        };
        match delay(sync, time) {
            None => self.without += 1,
            Some(delay) => {
                add_at(&mut self.all, delay, 1);
                if is_first {
                    add_at(&mut self.first, delay, 1);
                }
            }
        }
        Ok(())
    }

    fn sync(&mut self, time: i64) {
        self.sync = Some(time);
        self.has_tag = false;
    }

    /// Counts recorded tags.
    fn recorded(&mut self, channel: u64, block: &TagBlock) -> Result<(), Error> {
        if let Some(tags) = block.tags() {
            for tag in tags {
                if tag.channel == SYNC {
                    self.sync(tag.time);
                } else if tag.channel == channel {
                    self.tag(tag.time)?;
                }
            }
            return Ok(());
        }
        // At equal times, the sync comes first; blocks with another order are in file order.
        let column = |wanted| block.columns().find(|(channel, _)| *channel == wanted).map(|(_, times)| times);
        let mut syncs = column(SYNC).unwrap_or_default().iter().peekable();
        for time in column(channel).unwrap_or_default() {
            while let Some(sync) = syncs.next_if(|sync| *sync <= time) {
                self.sync(*sync);
            }
            self.tag(*time)?;
        }
        syncs.for_each(|sync| self.sync(*sync));
        Ok(())
    }

    fn count_channels(&mut self, block: &TagBlock) -> Result<(), Error> {
        for (channel, times) in block.columns() {
            *self.tags.get_or_make(channel, |_| Ok(0))? += times.len() as u64;
        }
        Ok(())
    }

    /// Appends the run that follows.
    fn merge(&mut self, later: Self) -> Result<(), Error> {
        if self.sync.is_none() {
            let mut head = self.head.clone();
            later.head.iter().for_each(|(time, n)| *head.entry(*time).or_default() += n);
            check_head(&head)?;
            self.tags.merge(later.tags, |mine, theirs| *mine += theirs)?;
            (self.head, self.head_first) = (head, self.head_first.or(later.head_first));
        } else {
            self.tags.merge(later.tags, |mine, theirs| *mine += theirs)?;
        }
        if let Some(sync) = self.sync {
            for (time, n) in later.head {
                match delay(sync, time) {
                    None => self.without += n,
                    Some(delay) => add_at(&mut self.all, delay, n),
                }
            }
            let first = later.head_first.filter(|_| !self.has_tag).and_then(|time| delay(sync, time));
            if let Some(delay) = first {
                add_at(&mut self.first, delay, 1);
            }
        }
        self.has_tag = later.has_tag || (later.sync.is_none() && self.has_tag);
        self.sync = later.sync.or(self.sync);
        self.extent = Extent::joined(self.extent, later.extent);
        add_all(&mut self.all, &later.all);
        add_all(&mut self.first, &later.first);
        add_all(&mut self.by_time, &later.by_time);
        self.without += later.without;
        Ok(())
    }

    /// Returns whether these can be the counts of a run.
    fn is_sound(&self, channel: u64, most_by_time: u64) -> Result<bool, Error> {
        total(NAME, self.tags.states())?;
        let head = total(NAME, self.head.values())?;
        let all = total(NAME, &self.all)?;
        let by_time = total(NAME, &self.by_time)?;
        let counted = total(NAME, [head, all, by_time, self.without])?;
        let firsts =
            self.first.len() <= self.all.len() && self.first.iter().zip(&self.all).all(|(a, b)| a <= b);
        let ends = |counts: &[u64], most: u64| {
            counts.len() as u64 <= most && counts.last().is_none_or(|last| *last > 0)
        };
        let extent = self.extent.is_none_or(|extent| {
            let range = extent.least..=extent.greatest;
            range.contains(&extent.first) && range.contains(&extent.last)
        });
        Ok(counted <= self.tags.get(channel).copied().unwrap_or(0)
            && self.head.len() <= MAX_HEAD
            && !self.head.values().any(|n| *n == 0)
            && self.head_first.is_none_or(|time| self.head.contains_key(&time))
            && self.head_first.is_some() == (head > 0)
            && (self.sync.is_some() || self.has_tag == (head > 0))
            && firsts
            && extent
            && ends(&self.all, MAX_DELAY as u64 + 1)
            && ends(&self.first, MAX_DELAY as u64 + 1)
            && ends(&self.by_time, most_by_time))
    }
}

fn check_head(head: &BTreeMap<i64, u64>) -> Result<(), Error> {
    if head.len() <= MAX_HEAD {
        return Ok(());
    }
    let message = format!("{MAX_HEAD} tags come before the first tag of the sync, channel {SYNC}");
    Err(Error::new(Code::TooManyBins, message, "select the sync too, or fold by a `period`"))
}

/// Returns the extent of both runs, with the later one moved to begin at the end of the other.
fn summed(this: Option<Extent>, later: Option<Extent>) -> Result<Option<Extent>, Error> {
    let (Some(this), Some(later)) = (this, later) else { return Ok(this.or(later)) };
    let moved = |time: i64| this.greatest.checked_add(time.checked_sub(later.least)?);
    let ends = moved(later.first).zip(moved(later.last)).zip(moved(later.greatest));
    let Some(((first, last), greatest)) = ends else {
        let message = "the runs together are longer than 64 bits can count";
        return Err(Error::new(Code::RangeTooLong, message, "sum fewer runs"));
    };
    Ok(Some(this.followed_by(Extent { first, last, least: this.greatest, greatest })))
}

impl Delays {
    fn parameters(&self) -> (u64, u64, i64) {
        (self.channel, self.period.to_bits(), self.bin)
    }

    /// Counts `n` tags by the time since the last sync. Returns false if that exceeds the maximum delay of a record.
    fn add_by_time(&self, counts: &mut Vec<u64>, time: i64, n: u64) -> bool {
        let since = SyncTimes::of(self.period).and_then(|syncs| syncs.since(time));
        let cell = since.filter(|since| *since <= MAX_DELAY);
        if let Some(cell) = cell {
            add_at(counts, cell as usize, n);
        }
        cell.is_some()
    }

    /// Ends a run without a previous run. Tags before its first sync count by the time since the last sync.
    fn end(&self, run: &mut DelayRun) {
        for (time, n) in std::mem::take(&mut run.head) {
            if !self.add_by_time(&mut run.all, time, n) {
                run.without += n;
            }
        }
        if let Some(time) = run.head_first.take() {
            self.add_by_time(&mut run.first, time, 1);
        }
        run.has_tag = run.has_tag && run.sync.is_some();
    }

    /// Reads the saved result of another run, and checks that it can be merged with this one.
    fn read(&self, later: &[u8]) -> Result<DelayRun, Error> {
        let (parameters, later): ((u64, u64, i64), DelayRun) = from_bytes(NAME, later)?;
        let ours = self.parameters();
        if parameters != ours {
            return Err(differs(NAME, "parameters", &format!("{ours:?}"), &format!("{parameters:?}")));
        }
        if !later.is_sound(self.channel, MAX_DELAY as u64 + 1)? {
            return Err(not_ours(NAME, "its counts contradict each other"));
        }
        total(NAME, self.run.tags.states().chain(later.tags.states()))?;
        Ok(later)
    }
}

impl Analysis for Delays {
    const NAME: &'static str = NAME;
    type Request = LifetimeRequest;
    type Result = LifetimeResult;

    fn new(request: &LifetimeRequest) -> Result<Self, Error> {
        request.check()?;
        let LifetimeRequest { channel, header_period, bin, .. } = *request;
        if channel == SYNC {
            return Err(usage("`channel` is the sync", "name a channel of photons"));
        }
        let Some(period) = header_period.filter(|period| SyncTimes::of(*period).is_some()) else {
            return Err(usage("`header_period` is not between 1 and 2^40 ticks", "give the sync period"));
        };
        let bin = bin.unwrap_or(1);
        if bin > MAX_DELAY {
            return Err(usage(
                format!("a bin of {bin} ticks is longer than any delay"),
                "give a shorter `bin`",
            ));
        }
        let request = request.clone();
        Ok(Self { channel, period, bin, request, run: DelayRun::default(), recording: None })
    }

    fn result(&self) -> LifetimeResult {
        self.describe(false)
    }

    fn interim(&self) -> LifetimeResult {
        self.describe(true)
    }
}

impl Delays {
    fn describe(&self, is_interim: bool) -> LifetimeResult {
        let mut run = self.run.clone();
        self.end(&mut run);
        let DelayRun { mut all, first, without, by_time, tags, extent, .. } = run;
        add_all(&mut all, &by_time);
        let extent = self.recording.or(extent);
        let counts = DelayCounts {
            channel: self.channel,
            tags: tags.get(self.channel).copied().unwrap_or(0),
            without,
            channels: tags.sorted().into_iter().map(|(channel, _)| channel).collect(),
            span: extent.map(|extent| i128::from(extent.greatest) - i128::from(extent.least)),
            period: self.period,
            bin: self.bin,
            all,
            first,
            recorded: None,
        };
        result_of_delays(&counts, &self.request, is_interim)
    }
}

impl Accumulator for Delays {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        self.push_by_channel(Some(block), block)
    }

    fn is_by_channel(&self) -> bool {
        true
    }

    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, counted: &TagBlock) -> Result<(), Error> {
        self.run.count_channels(counted)?;
        let counts = |block: &TagBlock| block.columns().any(|(channel, _)| channel == self.channel);
        let Some(recorded) = recorded else {
            let mut by_time = std::mem::take(&mut self.run.by_time);
            let mut without = 0;
            for (_, times) in counted.columns().filter(|(channel, _)| *channel == self.channel) {
                for time in times {
                    without += u64::from(!self.add_by_time(&mut by_time, *time, 1));
                }
            }
            self.run.by_time = by_time;
            self.run.without += without;
            return Ok(());
        };
        let reached = recorded.ends().zip(recorded.time_range());
        let reached =
            reached.map(|((first, last), (least, greatest))| Extent { first, last, least, greatest });
        self.run.extent = Extent::joined(self.run.extent, reached);
        if counts(counted) || !counts(recorded) {
            return self.run.recorded(self.channel, recorded);
        }
        // The tags of the channel are moved.
        let syncs = recorded.in_file_order();
        syncs.iter().filter(|tag| tag.channel == SYNC).for_each(|Tag { time, .. }| self.run.sync(*time));
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(NAME, &(self.parameters(), &self.run), self.run.all.len())
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let later = self.read(later)?;
        self.run.merge(later)
    }

    /// In independent runs, tags before the first sync of a run have no sync in the previous run.
    fn sum(&mut self, later: &[u8]) -> Result<(), Error> {
        let mut later = self.read(later)?;
        let mut run = self.run.clone();
        self.end(&mut run);
        self.end(&mut later);
        let extent = summed(run.extent, later.extent)?;
        run.merge(later)?;
        self.run = DelayRun { extent, ..run };
        Ok(())
    }

    fn cover(&mut self, recording: Extent) {
        self.recording = Some(recording);
    }
}
