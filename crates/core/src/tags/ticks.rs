//! Whether all tags of a file have one tick: recordings that are joined by their bytes may have ticks of different lengths.

use serde::{Deserialize, Serialize};

use crate::tags::duration::{self, DEFAULT_TICK};
use crate::{Code, Error};

/// Characters that are kept of what a recording says, which is as many as a file likes.
const MOST_CHARS: usize = 40;

/// A recording that begins in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Begun {
    /// Byte at which it begins.
    offset: u64,
    /// The length of its tick with its unit; `None` where it does not say it.
    tick: Option<String>,
}

/// What skippable frames say that follow each other without data between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    /// Whether the index of a recording is among them, with which it ends.
    ended: bool,
    /// The recording that begins behind that.
    begun: Option<Begun>,
}

/// What a file, or a part of one, says of ticks. That of parts that follow each other adds up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticks {
    /// Before the first frame of data.
    first: Said,
    /// Whether there is such a frame.
    has_data: bool,
    /// The first recording that begins behind it, and the first one with another tick than that.
    later: [Option<Begun>; 2],
    /// Behind the last frame of data.
    next: Said,
}

impl Ticks {
    /// A recording is announced at byte `offset`.
    pub fn announce(&mut self, offset: u64) {
        self.begin(Begun { offset, tick: None });
    }

    /// A recording ends with its index.
    pub fn end(&mut self) {
        self.add(Self { first: Said { ended: true, begun: None }, ..Self::default() });
    }

    /// A recording whose tick is said at byte `offset`, where it says one.
    pub fn announce_tick(&mut self, offset: u64, tick: Option<&str>) {
        let tick = tick.map(|tick| tick.chars().take(MOST_CHARS).collect());
        self.begin(Begun { offset, tick });
    }

    fn begin(&mut self, begun: Begun) {
        self.add(Self { first: Said { ended: false, begun: Some(begun) }, ..Self::default() });
    }

    /// A frame of data.
    pub fn data(&mut self) {
        if !self.has_data || self.next.begun.is_some() {
            self.add(Self { has_data: true, ..Self::default() });
        }
    }

    /// Adds what follows.
    pub fn add(&mut self, other: Self) {
        if !self.has_data {
            self.first.add(other.first);
            (self.has_data, self.later, self.next) = (other.has_data, other.later, other.next);
            return;
        }
        self.next.add(other.first);
        if other.has_data {
            let Said { begun, .. } = std::mem::replace(&mut self.next, other.next);
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
        let own = self.first.begun.as_ref().and_then(|begun| begun.tick.clone());
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

impl Said {
    /// Adds what follows: the first that is said of a tick counts, as where a file's beginning is read.
    fn add(&mut self, later: Self) {
        if later.ended {
            *self = later;
            return;
        }
        match (&mut self.begun, later.begun) {
            (Some(begun), Some(later)) => begun.tick = begun.tick.take().or(later.tick),
            (begun, later) => *begun = begun.take().or(later),
        }
    }
}

fn with(tick: &Option<String>) -> String {
    match tick {
        Some(tick) => format!("with a tick of {tick}"),
        None => format!("that does not state its tick, {DEFAULT_TICK} by default"),
    }
}

fn is_same(one: &Option<String>, other: &Option<String>) -> bool {
    let [one, other] = [one, other].map(|tick| tick.as_deref().unwrap_or(DEFAULT_TICK).trim());
    let length = |text: &str| duration::parse(text).ok().filter(|(_, bytes)| *bytes == text.len());
    one == other || length(one).zip(length(other)).is_some_and(|((one, _), (other, _))| one.is(other))
}
