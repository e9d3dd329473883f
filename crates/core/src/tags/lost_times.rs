//! Times of the parts of a damaged recording that could not be read.

use serde::{Deserialize, Serialize};

/// A part of a recording that could not be read. Times are ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LostTime {
    /// Time of the last tag before the part; `None` if the recording begins with it.
    pub from: Option<i64>,
    /// Time of the first tag after the part; `None` if no tag follows.
    pub to: Option<i64>,
}

/// Maximum number of lost parts whose times are kept.
const MAX_LOST: usize = 1000;

/// The lost parts of a file, or of a part of one: those of successive parts can be added.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LostTimes {
    /// Lost parts with a tag after them.
    ended: Vec<LostTime>,
    /// Times of the first and of the last tag.
    ends: Option<(i64, i64)>,
    /// Whether a part was lost before the first tag, and after the last one.
    before: bool,
    after: bool,
}

impl LostTimes {
    /// Continues with tags from the time `first` to the time `last`.
    pub(crate) fn push(&mut self, first: i64, last: i64) {
        self.add(Self { ends: Some((first, last)), ..Self::default() });
    }

    /// Continues with a part that cannot be read.
    pub(crate) fn lose(&mut self) {
        match self.ends {
            None => self.before = true,
            Some(_) => self.after = true,
        }
    }

    /// Adds the lost parts of the next part.
    pub(crate) fn add(&mut self, later: Self) {
        let Some((first, last)) = later.ends else {
            if later.before {
                self.lose();
            }
            return;
        };
        match self.ends {
            Some((_, from)) if self.after || later.before => self.keep(Some(from), first),
            None => self.before |= later.before,
            Some(_) => {}
        }
        later
            .ended
            .into_iter()
            .for_each(|lost| self.ended.extend((self.ended.len() < MAX_LOST).then_some(lost)));
        self.ends = Some((self.ends.map_or(first, |(first, _)| first), last));
        self.after = later.after;
    }

    /// Damaged times that go back are no part of the recording.
    fn keep(&mut self, from: Option<i64>, to: i64) {
        if from.is_none_or(|from| from < to) && self.ended.len() < MAX_LOST {
            self.ended.push(LostTime { from, to: Some(to) });
        }
    }

    /// Returns the lost parts in file order.
    pub fn all(&self) -> Vec<LostTime> {
        let Some((first, last)) = self.ends else { return Vec::new() };
        let before = self.before.then_some(LostTime { from: None, to: Some(first) });
        let after = self.after.then_some(LostTime { from: Some(last), to: None });
        before.into_iter().chain(self.ended.iter().copied()).chain(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAMAGE: Option<(i64, i64)> = None;

    fn of(parts: &[Option<(i64, i64)>]) -> LostTimes {
        let mut lost = LostTimes::default();
        for part in parts {
            match part {
                Some((first, last)) => lost.push(*first, *last),
                None => lost.lose(),
            }
        }
        lost
    }

    #[test]
    fn a_lost_part_lies_between_two_tags() {
        let parts = [DAMAGE, Some((5, 10)), Some((11, 20)), DAMAGE, DAMAGE, Some((50, 60)), DAMAGE];
        let times = [(None, Some(5)), (Some(20), Some(50)), (Some(60), None)];
        assert_eq!(of(&parts).all(), times.map(|(from, to)| LostTime { from, to }));
        for cut in 0..=parts.len() {
            let mut joined = of(&parts[..cut]);
            joined.add(of(&parts[cut..]));
            assert_eq!(joined, of(&parts), "{cut}");
        }
        assert_eq!(of(&[Some((5, 10)), Some((11, 20))]).all(), []);
        assert_eq!(of(&[DAMAGE]).all(), []);
    }
}
