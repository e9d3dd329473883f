//! The result for delays of records, and for a histogram that another program counted.

use super::decay::Period;
use super::fold::{Folded, pile_up};
use super::{LifetimeHead, LifetimeRequest, LifetimeResult};
use crate::estimate::statistics::{Remark, RemarkCode};
use crate::numbers::{Channel, Counts};
use crate::{Code, Error};

/// Tags of a recording in T3 mode by the delay of their record.
pub struct DelayCounts {
    pub channel: u64,
    pub tags: u64,
    /// Number of tags without a delay.
    pub without: u64,
    /// All channels, ascending.
    pub channels: Vec<u64>,
    /// Time from the first to the last tag of any channel, ticks.
    pub span: Option<i128>,
    /// The header's sync period, ticks.
    pub period: f64,
    /// Width of a bin, ticks.
    pub bin: i64,
    /// Tags by delay in ticks: all tags, and the first tag after each sync.
    pub all: Vec<u64>,
    pub first: Vec<u64>,
    /// Number of different delays that are recorded; `None` if it follows from the device.
    pub recorded: Option<usize>,
}

/// Numbers of different delays of devices: 12 bits, 15 bits, and the maximum.
const DELAYS: [usize; 3] = [1 << 12, 1 << 15, 1 << 16];

impl DelayCounts {
    /// Returns the sums of `counts` in bins.
    fn binned(&self, counts: &[u64], bins: usize) -> Vec<u64> {
        let mut binned = vec![0; bins];
        let width = self.bin as usize;
        counts.iter().enumerate().for_each(|(delay, n)| binned[delay / width] += n);
        binned
    }

    /// Returns the number of bins within the period in which the device can record a delay.
    fn open_bins(&self) -> usize {
        let ticks = libm::ceil(self.period) as usize;
        let device = || DELAYS.into_iter().find(|delays| self.all.len() <= *delays);
        let recorded = self.recorded.or_else(device).unwrap_or(ticks);
        ticks.min(recorded).div_ceil(self.bin as usize)
    }

    fn remarks(&self) -> Vec<Remark> {
        let message = "delays are those of the records, the period is the sync period of the file's header";
        let mut remarks = vec![Remark::new("period", RemarkCode::Header, message)];
        let ticks = libm::ceil(self.period) as usize;
        let beyond: u64 = self.all.get(ticks..).unwrap_or_default().iter().sum();
        if beyond > 0 {
            let total: u64 = self.all.iter().sum();
            let message = format!(
                "{beyond} of {total} delays are longer than the sync period: the header's period or resolution is wrong, or the sync was divided; the fit ignores them"
            );
            remarks.push(Remark::new("counts", RemarkCode::BeyondPeriod, message));
        }
        if self.without > 0 {
            let message = format!(
                "{} of {} tags have no delay: no tag of the sync, channel 0, comes before them",
                self.without, self.tags
            );
            remarks.push(Remark::new("counts", RemarkCode::RangeTooShort, message));
        }
        remarks
    }
}

/// Returns the result for delays of records. An interim result has no fit.
pub fn result_of_delays(
    counted: &DelayCounts,
    request: &LifetimeRequest,
    is_interim: bool,
) -> LifetimeResult {
    let width = counted.bin as f64;
    let bins = counted.open_bins();
    let all_bins = bins.max(counted.all.len().div_ceil(counted.bin as usize));
    let mut all = counted.binned(&counted.all, all_bins);
    let mut first = counted.binned(&counted.first, all_bins);
    let beyond = (all.split_off(bins), first.split_off(bins));
    let period = Period::counted(counted.period, bins, width);
    let exposure = (0..bins).map(|k| period.open(k)).collect();
    let folded = Folded { period, all, first, exposure, joined: false };
    let mut remarks = counted.remarks();
    let time = counted.span.map_or(0.0, |span| span as f64);
    remarks
        .extend(pile_up(counted.tags as f64 * counted.period / time).filter(|_| !request.corrects_pile_up()));
    let head = LifetimeHead {
        sync: None,
        channel: Channel(counted.channel),
        span: counted.span,
        tags_sync: 0,
        tags: counted.tags,
        without_sync: counted.without,
        reordered: 0,
        channels: counted.channels.iter().map(|channel| Channel(*channel)).collect(),
    };
    let mut found = LifetimeResult::without_counts(head, remarks);
    found.period = Some(counted.period);
    found.bin = Some(width);
    // If the tags of a channel were moved, the first tag after each sync is unknown.
    let has_first = folded.first.iter().any(|n| *n > 0) || folded.all.iter().all(|n| *n == 0);
    if !is_interim {
        found.fit(&folded, request, has_first.then_some(time / counted.period));
    }
    for fit in &mut found.fits {
        fit.expected.0.resize(all_bins, 0.0);
    }
    found.counts = Counts([folded.all, beyond.0].concat());
    found.first = Counts([folded.first, beyond.1].concat());
    found
}

/// Maximum number of bins of a histogram.
const MAX_BINS: usize = 1 << 20;
/// Maximum sum of counts. Floating-point numbers are exact for integers up to it.
const MAX_COUNTS: u64 = 1 << 53;

/// Fits one or two decays to the counts of a curve of a file. `resolution_s` is the width of its bins, and `period_s` the
/// period of the light, both in seconds.
///
/// # Errors
/// `Usage` without a resolution or a period; otherwise as [`lifetime_of_histogram`].
pub fn lifetime_of_curve(
    counts: &[u64],
    resolution_s: Option<f64>,
    period_s: Option<f64>,
    two: bool,
) -> Result<LifetimeResult, Error> {
    let missing = |what: &str, remedy: &str| {
        Error::new(Code::Usage, format!("the curve does not state {what}"), remedy)
    };
    let resolution =
        resolution_s.ok_or_else(|| missing("the width of its bins", "give the `unit` of its delays"))?;
    let period = period_s.ok_or_else(|| missing("the sync rate", "give the `period` of the light"))?;
    lifetime_of_histogram(counts, period / resolution, two)
}

/// Fits one or two decays to the counts of a histogram; a tick is a bin. Pulses are `period` bins apart, and counts in
/// later bins are ignored.
///
/// # Errors
/// `Usage` for a period that is not positive, and for too many bins.
pub fn lifetime_of_histogram(counts: &[u64], period: f64, two: bool) -> Result<LifetimeResult, Error> {
    if !(period.is_finite() && period >= 1.0) || counts.len() > MAX_BINS || period > MAX_BINS as f64 {
        let message =
            format!("a period of {period} bins and a histogram of {} can't be fitted", counts.len());
        return Err(Error::new(Code::Usage, message, "give the `period` of the light, at most 2^20 bins"));
    }
    let sum = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
    let Some(tags) = sum.filter(|sum| *sum <= MAX_COUNTS) else {
        let message = "the histogram has more than 2^53 counts";
        return Err(Error::new(Code::Usage, message, "check its column of counts"));
    };
    let counted = DelayCounts {
        channel: 0,
        tags,
        without: 0,
        channels: Vec::new(),
        span: None,
        period,
        bin: 1,
        all: counts.to_vec(),
        first: counts.to_vec(),
        recorded: Some(counts.len()),
    };
    let request = LifetimeRequest::of(0).decays(if two { 2 } else { 1 });
    let mut found = result_of_delays(&counted, &request, false);
    // The number of pulses, and the first photons after each pulse, are unknown.
    found.remarks.retain(|remark| remark.about != "period");
    for remark in found.remarks.iter_mut().filter(|remark| remark.code == RemarkCode::BeyondPeriod) {
        remark.message =
            "the histogram is longer than a period; the fit ignores the counts after it".to_owned();
    }
    Ok(found)
}
