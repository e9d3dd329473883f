//! Times between successive tags of one channel.

mod afterpulsing;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::bins::Shape;
use super::{Analysis, Bins, differs, not_ours, total};
use crate::request::Params;
use crate::tags::{PerChannel, TagBlock};
use crate::{Error, Value};

use afterpulsing::GapHistogram;

/// Up to 1 us at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (0, 6400);

/// Gaps that are counted together: noted first, they stay in the nearest cache.
const CHUNK: usize = 512;

/// Histogram of the times between successive tags of the same channel, in file order: negative
/// where a channel goes back in time, held at the ends of `i64` where they would pass them.
///
/// Parameters, in ticks: `from`, `to`, `bin`, or `log` bins per decade; see [`Bins::new`].
/// Without them, 0 to 6400 in hundredths. With `log` and no `to`, the result ends with the bin of
/// the largest gap seen. `mean`, `min` and `max` are those of all gaps, in a bin or not; `mean` is
/// exact until its last division, because the sum of the gaps is the last time less the first.
///
/// Under steady light gaps are exponential from the dead time on. `dead_time` is the shortest gap,
/// which bounds the detector's dead time. `afterpulsing` is how many tags are followed by one
/// without light: the excess over that exponential soon after the dead time, per tag (Wayne,
/// Bienfang, Polyakov, Opt. Express 25, 20352 (2017)). With `d` the shortest gap, `n1` gaps from
/// `d` to before `d + s`, `n2` in the stretch as long behind it (both end at edges of bins), and
/// `r` the rate of the exponential that all gaps past `d + s` make, the light's share of `n1`
/// follows from `n2`, so that of `n` gaps
///
/// ```text
/// afterpulsing = (n1 - n2 exp(r s)) / n
/// ```
///
/// (where the stretches differ in length, the ratio of the exponential's integrals stands in place
/// of `exp(r s)`). A reference so near makes it insensitive to light that drifts. `s` is a fifth
/// of the mean gap, at most half of the bins' range; it doubles, up to the mean gap, for as long
/// as that raises the result by more than twice its error. Afterpulses that come later are not
/// told from light, so the error is what it says where they are over within a tenth of the mean
/// gap. Chance, and a detector that recovers slowly, make it negative.
///
/// Both are null under two tags and where a channel goes back in time; `afterpulsing` also where
/// bins are wider than the mean gap or end too early, and where its error would be above 0.5.
pub struct Gaps {
    bins: Bins,
    partial: GapsPartial,
}

/// What a run was boiled down to, see [`Gaps`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GapsPartial {
    shape: Shape,
    channels: PerChannel<Channel>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Channel {
    first: i64,
    last: i64,
    /// `i64::MAX` until there is a gap.
    min: i64,
    /// `i64::MIN` until there is a gap.
    max: i64,
    /// Below, every bin, above.
    cells: Vec<u64>,
}

impl Channel {
    fn new(time: i64, cells: usize) -> Self {
        Self { first: time, last: time, min: i64::MAX, max: i64::MIN, cells: vec![0; cells] }
    }

    /// Counts the gaps from the last tag to the first of `times`, and on from tag to tag.
    fn count(&mut self, times: &[i64], bins: &Bins) {
        let Some((first, last)) = times.first().zip(times.last()) else { return };
        self.add(first.saturating_sub(self.last), bins);
        self.last = *last;
        let ascend = last.checked_sub(*first).is_some() && times.is_sorted();
        if !ascend {
            return times.windows(2).for_each(|pair| self.add(pair[1].saturating_sub(pair[0]), bins));
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
        }
    }

    fn add(&mut self, gap: i64, bins: &Bins) {
        self.min = self.min.min(gap);
        self.max = self.max.max(gap);
        if let Some(n) = self.cells.get_mut(bins.cell(gap)) {
            *n += 1;
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

    /// `None` under two tags, and where the channel goes back in time.
    fn histogram<'a>(&'a self, bins: &'a Bins) -> Option<GapHistogram<'a>> {
        let ordered = (0..=self.max).contains(&self.min);
        ordered.then(|| GapHistogram { bins, cells: &self.cells, least: self.min, sum: self.sum() })
    }
}

impl Analysis for Gaps {
    const NAME: &'static str = "gaps";
    type Partial = GapsPartial;

    fn new(params: &Params) -> Result<Self, Error> {
        let bins = Bins::new(params, DEFAULT_RANGE)?;
        let partial = GapsPartial { shape: bins.shape().clone(), channels: PerChannel::default() };
        Ok(Self { bins, partial })
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let bins = &self.bins;
        for (channel, times) in piece.columns() {
            let mut new = false;
            let state = self.partial.channels.get_or_make(channel, |channels| {
                bins.room(channels)?;
                new = true;
                Ok(Channel::new(times[0], bins.cells()))
            })?;
            state.count(&times[usize::from(new)..], bins);
        }
        Ok(())
    }

    fn partial(&self) -> Cow<'_, GapsPartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: GapsPartial) -> Result<(), Error> {
        if later.shape != self.partial.shape {
            let (ours, theirs) = (format!("{:?}", self.partial.shape), format!("{:?}", later.shape));
            return Err(differs(Self::NAME, "their bins", &ours, &theirs));
        }
        if later.channels.states().any(|state| state.cells.len() != self.bins.cells()) {
            return Err(not_ours(Self::NAME, "its bins are not those it names"));
        }
        let gaps = |all: &PerChannel<Channel>| total(Self::NAME, all.states().flat_map(|state| &state.cells));
        total(Self::NAME, [&gaps(&self.partial.channels)?, &gaps(&later.channels)?])?;
        if later.channels.states().any(|state| (state.gaps() > 0) != (state.min <= state.max)) {
            return Err(not_ours(Self::NAME, "its counts contradict each other"));
        }
        self.bins.room(self.partial.channels.union_len(&later.channels)?)?;
        self.partial.channels.merge(later.channels, |mine, theirs| {
            mine.add(theirs.first.saturating_sub(mine.last), &self.bins);
            mine.last = theirs.last;
            mine.min = mine.min.min(theirs.min);
            mine.max = mine.max.max(theirs.max);
            for (n, more) in mine.cells.iter_mut().zip(&theirs.cells) {
                *n += more;
            }
        })
    }

    fn result(&self) -> Value {
        let channels = &self.partial.channels;
        let shown = self.bins.shown(channels.states().map(|state| state.cells.as_slice()));
        let channel = |(channel, state): (u64, &Channel)| {
            let some = state.min <= state.max;
            let histogram = state.histogram(&self.bins);
            let afterpulsing = histogram.as_ref().and_then(GapHistogram::afterpulsing);
            let float = |x: Option<f64>| x.map_or(Value::Null, Value::Float);
            let cell = |k: usize| Value::Count(state.cells.get(k).copied().unwrap_or(0));
            Value::map([
                ("channel", Value::UInt(channel)),
                ("counts", Value::Counts(state.cells.iter().skip(1).take(shown).copied().collect())),
                ("below", cell(0)),
                ("above", cell(self.bins.cells() - 1)),
                ("mean", if some { Value::Float(state.mean()) } else { Value::Null }),
                ("min", Value::time(some.then_some(state.min))),
                ("max", Value::time(some.then_some(state.max))),
                ("dead_time", Value::time(histogram.map(|gaps| gaps.least))),
                ("afterpulsing", float(afterpulsing.as_ref().map(|found| found.probability))),
                ("afterpulsing_error", float(afterpulsing.as_ref().map(|found| found.error))),
            ])
        };
        let [bin, from, edges] = self.bins.describe(shown);
        let list = channels.sorted().into_iter().map(channel).collect();
        Value::map([bin, from, edges, ("channels", Value::List(list))])
    }
}
