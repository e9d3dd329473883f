//! The peak, dips and period of a correlation, in the results of `delay` and `pairs`.

use std::f64::consts::LN_2;

use serde::Serialize;

use crate::counting::excerpts::Excerpts;
use crate::estimate::peak::{
    Dip, Found, Gaussian, Histogram, MIN_BINS, Run, Stretch, Sums, Unknown, gaussian, half_width,
    has_few_counts,
};
use crate::estimate::period::{Comb, SharedDeadTime};
use crate::estimate::statistics::levels::FALSE_POSITIVE;
use crate::estimate::statistics::{Estimate, Remark, RemarkCode, normal_below};

/// A dip of a correlation: the bins with the most significant lack of pairs. Times are ticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DipResult {
    /// Middle of the bins, ticks.
    pub delay: f64,
    /// Width of the bins, ticks.
    pub width: f64,
    /// Missing pairs in the bins.
    pub missing: f64,
    /// Standard error of `missing`.
    pub missing_error: f64,
    /// Share of missing pairs, relative to those expected from the bins beside the dip; `None` within a dead time that
    /// the channels share, and beside a peak within the dead time of a detector.
    pub depth: Option<f64>,
    /// Standard error of `depth`.
    pub depth_error: Option<f64>,
    /// Significance in standard deviations.
    pub significance: f64,
}

/// The peak of a correlation. Times are ticks, `None` if no peak is significant. For a channel with itself, all numbers
/// of the peak are `None`, and `dips` alone describe the correlation.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PeakResult {
    /// Fitted centre of the peak in ticks, rounded; `None` without a significant peak.
    pub delay: Option<i64>,
    /// Middle of the highest bin of the most significant peak; if no pulse of pulsed light stands out, of the whole
    /// range.
    pub highest: Option<i64>,
    /// Fitted centre of the peak, ticks.
    pub centre: Option<f64>,
    /// Standard error of `centre`.
    pub centre_error: Option<f64>,
    /// Full width at half maximum of the Gaussian nearest to the peak, ticks.
    pub fwhm: Option<f64>,
    /// Standard error of `fwhm`.
    pub fwhm_error: Option<f64>,
    /// Full width at half of the height of the highest bin above the level beside the peak, of any shape, ticks: by
    /// linear interpolation between bins; `None` with too few pairs.
    pub half_width: Option<f64>,
    /// Standard error of `half_width`, with that of a place within a bin.
    pub half_width_error: Option<f64>,
    /// Pairs in the highest bin.
    pub peak_counts: Option<u64>,
    /// Expected counts in a bin, from the bins beside the peak; in pulsed light, from those between pulses.
    pub background: Option<f64>,
    /// Significance in standard deviations; with a period, that of the most significant pulse over the other pulses.
    pub significance: Option<f64>,
    /// Bins with fewer pairs than the bins beside them.
    pub dips: Vec<DipResult>,
    /// Requested period: ticks from one pulse of light to the next; `None` without a request.
    pub period: Option<f64>,
    /// Period of the delay: any multiple of it may be added. It is the period of the light if no pulse is significantly
    /// higher than the others; otherwise `None`.
    pub delay_modulo: Option<f64>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// The message about an excess at an end of the range.
const AT_THE_END: &str = "most pairs lie at an end of the range: search a longer range for a peak";

impl PeakResult {
    /// Describes the peak of a histogram, of light with a period or without one; see [`super::Delay`]. Light that is
    /// `pulsed`, without a period in the request, has a peak every period, and none of them is the delay.
    pub(crate) fn of(histogram: &Histogram, sums: &Sums, period: Option<f64>, pulsed: bool) -> Self {
        let found = Found::search(histogram, sums);
        let mut all = Self { period, ..Self::default() };
        if let Some(run) = found.peak {
            let first = (run.first..run.first + run.width).rev().max_by_key(|k| histogram.counts[*k]);
            all.show_highest(histogram, first.unwrap_or(run.first));
            all.background = Some(run.expected / run.width as f64);
            all.significance = Some(run.significance);
        }
        let comb = period.and_then(|period| Comb::of(histogram, period));
        if let Some(comb) = &comb {
            all.describe_comb(histogram, sums, comb);
        } else {
            all.describe_dip(Dip::of(histogram, sums, &found));
            all.describe_peak(histogram, sums, &found);
            if let Some(period) = period.filter(|_| all.delay.is_some()) {
                all.repeats(period, "the range has fewer than three whole periods");
            } else if pulsed && period.is_none() {
                all.forget(
                    RemarkCode::Pulsed,
                    "the light is pulsed and has a peak every period, and no period is given",
                );
            }
        }
        if histogram.doubled {
            all.forget(RemarkCode::SameChannel, "a channel with itself has no delay");
            (all.highest, all.peak_counts, all.background, all.significance) = (None, None, None, None);
            let own = Remark::new(
                "dips",
                RemarkCode::DeadTime,
                "the dip of a channel with itself is the dead time of its detector, not antibunching",
            );
            all.forget_depths(|dip| (dip.delay + 0.5).abs() <= dip.width / 2.0, own);
        }
        all
    }

    /// Returns the result without the depth of dips that are due to a dead time of the channels: they are not
    /// antibunching.
    pub(crate) fn unless_dead(mut self, dead: Option<SharedDeadTime>) -> Self {
        if let Some(dead) = dead {
            let is_dead = |dip: &DipResult| dead.reaches(dip.delay as i64, dip.delay as i64);
            self.forget_depths(is_dead, dead.remark("dips"));
        }
        self
    }

    /// Returns the result without the depth of dips beside the peak that are the dead time of a detector: after the
    /// photon of a pair, it detects no other.
    pub(crate) fn without_shadows(mut self, excerpts: &Excerpts, (a, b): (u64, u64)) -> Self {
        let Some(centre) = self.centre else { return self };
        let is_shadow = |dip: &DipResult| {
            let distance = (dip.delay - centre).abs();
            [a, b].into_iter().any(|channel| excerpts.long_dead_time(channel, distance).is_some())
        };
        let message = "the dip beside the peak is the dead time of a detector after the photon of a pair, not antibunching";
        self.forget_depths(is_shadow, Remark::new("dips", RemarkCode::DeadTime, message));
        self
    }

    /// Removes the depth of dips that are no antibunching.
    fn forget_depths(&mut self, is_dead: impl Fn(&DipResult) -> bool, why: Remark) {
        let mut dead = self.dips.iter_mut().filter(|dip| is_dead(dip)).peekable();
        if dead.peek().is_none() {
            return;
        }
        dead.for_each(|dip| (dip.depth, dip.depth_error) = (None, None));
        self.remarks.retain(|remark| remark.about != "dips");
        self.remarks.push(why);
    }

    fn show_highest(&mut self, histogram: &Histogram, k: usize) {
        self.highest = Some(histogram.from + k as i64 * histogram.bin + (histogram.bin - 1) / 2);
        self.peak_counts = Some(histogram.counts[k]);
    }

    /// Removes the position and the width of the peak.
    pub(super) fn forget(&mut self, code: RemarkCode, message: impl Into<String>) {
        (self.delay, self.centre, self.centre_error) = (None, None, None);
        (self.fwhm, self.fwhm_error, self.delay_modulo) = (None, None, None);
        (self.half_width, self.half_width_error) = (None, None);
        self.remarks.retain(|remark| ["dips", "period"].contains(&remark.about.as_ref()));
        self.remarks.push(Remark::new("delay", code, message));
    }

    fn describe_dip(&mut self, dip: Option<Dip>) {
        let Some(Dip { centre, width, missing, depth, significance }) = dip else { return };
        self.dips.push(DipResult {
            delay: centre,
            width,
            missing: missing.value,
            missing_error: missing.error,
            depth: Some(depth.value),
            depth_error: Some(depth.error),
            significance,
        });
    }

    fn describe_peak(&mut self, histogram: &Histogram, sums: &Sums, found: &Found) {
        let Some(peak) = found.peak.or(found.end_found()) else {
            let bins = sums.bins();
            if bins < MIN_BINS {
                let message =
                    format!("{bins} bins are too few to find a peak: at least {MIN_BINS} are needed");
                self.forget(RemarkCode::RangeTooShort, message);
            } else if has_few_counts(sums) {
                self.forget(RemarkCode::TooFewCounts, "no group of neighbouring bins has five pairs");
            } else {
                self.forget(RemarkCode::NoPeak, "no bins have more pairs than the bins beside them");
            }
            return;
        };
        let end = found.end_found();
        let Some(run) = found.peak_found() else {
            if let Some(end) = end {
                self.show_end(histogram, end);
                self.forget(RemarkCode::AtTheEnd, AT_THE_END);
                return;
            }
            let message = format!(
                "the most significant peak has {:.1} standard deviations; with this number of bins, {:.1} are needed",
                peak.significance, found.needed
            );
            self.forget(RemarkCode::NoPeak, message);
            return;
        };
        if found.is_rim() {
            self.forget(RemarkCode::RimOfDip, "the highest bins are the rim of a dip, not a peak");
            return;
        }
        let run = run.without_other_peaks(sums);
        let (stretch, low) = Stretch::around(sums, run);
        let high = low + stretch.counts.len();
        // The flanks of a wide peak extend into the stretches that its run was compared with.
        self.background = Some(stretch.level.height);
        self.fit(&stretch, |bins| histogram.delay(low as f64 + bins), histogram.bin as f64);
        let (cut, bins) = (low == 0 || high == sums.bins(), histogram.counts.len());
        if cut {
            // Near an end, runs that contain the whole peak cannot be compared with anything.
            self.show_higher(histogram, low..high);
        }
        let ends = (histogram.delay(-0.5), histogram.delay(bins as f64 - 0.5));
        if let Some((centre, fwhm)) = self.centre.zip(self.fwhm) {
            let within = |widths: f64| centre - widths * fwhm >= ends.0 && centre + widths * fwhm <= ends.1;
            if cut && !within(2.0) {
                // Beside the peak there are only its flanks.
                self.background = None;
            }
            if !within(1.0) {
                (self.fwhm, self.fwhm_error) = (None, None);
                (self.half_width, self.half_width_error) = (None, None);
                self.remarks.retain(|remark| remark.about != "fwhm");
                let message = "the end of the range cuts the peak: search a longer range for its width";
                self.remarks.push(Remark::new("fwhm", RemarkCode::CutByRange, message));
            }
        }
        if let Some(end) = end
            && end.significance > run.significance
            && end.first.abs_diff(run.first) > 4 * (run.width + end.width)
        {
            self.remarks.push(Remark::new("delay", RemarkCode::AtTheEnd, AT_THE_END));
        }
    }

    /// Reports the highest of these bins, if it is higher than the one reported so far.
    fn show_higher(&mut self, histogram: &Histogram, bins: std::ops::Range<usize>) {
        let top = bins.rev().max_by_key(|k| histogram.counts[*k]);
        if let Some(top) = top.filter(|k| self.peak_counts.is_none_or(|n| histogram.counts[*k] > n)) {
            self.show_highest(histogram, top);
        }
    }

    /// Reports the visible part of a peak at an end of the range.
    fn show_end(&mut self, histogram: &Histogram, end: Run) {
        self.peak_counts = None;
        let Run { first, width, .. } = end;
        let high = (first + 3 * width).min(histogram.counts.len());
        self.show_higher(histogram, first.saturating_sub(2 * width)..high);
        self.background = Some(end.expected / end.width as f64);
        self.significance = Some(end.significance);
    }

    /// Describes pulses. A pulse that is significantly higher than the others has a delay; otherwise the delay is known
    /// modulo the period.
    fn describe_comb(&mut self, histogram: &Histogram, sums: &Sums, comb: &Comb) {
        let outstanding = comb.outstanding();
        let stands = outstanding.is_ok();
        let cells = match outstanding {
            Ok(peak) => {
                self.significance = Some(peak.significance);
                let (stretch, low) = comb.alone(histogram, sums, peak.delay);
                let top = (stretch.run.0..stretch.run.1)
                    .rev()
                    .max_by(|x, y| stretch.counts[*x].total_cmp(&stretch.counts[*y]));
                self.background = Some(stretch.level.height);
                if let Some(top) = top {
                    self.show_highest(histogram, low + top);
                }
                (stretch, histogram.delay(low as f64), histogram.bin as f64)
            }
            Err(significance) => {
                self.significance = Some(significance);
                self.peak_counts = None;
                self.show_higher(histogram, 0..histogram.counts.len());
                let (stretch, start, cell) = comb.folded(histogram);
                self.background = Some(stretch.level.height);
                (stretch, start, cell)
            }
        };
        let (stretch, start, cell) = cells;
        self.fit(&stretch, |cells| start + cells * cell, cell);
        if self.delay.is_some() && !stands {
            self.add_reused_tags(histogram, comb.period, share_of_peak(&stretch));
            self.repeats(comb.period, "no pulse stands out");
        }
    }

    /// Sets the period of the delay.
    fn repeats(&mut self, period: f64, why: &str) {
        self.delay_modulo = Some(period);
        let message = format!(
            "the light is pulsed and {why}: any multiple of {period:.2} ticks may be added to the delay"
        );
        self.remarks.push(Remark::new("delay", RemarkCode::Pulsed, message));
    }

    /// Adds the variance from tags that are in pairs of many periods, because each counts once for the centre: the
    /// variance of a delay, half of it for each channel, divided by the number of correlated tags. `share` of all pairs
    /// consist of two correlated tags, which are assumed to be equally frequent in both channels. An unknown width is
    /// replaced by a quarter of the period.
    fn add_reused_tags(&mut self, histogram: &Histogram, period: f64, share: f64) {
        let variance = self.fwhm.unwrap_or(period / 4.0).powi(2) / (8.0 * LN_2);
        let (a, b) = histogram.tags;
        let more = variance / 2.0 / share.sqrt() * (1.0 / a.max(1) as f64 + 1.0 / b.max(1) as f64);
        self.centre_error = self.centre_error.map(|error| (error * error + more).sqrt());
    }

    /// Fits centre and width of the peak in a stretch of cells, each `cell` ticks wide.
    fn fit(&mut self, stretch: &Stretch, delay: impl Fn(f64) -> f64, cell: f64) {
        let Some(Gaussian { centre: Estimate { value, error }, fwhm, misfit }) = gaussian(stretch) else {
            self.forget(RemarkCode::NoFit, "no Gaussian fits the peak: see the highest bin for its position");
            return;
        };
        let centre = delay(value);
        self.delay = Some(centre.round() as i64);
        self.centre = Some(centre);
        self.centre_error = Some(error * cell);
        let half = half_width(stretch).map(|width| width.times(cell));
        (self.half_width, self.half_width_error) = (half.map(|half| half.value), half.map(|half| half.error));
        if half.is_none() {
            let message = "too few pairs for the width at half of the height, or they do not fall to it";
            self.remarks.push(Remark::new("half_width", RemarkCode::TooFewCounts, message));
        }
        let mut remark = |code, message: &str| self.remarks.push(Remark::new("fwhm", code, message));
        match fwhm.and_then(|fwhm| without_rounding(fwhm.times(cell))) {
            Ok(Estimate { value, error }) => {
                (self.fwhm, self.fwhm_error) = (Some(value), Some(error));
                if normal_below(-misfit) < FALSE_POSITIVE {
                    remark(
                        RemarkCode::PeakNotGaussian,
                        "the peak is not Gaussian: its width is that of the Gaussian nearest to it",
                    );
                }
            }
            Err(Unknown::NarrowerThanABin) => {
                remark(
                    RemarkCode::NarrowerThanABin,
                    "the peak is narrower than a bin, and lies anywhere in it",
                );
            }
            Err(Unknown::TooFewCounts) => {
                remark(RemarkCode::TooFewCounts, "fewer than 20 pairs do not determine the width")
            }
        }
    }
}

/// Returns the width of a peak in ticks before times were rounded to whole ticks. The difference of two rounded times
/// has the variance 1/6; the fit, integrated over bins, includes half of it.
pub fn without_rounding(fwhm: Estimate) -> Result<Estimate, Unknown> {
    let square = fwhm.value * fwhm.value - 8.0 * LN_2 / 12.0;
    if square <= 0.0 {
        return Err(Unknown::NarrowerThanABin);
    }
    let value = square.sqrt();
    Ok(Estimate { value, error: fwhm.error * fwhm.value / value })
}

/// Returns the share of the counts above the level, at least that of one count.
fn share_of_peak(Stretch { counts, exposure, level, .. }: &Stretch) -> f64 {
    let all: f64 = counts.iter().sum();
    let flat: f64 = exposure.iter().map(|exposure| level.height * exposure).sum();
    ((all - flat).max(1.0) / all.max(1.0)).min(1.0)
}
