//! The hints that the channels of a pattern have a correlation peak outside the coincidence window, or only in part
//! inside it.

use std::f64::consts::SQRT_2;

use super::parameters::delay_of;
use crate::counting::excerpts::Excerpts;
use crate::counting::pair_counting::each_pair;
use crate::estimate::peak::{Histogram, Peak, peaks};
use crate::estimate::statistics::levels::CONSIDERABLE;
use crate::estimate::statistics::{Hint, RemarkCode, full_width};

/// Number of windows on either side of 0 in which a peak is searched.
const WINDOWS: i64 = 1000;

/// Number of bins per window, and number of windows on either side, for the fit of the peak's centre.
const FINE_BINS: i64 = 16;
const FINE_REACH: i64 = 4;

/// Minimum number of pairs above the level: one of them is then at most a share of [`CONSIDERABLE`].
const MIN_PAIRS: f64 = 1.0 / CONSIDERABLE;

/// Maximum number of expected pairs in the searched delays. It bounds the time, because every pair is a step: there is
/// no hint for windows and rates with more pairs.
const MAX_PAIRS: f64 = 4e6;

/// A correlation peak of two channels in excerpts of the tags.
struct PeakFound {
    channels: (u64, u64),
    /// Delay of the second channel relative to the request, ticks.
    delay: f64,
    /// Full width at half maximum, ticks; `None` if unknown.
    fwhm: Option<f64>,
    significance: f64,
}

impl PeakFound {
    /// Returns the share of a Gaussian peak that lies within `window` ticks of 0; 1 for a peak of unknown width.
    fn share(&self, window: i64) -> f64 {
        let Some(fwhm) = self.fwhm else { return 1.0 };
        let below = |edge: f64| libm::erf((edge - self.delay) / (fwhm / full_width(1.0) * SQRT_2));
        (below(window as f64 + 0.5) - below(-window as f64 - 0.5)) / 2.0
    }
}

/// Share of a peak within the window below which pairs are lost: the edges are then at two standard deviations.
const MIN_SHARE: f64 = 0.95;

/// Returns the hint on the most significant correlation peak between two channels of `couples`, if it lies more than
/// `window` ticks from 0, or if less than [`MIN_SHARE`] of it lies within `window`. `delays` are subtracted from the
/// times of channels; their channels ascend.
pub fn delay_hint(
    window: i64,
    delays: &[(u64, i64)],
    excerpts: &Excerpts,
    couples: impl IntoIterator<Item = (u64, u64)>,
) -> Option<Hint> {
    let shift = |(a, b): (u64, u64)| delay_of(delays, b).saturating_sub(delay_of(delays, a));
    let found = couples
        .into_iter()
        .filter_map(|couple| peak(window, DelaysOf { excerpts, couple, shift: shift(couple) }));
    let is_outside = |peak: &PeakFound| peak.delay.round().abs() > window as f64;
    let needs_change = |peak: &PeakFound| is_outside(peak) || peak.share(window) < MIN_SHARE;
    let peak = found.filter(needs_change).max_by(|x, y| x.significance.total_cmp(&y.significance))?;
    let PeakFound { channels: (a, b), delay, fwhm, .. } = peak;
    if let Some(fwhm) = fwhm.filter(|_| !is_outside(&peak)) {
        let share = 100.0 * peak.share(window);
        let message = format!(
            "the window holds {share:.0} % of the peak of channels {a} and {b}, whose width is {fwhm:.1} ticks"
        );
        let ticks = (delay.abs() + fwhm).ceil();
        return Some(Hint::new(RemarkCode::NarrowWindow, message).with_option("window", ticks));
    }
    let delay = delay.round() as i64;
    let needed = delay_of(delays, b).checked_add(delay)?;
    let message =
        format!("channels {a} and {b} have a correlation peak outside the window, at {delay} ticks");
    Some(Hint::new(RemarkCode::DelayFound, message).with_delay(b, needed))
}

/// Returns the peak of the pairs of two channels; `None` if no peak is significant.
fn peak(reach: i64, delays: DelaysOf) -> Option<PeakFound> {
    let window = reach.max(1);
    let coarse = DelayBins { from: window.checked_mul(-WINDOWS)?, bin: window, count: 2 * WINDOWS };
    let found = delays.peak(coarse)?;
    let centre = found.centre.value.round() as i64;
    let bin = (window / FINE_BINS).max(1);
    let fine = DelayBins { from: centre - FINE_REACH * window, bin, count: 2 * FINE_REACH * window / bin };
    let finer = delays.peak(fine).unwrap_or(found);
    let fwhm = finer.fwhm.or(found.fwhm).map(|fwhm| fwhm.value);
    let (delay, significance) = (finer.centre.value, found.significance);
    Some(PeakFound { channels: delays.couple, delay, fwhm, significance })
}

/// Bins of delays: the lower edge of the first bin and the width of a bin in ticks, and the number of bins.
#[derive(Clone, Copy)]
struct DelayBins {
    from: i64,
    bin: i64,
    count: i64,
}

/// The delays between two channels in excerpts of the tags, minus `shift` ticks.
struct DelaysOf<'a> {
    excerpts: &'a Excerpts,
    couple: (u64, u64),
    shift: i64,
}

impl DelaysOf<'_> {
    /// Returns the most significant peak in these bins.
    fn peak(&self, DelayBins { from, bin, count }: DelayBins) -> Option<Peak> {
        let first = self.shift.checked_add(from)?;
        let range = (first, first.checked_add(bin.checked_mul(count)?)? - 1);
        let mut counts = vec![0_u64; usize::try_from(count).ok()?];
        let (mut tags, mut span, mut expected) = ((0, 0), 0.0, 0.0);
        for block in self.excerpts.shared_blocks(self.couple) {
            expected += block.a.len() as f64 * block.b.len() as f64 * (bin * count) as f64 / block.ticks;
            if expected > MAX_PAIRS {
                break;
            }
            each_pair(block.a, block.b, range, |beyond| {
                if let Some(n) = counts.get_mut((beyond / bin as u64) as usize) {
                    *n += 1;
                }
            });
            tags = (tags.0 + block.a.len() as u64, tags.1 + block.b.len() as u64);
            span += block.ticks;
        }
        let histogram = Histogram { from, bin, counts: &counts, span: Some(span), tags, doubled: false };
        let [peak] = peaks(&histogram, 1).try_into().ok()?;
        (peak.pairs.value >= MIN_PAIRS).then_some(peak)
    }
}
