//! Whether all tags of a file have one tick: recordings that are joined by their bytes may have ticks of different lengths.

use serde::{Deserialize, Serialize};

use crate::{Code, Error};

/// How long a tick is where a recording does not say it.
const USUAL: &str = "156.25ps";

/// Characters that are kept of what a recording says, which is as many as a file likes.
const MOST_CHARS: usize = 40;

/// A recording that begins in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Begun {
    /// Byte at which it begins.
    offset: u64,
    /// The length of its tick with its unit; `None` where it does not say it.
    tick: Option<String>,
    /// Whether it begins with the announcement of an index, behind which the tick may be said.
    announced: bool,
}

/// What a file, or a part of one, says of ticks. That of parts that follow each other adds up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticks {
    /// The recording that begins before the first frame of data.
    first: Option<Begun>,
    /// Whether there is such a frame.
    has_data: bool,
    /// The first recording that begins behind it, and the first one with another tick than that.
    later: [Option<Begun>; 2],
    /// The recording that begins behind the last frame of data.
    next: Option<Begun>,
}

impl Ticks {
    /// A recording is announced at byte `offset`.
    pub fn announce(&mut self, offset: u64) {
        self.begin(Begun { offset, tick: None, announced: true });
    }

    /// A recording whose tick is said at byte `offset`, where it says one.
    pub fn say(&mut self, offset: u64, tick: Option<&str>) {
        let tick = tick.map(|tick| tick.chars().take(MOST_CHARS).collect());
        self.begin(Begun { offset, tick, announced: false });
    }

    fn begin(&mut self, begun: Begun) {
        self.add(Self { first: Some(begun), ..Self::default() });
    }

    /// A frame of data.
    pub fn data(&mut self) {
        if !self.has_data || self.next.is_some() {
            self.add(Self { has_data: true, ..Self::default() });
        }
    }

    /// Whether there was a frame of data.
    pub fn has_data(&self) -> bool {
        self.has_data
    }

    /// Adds what follows.
    pub fn add(&mut self, other: Self) {
        if !self.has_data {
            self.first = followed(self.first.take(), other.first);
            (self.has_data, self.later, self.next) = (other.has_data, other.later, other.next);
            return;
        }
        self.next = followed(self.next.take(), other.first);
        if other.has_data {
            let begun = std::mem::replace(&mut self.next, other.next);
            begun.into_iter().chain(other.later.into_iter().flatten()).for_each(|begun| self.note(begun));
        }
    }

    fn note(&mut self, begun: Begun) {
        match &mut self.later {
            [first @ None, _] => *first = Some(begun),
            [Some(first), other @ None] if !is_same(&first.tick, &begun.tick) => *other = Some(begun),
            _ => {}
        }
    }

    /// That a recording has another tick than the first, of what was read from a file's beginning to its end.
    pub fn error(&self) -> Option<Error> {
        let own = self.first.as_ref().and_then(|begun| begun.tick.clone());
        let other = self.later.iter().flatten().find(|later| !is_same(&own, &later.tick))?;
        Some(Error::at(
            Code::OtherTick,
            other.offset,
            format!(
                "a recording {} begins here, joined to one {}: the times that follow are in other ticks than those before",
                with(&other.tick),
                with(&own)
            ),
            "cut the file here and read the recordings one by one, or `tagview merge` them once they have one tick",
        ))
    }
}

/// The recording that begins where `later` stands behind `before`, without data between them.
fn followed(before: Option<Begun>, later: Option<Begun>) -> Option<Begun> {
    match (before, later) {
        (Some(before), Some(later)) if !later.announced => {
            let tick = before.tick.or(later.tick);
            Some(Begun { tick, ..before })
        }
        (before, later) => later.or(before),
    }
}

fn with(tick: &Option<String>) -> String {
    match tick {
        Some(tick) => format!("with a tick of {tick}"),
        None => format!("that does not say its tick, {USUAL} unless it is said"),
    }
}

fn is_same(one: &Option<String>, other: &Option<String>) -> bool {
    let [one, other] = [one, other].map(|tick| tick.as_deref().unwrap_or(USUAL));
    let close = |(one, other): (f64, f64)| (one / other - 1.0).abs() < 1e-12;
    one == other || seconds(one).zip(seconds(other)).is_some_and(close)
}

/// A length of time with its unit, in seconds.
fn seconds(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 7] =
        [("fs", 1e-15), ("ps", 1e-12), ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    UNITS.iter().find_map(|(unit, length)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * length)
    })
}
