//! Single tags.

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::counting::limits::{MAX_LISTED, MAX_TAGS};
use crate::numbers::{Channel, Integers};
use crate::order::sort_by_channel;
use crate::request::{positive, setters};
use crate::run::accumulator::{Accumulator, Analysis};
use crate::run::partial::{differs, from_bytes, not_ours, to_bytes, total};
use crate::tags::{Tag, TagBlock, sort_by_time};
use crate::{Code, Error};

/// Default maximum number of listed tags.
const MOST: usize = 10_000;

/// Lists the first tags from a time on, and the last ones before it, in order of time, and of channel at equal times.
///
/// The selection depends neither on the order of tags in the file nor on how a run is cut. In a disordered file, it has
/// the tags with the smallest times, wherever they are.
#[derive(Default)]
pub struct Listing {
    partial: ListingPartial,
}

/// The request for `listing`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListingRequest {
    /// Maximum number of tags to list from `from` on; default 10,000.
    pub most: Option<i64>,
    /// Time in ticks from which tags are listed; by default from the first tag on.
    pub from: Option<i64>,
    /// Maximum number of tags to list before `from`; default 0.
    pub earlier: Option<i64>,
}

setters! { ListingRequest { most: i64, from: i64, earlier: i64 } }

impl RequestFields for ListingRequest {}

/// `listing`: single tags in order of time, equal times by channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListingResult {
    /// Number of selected tags, listed or not.
    pub tags: u64,
    /// Number of selected tags that are earlier than the first listed one.
    pub skipped: u64,
    /// Times in ticks.
    pub times: Integers,
    /// Channel of each listed tag.
    pub channels: Vec<Channel>,
}

/// The partial result of a run, see [`Listing`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ListingPartial {
    most: u64,
    from: Option<i64>,
    most_earlier: u64,
    tags: u64,
    /// Number of tags earlier than `from`.
    tags_earlier: u64,
    /// The last tags before `from`, in order of time and channel.
    earlier: Vec<Tag>,
    /// The first tags from `from` on, in order of time and channel.
    listed: Vec<Tag>,
}

impl ListingPartial {
    fn from(&self) -> i64 {
        self.from.unwrap_or(i64::MIN)
    }

    /// Returns the minimum and maximum time of a tag that would enter the list.
    fn wanted(&self) -> (i64, i64) {
        let first = self.earlier.first().filter(|_| self.earlier.len() as u64 == self.most_earlier);
        let last = self.listed.last().filter(|_| self.listed.len() as u64 == self.most);
        let least = if self.most_earlier == 0 { self.from() } else { first.map_or(i64::MIN, |tag| tag.time) };
        (least, last.map_or(i64::MAX, |tag| tag.time))
    }

    /// Adds tags in order of time and channel.
    fn add(&mut self, tags: &[Tag]) {
        let from = self.from();
        let (earlier, listed) = tags.split_at(tags.partition_point(|tag| tag.time < from));
        join(&mut self.earlier, earlier);
        join(&mut self.listed, listed);
        let surplus = self.earlier.len().saturating_sub(self.most_earlier as usize);
        self.earlier.drain(..surplus);
        self.listed.truncate(self.most as usize);
    }

    fn check(&self, ours: &Self) -> Result<(), Error> {
        for (what, ours, theirs) in [
            ("`most`", ours.most as i64, self.most as i64),
            ("`from`", ours.from(), self.from()),
            ("`earlier`", ours.most_earlier as i64, self.most_earlier as i64),
        ] {
            if ours != theirs {
                return Err(differs(Listing::NAME, what, &ours.to_string(), &theirs.to_string()));
            }
        }
        let in_order = |tags: &[Tag]| tags.is_sorted_by_key(key);
        let sound = self.tags <= MAX_TAGS
            && self.tags_earlier <= self.tags
            && self.earlier.len() as u64 == self.tags_earlier.min(self.most_earlier)
            && self.listed.len() as u64 == (self.tags - self.tags_earlier).min(self.most)
            && in_order(&self.earlier)
            && in_order(&self.listed)
            && self.earlier.last().is_none_or(|tag| tag.time < self.from())
            && self.listed.first().is_none_or(|tag| tag.time >= self.from());
        if sound { Ok(()) } else { Err(not_ours(Listing::NAME, "its tags contradict each other")) }
    }
}

impl Analysis for Listing {
    const NAME: &'static str = "listing";
    type Request = ListingRequest;
    type Result = ListingResult;

    fn new(request: &ListingRequest) -> Result<Self, Error> {
        let ListingRequest { most, from, earlier } = *request;
        let (most, earlier) = (positive("most", most)?, positive("earlier", earlier)?);
        let [most, most_earlier] = [most.unwrap_or(MOST as i64) as u64, earlier.unwrap_or(0) as u64];
        if most.max(most_earlier) > MAX_LISTED as u64 {
            let message = "the list of tags is too long";
            return Err(Error::new(Code::Usage, message, format!("request at most {MAX_LISTED}")));
        }
        Ok(Self { partial: ListingPartial { most, from, most_earlier, ..ListingPartial::default() } })
    }

    fn result(&self) -> ListingResult {
        let run = &self.partial;
        let listed = || run.earlier.iter().chain(&run.listed);
        ListingResult {
            tags: run.tags,
            skipped: run.tags_earlier - run.earlier.len() as u64,
            times: Integers(listed().map(|tag| tag.time).collect()),
            channels: listed().map(|tag| Channel(tag.channel)).collect(),
        }
    }
}

impl Accumulator for Listing {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let Some((least, greatest)) = block.time_range() else { return Ok(()) };
        let run = &mut self.partial;
        let from = run.from();
        run.tags += block.len() as u64;
        run.tags_earlier += match (least < from, greatest < from) {
            (true, false) => {
                let earlier = |(_, times): (u64, &[i64])| times.iter().filter(|time| **time < from).count();
                block.columns().map(earlier).sum::<usize>() as u64
            }
            (_, all) => u64::from(all) * block.len() as u64,
        };
        let wanted = run.wanted();
        if greatest < wanted.0 || least > wanted.1 {
            return Ok(());
        }
        let mut columns: Vec<_> = block.columns().collect();
        sort_by_channel(&mut columns);
        let mut tags: Vec<Tag> = Vec::new();
        for (channel, times) in columns {
            let times = times.iter().filter(|time| (wanted.0..=wanted.1).contains(*time));
            tags.extend(times.map(|&time| Tag { time, channel }));
        }
        sort_by_time(&mut tags);
        run.add(&tags);
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(Self::NAME, &self.partial, 0)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(from_bytes(Self::NAME, later)?)
    }
}

impl Listing {
    /// Appends the partial result of the run that follows.
    fn merge(&mut self, later: ListingPartial) -> Result<(), Error> {
        later.check(&self.partial)?;
        let run = &mut self.partial;
        total(Self::NAME, [&run.tags, &later.tags])?;
        run.tags += later.tags;
        run.tags_earlier += later.tags_earlier;
        run.add(&later.earlier);
        run.add(&later.listed);
        Ok(())
    }
}

/// Returns the sort key of a tag.
fn key(tag: &Tag) -> (i64, u64) {
    (tag.time, tag.channel)
}

/// Merges `more` into `tags`, both in order.
fn join(tags: &mut Vec<Tag>, more: &[Tag]) {
    let before = std::mem::take(tags);
    let mut place = 0;
    for tag in more {
        while place < before.len() && key(&before[place]) <= key(tag) {
            tags.push(before[place]);
            place += 1;
        }
        tags.push(*tag);
    }
    tags.extend_from_slice(&before[place..]);
}
