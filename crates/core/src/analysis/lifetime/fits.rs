//! Decays fitted to a histogram over one period.

use std::cell::RefCell;

use super::decay::Period;
use super::fold::Folded;
use crate::estimate::fit::{Fitted, Parameter, fit};
use crate::estimate::statistics::Estimate;
use crate::estimate::statistics::levels::CONSIDERABLE;

/// Minimum initial background. At 0, the derivative of its logarithm vanishes and a search cannot change it.
const LEAST_BACKGROUND: f64 = 0.01;

/// Returns the standard deviation of the narrowest Gaussian response, in bins: that of a time within a bin. Narrower
/// responses cannot be distinguished.
fn narrowest() -> f64 {
    1.0 / 12.0_f64.sqrt()
}

/// Maximum reported error of a lifetime, relative to the sum of the lifetime and the standard deviation of the
/// response: see the table of constants in `docs/physics.md`.
const LOOSE: f64 = 0.2;

/// The instrument response.
#[derive(Debug, Clone, PartialEq)]
pub enum Response {
    /// A Gaussian with a fitted width.
    Unknown,
    /// A Gaussian with this standard deviation in ticks.
    Gaussian(f64),
    /// The share of the response in each bin, with the sum 1.
    Measured(Vec<f64>),
}

/// One decay of a fit, with its share of the counts. The share of a single decay has the error 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    pub lifetime: Estimate,
    pub share: Estimate,
}

/// A fit of one or two decays. Times are ticks.
#[derive(Debug, Clone)]
pub struct DecayFit {
    /// Decays, ascending by lifetime.
    pub components: Vec<Component>,
    /// The lifetime; for two decays, their mean weighted by shares.
    pub lifetime: Estimate,
    /// Counts of the decays.
    pub counts: Estimate,
    /// Counts per bin that do not belong to a decay.
    pub background: Estimate,
    /// Position of the pulse in the period; for a measured response, its shift.
    pub start: Estimate,
    /// Standard deviation of a fitted Gaussian response.
    pub sigma: Option<Estimate>,
    /// Whether the response is narrower than the counts can show.
    pub narrow: bool,
    /// Standard deviation of the response; for a measured one, that of a Gaussian of the same height.
    spread: f64,
    pub fitted: Fitted,
}

impl DecayFit {
    /// Returns whether the error of the lifetime is too large for either to be reliable. The error depends on the
    /// lifetime: if a decay is as long as the period, or weak compared with the background, lifetimes that are too
    /// short have the smallest errors. The error of a decay shorter than the response does not depend on the lifetime.
    pub fn is_loose(&self) -> bool {
        self.lifetime.error > LOOSE * (self.lifetime.value + self.spread)
    }
}

/// Indices of the parameters of a fit.
const COUNTS: usize = 0;
const BACKGROUND: usize = 1;
const START: usize = 2;
const LIFETIME: usize = 3;
const SECOND: usize = 4;
const SHARE: usize = 5;

/// Returns the fit of one or two decays; `None` if the search does not converge, or if the counts do not determine a
/// parameter.
pub fn fit_of(folded: &Folded, response: &Response, two: bool) -> Option<DecayFit> {
    let one = one_decay(folded, response)?;
    if two { two_decays(folded, response, &one) } else { Some(one) }
}

/// Starting values from the histogram.
struct Guess {
    counts: f64,
    background: f64,
    start: f64,
    /// Position of the largest increase of counts from an eighth of the period to the next one. It is the start of a
    /// weak decay, whose highest bin is due to noise.
    edge: f64,
    lifetime: f64,
    sigma: f64,
}

fn guess(folded: &Folded, response: &Response) -> Guess {
    let Folded { period, all, .. } = folded;
    let n = period.bins;
    let total = all.iter().sum::<u64>() as f64;
    let mut sorted = all.clone();
    sorted.sort_unstable();
    let low = &sorted[..n.div_ceil(5)];
    let background = low.iter().sum::<u64>() as f64 / low.len() as f64 + LEAST_BACKGROUND;
    let counts = (total - background * n as f64).max(10.0);
    // Averaged over a hundredth of the period, the maximum is where the decay begins.
    let width = (n / 100).max(1);
    // Counts before each bin over two periods, so that the sum of successive bins is a difference.
    let before: Vec<u64> = std::iter::once(0)
        .chain(all.iter().chain(all).scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        }))
        .collect();
    let sum = |k: usize, bins: usize| (before[k % n + bins] - before[k % n]) as f64;
    let around = |k: usize| sum(k, width) / width as f64;
    let (top, height) = (0..n).map(|k| (k, around(k))).fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
    let half = background + 0.5 * (height - background);
    let rise = (1..n).find(|back| around(top + n - back) < half).unwrap_or(1);
    let eighth = (n / 8).max(1);
    let steps = (0..n).map(|k| (k, sum(k, eighth) - sum(k + n - eighth, eighth)));
    let (edge, _) = steps.fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
    let (start, edge) = match response {
        Response::Measured(_) => (0.0, 0.0),
        _ => (
            ((top + n - rise) % n) as f64 * period.bin() + 0.5 * width as f64 * period.bin(),
            edge as f64 * period.bin(),
        ),
    };
    let lifetime = counts / (height - background).max(1.0) * period.bin();
    Guess { counts, background, start, edge, lifetime, sigma: (0.5 * rise as f64).max(1.0) * period.bin() }
}

/// Returns the sum of the decays for these parameters, convolved with the response, as the share of counts in each bin.
fn shares(period: Period, response: &Response, values: &[f64], two: bool) -> Vec<f64> {
    let one = |lifetime: f64| match response {
        Response::Measured(counts) => period.decay_of_response(lifetime, counts, values[START]),
        Response::Gaussian(sigma) => period.decay_of_gaussian(lifetime, values[START], *sigma),
        // The width is the last parameter.
        Response::Unknown => period.decay_of_gaussian(lifetime, values[START], values[values.len() - 1]),
    };
    if !two {
        return one(values[LIFETIME]);
    }
    let share = values[SHARE];
    let pairs = one(values[LIFETIME]).into_iter().zip(one(values[SECOND]));
    pairs.map(|(a, b)| share * a + (1.0 - share) * b).collect()
}

fn search(folded: &Folded, response: &Response, parameters: &[Parameter], two: bool) -> Option<Fitted> {
    // Counts and background change no shares, and derivatives begin where the last residuals were.
    let last: RefCell<(Vec<f64>, Vec<f64>)> = RefCell::default();
    let model = |values: &[f64]| {
        let mut last = last.borrow_mut();
        if last.0 != values[START..] {
            *last = (values[START..].to_vec(), shares(folded.period, response, values, two));
        }
        let expected = last.1.iter().zip(&folded.exposure);
        expected.map(|(share, open)| open * (values[COUNTS] * share + values[BACKGROUND])).collect()
    };
    fit(&folded.all, parameters, &model)
}

/// Returns the best of the fits that begin at `starts`. The width of an unknown response is a parameter. If it is below the
/// resolution or undetermined, the most likely of three narrow responses is used.
fn best(folded: &Folded, response: &Response, sigma: f64, starts: &[Vec<Parameter>]) -> Option<DecayFit> {
    let two = starts.first()?.len() > SECOND;
    let attempt = |response: &Response, more: Option<Parameter>| {
        let found = starts.iter().filter_map(|start| {
            let parameters: Vec<Parameter> = start.iter().copied().chain(more).collect();
            search(folded, response, &parameters, two)
        });
        found.min_by(|a, b| a.deviance.total_cmp(&b.deviance))
    };
    if *response != Response::Unknown {
        return attempt(response, None)
            .map(|fitted| described((folded.period, response), fitted, two, None, false));
    }
    let narrowest = narrowest() * folded.period.bin();
    let width = |fitted: &Fitted| fitted.estimate(fitted.values.len() - 1);
    let free = attempt(response, Some(Parameter::Positive(sigma)));
    if let Some(fitted) = free.as_ref().filter(|fitted| width(fitted).value >= narrowest) {
        let width = width(fitted);
        return Some(described((folded.period, response), fitted.clone(), two, Some(width), false));
    }
    // A search of the width ends early where a narrow response begins near the edge of a bin, and with the narrowest
    // response, which is wider, the lifetime would be too short.
    let fixed = [narrowest, 0.1 * narrowest]
        .into_iter()
        .filter_map(|sigma| Some((sigma, attempt(&Response::Gaussian(sigma), None)?)));
    let free = free.map(|fitted| (width(&fitted).value, fitted));
    let (sigma, fitted) = fixed.chain(free).min_by(|a, b| a.1.deviance.total_cmp(&b.1.deviance))?;
    Some(described((folded.period, &Response::Gaussian(sigma)), fitted, two, None, true))
}

fn described(
    (period, response): (Period, &Response),
    fitted: Fitted,
    two: bool,
    sigma: Option<Estimate>,
    narrow: bool,
) -> DecayFit {
    let of = |k: usize| fitted.estimate(k);
    let component = |place: usize, share: Estimate| Component { lifetime: of(place), share };
    let mut components = if two {
        let share = of(SHARE);
        let rest = Estimate { value: 1.0 - share.value, error: share.error };
        vec![component(LIFETIME, share), component(SECOND, rest)]
    } else {
        vec![component(LIFETIME, Estimate { value: 1.0, error: 0.0 })]
    };
    let lifetime = match components.as_slice() {
        [a, b] => {
            let mut slopes = vec![0.0; fitted.values.len()];
            slopes[LIFETIME] = a.share.value;
            slopes[SECOND] = b.share.value;
            slopes[SHARE] = a.lifetime.value - b.lifetime.value;
            let value = a.share.value * a.lifetime.value + b.share.value * b.lifetime.value;
            Estimate { value, error: fitted.error_of(&slopes) }
        }
        _ => of(LIFETIME),
    };
    // There are at most two components.
    if components.first().map(|a| a.lifetime.value) > components.last().map(|b| b.lifetime.value) {
        components.reverse();
    }
    let spread = match (response, sigma) {
        (Response::Gaussian(sigma), _) => *sigma,
        (_, Some(sigma)) => sigma.value,
        (Response::Measured(parts), None) => {
            period.bin() / (2.0 * std::f64::consts::PI.sqrt() * parts.iter().map(|x| x * x).sum::<f64>())
        }
        (Response::Unknown, None) => 0.0,
    };
    let mut start = of(START);
    if start.value.abs() > period.period || sigma.is_some() || narrow {
        start.value -= libm::floor(start.value / period.period) * period.period;
    }
    let (counts, background) = (of(COUNTS), of(BACKGROUND));
    DecayFit { components, lifetime, counts, background, start, sigma, narrow, spread, fitted }
}

/// Fits one decay, with the maximum as the initial pulse. If that result is unreliable, the largest increase of counts
/// is used.
fn one_decay(folded: &Folded, response: &Response) -> Option<DecayFit> {
    let guess = guess(folded, response);
    let from = |start: f64| {
        let lifetimes = [guess.lifetime, folded.period.period / 30.0, folded.period.period / 3.0];
        let starts = lifetimes.map(|lifetime| {
            vec![
                Parameter::Positive(guess.counts),
                Parameter::Positive(guess.background),
                Parameter::Free(start),
                Parameter::Positive(lifetime),
            ]
        });
        best(folded, response, guess.sigma, &starts)
    };
    let first = from(guess.start);
    if guess.edge == guess.start || first.as_ref().is_some_and(|fit| !fit.fitted.is_poor() && !fit.is_loose())
    {
        return first;
    }
    let found = [first, from(guess.edge)].into_iter().flatten();
    found.min_by(|a, b| a.fitted.deviance.total_cmp(&b.fitted.deviance))
}

/// Fits two decays. Initial lifetimes, relative to that of a single decay, are on either side of it. If the search finds
/// no fit that is as likely, it starts at the single decay with a small share of another.
fn two_decays(folded: &Folded, response: &Response, one: &DecayFit) -> Option<DecayFit> {
    let alone = one.components[0].lifetime.value;
    let sigma = one.sigma.map_or(folded.period.bin(), |sigma| sigma.value);
    let from = |lifetimes: &[(f64, f64, f64)]| {
        let start = |(shorter, longer, share): &(f64, f64, f64)| {
            vec![
                Parameter::Positive(one.counts.value),
                Parameter::Positive(one.background.value.max(LEAST_BACKGROUND)),
                Parameter::Free(one.start.value),
                Parameter::Positive(shorter * alone),
                Parameter::Positive(longer * alone),
                Parameter::Share(*share),
            ]
        };
        let starts: Vec<Vec<Parameter>> = lifetimes.iter().map(start).collect();
        // A single decay is a special case of two decays. A deviance that is larger by more than that of a considerable
        // share of a standard error shows that the search missed the minimum.
        best(folded, response, sigma, &starts)
            .filter(|two| two.fitted.deviance < one.fitted.deviance + CONSIDERABLE.powi(2))
            // If every share is as likely, the counts do not distinguish two decays.
            .filter(|two| two.components.iter().all(|component| component.share.error < 1.0))
    };
    from(&[(0.4, 1.8, 0.5), (0.1, 1.2, 0.5), (0.8, 4.0, 0.5)])
        .or_else(|| from(&[(0.2, 1.0, 0.05), (1.0, 4.0, 0.95)]))
}
