//! Derives virtual tags from recorded ones, incrementally.

use std::rc::Rc;

use super::definitions::Definitions;
use super::parse::{Definition, Rule};
use crate::Error;
use crate::tags::{PerChannel, Tag, sort_by_time};

/// Earlier than all times, by more than the reach of any definition.
pub const FAR_PAST: i128 = -(1 << 100);
/// Later than all times.
pub const FAR_FUTURE: i128 = 1 << 100;

/// The tags of all channels, recorded and virtual, that are still needed.
///
/// [`Flow::feed`] adds recorded tags. [`Flow::advance`] sets the time up to which they are complete, and makes virtual
/// tags; [`Flow::give`] returns both, and unneeded tags are removed.
pub struct Flow {
    steps: Rc<[Step]>,
    /// The moved channels; `lines` begins with those of their recorded tags.
    moved: Vec<u64>,
    /// Index in `lines` of each channel's own, after those.
    places: PerChannel<()>,
    lines: Vec<Line>,
    /// All recorded tags earlier than this have arrived.
    settled: i128,
    /// All tags earlier than this were emitted, or are not needed.
    given: i128,
}

/// A definition, with indices of lines instead of channels.
struct Step {
    line: usize,
    rule: Rule,
    /// See [`Rule::sources`].
    sources: Vec<(usize, i64, i64)>,
}

/// The tags of a channel.
#[derive(Default)]
struct Line {
    /// Ascending; those before `start` are dropped, and removed from memory when they are half of it.
    times: Vec<i64>,
    start: usize,
    /// For a virtual channel: all its tags earlier than this are known.
    settled: Option<i128>,
    /// Tags earlier than this are not needed.
    needed: i128,
}

impl Line {
    /// The times from `from` (inclusive) to `to` (exclusive).
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
    /// Creates a flow without tags.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn new(definitions: &Definitions) -> Result<Self, Error> {
        let moved = definitions.moved().to_vec();
        let (places, lines) = (PerChannel::default(), moved.iter().map(|_| Line::default()).collect());
        let mut flow = Self { steps: Rc::new([]), moved, places, lines, settled: FAR_PAST, given: FAR_PAST };
        let mut steps = Vec::new();
        for definition in definitions.iter() {
            let Definition { channel, rule } = definition;
            let mut sources = Vec::new();
            for (source, earliest, latest) in rule.sources() {
                let place = if definition.moves() { flow.recorded(source)? } else { flow.place(source)? };
                sources.push((place, earliest, latest));
            }
            let line = flow.place(*channel)?;
            flow.lines[line].settled = Some(FAR_PAST);
            steps.push(Step { line, rule: rule.clone(), sources });
        }
        flow.steps = steps.into();
        Ok(flow)
    }

    /// Index of the line of `channel`, which is created if necessary.
    fn place(&mut self, channel: u64) -> Result<usize, Error> {
        let place = self.moved.len() + self.places.slot(channel, |_| Ok(()))?;
        if place == self.lines.len() {
            self.lines.push(Line::default());
        }
        Ok(place)
    }

    /// Index of the line of the recorded tags of `channel`.
    fn recorded(&mut self, channel: u64) -> Result<usize, Error> {
        match self.moved.iter().position(|moved| *moved == channel) {
            Some(place) => Ok(place),
            None => self.place(channel),
        }
    }

    /// Adds recorded times of `channel`: ascending, and not earlier than the previous ones.
    ///
    /// # Errors
    /// `TooManyChannels`.
    pub fn feed(&mut self, channel: u64, times: &[i64]) -> Result<(), Error> {
        let place = self.recorded(channel)?;
        self.lines[place].times.extend_from_slice(times);
        Ok(())
    }

    /// Marks recorded tags earlier than `settled` as complete; makes the virtual tags that depend on them.
    pub fn advance(&mut self, settled: i128) {
        self.settled = settled;
        for step in &*Rc::clone(&self.steps) {
            let known = step.sources.iter().map(|(source, _, latest)| {
                self.lines[*source].settled.unwrap_or(settled) + i128::from(*latest)
            });
            let to = known.min().unwrap_or(settled);
            let from = self.lines[step.line].settled.unwrap_or(settled);
            if to > from {
                let mut times = std::mem::take(&mut self.lines[step.line].times);
                self.follow(step, from, to, &mut times);
                let line = &mut self.lines[step.line];
                (line.times, line.settled) = (times, Some(to));
            }
        }
    }

    /// Appends the tags of `step` from `from` (inclusive) to `to` (exclusive) to `out`, ascending.
    fn follow(&self, step: &Step, from: i128, to: i128, out: &mut Vec<i64>) {
        // The source tags for these times.
        let source = |(line, earliest, latest): (usize, i64, i64)| {
            self.lines[line].between(from - i128::from(earliest), to - i128::from(latest))
        };
        match (&step.rule, step.sources.as_slice()) {
            (Rule::Either(_), sources) => {
                let begin = out.len();
                sources.iter().for_each(|one| out.extend_from_slice(source(*one)));
                out[begin..].sort_unstable();
            }
            (Rule::Within { window, .. }, sources) => {
                let mut tags = Vec::new();
                for (place, one) in (0..).zip(sources) {
                    let times = source(*one);
                    // Of earlier tags, only the latest can be the nearest.
                    let new = times.partition_point(|time| i128::from(*time) < from);
                    let times = times.get(new.saturating_sub(1)..).unwrap_or_default();
                    tags.extend(times.iter().map(|&time| Tag { time, channel: place }));
                }
                coincide(tags, sources.len(), *window, from, out);
            }
            (Rule::Delayed { delay, .. }, &[one]) => {
                // Times beyond 64 bits lie outside every recording.
                out.extend(source(one).iter().filter_map(|time| time.checked_add(*delay)));
            }
            (Rule::Gated { from, to, .. }, &[one, gate]) => {
                pass(source(one), source(gate), (*from, *to), out)
            }
            // A delay has one source, a gate two.
            (Rule::Delayed { .. } | Rule::Gated { .. }, _) => {}
        }
    }

    /// Appends all tags from `from` (inclusive) to `to` (exclusive) to `out`, in order of time and, at equal times, of
    /// channel; then drops tags that later ones do not need. Tags before `from` are no longer needed.
    pub fn give(&mut self, from: i128, to: i128, out: &mut Vec<Tag>) {
        self.given = self.given.max(to);
        let begin = out.len();
        let channels: Vec<u64> = self.places.sorted().into_iter().map(|(channel, ())| channel).collect();
        for channel in channels {
            // Each of them has a line.
            let Ok(place) = self.place(channel) else { continue };
            let times = self.lines[place].between(from, to).iter();
            out.extend(times.map(|&time| Tag { time, channel }));
        }
        sort_by_time(&mut out[begin..]);
        self.forget();
    }

    fn forget(&mut self) {
        for line in &mut self.lines {
            line.needed = self.given;
        }
        for step in &*self.steps {
            let next = self.lines[step.line].settled.unwrap_or(self.settled);
            for (source, earliest, _) in &step.sources {
                let line = &mut self.lines[*source];
                line.needed = line.needed.min(next - i128::from(*earliest));
            }
        }
        self.lines.iter_mut().for_each(Line::forget);
    }
}

/// Appends the times from `from` at which coincidences of `channels` channels are complete. `tags` are those of one
/// channel after another; the channel of a tag is its index among them.
fn coincide(mut tags: Vec<Tag>, channels: usize, window: i64, from: i128, out: &mut Vec<i64>) {
    let mut latest: Vec<Option<i64>> = vec![None; channels];
    // Stable, so that tags of equal time stay in the order of their channels.
    sort_by_time(&mut tags);
    for Tag { time, channel } in tags {
        let place = channel as usize;
        let is_near =
            |latest: &Option<i64>| latest.is_some_and(|before| time.saturating_sub(before) <= window);
        let completes = latest.iter().enumerate().all(|(other, latest)| other == place || is_near(latest));
        if completes && i128::from(time) >= from {
            out.push(time);
        }
        latest[place] = Some(time);
    }
}

/// Appends the `times` for which one of `gates` lies `to` to `from` ticks before them; both lists ascend.
fn pass(times: &[i64], gates: &[i64], (from, to): (i64, i64), out: &mut Vec<i64>) {
    let (opens, closes) = (i128::from(from), i128::from(to));
    let mut first = 0;
    out.extend(times.iter().filter(|time| {
        let time = i128::from(**time);
        // The first gate that is still open at this time.
        first += gates[first..].partition_point(|gate| i128::from(*gate) < time - closes);
        gates.get(first).is_some_and(|gate| i128::from(*gate) <= time - opens)
    }));
}
