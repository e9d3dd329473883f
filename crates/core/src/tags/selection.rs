//! The selection of tags: channels, and a range of time.

use serde::Deserialize;

use crate::request::setters;
use crate::tags::index::{Channel, Frame};
use crate::tags::{Extent, Tag};

/// Number of tags copied at a time, so that the copy stays in the processor's nearest cache.
const BATCH: usize = 4096;

/// Selects tags of some channels, in a range of time; everything by default.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "a selection")]
#[non_exhaustive]
pub struct SelectionRequest {
    /// The channels whose tags are selected; `None`: all.
    pub channels: Option<Vec<u64>>,
    /// Least time, in ticks after the file's first tag.
    pub from: Option<i64>,
    /// Greatest time, in ticks after the file's first tag.
    pub to: Option<i64>,
}

setters! { SelectionRequest { channels: Vec<u64>, from: i64, to: i64 } }

/// The selected tags of a file: by channel and range of time.
#[derive(Debug, Default)]
pub struct Selection {
    /// Ascending; `None`: all.
    channels: Option<Vec<u64>>,
    /// Inclusive, in ticks since the file's first tag.
    from: Option<i64>,
    to: Option<i64>,
    origin: Option<i64>,
    /// See [`Selection::extent`].
    extent: Option<Extent>,
    /// The selected tags of one batch.
    batch: Vec<Tag>,
}

impl Selection {
    /// Reads the tags that a request selects.
    pub fn new(request: &SelectionRequest) -> Self {
        let SelectionRequest { mut channels, from, to } = request.clone();
        if let Some(channels) = &mut channels {
            channels.sort_unstable();
        }
        Self { channels, from, to, ..Self::default() }
    }

    /// Sets the time of the file's first tag, if that tag may not be seen.
    pub fn set_origin(&mut self, time: i64) {
        self.origin = Some(time);
    }

    /// Adds `channels` to the selection.
    pub fn add_channels(&mut self, channels: &[u64]) {
        if let Some(wanted) = &mut self.channels {
            wanted.extend_from_slice(channels);
            wanted.sort_unstable();
        }
    }

    /// The time of the file's first tag, after a partial selection has seen a tag.
    pub fn origin(&self) -> Option<i64> {
        self.origin
    }

    /// The extent of all channels' tags in the selected range of time: the selected channels do not change the length
    /// of a recording. `None` if all channels are selected, because the selected tags determine it.
    pub fn extent(&self) -> Option<Extent> {
        self.extent
    }

    /// Whether every tag is selected.
    pub fn is_everything(&self) -> bool {
        self.channels.is_none() && self.from.is_none() && self.to.is_none()
    }

    /// Whether a frame can contain a selected tag, after the origin is known.
    pub fn wants(&self, frame: &Frame) -> bool {
        let in_time = self
            .origin
            .and_then(|origin| self.range(origin))
            .is_some_and(|(from, to)| frame.tags > 0 && from <= frame.max && frame.min <= to);
        let listed = |channel: &Channel| self.lets(channel.channel);
        in_time && frame.channels.iter().any(listed)
    }

    /// The selected times of a file whose first tag is at `origin`, ends inclusive; `None` if there are none.
    pub fn range(&self, origin: i64) -> Option<(i64, i64)> {
        let origin = i128::from(origin);
        let from = self.from.map_or(i128::MIN, |from| origin + i128::from(from));
        let to = self.to.map_or(i128::MAX, |to| origin + i128::from(to));
        clamp_low(from).zip(clamp_high(to))
    }

    /// The beginning of the selected times in a file whose first tag is at `origin`; `None` if none was selected.
    pub fn begin(&self, origin: i64) -> Option<i64> {
        self.from.map(|from| origin.saturating_add(from.max(0)))
    }

    /// Whether only tags of some channels are selected.
    pub fn chooses_channels(&self) -> bool {
        self.channels.is_some()
    }

    /// Whether tags of `channel` are selected.
    pub fn lets(&self, channel: u64) -> bool {
        self.channels.as_deref().is_none_or(|all| all.binary_search(&channel).is_ok())
    }

    /// Passes the selected ones of `tags` to `sink`; unchanged if everything is selected.
    pub fn apply(&mut self, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
        if self.is_everything() {
            return sink(tags);
        }
        let Some(first) = tags.first() else { return };
        let origin = *self.origin.get_or_insert(first.time);
        let Some((from, to)) = self.range(origin) else { return };
        let channels = self.channels.as_deref();
        let in_time = |tag: &&Tag| from <= tag.time && tag.time <= to;
        for tags in tags.chunks(BATCH) {
            if channels.is_some() {
                self.extent = Extent::joined(self.extent, Extent::of(tags.iter().filter(in_time)));
            }
            self.batch.clear();
            self.batch.extend(tags.iter().filter(|tag| {
                in_time(tag) && channels.is_none_or(|all| all.binary_search(&tag.channel).is_ok())
            }));
            if !self.batch.is_empty() {
                sink(&self.batch);
            }
        }
    }
}

/// The smallest `i64` that is not below `bound`; `None` if there is none.
fn clamp_low(bound: i128) -> Option<i64> {
    (bound <= i128::from(i64::MAX)).then(|| i64::try_from(bound).unwrap_or(i64::MIN))
}

/// The largest `i64` that is not above `bound`; `None` if there is none.
fn clamp_high(bound: i128) -> Option<i64> {
    (bound >= i128::from(i64::MIN)).then(|| i64::try_from(bound).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn selected(request: &SelectionRequest, tags: &[(i64, u64)]) -> Vec<(i64, u64)> {
        let tags: Vec<Tag> = tags.iter().map(|&(time, channel)| Tag { time, channel }).collect();
        let mut selection = Selection::new(request);
        let mut out = Vec::new();
        for tag in tags.chunks(2) {
            selection.apply(tag, &mut |tags| out.extend(tags.iter().map(|tag| (tag.time, tag.channel))));
        }
        out
    }

    #[test]
    fn range_counts_from_the_files_first_tag_and_includes_both_ends() {
        let tags = [(100, 1), (105, 2), (110, 1), (111, 2)];
        let range = SelectionRequest::default().from(5).to(10);
        assert_eq!(selected(&range, &tags), [(105, 2), (110, 1)]);
    }

    #[test]
    fn channel_selection_keeps_the_origin_of_the_whole_file() {
        let tags = [(100, 1), (105, 2), (110, 1), (111, 2)];
        let both = SelectionRequest::default().channels(vec![2]).to(5);
        assert_eq!(selected(&both, &tags), [(105, 2)]);
    }

    #[test]
    fn extent_is_that_of_all_channels_in_the_range_of_time() {
        let tags = [(100, 1), (108, 2), (105, 1), (111, 2)].map(|(time, channel)| Tag { time, channel });
        let extent = |request: SelectionRequest| {
            let mut selection = Selection::new(&request);
            tags.chunks(2).for_each(|tags| selection.apply(tags, &mut |_| {}));
            selection.extent()
        };
        let channels = |n| SelectionRequest::default().channels(vec![n]);
        let all = Extent { first: 100, last: 111, least: 100, greatest: 111 };
        assert_eq!(extent(channels(2)), Some(all));
        assert_eq!(extent(channels(9)), Some(all));
        let within = Extent { first: 108, last: 105, least: 105, greatest: 108 };
        assert_eq!(extent(channels(2).from(1).to(10)), Some(within));
        assert_eq!(extent(SelectionRequest::default().from(1).to(10)), None);
    }

    #[test]
    fn range_past_the_ends_of_64_bits_is_no_overflow() {
        let tags = [(i64::MAX - 1, 1), (i64::MAX, 1)];
        let range = |from| SelectionRequest::default().from(from).to(i64::MAX);
        assert_eq!(selected(&range(1), &tags), [(i64::MAX, 1)]);
        assert_eq!(selected(&range(2), &tags), []);
    }
}
