//! The first tags of a run, in file order: the part of the run that counts if the whole cannot follow another.

use serde::{Deserialize, Serialize};

use crate::counting::limits::LOOK_AHEAD;
use crate::tags::Tag;

/// The tags of a run up to the last one that is earlier than all before it, in file order.
///
/// Whether a tag is too late depends on the latest tag before it. When runs are joined, that may be one of the previous
/// run, and the first tag of this run that is too late is earlier than all tags of this run before it. No tag after the
/// opening is: once the run spans more than [`LOOK_AHEAD`] ticks, a tag earlier than all before it would have ended it.
/// Until then, any later tag may be, and the opening holds all tags.
///
/// For a run in order of time, the opening is its first tag.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// `(channel, time)`.
    tags: Vec<(u64, i64)>,
}

impl Opening {
    /// Number of its tags.
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Adds the next tag of a run that then spans `span`; before it, the run was still open.
    pub fn push(&mut self, tag: Tag, span: (i64, i64)) {
        self.tags.push((tag.channel, tag.time));
        self.close(span);
    }

    /// Appends the opening of the next run, if this run, still open, then spans `span`.
    pub fn append(&mut self, later: &Self, span: (i64, i64)) {
        self.tags.extend_from_slice(&later.tags);
        self.close(span);
    }

    /// Adds `by` ticks to every time.
    pub fn move_by(&mut self, by: i64) {
        self.tags.iter_mut().for_each(|(_, time)| *time += by);
    }

    /// Whether a tag earlier than all before it may still follow in a run from `min` to `max`.
    pub fn is_open((min, max): (i64, i64)) -> bool {
        max <= min.saturating_add(LOOK_AHEAD)
    }

    /// Drops tags after the earliest one, once no earlier one can follow.
    fn close(&mut self, span: (i64, i64)) {
        if !Self::is_open(span) {
            let earliest = self.tags.iter().position(|(_, time)| *time == span.0);
            self.tags.truncate(earliest.map_or(0, |at| at + 1));
            self.tags.shrink_to_fit();
        }
    }

    /// The tags up to the first that is earlier than `due`, if there is one.
    pub fn until_earlier_than(&self, due: i64) -> Option<Vec<Tag>> {
        let late = self.tags.iter().position(|(_, time)| *time < due)?;
        Some(self.tags[..=late].iter().map(|&(channel, time)| Tag { time, channel }).collect())
    }

    /// Returns whether a run of `tags` tags from `min` to `max` can have this opening. Only channels for which `known`
    /// returns true have occurred.
    pub fn is_sound(&self, tags: u64, (min, max): (i64, i64), known: impl Fn(u64) -> bool) -> bool {
        let len = self.tags.len() as u64;
        let complete = if tags == 0 {
            len == 0
        } else if Self::is_open((min, max)) {
            len == tags
        } else {
            len <= tags && self.tags.last().is_some_and(|(_, time)| *time == min)
        };
        let mut latest = i64::MIN;
        let in_order = self.tags.iter().all(|(channel, time)| {
            latest = latest.max(*time);
            (min..=max).contains(time) && *time >= latest.saturating_sub(LOOK_AHEAD) && known(*channel)
        });
        let first_of_min = self.tags.iter().position(|(_, time)| *time == min);
        let ends_there =
            Self::is_open((min, max)) || first_of_min.is_some_and(|at| at + 1 == self.tags.len());
        complete && in_order && (tags == 0 || ends_there && first_of_min.is_some())
    }
}
