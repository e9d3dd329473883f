//! The software clock: times re-expressed in the phase of a clock channel.
//!
//! ```text
//!  recorded tags, in file order  ->  ClockStage  ->  the same in order of time, at times k * P + phase
//! ```
//!
//! The stage is the first one: selections, virtual channels and analyses see only its output, and its
//! output can be cut into parts like any other tags. The stage itself is sequential: the number of a clock tag depends on
//! all clock tags before it, so a file is read from its first byte.

use serde::Deserialize;

use crate::counting::limits::{LOOK_AHEAD, MAX_HELD, MAX_SYNC_PERIOD};
use crate::request::setters;
use crate::run::time_order::too_late;
use crate::tags::{ClockCounts, Tag, sort_by_time};
use crate::{Code, Error};

/// A clock whose tags are taken as equidistant.
#[derive(Debug, Default, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "a clock")]
#[non_exhaustive]
pub struct SoftwareClock {
    /// Number of the channel.
    pub channel: u64,
    /// Time from one clock tag to the next, ticks. Only a [`Recording`](crate::Recording) measures it if it is `None`.
    #[serde(default)]
    pub period: Option<f64>,
}

setters! { SoftwareClock { period: f64 } }

/// Parts of a tick in which the period is held.
const PARTS: i128 = 1 << 32;

/// A clock tag that is a tick of the clock.
#[derive(Debug, Clone, Copy)]
struct ClockTick {
    time: i64,
    /// Number of periods since the first one.
    number: i128,
}

/// Takes recorded tags in file order, and emits them in order of time with the times of a software clock.
///
/// The tag at `t` between the ticks k and k + 1 moves to `t_0 + (k + (t - t_k) / (t_{k+1} - t_k)) * P`, rounded to the
/// nearest tick. An interval from 3/4 P to 5/4 P is regular. An earlier clock tag is extra and left out; a later one
/// ends a gap of a whole number of periods, and tags inside are left out.
///
/// Memory holds the tags of the last [`LOOK_AHEAD`] ticks and of one interval, at most [`MAX_HELD`].
#[derive(Debug)]
pub struct ClockStage {
    channel: u64,
    /// The period in [`PARTS`] of a tick.
    period: i128,
    /// The largest time so far.
    latest: Option<i64>,
    /// Tags that an earlier one may follow.
    unsettled: Vec<Tag>,
    /// Time of the first tick.
    first: i64,
    tick: Option<ClockTick>,
    /// Tags after `tick`, in order of time.
    held: Vec<Tag>,
    /// Number of tags after `tick` that are too late for a regular interval.
    late: u64,
    out: Vec<Tag>,
    counts: ClockCounts,
    stopped: Option<Error>,
}

impl SoftwareClock {
    /// Requests the clock of `channel`, whose period is measured.
    pub fn of(channel: u64) -> Self {
        Self { channel, period: None }
    }

    /// Returns the stage of this clock.
    ///
    /// # Errors
    /// `Usage` if the period is out of range, or was not measured.
    pub fn stage(&self) -> Result<ClockStage, Error> {
        let Some(period) = self.period else {
            let remedy = "measure the mean time between the tags of the clock, and give it as `period`";
            return Err(Error::new(Code::Usage, "the software clock has no period", remedy));
        };
        if !(1.0..=MAX_SYNC_PERIOD).contains(&period) {
            let message = format!("the software clock has a period of {period} ticks");
            return Err(Error::new(
                Code::Usage,
                message,
                format!("give one from 1 to {MAX_SYNC_PERIOD} ticks"),
            ));
        }
        Ok(ClockStage {
            channel: self.channel,
            // Exact: at most 72 bits before the point, and a float has 53.
            period: libm::round(period * PARTS as f64) as i128,
            latest: None,
            unsettled: Vec::new(),
            first: 0,
            tick: None,
            held: Vec::new(),
            late: 0,
            out: Vec::new(),
            counts: ClockCounts { period, ..ClockCounts::default() },
            stopped: None,
        })
    }
}

impl ClockStage {
    /// Continues with recorded tags in file order; calls `sink` with the tags whose times are known now.
    pub fn push(&mut self, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
        if self.stopped.is_some() {
            return;
        }
        for tag in tags {
            let latest = self.latest.unwrap_or(tag.time);
            if tag.time < latest.saturating_sub(LOOK_AHEAD) {
                self.stopped = Some(too_late(latest, tag.time));
                break;
            }
            self.latest = Some(latest.max(tag.time));
            self.unsettled.push(*tag);
        }
        let settled = self.latest.map_or(i64::MIN, |latest| latest.saturating_sub(LOOK_AHEAD));
        self.settle(settled);
        if self.unsettled.len() + self.held.len() > MAX_HELD {
            self.stopped.get_or_insert_with(too_many);
        }
        self.give(sink);
    }

    /// The recording ends here.
    pub fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        self.settle(i64::MAX);
        // No tag follows any more.
        let last = std::mem::take(&mut self.unsettled);
        self.take(&last);
        self.counts.after += self.held.len() as u64 + self.late;
        self.held.clear();
        self.late = 0;
        self.give(sink);
    }

    /// The numbers of tags so far.
    pub fn counts(&self) -> &ClockCounts {
        &self.counts
    }

    /// The error that ended the run early, if any: tags after it are left out.
    pub fn stopped(&self) -> Option<&Error> {
        self.stopped.as_ref()
    }

    fn give(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if !self.out.is_empty() {
            sink(&self.out);
            self.out.clear();
        }
    }

    /// Takes the tags earlier than `until`: no earlier tag can follow.
    fn settle(&mut self, until: i64) {
        sort_by_time(&mut self.unsettled);
        let rest = self.unsettled.partition_point(|tag| tag.time < until);
        let mut settled = std::mem::take(&mut self.unsettled);
        self.take(&settled[..rest]);
        settled.drain(..rest);
        self.unsettled = settled;
    }

    /// Takes tags in order of time. Of equal times, those of the clock come first.
    fn take(&mut self, tags: &[Tag]) {
        for instant in tags.chunk_by(|a, b| a.time == b.time) {
            let clock = self.channel;
            instant.iter().filter(|tag| tag.channel == clock).for_each(|tag| self.take_clock(tag.time));
            instant.iter().filter(|tag| tag.channel != clock).for_each(|tag| self.take_other(*tag));
        }
    }

    fn take_clock(&mut self, time: i64) {
        let Some(tick) = self.tick else {
            self.first = time;
            return self.begin(ClockTick { time, number: 0 });
        };
        let gap = i128::from(time) - i128::from(tick.time);
        let periods = gap * PARTS;
        if 4 * periods < 3 * self.period {
            self.counts.extra += 1;
            return;
        }
        let mut steps = 1;
        if 4 * periods > 5 * self.period {
            steps = ((2 * periods + self.period) / (2 * self.period)).max(1);
            self.counts.gaps += 1;
            self.counts.missing += u64::try_from(steps - 1).unwrap_or(u64::MAX);
            self.counts.longest_gap = self.counts.longest_gap.max(u64::try_from(gap).unwrap_or(u64::MAX));
            self.counts.in_gaps += self.held.len() as u64 + self.late;
        } else {
            for Tag { time, channel } in std::mem::take(&mut self.held) {
                self.emit(tick, i128::from(time) - i128::from(tick.time), gap, channel);
            }
        }
        self.held.clear();
        self.late = 0;
        self.begin(ClockTick { time, number: tick.number + steps });
    }

    fn begin(&mut self, tick: ClockTick) {
        self.counts.clock_tags += 1;
        self.tick = Some(tick);
        self.emit(tick, 0, 1, self.channel);
    }

    fn take_other(&mut self, tag: Tag) {
        let Some(tick) = self.tick else {
            self.counts.before += 1;
            return;
        };
        let after = i128::from(tag.time) - i128::from(tick.time);
        if after == 0 {
            self.emit(tick, 0, 1, tag.channel);
        } else if 4 * after * PARTS > 5 * self.period {
            self.late += 1 + self.held.len() as u64;
            self.held.clear();
        } else {
            self.held.push(tag);
        }
    }

    /// Emits a tag that is `after` ticks later than `tick`, in an interval of `gap` ticks.
    fn emit(&mut self, tick: ClockTick, after: i128, gap: i128, channel: u64) {
        let parts = tick.number * self.period + after * self.period / gap;
        let time = i128::from(self.first) + (parts + PARTS / 2).div_euclid(PARTS);
        match i64::try_from(time) {
            Ok(time) => self.out.push(Tag { time, channel }),
            // The times of a period longer than the recorded one may leave 64 bits.
            Err(_) => {
                self.stopped.get_or_insert_with(past_the_end);
            }
        }
    }
}

fn too_many() -> Error {
    let message = format!("more than {MAX_HELD} tags lie between two tags of the software clock");
    Error::new(Code::RangeTooLong, message, "use a clock with shorter periods")
}

fn past_the_end() -> Error {
    let message = "times of the software clock exceed 64 bits";
    Error::new(Code::Overflow, message, "check the clock's channel and period")
}
