//! Bursts of photons of single molecules: a burst search with a constant threshold, and the proximity ratio of each
//! burst.

mod found;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::fields::RequestFields;
use crate::counting::limits::MAX_DELAY;
use crate::numbers::{Channel, Counts, Floats, Integers};
use crate::order::sort_by_time;
use crate::request::{positive, setters};
use crate::run::new_tags::NewTags;
use crate::run::ordered_analysis::{OrderedAnalysis, Reach, Run};
use crate::run::partial::total;
use crate::run::time_order::{Move, TimeOrder};
use crate::{Code, Error};
use found::{Burst, Photon, add, windows};

/// Maximum number of bursts of a run, of any size.
const MAX_BURSTS: usize = 1 << 20;

/// Maximum number of photons in a window.
const MAX_PHOTONS: i64 = 1 << 16;

/// Defaults of [`BurstsRequest`]: those of Nir et al., J. Phys. Chem. B 110, 22103 (2006).
const PHOTONS: i64 = 10;
const LEAST: i64 = 30;

/// Bursts of photons of single molecules that diffuse through a focus, in the combined tags of a donor and an acceptor.
///
/// A window is `photons` successive tags of both channels within `within` ticks. A burst is a union of overlapping
/// windows, which share at least one tag: Fries et al., J. Phys. Chem. A 102, 6601 (1998). It contains all tags from
/// its first to its last one. The result has the bursts with at least `least` tags, each with its proximity ratio
/// `acceptor / (donor + acceptor)`. Background, leakage and efficiencies are not corrected.
pub struct Bursts {
    channels: [u64; 2],
    photons: usize,
    within: i64,
    least: u64,
    counts: BurstCounts,
}

/// The counts of a run, see [`Bursts`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct BurstCounts {
    /// Bursts in ascending order, without overlap.
    bursts: Vec<Burst>,
    /// Bursts of the next run, until the tags near the border are counted.
    #[serde(skip)]
    later: Vec<Burst>,
}

/// The request for `bursts`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BurstsRequest {
    /// Channel of the donor.
    pub donor: u64,
    /// Channel of the acceptor.
    pub acceptor: u64,
    /// Number of photons in a window, 2 to 2^16; default 10.
    pub photons: Option<i64>,
    /// Maximum time from the first to the last photon of a window, ticks.
    pub within: i64,
    /// Minimum number of photons of a burst in the result; default 30.
    pub least: Option<i64>,
}

setters! {
    /// Requests the bursts of a donor and an acceptor, in windows of `within` ticks.
    BurstsRequest::of(donor: u64, acceptor: u64, within: i64) { photons: i64, least: i64 }
}

impl RequestFields for BurstsRequest {}

/// `bursts`: the bursts of single molecules, ascending by time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BurstsResult {
    /// Channel of the donor.
    pub donor: Channel,
    /// Channel of the acceptor.
    pub acceptor: Channel,
    /// Time from the first to the last tag of any channel, ticks; `None` without tags.
    pub span: Option<i128>,
    /// Tags of the donor.
    pub tags_donor: u64,
    /// Tags of the acceptor.
    pub tags_acceptor: u64,
    /// Number of late tags that were sorted.
    pub reordered: u64,
    /// All channels of the recording.
    pub channels: Vec<Channel>,
    /// Number of photons in a window.
    pub photons: u64,
    /// Maximum time from the first to the last photon of a window, ticks.
    pub within: i64,
    /// Minimum number of photons of a burst in the result.
    pub least: u64,
    /// Number of bursts of any size.
    pub bursts: u64,
    /// Time of the first photon of each burst, ticks.
    pub start: Integers,
    /// Time from the first to the last photon of each burst, ticks.
    pub duration: Integers,
    /// Photons of the donor in each burst.
    pub donor_counts: Counts,
    /// Photons of the acceptor in each burst.
    pub acceptor_counts: Counts,
    /// Proximity ratio of each burst: the share of photons of the acceptor.
    pub proximity_ratio: Floats,
}

impl BurstCounts {
    /// Appends the bursts of an independent run.
    fn settle(&mut self) {
        self.bursts.append(&mut self.later);
    }
}

impl Bursts {
    /// Returns the tags of both channels that can be in a window with new tags, ascending.
    fn photons(&self, new: &NewTags) -> Vec<Photon> {
        let times = self.channels.map(|channel| new.of(channel));
        let first = times.iter().filter_map(|times| times.new.iter().min()).min();
        let Some(first) = first.map(|first| first.saturating_sub(self.within)) else { return Vec::new() };
        let mut all = Vec::new();
        for (of, times) in times.iter().enumerate() {
            let before = &times.before[times.before.partition_point(|time| *time < first)..];
            all.extend(before.iter().map(|time| Photon { time: *time, of, is_new: false }));
            all.extend(times.new.iter().map(|time| Photon { time: *time, of, is_new: true }));
        }
        sort_by_time(&mut all, |photon| photon.time);
        all
    }
}

impl OrderedAnalysis for Bursts {
    const NAME: &'static str = "bursts";
    type Request = BurstsRequest;
    type Result = BurstsResult;
    type Parameters = ([u64; 2], u64, i64);
    type Counts = BurstCounts;

    fn new(request: &BurstsRequest) -> Result<Self, Error> {
        let BurstsRequest { donor, acceptor, photons, within, least } = *request;
        if donor == acceptor {
            let message = "`donor` and `acceptor` are the same";
            return Err(Error::new(Code::Usage, message, "name two channels"));
        }
        positive("within", Some(within))?;
        if within > MAX_DELAY {
            let message = format!("`within` is longer than {MAX_DELAY} ticks");
            return Err(Error::new(Code::Usage, message, "give a shorter time"));
        }
        let least = positive("least", least)?.unwrap_or(LEAST);
        let photons = photons.unwrap_or(PHOTONS);
        if !(2..=MAX_PHOTONS).contains(&photons) {
            let message = format!("`photons` is not from 2 to {MAX_PHOTONS}");
            return Err(Error::new(Code::Usage, message, "give a number in this range"));
        }
        let counts = BurstCounts::default();
        Ok(Self {
            channels: [donor, acceptor],
            photons: photons as usize,
            within,
            least: least as u64,
            counts,
        })
    }

    fn parameters(&self) -> Self::Parameters {
        (self.channels, self.photons as u64, self.within)
    }

    fn reach(&self) -> Reach {
        Reach { ticks: self.within, channels: self.channels.to_vec() }
    }

    fn counts(&self) -> Cow<'_, BurstCounts> {
        if self.counts.later.is_empty() {
            return Cow::Borrowed(&self.counts);
        }
        let mut counts = self.counts.clone();
        counts.settle();
        Cow::Owned(counts)
    }

    fn count(&mut self, new: &NewTags) -> Result<(), Error> {
        if new.are_among_themselves() {
            self.counts.settle();
        }
        let tags = self.photons(new);
        let added = windows(&tags, self.photons, self.within);
        add(&mut self.counts.bursts, &mut self.counts.later, &tags, added);
        if self.counts.bursts.len() <= MAX_BURSTS {
            return Ok(());
        }
        let message = format!("there are more than {MAX_BURSTS} bursts");
        Err(Error::new(Code::TooManyBins, message, "choose more `photons`, or fewer ticks `within`"))
    }

    fn add(&mut self, later: BurstCounts) -> Result<(), Error> {
        self.counts.settle();
        self.counts.later = later.bursts;
        Ok(())
    }

    fn move_run(&self, counts: &mut BurstCounts, _order: &TimeOrder, to: Move) -> Result<(), Error> {
        for burst in &mut counts.bursts {
            (burst.first, burst.last) = (burst.first.saturating_add(to.by), burst.last.saturating_add(to.by));
        }
        Ok(())
    }

    fn is_sound(&self, counts: &BurstCounts, order: &TimeOrder) -> Result<bool, Error> {
        let of = |k: usize| total(Self::NAME, counts.bursts.iter().map(|burst| burst.tags[k]));
        let (ends, all) = (order.ends(), [of(0)?, of(1)?]);
        let is_burst = |burst: &Burst| {
            burst.first <= burst.last
                && ends.0 <= burst.first
                && burst.last <= ends.1
                && burst.all_tags() >= self.photons as u64
        };
        Ok(counts.bursts.len() <= MAX_BURSTS
            && counts.bursts.iter().all(is_burst)
            && counts.bursts.windows(2).all(|two| two[0].last <= two[1].first)
            && (0..2).all(|k| all[k] <= order.tags_of(self.channels[k])))
    }

    fn report(&self, Run { order, .. }: Run) -> BurstsResult {
        let counts = self.counts();
        let large: Vec<&Burst> =
            counts.bursts.iter().filter(|burst| burst.all_tags() >= self.least).collect();
        let [donor, acceptor] = self.channels;
        let each = |of: usize| Counts(large.iter().map(|burst| burst.tags[of]).collect());
        let ratio = |burst: &&Burst| burst.tags[1] as f64 / burst.all_tags() as f64;
        BurstsResult {
            donor: Channel(donor),
            acceptor: Channel(acceptor),
            span: order.span(),
            tags_donor: order.tags_of(donor),
            tags_acceptor: order.tags_of(acceptor),
            reordered: order.reordered(),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
            photons: self.photons as u64,
            within: self.within,
            least: self.least,
            bursts: counts.bursts.len() as u64,
            start: Integers(large.iter().map(|burst| burst.first).collect()),
            duration: Integers(large.iter().map(|burst| burst.last.saturating_sub(burst.first)).collect()),
            donor_counts: each(0),
            acceptor_counts: each(1),
            proximity_ratio: Floats(large.iter().map(ratio).collect()),
        }
    }
}
