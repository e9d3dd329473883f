//! The result for delays of records.

use super::decay::Period;
use super::fold::Folded;
use super::pile_up::pile_up;
use super::result::Wanted;
use super::result_types::{LifetimeHead, LifetimeResult};
use crate::estimate::statistics::Remark;
use crate::numbers::{Channel, Counts};

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
        let mut remarks = vec![Remark::new("period", "header", message)];
        let ticks = libm::ceil(self.period) as usize;
        let beyond: u64 = self.all.get(ticks..).unwrap_or_default().iter().sum();
        if beyond > 0 {
            let total: u64 = self.all.iter().sum();
            let message = format!(
                "{beyond} of {total} delays are longer than the sync period: the header's period or resolution is wrong, or the sync was divided; the fit ignores them"
            );
            remarks.push(Remark::new("counts", "beyond-period", message));
        }
        if self.without > 0 {
            let message = format!(
                "{} of {} tags have no delay: no tag of the sync, channel 0, comes before them",
                self.without, self.tags
            );
            remarks.push(Remark::new("counts", "range-too-short", message));
        }
        remarks
    }
}

/// Returns the result for delays of records.
pub fn result_of_delays(counted: &DelayCounts, wanted: &Wanted) -> LifetimeResult {
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
    remarks.extend(pile_up(counted.tags as f64 * counted.period / time).filter(|_| !wanted.pile_up));
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
    found.fit(&folded, wanted, has_first.then_some(time / counted.period));
    for fit in &mut found.fits {
        fit.expected.0.resize(all_bins, 0.0);
    }
    found.counts = Counts([folded.all, beyond.0].concat());
    found.first = Counts([folded.first, beyond.1].concat());
    found
}
