//! Tags by the time since the clock's last pulse. A run is counted before the period is known.

use serde::{Deserialize, Serialize};

/// Number of fractional bits of a period.
const FRACTION: u32 = 44;

/// The origin of times: the last tag of a channel or, without a channel, the last multiple of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    channel: Option<u64>,
    /// Period in ticks times 2^44; 0 with a channel.
    period: i128,
}

impl Clock {
    pub fn of_channel(channel: u64) -> Self {
        Self { channel: Some(channel), period: 0 }
    }

    /// Creates a clock of `period` ticks, at least 1, without a channel.
    pub fn every(period: f64) -> Self {
        Self { channel: None, period: (period * (1_u64 << FRACTION) as f64) as i128 }
    }

    pub fn channel(self) -> Option<u64> {
        self.channel
    }
}

/// Counts in cells of `bin` ticks since the last pulse. Empty cells at the end are not stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Histograms {
    pub clock: Clock,
    /// Width of a cell, ticks.
    pub bin: i64,
    /// Maximum counted time in ticks.
    pub range: i64,
    /// Tags by the time since the last pulse.
    pub all: Vec<u64>,
    /// The first of these tags after each pulse.
    pub first: Vec<u64>,
    /// Number of tags without a pulse in the range before them.
    pub without: u64,
    /// Pulses by the time since the previous pulse.
    pub gaps: Vec<u64>,
    /// The sum of these times, ticks.
    pub gap_sum: u64,
    /// Number of pulses without another pulse in the range before them.
    pub gapless: u64,
}

impl Histograms {
    pub fn new(clock: Clock, bin: i64, range: i64) -> Self {
        Self {
            clock,
            bin,
            range,
            all: Vec::new(),
            first: Vec::new(),
            without: 0,
            gaps: Vec::new(),
            gap_sum: 0,
            gapless: 0,
        }
    }

    /// Counts the ascending `pulses` and `tags` that lie in `from..to`. Both lists include the range before it.
    pub fn count(&mut self, pulses: &[i64], tags: &[i64], (from, to): (i128, i128)) {
        let within = |times: &[i64]| {
            let place = |edge| times.partition_point(|time| i128::from(*time) < edge);
            place(from)..place(to).max(place(from))
        };
        if self.clock.channel.is_none() {
            for time in &tags[within(tags)] {
                let phase = (i128::from(*time) << FRACTION).rem_euclid(self.clock.period) >> FRACTION;
                add(&mut self.all, phase as u64 / self.bin as u64);
            }
            return;
        }
        for k in within(pulses) {
            match self.since(k.checked_sub(1).map(|k| pulses[k]), pulses[k]) {
                None => self.gapless += 1,
                Some(gap) => {
                    add(&mut self.gaps, gap / self.bin as u64);
                    self.gap_sum = self.gap_sum.saturating_add(gap);
                }
            }
        }
        let mut next = 0;
        for k in within(tags) {
            let time = tags[k];
            next += pulses[next..].partition_point(|pulse| *pulse <= time);
            let pulse = next.checked_sub(1).map(|k| pulses[k]);
            let Some((since, pulse)) = self.since(pulse, time).zip(pulse) else {
                self.without += 1;
                continue;
            };
            let cell = since / self.bin as u64;
            add(&mut self.all, cell);
            if k.checked_sub(1).is_none_or(|before| tags[before] < pulse) {
                add(&mut self.first, cell);
            }
        }
    }

    /// Returns the ticks from `pulse` to `time`, if they are in the range.
    fn since(&self, pulse: Option<i64>, time: i64) -> Option<u64> {
        let since = time.abs_diff(pulse?);
        (since <= self.range as u64).then_some(since)
    }

    /// Adds the counts of another run with the same clock.
    pub fn merge(&mut self, later: &Self) {
        for (mine, theirs) in
            [(&mut self.all, &later.all), (&mut self.first, &later.first), (&mut self.gaps, &later.gaps)]
        {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(n, more)| *n += more);
        }
        self.without += later.without;
        self.gap_sum = self.gap_sum.saturating_add(later.gap_sum);
        self.gapless += later.gapless;
    }

    /// Returns the maximum number of cells.
    fn most_cells(&self) -> u64 {
        let longest =
            if self.clock.channel.is_some() { self.range } else { (self.clock.period >> FRACTION) as i64 };
        longest as u64 / self.bin as u64 + 1
    }

    /// Returns whether these can be the counts of `tags` tags of the channel and `pulses` pulses.
    pub fn is_sound(&self, tags: u64, pulses: u64) -> bool {
        let total = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
        let up_to = |counts: &[u64], others: u64, most: u64| {
            total(counts).and_then(|n| n.checked_add(others)).is_some_and(|n| n <= most)
        };
        let ends = |counts: &Vec<u64>| {
            counts.len() as u64 <= self.most_cells() && counts.last().is_none_or(|last| *last > 0)
        };
        up_to(&self.all, self.without, tags)
            && up_to(&self.gaps, self.gapless, pulses)
            && up_to(&self.first, 0, tags)
            && [&self.all, &self.first, &self.gaps].into_iter().all(ends)
    }
}

fn add(counts: &mut Vec<u64>, cell: u64) {
    let cell = cell as usize;
    if counts.len() <= cell {
        counts.resize(cell + 1, 0);
    }
    counts[cell] += 1;
}
