//! Virtual tags from recorded ones, bit by bit.

use std::rc::Rc;

use super::definition::{Definition, Definitions, Rule};
use crate::Error;
use crate::tags::{PerChannel, Tag, sort_by_time};

/// Earlier than all times by more than any definition looks back.
pub const FAR_PAST: i128 = -(1 << 100);
/// Later than all times.
pub const FAR_FUTURE: i128 = 1 << 100;

/// The tags of all channels, recorded and virtual, as far as they are still needed.
///
/// Recorded tags are put in by [`Flow::feed`]; once [`Flow::advance`] says up to what time there are no more, virtual
/// ones follow; [`Flow::give`] gives both away, and what nothing depends on any more is forgotten.
pub struct Flow {
    definitions: Rc<Definitions>,
    lines: PerChannel<Line>,
    /// All recorded tags that are earlier than this are there.
    settled: i128,
    /// All tags that are earlier than this were given away, or are not wanted.
    given: i128,
}

/// The tags of a channel.
#[derive(Default)]
struct Line {
    /// Ascending, those before `start` forgotten. They are removed from memory once they are half of it.
    times: Vec<i64>,
    start: usize,
    /// Of a virtual channel: all its tags that are earlier than this are there.
    settled: i128,
    /// What is earlier than this is not needed.
    needed: i128,
}

impl Line {
    /// The times from `from` on and before `to`.
    fn between(&self, from: i128, to: i128) -> &[i64] {
        let times = &self.times[self.start..];
        let low = times.partition_point(|time| i128::from(*time) < from);
        let high = times.partition_point(|time| i128::from(*time) < to);
        times.get(low..high).unwrap_or_default()
    }

    fn forget(&mut self) {
        let times = &self.times[self.start..];
        self.start += times.partition_point(|time| i128::from(*time) < self.needed);
        if self.start > self.times.len() / 2 {
            self.times.drain(..self.start);
            self.start = 0;
        }
    }
}

impl Flow {
    /// With no tags yet.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn new(definitions: &Rc<Definitions>) -> Result<Self, Error> {
        let mut lines = PerChannel::default();
        for definition in definitions.iter() {
            lines.get_or_make(definition.channel, |_| Ok(Line { settled: FAR_PAST, ..Line::default() }))?;
        }
        Ok(Self { definitions: Rc::clone(definitions), lines, settled: FAR_PAST, given: FAR_PAST })
    }

    /// Adds recorded times of `channel`: ascending, and not earlier than those before.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn feed(&mut self, channel: u64, times: &[i64]) -> Result<(), Error> {
        self.lines.get_or_make(channel, |_| Ok(Line::default()))?.times.extend_from_slice(times);
        Ok(())
    }

    /// Says that all recorded tags earlier than `settled` are there; makes the virtual ones that follow.
    pub fn advance(&mut self, settled: i128) {
        self.settled = settled;
        let definitions = Rc::clone(&self.definitions);
        let mut more = Vec::new();
        for Definition { channel, rule } in definitions.iter() {
            let sources = rule.sources();
            let known =
                sources.iter().map(|(source, _, latest)| self.settled_of(*source) + i128::from(*latest));
            let to = known.min().unwrap_or(settled);
            let from = self.settled_of(*channel);
            if to > from {
                more.clear();
                self.follow(rule, from, to, &mut more);
                if let Ok(line) = self.lines.get_or_make(*channel, |_| Ok(Line::default())) {
                    line.times.extend_from_slice(&more);
                    line.settled = to;
                }
            }
        }
    }

    fn settled_of(&self, channel: u64) -> i128 {
        if self.definitions.defines(channel) {
            self.lines.get(channel).map_or(self.settled, |line| line.settled)
        } else {
            self.settled
        }
    }

    fn between(&self, channel: u64, from: i128, to: i128) -> &[i64] {
        self.lines.get(channel).map_or(&[], |line| line.between(from, to))
    }

    /// Appends the tags that `rule` makes from `from` on and before `to` to `out`, ascending.
    fn follow(&self, rule: &Rule, from: i128, to: i128, out: &mut Vec<i64>) {
        match rule {
            Rule::Either(channels) => {
                for channel in channels {
                    out.extend_from_slice(self.between(*channel, from, to));
                }
                out.sort_unstable();
            }
            Rule::Within { channels, window } => self.coincide(channels, *window, (from, to), out),
            Rule::Delayed { channel, delay } => {
                let by = i128::from(*delay);
                let times = self.between(*channel, from - by, to - by).iter();
                // What does not fit 64 bits lies outside of every recording.
                out.extend(times.filter_map(|time| time.checked_add(*delay)));
            }
            Rule::Gated { channel, gate, from: opens, to: closes } => {
                let (opens, closes) = (i128::from(*opens), i128::from(*closes));
                let gates = self.between(*gate, from - closes, to - opens);
                let mut first = 0;
                out.extend(self.between(*channel, from, to).iter().filter(|time| {
                    let time = i128::from(**time);
                    // The first gate that has not closed yet at this time.
                    while gates.get(first).is_some_and(|gate| i128::from(*gate) < time - closes) {
                        first += 1;
                    }
                    gates.get(first).is_some_and(|gate| i128::from(*gate) <= time - opens)
                }));
            }
        }
    }

    /// Appends the times at which coincidences of `channels`, ascending, are complete.
    fn coincide(&self, channels: &[u64], window: i64, (from, to): (i128, i128), out: &mut Vec<i64>) {
        let mut tags: Vec<Tag> = Vec::new();
        for (place, channel) in (0..).zip(channels) {
            let times = self.between(*channel, from - i128::from(window), to);
            tags.extend(times.iter().map(|&time| Tag { time, channel: place }));
        }
        // Stable, so that tags of equal time are in the order of their channels.
        sort_by_time(&mut tags);
        let mut latest: Vec<Option<i64>> = vec![None; channels.len()];
        for Tag { time, channel: place } in tags {
            let place = place as usize;
            let is_near =
                |latest: &Option<i64>| latest.is_some_and(|latest| time.saturating_sub(latest) <= window);
            let others = latest.iter().enumerate().filter(|(other, _)| *other != place);
            if i128::from(time) >= from && others.into_iter().all(|(_, latest)| is_near(latest)) {
                out.push(time);
            }
            latest[place] = Some(time);
        }
    }

    /// Appends all tags from `from` on and before `to` to `out`, in order of time and, where times are equal, of
    /// channel; then forgets what is not needed for later ones. Tags before `from` are not wanted any more.
    pub fn give(&mut self, from: i128, to: i128, out: &mut Vec<Tag>) {
        self.given = self.given.max(to);
        if from < to {
            let begin = out.len();
            for (channel, line) in self.lines.sorted() {
                out.extend(line.between(from, to).iter().map(|&time| Tag { time, channel }));
            }
            sort_by_time(&mut out[begin..]);
        }
        self.forget();
    }

    fn forget(&mut self) {
        let given = self.given;
        for line in self.lines.states_mut() {
            line.needed = given;
        }
        let definitions = Rc::clone(&self.definitions);
        for Definition { channel, rule } in definitions.iter() {
            let next = self.settled_of(*channel);
            for (source, earliest, _) in rule.sources() {
                // A source without tags has no line, and nothing to keep.
                if self.lines.get(source).is_some()
                    && let Ok(line) = self.lines.get_or_make(source, |_| Ok(Line::default()))
                {
                    line.needed = line.needed.min(next - i128::from(earliest));
                }
            }
        }
        self.lines.states_mut().for_each(Line::forget);
    }
}
