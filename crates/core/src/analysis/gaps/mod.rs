//! Times between successive tags of one channel.

mod detector;
mod result;

use serde::{Deserialize, Serialize};

use super::fields::{RequestFields, bins_between};
use crate::Error;
use crate::counting::bins::{BinRequest, BinShape, Bins};
use crate::counting::excerpts::Excerpts;
use crate::counting::octaves::Octaves;
use crate::numbers::{Channel, Counts};
use crate::request::{positive, setters};
use crate::run::accumulator::{Accumulator, Analysis};
use crate::run::partial::{differs, from_bytes, not_ours, to_bytes, total};
use crate::tags::{PerChannel, TagBlock};
pub use result::{GapsChannel, GapsResult};

use detector::{Afterpulsing, DeadTime, Distribution, Unknown, afterpulsing, dead_time, saturated};

/// Up to 1 us at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (0, 6400);

/// Maximum number of channels with a dead time, afterpulsing and a period.
const MAX_CHANNELS: usize = 64;

/// Number of gaps computed and counted together. They fit the nearest cache.
const CHUNK: usize = 512;

/// Histogram of the times between successive tags of the same channel, in file order. A gap is negative if a channel
/// goes back in time, and limited to the range of `i64`.
///
/// Bins are linear, or logarithmic with `log` bins per decade; the default is 0 to 6400 ticks in 100 bins. With
/// logarithmic bins and no end of the range, the result ends with the bin of the largest gap. `mean`, `min` and `max`
/// are those of all gaps, including those outside the bins. `mean` is exact except for the last division, because the
/// sum of the gaps is the last time minus the first.
///
/// Dead time and afterpulsing are computed from counts of gaps in cells whose width is a fixed share of the gap,
/// independent of the bins. Both assume light that is steady over a few mean gaps. They are `None`, with a remark on
/// the reason, if there are too few gaps, if a channel goes back in time, if tags recur with a period, as for pulsed
/// light and clocks, for virtual channels with the tags of several detectors, and in recordings of more than 64
/// channels. If no edge ends the dead time, afterpulsing is counted from the shortest gap on.
///
/// The hint `saturated` names the channel with the largest dead share of the time, `dead_time / mean`, if that exceeds
/// 0.1. The rate of light is then `1 / (1 - share)` times the rate of tags (non-paralysable detectors: Knoll, Radiation
/// Detection and Measurement, chapter 4).
///
/// `period` is that of a clock: the sum of the gaps divided by the total number of periods. Each gap counts as the
/// nearest whole number of median gaps.
pub struct Gaps {
    bins: Bins,
    several_detectors: Vec<u64>,
    partial: GapsPartial,
}

/// The request for `gaps`: linear bins (`bin`, `from`, `to`) or logarithmic bins (`log` bins per decade).
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GapsRequest {
    /// Width of linear bins, ticks; by default a hundredth of the range.
    pub bin: Option<i64>,
    /// Lower edge of the first linear bin, or a gap in the first logarithmic bin, ticks; by default 0 in linear bins.
    pub from: Option<i64>,
    /// A gap in the last bin, ticks; by default 6400.
    pub to: Option<i64>,
    /// Number of logarithmic bins per decade.
    pub log: Option<i64>,
    /// Virtual channels that have no detector of their own, from the definitions of the scan.
    #[serde(skip)]
    pub(crate) several_detectors: Vec<u64>,
}

setters! { GapsRequest { bin: i64, from: i64, to: i64, log: i64 } }

impl RequestFields for GapsRequest {
    fn stated_bins(&self) -> i64 {
        bins_between(self.from, self.to, self.bin)
    }

    fn set_several_detectors(&mut self, channels: &[u64]) {
        self.several_detectors = channels.to_vec();
    }
}

/// The partial result of a run, see [`Gaps`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GapsPartial {
    shape: BinShape,
    channels: PerChannel<ChannelGaps>,
    /// Excerpts of the tags, to search for a period; empty in recordings of more than [`MAX_CHANNELS`] channels.
    excerpts: Excerpts,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ChannelGaps {
    first: i64,
    last: i64,
    /// `i64::MAX` without gaps.
    min: i64,
    /// `i64::MIN` without gaps.
    max: i64,
    /// Counts below the first bin, in each bin, and above the last bin.
    cells: Vec<u64>,
    /// Nonnegative gaps; empty in recordings of more than [`MAX_CHANNELS`] channels.
    octaves: Octaves,
}

impl ChannelGaps {
    fn new(time: i64, cells: usize) -> Self {
        Self {
            first: time,
            last: time,
            min: i64::MAX,
            max: i64::MIN,
            cells: vec![0; cells],
            octaves: Octaves::default(),
        }
    }

    /// Counts the gap from the last tag to the first of `times`, and the gaps within `times`.
    fn count(&mut self, times: &[i64], bins: &Bins) {
        let Some((first, last)) = times.first().zip(times.last()) else { return };
        self.add(self.last, *first, bins);
        self.last = *last;
        let ascend = last.checked_sub(*first).is_some() && times.is_sorted();
        if !ascend {
            return times.windows(2).for_each(|pair| self.add(pair[0], pair[1], bins));
        }
        let mut gaps = [0; CHUNK];
        for (times, next) in times.chunks(CHUNK).zip(times[1..].chunks(CHUNK)) {
            let gaps = &mut gaps[..next.len()];
            for ((gap, time), next) in gaps.iter_mut().zip(times).zip(next) {
                *gap = next - time;
                self.min = self.min.min(*gap);
                self.max = self.max.max(*gap);
            }
            bins.count(gaps, &mut self.cells);
            self.octaves.count(gaps, self.max);
        }
    }

    /// Counts the gap from one tag to the next. A gap that does not fit in 64 bits is below or above all bins.
    fn add(&mut self, before: i64, time: i64, bins: &Bins) {
        let gap = time.saturating_sub(before);
        self.min = self.min.min(gap);
        self.max = self.max.max(gap);
        let cell = match time.checked_sub(before) {
            Some(gap) => bins.cell(gap),
            None if gap < 0 => 0,
            None => bins.cells() - 1,
        };
        if let Some(n) = self.cells.get_mut(cell) {
            *n += 1;
        }
        if gap >= 0 {
            self.octaves.count(&[gap], gap);
        }
    }

    fn gaps(&self) -> u64 {
        self.cells.iter().sum()
    }

    fn sum(&self) -> i128 {
        i128::from(self.last) - i128::from(self.first)
    }

    fn mean(&self) -> f64 {
        self.sum() as f64 / self.gaps() as f64
    }

    /// Returns the dead time, the afterpulsing and the period of a clock. `recur` is the period with which the tags
    /// recur.
    fn detector(&self, recur: Option<f64>) -> Detector {
        if self.min < 0 {
            return Detector::unknown(Unknown::Disorder);
        }
        let gaps = Distribution::new(self.octaves.cells());
        let period = gaps.clock_period(self.sum() as f64);
        if let Some(period_of_light) = recur {
            return Detector { period, ..Detector::unknown(Unknown::Pulsed { ticks: period_of_light }) };
        }
        let dead_time = dead_time(&gaps);
        let from = dead_time.as_ref().map_or(self.min, |found| found.ticks);
        let afterpulsing = afterpulsing(&gaps, from as f64);
        Detector { dead_time, afterpulsing, period }
    }
}

/// Properties of a channel's detector, or of a clock, from its gaps.
struct Detector {
    dead_time: Result<DeadTime, Unknown>,
    afterpulsing: Result<Afterpulsing, Unknown>,
    period: Option<f64>,
}

impl Detector {
    /// Creates a result in which all is unknown, for one reason.
    fn unknown(why: Unknown) -> Self {
        Self { dead_time: Err(why), afterpulsing: Err(why), period: None }
    }
}

impl GapsPartial {
    /// Returns the maximum number of channels with gaps, if there are more.
    fn exceeded(&self) -> Option<usize> {
        (self.channels.len() > MAX_CHANNELS).then_some(MAX_CHANNELS)
    }

    /// Drops the data that are only stored for up to [`MAX_CHANNELS`] channels.
    fn keep_bounded(&mut self) {
        if self.exceeded().is_some() {
            self.channels.states_mut().for_each(|state| state.octaves = Octaves::default());
            self.excerpts = Excerpts::default();
        }
    }
}

impl Analysis for Gaps {
    const NAME: &'static str = "gaps";
    type Request = GapsRequest;
    type Result = GapsResult;

    fn new(request: &GapsRequest) -> Result<Self, Error> {
        let GapsRequest { bin, from, to, log, ref several_detectors } = *request;
        let (bin, log) = (positive("bin", bin)?, positive("log", log)?);
        let bins = Bins::new(BinRequest { bin, from, to, log }, DEFAULT_RANGE)?;
        let partial = GapsPartial {
            shape: bins.shape().clone(),
            channels: PerChannel::default(),
            excerpts: Excerpts::default(),
        };
        Ok(Self { bins, several_detectors: several_detectors.clone(), partial })
    }

    fn result(&self) -> GapsResult {
        self.describe(true)
    }

    fn interim(&self) -> GapsResult {
        self.describe(false)
    }
}

impl Accumulator for Gaps {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let bins = &self.bins;
        for (channel, times) in block.columns() {
            let mut new = false;
            let state = self.partial.channels.get_or_make(channel, |channels| {
                bins.check_cells(channels)?;
                new = true;
                Ok(ChannelGaps::new(times[0], bins.cells()))
            })?;
            state.count(&times[usize::from(new)..], bins);
            self.partial.excerpts.add_unsorted(channel, times);
        }
        self.partial.keep_bounded();
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(Self::NAME, &self.partial, 0)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(from_bytes(Self::NAME, later)?)
    }

    fn is_by_channel(&self) -> bool {
        true
    }
}

impl Gaps {
    /// Appends the partial result of the run that follows.
    fn merge(&mut self, later: GapsPartial) -> Result<(), Error> {
        if later.shape != self.partial.shape {
            let (ours, theirs) = (format!("{:?}", self.partial.shape), format!("{:?}", later.shape));
            return Err(differs(Self::NAME, "their bins", &ours, &theirs));
        }
        if later.channels.states().any(|state| state.cells.len() != self.bins.cells()) {
            return Err(not_ours(Self::NAME, "its bins do not match their description"));
        }
        let gaps =
            |all: &PerChannel<ChannelGaps>| total(Self::NAME, all.states().flat_map(|state| &state.cells));
        total(Self::NAME, [&gaps(&self.partial.channels)?, &gaps(&later.channels)?])?;
        if later.channels.states().any(|state| (state.gaps() > 0) != (state.min <= state.max)) {
            return Err(not_ours(Self::NAME, "its counts contradict each other"));
        }
        let kept = |state: &ChannelGaps| total(Self::NAME, state.octaves.cells());
        if later.channels.states().any(|state| !kept(state).is_ok_and(|kept| kept <= state.gaps())) {
            return Err(not_ours(Self::NAME, "its counts contradict each other"));
        }
        if !later.excerpts.is_sound() {
            return Err(not_ours(Self::NAME, "its excerpts are impossible"));
        }
        self.bins.check_cells(self.partial.channels.union_len(&later.channels)?)?;
        self.partial.excerpts.append(&later.excerpts);
        self.partial.channels.merge(later.channels, |mine, theirs| {
            mine.add(mine.last, theirs.first, &self.bins);
            mine.last = theirs.last;
            mine.min = mine.min.min(theirs.min);
            mine.max = mine.max.max(theirs.max);
            for (n, more) in mine.cells.iter_mut().zip(&theirs.cells) {
                *n += more;
            }
            mine.octaves.add(&theirs.octaves);
        })?;
        self.partial.keep_bounded();
        Ok(())
    }
}

impl Gaps {
    /// Returns the result. The search for a period is too slow for a result that is not final.
    fn describe(&self, is_final: bool) -> GapsResult {
        let channels = &self.partial.channels;
        let shown = self.bins.shown(channels.states().map(|state| state.cells.as_slice()));
        let channel = |(channel, state): (u64, &ChannelGaps)| {
            let some = state.min <= state.max;
            let recur =
                if is_final { self.partial.excerpts.recurrence(&[channel]).period(&[channel]) } else { None };
            let mut detector = match self.partial.exceeded() {
                Some(most) => Detector::unknown(Unknown::TooManyChannels { most }),
                None => state.detector(recur),
            };
            if self.several_detectors.contains(&channel) {
                detector =
                    Detector { period: detector.period, ..Detector::unknown(Unknown::SeveralDetectors) };
            }
            let Detector { dead_time, afterpulsing, period } = detector;
            let remarks = [
                dead_time.as_ref().err().map(|why| why.remark("dead_time")),
                afterpulsing
                    .as_ref()
                    .err()
                    .filter(|why| !why.is_of_both())
                    .map(|why| why.remark("afterpulsing")),
            ];
            let cell = |k: usize| state.cells.get(k).copied().unwrap_or(0);
            GapsChannel {
                channel: Channel(channel),
                counts: Counts(state.cells.iter().skip(1).take(shown).copied().collect()),
                below: cell(0),
                above: cell(self.bins.cells() - 1),
                mean: some.then(|| state.mean()),
                min: some.then_some(state.min),
                max: some.then_some(state.max),
                dead_time: dead_time.as_ref().ok().map(|found| found.ticks),
                dead_time_error: dead_time.as_ref().ok().map(|found| found.error),
                afterpulsing: afterpulsing.as_ref().ok().map(|found| found.share.value),
                afterpulsing_error: afterpulsing.as_ref().ok().map(|found| found.share.error),
                afterpulsing_within: afterpulsing.as_ref().ok().map(|found| found.within),
                period,
                remarks: remarks.into_iter().flatten().collect(),
            }
        };
        let channels: Vec<GapsChannel> = channels.sorted().into_iter().map(channel).collect();
        let shares = channels.iter().filter_map(|of| Some((of.channel.0, of.dead_time? as f64 / of.mean?)));
        let hints = saturated(shares).into_iter().collect();
        GapsResult { bins: self.bins.describe(shown), channels, hints }
    }
}
