//! The first break of the order of time, and the tags before it that are probably sound.

use serde::{Deserialize, Serialize};

use crate::counting::limits::LOOK_AHEAD;
use crate::tags::TagBlock;

/// Number of tags before a break that are examined.
const FAR: usize = 512;
/// Number of tags before a break among which an unusual step may begin the damage.
const NEAR: usize = 16;
/// Ratio of a step to the median step that excludes chance: for steady light, one in `exp(70)` is as long.
const UNUSUAL: i128 = 100;

/// The first tag, in file order, that is more than [`LOOK_AHEAD`] ticks earlier than the one before it.
///
/// Damaged bytes make times that are mostly far in the future; the order breaks where the next time is smaller,
/// possibly some tags later. So the damage is assumed to begin at the first step among the last [`NEAR`] tags that is
/// longer than [`LOOK_AHEAD`] and more than [`UNUSUAL`] times the median step; without one, at the largest step, if it
/// is longer than [`LOOK_AHEAD`]. If that was a pause, a few sound tags are dropped. Earlier ones of the last [`FAR`]
/// tags are damaged if they follow a step longer than [`LOOK_AHEAD`] across the time at which the order breaks: times
/// went forward there, and came back.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FirstBreak {
    /// Times of the last tags, at most [`FAR`], in file order; empty after a break.
    tail: Vec<i64>,
    found: Option<Break>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Break {
    /// Number of tags before it.
    tags: u64,
    /// Times of the last of them, at most [`FAR`], in file order.
    before: Vec<i64>,
    /// The time of the tag that is too early.
    time: i64,
}

/// The probably sound part of a run: the tags up to a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sound {
    /// Number of tags, from the first in file order.
    pub tags: u64,
    /// The time of the last of them.
    pub until: i64,
}

fn breaks(before: i64, time: i64) -> bool {
    time < before.saturating_sub(LOOK_AHEAD)
}

/// Appends `later` and keeps the last [`FAR`].
fn append(times: &mut Vec<i64>, later: impl Iterator<Item = i64>) {
    times.extend(later);
    times.drain(..times.len().saturating_sub(FAR));
}

impl FirstBreak {
    /// Takes a block after `tags` tags, the last one at `last`.
    pub fn push(&mut self, block: &TagBlock, tags: u64, last: Option<i64>) {
        let Some((first, _)) = block.ends() else { return };
        if self.found.is_some() {
            return;
        }
        if last.is_some_and(|last| breaks(last, first)) {
            self.found = Some(Break { tags, before: std::mem::take(&mut self.tail), time: first });
            return;
        }
        let Some(in_file_order) = block.tags() else {
            append(&mut self.tail, latest(block).into_iter());
            return;
        };
        let times = |range: std::ops::Range<usize>| {
            in_file_order[range.start.max(range.end.saturating_sub(FAR))..range.end]
                .iter()
                .map(|tag| tag.time)
        };
        let place = match block.is_sorted() {
            true => None,
            false => in_file_order.windows(2).position(|pair| breaks(pair[0].time, pair[1].time)),
        };
        append(&mut self.tail, times(0..place.map_or(in_file_order.len(), |place| place + 1)));
        if let Some(place) = place {
            self.found = Some(Break {
                tags: tags + place as u64 + 1,
                before: std::mem::take(&mut self.tail),
                time: in_file_order[place + 1].time,
            });
        }
    }

    /// Continues a run of `tags` tags, the last one at `last`, by a run that begins at `first`.
    pub fn merge(&mut self, later: Self, tags: u64, last: i64, first: i64) {
        if self.found.is_some() {
            return;
        }
        if breaks(last, first) {
            self.found = Some(Break { tags, before: std::mem::take(&mut self.tail), time: first });
        } else if let Some(found) = later.found {
            let mut before = std::mem::take(&mut self.tail);
            append(&mut before, found.before.into_iter());
            self.found = Some(Break { tags: tags + found.tags, before, time: found.time });
        } else {
            append(&mut self.tail, later.tail.into_iter());
        }
    }

    /// Whether the order breaks.
    pub fn is_found(&self) -> bool {
        self.found.is_some()
    }

    /// The part before the damage; `None` if the order does not break, or the times before it are unknown.
    pub fn sound(&self) -> Option<Sound> {
        let Break { tags, before, time } = self.found.as_ref()?;
        let step = |pair: &[i64]| i128::from(pair[1]) - i128::from(pair[0]);
        let steps: Vec<i128> = before.windows(2).map(step).collect();
        let far = steps.len().saturating_sub(NEAR - 1);
        let near = damaged_step(&steps[far..]).map(|k| far + k);
        let over = |&k: &usize| {
            let from = before[k].saturating_sub(LOOK_AHEAD);
            (from..before[k + 1]).contains(time) && steps[k] > i128::from(LOOK_AHEAD)
        };
        let beginning = (0..far).find(over).or(near).unwrap_or(steps.len());
        let sound = &before[..before.len().min(beginning + 1)];
        Some(Sound { tags: tags - (before.len() - sound.len()) as u64, until: *sound.last()? })
    }

    /// Time of the tag that is too early; `None` if the order does not break.
    pub fn time(&self) -> Option<i64> {
        self.found.as_ref().map(|found| found.time)
    }

    /// Whether a run of `tags` tags can have this state.
    pub fn is_sound(&self, tags: u64) -> bool {
        let fits = |times: &[i64], tags: u64| times.len() <= FAR && times.len() as u64 <= tags;
        match &self.found {
            None => fits(&self.tail, tags),
            Some(found) => self.tail.is_empty() && found.tags < tags && fits(&found.before, found.tags),
        }
    }
}

/// Index of the step into damage among the last steps before a break; `None` if all may be sound.
fn damaged_step(steps: &[i128]) -> Option<usize> {
    let long = i128::from(LOOK_AHEAD);
    // Steps beyond 64 bits are all unusual.
    let mut sorted: Vec<i64> =
        steps.iter().map(|step| (*step).clamp(i64::MIN.into(), i64::MAX.into()) as i64).collect();
    sorted.sort_unstable();
    let usual = sorted.get(sorted.len() / 2).copied().map_or(0, i128::from);
    let unusual = long.max(usual * UNUSUAL);
    let longest = || (0..steps.len()).max_by_key(|&k| steps[k]).filter(|&k| steps[k] > long);
    steps.iter().position(|&step| step > unusual).or_else(longest)
}

/// The latest times of a block whose tags are in order of time, at most [`FAR`], ascending.
fn latest(block: &TagBlock) -> Vec<i64> {
    let mut times: Vec<i64> = Vec::with_capacity(2 * FAR);
    for (_, column) in block.columns() {
        times.extend_from_slice(&column[column.len().saturating_sub(FAR)..]);
        times.sort_unstable();
        times.drain(..times.len().saturating_sub(FAR));
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sound part of a run of 100 tags with these steps between the last ones. The order breaks after them:
    /// the next time is just too early.
    fn sound_of(steps: &[i64]) -> Option<Sound> {
        let end: i64 = steps.iter().sum();
        sound_before(end - LOOK_AHEAD - 1, steps)
    }

    /// Like [`sound_of`], with `time` as the next time.
    fn sound_before(time: i64, steps: &[i64]) -> Option<Sound> {
        let mut before = vec![0];
        before.extend(steps.iter().scan(0, |time, step| {
            *time += step;
            Some(*time)
        }));
        let found = Some(Break { tags: 100, before, time });
        FirstBreak { tail: Vec::new(), found }.sound()
    }

    const USUAL: i64 = 5_000;
    const UNUSUALLY_LONG: i64 = LOOK_AHEAD * 1_000;

    #[test]
    fn damage_begins_with_the_first_step_out_of_the_usual_though_a_later_one_is_longer() {
        let mut steps = [USUAL; 12];
        steps[8] = UNUSUALLY_LONG;
        steps[10] = UNUSUALLY_LONG * 1_000;
        assert_eq!(sound_of(&steps), Some(Sound { tags: 96, until: 8 * USUAL }));
    }

    #[test]
    fn where_most_steps_are_damaged_the_longest_is_taken() {
        let steps = [USUAL, UNUSUALLY_LONG * 50, UNUSUALLY_LONG, UNUSUALLY_LONG, UNUSUALLY_LONG];
        assert_eq!(sound_of(&steps), Some(Sound { tags: 96, until: USUAL }));
    }

    #[test]
    fn tags_that_go_forward_and_come_back_are_damaged_however_many_of_the_last_they_are() {
        for tags in [20, 40, 90] {
            let mut steps = vec![USUAL; 98];
            steps[98 - tags] = UNUSUALLY_LONG;
            let sound = (98 - tags) as i64 * USUAL;
            let expected = Some(Sound { tags: 100 - tags as u64, until: sound });
            assert_eq!(sound_before(sound + USUAL, &steps), expected, "{tags} tags");
            assert_eq!(sound_before(sound - LOOK_AHEAD, &steps), expected, "{tags} tags, the next one late");
        }
    }

    #[test]
    fn a_pause_before_one_tag_that_comes_too_late_ends_no_sound_part() {
        let mut steps = vec![10 * USUAL; 98];
        steps[40] = UNUSUALLY_LONG;
        let end = 97 * 10 * USUAL + UNUSUALLY_LONG;
        assert_eq!(sound_before(end - 2 * LOOK_AHEAD, &steps), Some(Sound { tags: 100, until: end }));
    }

    #[test]
    fn where_no_step_is_long_all_are_sound() {
        assert_eq!(
            sound_of(&[USUAL, 1, LOOK_AHEAD]),
            Some(Sound { tags: 100, until: USUAL + 1 + LOOK_AHEAD })
        );
    }
}
