//! Checks that all tags of a file have one tick: concatenated recordings may have ticks of different lengths.

use serde::{Deserialize, Serialize};

use crate::tags::duration::{self, DEFAULT_TICK};
use crate::{Code, Error, Operation};

/// Maximum characters kept of a recording's tick, whose text may be of any length.
const MOST_CHARS: usize = 40;

/// A recording that begins in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Begun {
    /// Its offset in bytes.
    offset: u64,
    /// The length of its tick with its unit; `None` if not stated.
    tick: Option<String>,
}

/// Contents of successive skippable frames without data between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Statement {
    /// Whether they include the index that ends a recording.
    ended: bool,
    /// The recording that begins after that.
    begun: Option<Begun>,
}

/// Ticks stated by a file, or a part of one. Those of successive parts can be added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticks {
    /// Before the first frame of data.
    first: Statement,
    /// Whether there is such a frame.
    has_data: bool,
    /// The first recording that begins after it, and the first one with another tick than that.
    later: [Option<Begun>; 2],
    /// After the last frame of data.
    next: Statement,
}

impl Ticks {
    /// Adds the announcement of a recording at byte `offset`.
    pub fn announce(&mut self, offset: u64) {
        self.begin(Begun { offset, tick: None });
    }

    /// Adds the index at the end of a recording.
    pub fn end(&mut self) {
        self.add(Self { first: Statement { ended: true, begun: None }, ..Self::default() });
    }

    /// Adds the tick that a recording states at byte `offset`, if any.
    pub fn announce_tick(&mut self, offset: u64, tick: Option<&str>) {
        let tick = tick.map(|tick| tick.chars().take(MOST_CHARS).collect());
        self.begin(Begun { offset, tick });
    }

    fn begin(&mut self, begun: Begun) {
        self.add(Self { first: Statement { ended: false, begun: Some(begun) }, ..Self::default() });
    }

    /// Adds a frame of data.
    pub fn data(&mut self) {
        if !self.has_data || self.next.begun.is_some() {
            self.add(Self { has_data: true, ..Self::default() });
        }
    }

    /// Adds the ticks of the next part.
    pub fn add(&mut self, other: Self) {
        if !self.has_data {
            self.first.add(other.first);
            (self.has_data, self.later, self.next) = (other.has_data, other.later, other.next);
            return;
        }
        self.next.add(other.first);
        if other.has_data {
            let Statement { begun, .. } = std::mem::replace(&mut self.next, other.next);
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

    /// The error of a recording with another tick than the first, for data read from a file's beginning to its end.
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
            format!(
                "cut the file here and read the recordings one by one, or {} them once they have one tick",
                Operation::Merge
            ),
        ))
    }
}

impl Statement {
    /// Adds the next statements: the first tick counts, as at a file's beginning.
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
