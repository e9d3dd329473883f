//! Decays fitted to a histogram over one period.

use super::decay::Period;
use super::fold::Folded;
use crate::estimate::fit::{Fitted, Parameter, fit};
use crate::estimate::statistics::Estimate;

/// Minimum number of counts for a fit.
pub const FEWEST: u64 = 100;

/// A search that ended at a deviance larger by more than this than that of a simpler model did not find the least one.
const WITHIN_TOLERANCE: f64 = 0.01;

/// A search begins at a background that can still change: at none, its logarithm has no slope.
const LEAST_BACKGROUND: f64 = 0.01;

/// Standard deviation of the narrowest Gaussian response, in bins: narrower ones look the same.
pub const NARROWEST: f64 = 0.3;

/// Maximum error of a lifetime that is reported, relative to the lifetime and the response's standard deviation.
const LOOSE: f64 = 0.2;

/// What is known of the instrument's response.
#[derive(Debug, Clone, PartialEq)]
pub enum Response {
    /// A Gaussian whose width is fitted.
    Unknown,
    /// A Gaussian of this standard deviation, ticks.
    Gaussian(f64),
    /// The part of it in every bin, of the sum 1.
    Measured(Vec<f64>),
}

/// One of the decays of a fit. The share is that of the counts, its error 0 where there is no other decay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    pub lifetime: Estimate,
    pub share: Estimate,
}

/// A fit of one decay or two. Times are ticks.
#[derive(Debug, Clone)]
pub struct DecayFit {
    /// Ascending by lifetime.
    pub components: Vec<Component>,
    /// The lifetime; of two decays, the mean by their shares.
    pub lifetime: Estimate,
    /// Counts of the decays.
    pub counts: Estimate,
    /// Counts per bin that are none of a decay.
    pub background: Estimate,
    /// Where the pulse lies in the period; of a measured response by how much it is shifted.
    pub start: Estimate,
    /// Standard deviation of a Gaussian response that was fitted.
    pub sigma: Option<Estimate>,
    /// Whether the response was set to the narrowest one.
    pub narrow: bool,
    /// Standard deviation of the response, of a measured one that of a Gaussian as high.
    spread: f64,
    pub fitted: Fitted,
}

impl DecayFit {
    /// Whether the lifetime's error is so large that neither is known: the error changes with the lifetime, and where a
    /// decay is as long as the period, or lost in the background, those that come out too short have the least errors. That
    /// of a decay shorter than the response does not change.
    pub fn is_loose(&self) -> bool {
        self.lifetime.error > LOOSE * (self.lifetime.value + self.spread)
    }
}

/// The parameters of a fit, by their places.
const COUNTS: usize = 0;
const BACKGROUND: usize = 1;
const START: usize = 2;
const LIFETIME: usize = 3;
const SECOND: usize = 4;
const SHARE: usize = 5;

/// Returns the fit of one decay or of two; `None` where the search does not end, or the counts do not determine a parameter.
pub fn fit_of(folded: &Folded, response: &Response, two: bool) -> Option<DecayFit> {
    let one = one_decay(folded, response)?;
    if two { two_decays(folded, response, &one) } else { Some(one) }
}

/// Starting values from the histogram.
struct Guess {
    counts: f64,
    background: f64,
    start: f64,
    /// Where counts over an eighth of the period are the most more than over the eighth before: where a decay of a low
    /// height begins, whose highest place is chance.
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
    // Joined over a hundredth of the period, the highest place is where the decay begins.
    let width = (n / 100).max(1);
    // Counts before each bin of two periods, so that every sum of successive bins is a difference.
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

/// The decays and the response that parameters stand for, in parts per bin.
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
    let model = |values: &[f64]| {
        let shares = shares(folded.period, response, values, two);
        let expected = shares.iter().zip(&folded.exposure);
        expected.map(|(share, open)| open * (values[COUNTS] * share + values[BACKGROUND])).collect()
    };
    fit(&folded.all, parameters, &model)
}

/// The best of the fits that begin at `starts`, first with the response's width as a parameter where it is not known,
/// then, if that is below the resolution or not determined, with the narrowest.
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
    let narrowest = NARROWEST * folded.period.bin();
    let free = attempt(response, Some(Parameter::Positive(sigma)));
    if let Some(fitted) = free {
        let width = fitted.estimate(fitted.values.len() - 1);
        if width.value >= narrowest {
            return Some(described((folded.period, response), fitted, two, Some(width), false));
        }
    }
    let fitted = attempt(&Response::Gaussian(narrowest), None)?;
    Some(described((folded.period, response), fitted, two, None, true))
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
    // There are two at most.
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

/// Beginning at the highest place and, where that leads to nothing that is sure, where counts rise.
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

/// Beginning at lifetimes to either side of the one that fits alone; and where the search ends at none that is as likely,
/// at that one with little of another.
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
        // One decay is two, one of them without a share.
        best(folded, response, sigma, &starts)
            .filter(|two| two.fitted.deviance < one.fitted.deviance + WITHIN_TOLERANCE)
            // Where any share is as likely, counts do not tell two decays.
            .filter(|two| two.components.iter().all(|component| component.share.error < 1.0))
    };
    from(&[(0.4, 1.8, 0.5), (0.1, 1.2, 0.5), (0.8, 4.0, 0.5)])
        .or_else(|| from(&[(0.2, 1.0, 0.05), (1.0, 4.0, 0.95)]))
}
