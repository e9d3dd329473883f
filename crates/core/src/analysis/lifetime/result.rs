//! Computes the result of `lifetime` from counts, with the reasons for nulls.

use super::fits::{Component, DecayFit, Response, fit_of};
use super::fold::{ClockPeriod, Folded, Histograms, fold, period_of, pile_up, single_stop};
use super::{LifetimeComponent, LifetimeFit, LifetimeHead, LifetimeRequest, LifetimeResult};
use crate::estimate::statistics::levels::{DISCOVERY, MANY_COUNTS};
use crate::estimate::statistics::{Remark, RemarkCode, full_width};
use crate::numbers::{Channel, Counts, Floats};
use crate::run::ordered_analysis::Run;
use crate::run::time_order::TimeOrder;

/// Minimum ratio of the counts of a measured response to those of the decay; below it, its noise makes the
/// error larger by 5 % and more, `sqrt(1 + 1/10)`.
const RESPONSE_COUNTS: f64 = 10.0;

/// Returns the result for these counts. An interim result has no fit.
pub fn result(
    channel: u64,
    Run { order, is_interim }: Run,
    counted: &Histograms,
    request: &LifetimeRequest,
) -> LifetimeResult {
    let mut found =
        LifetimeResult::without_counts(head(channel, order, counted), clock_remarks(counted, request));
    let Some(clock) = period_of(counted, request.period) else { return found };
    let folded = fold(counted, clock.period, request.bin.is_some());
    // Without a channel, or with missing tags, the number of pulses follows from the time.
    let time = match counted.clock.channel() {
        Some(_) => counted.gap_sum as f64,
        None => order.span().map_or(0.0, |span| span as f64),
    };
    let tags_per_pulse = order.tags_of(channel) as f64 * clock.period / time;
    found.remarks.extend(folding_remarks(counted, &clock, &folded, request, tags_per_pulse));
    found.period = Some(clock.period);
    found.divider = clock.divider;
    found.bin = Some(folded.period.bin());
    let cycles = counted.gaps.iter().sum::<u64>() as f64;
    match dead_pulses(counted, cycles).filter(|_| request.corrects_pile_up() && clock.divider == Some(1)) {
        Some(remark) => found.remarks.push(remark),
        None if is_interim => {}
        None => found.fit(&folded, request, (clock.divider == Some(1)).then_some(cycles)),
    }
    found.counts = Counts(folded.all);
    found.first = Counts(folded.first);
    found
}

fn head(channel: u64, order: &TimeOrder, counted: &Histograms) -> LifetimeHead {
    let sync = counted.clock.channel();
    LifetimeHead {
        sync: sync.map(Channel),
        channel: Channel(channel),
        span: order.span(),
        tags_sync: sync.map_or(0, |sync| order.tags_of(sync)),
        tags: order.tags_of(channel),
        without_sync: counted.without,
        reordered: order.reordered(),
        channels: order.channel_numbers().into_iter().map(Channel).collect(),
    }
}

impl LifetimeResult {
    /// Creates a result without counts.
    pub(super) fn without_counts(head: LifetimeHead, remarks: Vec<Remark>) -> Self {
        Self {
            head,
            period: None,
            divider: None,
            bin: None,
            counts: Counts(Vec::new()),
            first: Counts(Vec::new()),
            lifetime: None,
            lifetime_error: None,
            decays: None,
            pile_up_corrected: false,
            fits: Vec::new(),
            remarks,
        }
    }

    /// Adds the fit to the folded counts, or the reason why there is none. `cycles` is the number of pulses whose first
    /// tag is known.
    pub(super) fn fit(&mut self, folded: &Folded, request: &LifetimeRequest, cycles: Option<f64>) {
        let corrected =
            request.corrects_pile_up().then(|| cycles.and_then(|cycles| single_stop(folded, cycles)));
        let folded = match &corrected {
            None => folded,
            Some(Some(first)) => first,
            Some(None) => {
                let message = "the pile-up correction uses the first tag after each pulse: it needs a clock tag for \
                               every pulse, more pulses than tags, and a recorded channel that is not moved";
                self.remarks.push(Remark::new("lifetime", RemarkCode::NoFit, message));
                return;
            }
        };
        self.pile_up_corrected = corrected.is_some();
        let response = response_of(folded, request, &mut self.remarks);
        let total: u64 = folded.all.iter().sum();
        if (total as f64) < MANY_COUNTS {
            let message = format!("{total} tags are too few for a fit: {MANY_COUNTS} are needed");
            self.remarks.push(Remark::new("lifetime", RemarkCode::TooFewCounts, message));
            return;
        }
        // There is a remark if there is no response.
        let Some(response) = response else { return };
        let fit = fit_of(folded, &response, request.is_two());
        if request.is_two() && fit.as_ref().is_none_or(DecayFit::is_loose) {
            let one = fit_of(folded, &response, false);
            if one.is_some_and(|one| !one.fitted.is_doubtful() && !one.is_loose()) {
                let message = "one decay describes the counts: fit one";
                self.remarks.push(Remark::new("lifetime", RemarkCode::NotSignificant, message));
            }
        }
        let Some(fit) = fit else {
            let message = if request.is_two() {
                "no fit of two decays: the counts do not distinguish them, or the search did not converge"
            } else {
                "no fit of a decay: the search did not converge; check the clock and the channel, or record more tags"
            };
            self.remarks.push(Remark::new("lifetime", RemarkCode::NoFit, message));
            return;
        };
        self.remarks.extend(fit_remarks(&fit, &response));
        if !fit.fitted.is_poor() && !fit.is_loose() {
            self.lifetime = Some(fit.lifetime.value);
            self.lifetime_error = Some(fit.lifetime.error);
        }
        self.decays = Some(fit.components.len() as u64);
        self.fits = vec![described(&fit, &response)];
    }
}

/// Returns the remark for a detector that misses the pulse after a pulse with a tag, because its dead time is longer
/// than the rest of the period: the pile-up correction assumes that it is ready for every pulse.
///
/// Pulses with a tag are independent otherwise: of `n` of `cycles`, `n^2 / cycles` follow each other.
fn dead_pulses(counted: &Histograms, cycles: f64) -> Option<Remark> {
    let n = counted.first.iter().sum::<u64>() as f64;
    let (expected, observed) = (n * n / cycles, counted.successive as f64);
    if expected.is_nan() || observed >= expected - DISCOVERY * expected.sqrt() {
        return None;
    }
    let message = format!(
        "the detector is dead at the pulse after a tag: {observed} pulses with a tag follow each other, instead of \
         {expected:.0}; the pile-up correction needs a dead time that ends before the next pulse: record at less than \
         0.05 tags per pulse, without the correction"
    );
    Some(Remark::new("lifetime", RemarkCode::NoFit, message))
}

fn clock_remarks(counted: &Histograms, request: &LifetimeRequest) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let none = counted.gaps.is_empty();
    if let Some(sync) = counted.clock.channel()
        && none
    {
        let message = format!(
            "channel {sync} has no two tags within {} ticks: it is not a clock, or the range is too short",
            counted.range
        );
        remarks.push(Remark::new("period", RemarkCode::RangeTooShort, message));
    } else if request.period.is_none() && counted.gapless > counted.gaps.iter().sum() {
        let message = format!(
            "most gaps between the clock's tags are longer than the range of {} ticks: it is not a clock, or needs \
             the period of the pulses, or a longer range",
            counted.range
        );
        remarks.push(Remark::new("period", RemarkCode::RangeTooShort, message));
    } else if counted.clock.channel().is_none() {
        let message = "times are folded by the given period, because there is no clock channel to measure it";
        remarks.push(Remark::new("period", RemarkCode::Given, message));
    } else if counted.without > 0 && request.period.is_none() {
        let total = counted.without + counted.all.iter().sum::<u64>();
        if counted.without * 100 > total {
            let message = format!(
                "{} of {total} tags have no clock tag within {} ticks before them",
                counted.without, counted.range
            );
            remarks.push(Remark::new("counts", RemarkCode::RangeTooShort, message));
        }
    }
    remarks
}

fn folding_remarks(
    counted: &Histograms,
    clock: &ClockPeriod,
    folded: &Folded,
    request: &LifetimeRequest,
    tags_per_pulse: f64,
) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if counted.clock.channel().is_some() {
        match clock.divider {
            None => {
                let message = "the gap between the clock's tags is not a multiple of the given period";
                remarks.push(Remark::new("period", RemarkCode::NotTheClock, message));
            }
            Some(divider) if divider > 1 => {
                let message = format!("assuming one clock tag per {divider} pulses");
                remarks.push(Remark::new("period", RemarkCode::Divided, message));
            }
            Some(_) if request.period.is_none() => {
                let message = "assuming one clock tag per pulse";
                remarks.push(Remark::new("period", RemarkCode::Assumed, message));
            }
            Some(_) => {}
        }
    }
    if folded.joined {
        let message =
            format!("bins were widened to {} ticks, because there would be too many", folded.period.bin());
        remarks.push(Remark::new("bin", RemarkCode::BinsTooWide, message));
    }
    remarks.extend(pile_up(tags_per_pulse).filter(|_| !request.corrects_pile_up()));
    remarks
}

/// Returns the instrument response; `None`, with a remark, if a measured response does not match the bins.
fn response_of(folded: &Folded, request: &LifetimeRequest, remarks: &mut Vec<Remark>) -> Option<Response> {
    let Some(counts) = &request.response else {
        let known = request.fwhm.map(|fwhm| Response::Gaussian(fwhm / full_width(1.0)));
        return Some(known.unwrap_or(Response::Unknown));
    };
    let n = folded.period.bins;
    // Delays of records can exceed the period, and bins after the longest delay are not stored.
    let mut counts = counts.clone();
    if folded.period.is_width_given {
        counts.resize(n, 0);
    }
    if counts.len() != n {
        let message = format!(
            "the response has {} bins, but the decay has {n}: use the same period and bins for both",
            counts.len()
        );
        remarks.push(Remark::new("lifetime", RemarkCode::NoFit, message));
        return None;
    }
    // The background, which is the median of the bins, is subtracted.
    let mut sorted = counts.to_vec();
    sorted.sort_unstable();
    let background = sorted[n / 2] as f64;
    let without: Vec<f64> = counts.iter().map(|count| *count as f64 - background).collect();
    let sum: f64 = without.iter().sum();
    if sum < MANY_COUNTS {
        let message = "the response has too few counts over its background";
        remarks.push(Remark::new("lifetime", RemarkCode::TooFewCounts, message));
        return None;
    }
    if sum < RESPONSE_COUNTS * folded.all.iter().sum::<u64>() as f64 {
        let message = "the response has less than 10 times the counts of the decay: the errors do not include its noise";
        remarks.push(Remark::new("lifetime_error", RemarkCode::TooFewCounts, message));
    }
    Some(Response::Measured(without.iter().map(|x| x / sum).collect()))
}

fn fit_remarks(fit: &DecayFit, response: &Response) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let is_poor = fit.fitted.is_poor();
    if fit.fitted.is_doubtful() {
        let (code, decays) = match (is_poor, fit.components.len()) {
            (true, 1) => (RemarkCode::FitPoor, "one decay does"),
            (true, _) => (RemarkCode::FitPoor, "two decays do"),
            (false, 1) => (RemarkCode::FitDoubtful, "one decay may"),
            (false, _) => (RemarkCode::FitDoubtful, "two decays may"),
        };
        let remedy = match (response, fit.components.len()) {
            (Response::Measured(_), 1) => "; fit two",
            (Response::Measured(_), _) => "; check that the response was measured as the decay was",
            (_, 1) => "; give a measured response, or fit two",
            (_, _) => "; give a measured response",
        };
        let message = format!(
            "{decays} not describe the counts: deviance {:.0}, expected {:.0} +- {:.0}{remedy}",
            fit.fitted.deviance, fit.fitted.true_deviance.0, fit.fitted.true_deviance.1
        );
        remarks.push(Remark::new("lifetime", code, message));
    }
    if !is_poor && fit.is_loose() {
        let message = format!(
            "the counts do not determine the lifetime: the best fit is {:.3} +- {:.3} ticks, and such a large error \
             is unreliable; record more tags",
            fit.lifetime.value, fit.lifetime.error
        );
        remarks.push(Remark::new("lifetime", RemarkCode::NotDetermined, message));
    }
    if matches!(response, Response::Unknown) {
        let message = "assuming a Gaussian instrument response: give a measured response if it has a tail, which \
                       would make the lifetime wrong";
        remarks.push(Remark::new("lifetime", RemarkCode::GaussianResponse, message));
    }
    if fit.narrow {
        let message = "the response is narrower than a bin, so its width is unknown";
        remarks.push(Remark::new("response_fwhm", RemarkCode::NarrowerThanABin, message));
    }
    remarks
}

fn described(fit: &DecayFit, response: &Response) -> LifetimeFit {
    let single = fit.components.len() == 1;
    // Fisher's errors assume a true model that is nearly linear within the errors.
    let unknown = fit.fitted.is_poor() || fit.is_loose();
    let error = |error: f64| (!unknown).then_some(error);
    let component = |c: &Component| LifetimeComponent {
        lifetime: c.lifetime.value,
        lifetime_error: error(c.lifetime.error),
        share: c.share.value,
        share_error: error(c.share.error).filter(|_| !single),
    };
    let fixed = match response {
        Response::Gaussian(sigma) => Some(full_width(*sigma)),
        _ => None,
    };
    // A background of less than one count in total has no lower bound.
    let seen = fit.background.value * fit.fitted.expected.len() as f64 >= 1.0;
    LifetimeFit {
        components: fit.components.iter().map(component).collect(),
        counts: fit.counts.value,
        counts_error: error(fit.counts.error),
        background: fit.background.value,
        background_error: error(fit.background.error).filter(|_| seen),
        start: fit.start.value,
        start_error: error(fit.start.error),
        response_fwhm: fit.sigma.map(|sigma| full_width(sigma.value)).or(fixed),
        response_fwhm_error: fit.sigma.and_then(|sigma| error(full_width(sigma.error))),
        deviance: fit.fitted.deviance,
        true_deviance: fit.fitted.true_deviance.0,
        true_deviance_spread: fit.fitted.true_deviance.1,
        expected: Floats(fit.fitted.expected.clone()),
    }
}
