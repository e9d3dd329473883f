//! Models of g2 by their names, fitted to counts in bins of delay.

use serde::Deserialize;

use std::f64::consts::{LN_2, PI};

use super::fit::{Fitted, Parameter, fit_of_few};
use super::statistics::{Estimate, median};
use crate::counting::limits::MAX_FIT_BINS;
use crate::order::sort_by_number;

/// Initial widths of a fit, relative to the estimate: half a decade to either side. The fit with the largest likelihood
/// is used.
const WIDTHS: [f64; 3] = [0.3, 1.0, 3.0];

/// A model of g2 by the delay `d` from its centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Model {
    /// `level (1 - depth exp(-|d| / tau))`: antibunching of a two-level emitter. Kimble, Dagenais, Mandel, Phys. Rev.
    /// Lett. 39, 691 (1977).
    TwoLevel,
    /// `level (1 - depth ((1 + a) exp(-|d| / tau) - a exp(-|d| / tau_bunching)))`: an emitter with a dark state.
    /// Kitson, Jonsson, Rarity, Tapster, Phys. Rev. A 58, 620 (1998).
    ThreeLevel,
    /// `level + height / (1 + (2 d / fwhm)^2)`.
    Lorentzian,
    /// `level + height exp(-4 ln 2 (d / fwhm)^2)`.
    Gaussian,
    /// `level + height exp(-|d| / tau)`.
    Exponential,
    /// `level (1 + D(tau_diffusion) / particles)`: molecules that diffuse through a Gaussian focus. Krichevsky, Bonnet,
    /// Rep. Prog. Phys. 65, 251 (2002).
    Diffusion,
    /// `level (1 + (share D(tau_diffusion) + (1 - share) D(tau_slow)) / particles)`.
    TwoDiffusion,
    /// `level (1 + D(tau_diffusion) (1 + triplet / (1 - triplet) exp(-|d| / tau_triplet)) / particles)`.
    Triplet,
}

/// A bin of delays.
#[derive(Debug, Clone, Copy)]
pub struct ModelBin {
    /// Lower and upper edge in ticks.
    pub low: f64,
    pub high: f64,
    pub counts: u64,
    /// Expected counts for a g2 of 1.
    pub expected: f64,
}

/// A fitted model of g2.
pub struct Fit {
    /// Names and values; `centre`, `fwhm` and `tau...` are in ticks.
    pub parameters: Vec<(&'static str, Estimate)>,
    pub fitted: Fitted,
    /// g2 of the model in each bin.
    pub g2: Vec<f64>,
}

/// Start values of a fit. Times are scaled by `width`.
#[derive(Clone, Copy)]
struct Start {
    level: f64,
    /// Relative decrease below the level; negative for a peak.
    depth: f64,
    centre: f64,
    width: f64,
}

impl Model {
    /// The name in requests and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoLevel => "two-level",
            Self::ThreeLevel => "three-level",
            Self::Lorentzian => "lorentzian",
            Self::Gaussian => "gaussian",
            Self::Exponential => "exponential",
            Self::Diffusion => "diffusion",
            Self::TwoDiffusion => "two-diffusion",
            Self::Triplet => "triplet",
        }
    }

    /// Returns whether this is a model of diffusing molecules, which has a structure parameter and the centre 0.
    pub fn is_diffusion(self) -> bool {
        matches!(self, Self::Diffusion | Self::TwoDiffusion | Self::Triplet)
    }

    fn is_dip(self) -> bool {
        matches!(self, Self::TwoLevel | Self::ThreeLevel)
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::TwoLevel => &["level", "depth", "tau"],
            Self::ThreeLevel => &["level", "depth", "tau", "bunching", "tau_bunching"],
            Self::Exponential => &["level", "height", "tau"],
            Self::Lorentzian | Self::Gaussian => &["level", "height", "fwhm"],
            Self::Diffusion => &["level", "particles", "tau_diffusion"],
            Self::TwoDiffusion => &["level", "particles", "tau_diffusion", "share", "tau_slow"],
            Self::Triplet => &["level", "particles", "tau_diffusion", "triplet", "tau_triplet"],
        }
    }

    /// Returns the start values of the parameters of [`Model::names`]; times are in units of `start.width`.
    /// A search only begins at these numbers.
    fn parameters(self, start: Start, width: f64) -> Vec<Parameter> {
        let Start { level, depth, .. } = start;
        let shape = if self.is_diffusion() {
            Parameter::Positive(-depth.recip())
        } else if self.is_dip() {
            Parameter::Share(depth.clamp(0.1, 0.95))
        } else {
            Parameter::Free(-depth * level)
        };
        let mut all = vec![Parameter::Positive(level), shape, Parameter::Positive(width)];
        match self {
            Self::ThreeLevel => all.extend([Parameter::Positive(0.3), Parameter::Positive(10.0 * width)]),
            Self::TwoDiffusion => all.extend([Parameter::Share(0.5), Parameter::Positive(10.0 * width)]),
            Self::Triplet => all.extend([Parameter::Share(0.2), Parameter::Positive(0.03 * width)]),
            _ => {}
        }
        all
    }

    /// Returns the mean of g2 over a bin: the integral of the model, in closed form, over the width.
    fn over(self, p: &[f64], centre: f64, (low, high): (f64, f64), structure: f64) -> f64 {
        let (level, height, width) = (p[0], p[1], p[2]);
        let mean =
            |integral: &dyn Fn(f64) -> f64| (integral(high - centre) - integral(low - centre)) / (high - low);
        let decay = |tau: f64| mean(&|x| (-tau * libm::expm1(-x.abs() / tau)).copysign(x));
        match self {
            Self::TwoLevel => level * (1.0 - height * decay(width)),
            Self::ThreeLevel => level * (1.0 - height * ((1.0 + p[3]) * decay(width) - p[3] * decay(p[4]))),
            Self::Exponential => level + height * decay(width),
            Self::Lorentzian => level + height * mean(&|x| width / 2.0 * libm::atan(2.0 * x / width)),
            Self::Gaussian => {
                let scale = 2.0 * LN_2.sqrt() / width;
                level + height * mean(&|x| PI.sqrt() / 2.0 / scale * libm::erf(scale * x))
            }
            Self::Diffusion | Self::TwoDiffusion | Self::Triplet => {
                let shape = |d: f64| {
                    let diffusion = diffusion(d, width, structure);
                    match self {
                        Self::TwoDiffusion => {
                            p[3] * diffusion + (1.0 - p[3]) * self::diffusion(d, p[4], structure)
                        }
                        Self::Triplet => diffusion * (1.0 + p[3] / (1.0 - p[3]) * libm::exp(-d / p[4])),
                        _ => diffusion,
                    }
                };
                level * (1.0 + mean_over(shape, (low - centre, high - centre)) / height)
            }
        }
    }

    /// Fits the model to `bins`, whose delays ascend, with a centre of 0 if it `is_centred`. `None` if the counts do
    /// not determine a parameter. `structure` is the length of the focus divided by its width.
    ///
    /// The likelihood is Poisson's ([`fit_of_few`]). Bins without expected counts are ignored.
    pub(crate) fn fit(self, bins: &[ModelBin], is_centred: bool, structure: f64) -> Option<Fit> {
        let is_centred = is_centred || self.is_diffusion();
        let seen: Vec<ModelBin> = bins.iter().copied().filter(|bin| bin.expected > 0.0).collect();
        let joined: Vec<ModelBin> = seen.chunks(seen.len().div_ceil(MAX_FIT_BINS).max(1)).map(join).collect();
        let start = self.start(&joined, is_centred)?;
        let Start { centre, width, .. } = start;
        // The initial centre is 1, in units of the initial width, because a numerical derivative near 0 loses its
        // precision.
        let scaled = |edge: f64| (edge - centre) / width + 1.0;
        let edges: Vec<(f64, f64)> = joined.iter().map(|bin| (scaled(bin.low), scaled(bin.high))).collect();
        let middle = |p: &[f64]| if is_centred { scaled(0.0) } else { p[p.len() - 1] };
        let expected = |p: &[f64]| -> Vec<f64> {
            let bins = joined.iter().zip(&edges);
            bins.map(|(bin, edges)| bin.expected * self.over(p, middle(p), *edges, structure)).collect()
        };
        let counts: Vec<u64> = joined.iter().map(|bin| bin.counts).collect();
        let from = |factor: f64| {
            let mut parameters = self.parameters(start, factor);
            if !is_centred {
                parameters.push(Parameter::Free(1.0));
            }
            fit_of_few(&counts, &parameters, &expected)
        };
        let fitted = WIDTHS.into_iter().filter_map(from).min_by(|x, y| x.deviance.total_cmp(&y.deviance))?;
        let mut parameters: Vec<(&'static str, Estimate)> = Vec::new();
        for (k, name) in self.names().iter().enumerate() {
            let is_time = *name == "fwhm" || name.starts_with("tau");
            parameters.push((name, fitted.estimate(k).times(if is_time { width } else { 1.0 })));
        }
        if !is_centred {
            let Estimate { value, error } = fitted.estimate(fitted.values.len() - 1);
            parameters
                .push(("centre", Estimate { value: centre + (value - 1.0) * width, error: error * width }));
        }
        if self.is_dip() {
            let Estimate { value, error } = fitted.estimate(1);
            parameters.push(("g2_zero", Estimate { value: 1.0 - value, error }));
        }
        let p = &fitted.values;
        let g2_of = |bin: &ModelBin| self.over(p, middle(p), (scaled(bin.low), scaled(bin.high)), structure);
        let g2 = bins.iter().map(g2_of).collect();
        Some(Fit { parameters, fitted, g2 })
    }

    /// Returns start values from the run of 1, 2, 4... bins with the largest deviation from the median level, in
    /// standard deviations.
    fn start(self, bins: &[ModelBin], is_centred: bool) -> Option<Start> {
        if self.is_diffusion() {
            return start_of_diffusion(bins);
        }
        let mut heights: Vec<f64> = bins.iter().map(|bin| bin.counts as f64 / bin.expected).collect();
        if heights.len() < 4 {
            return None;
        }
        let median = median(&mut heights);
        let total: f64 = bins.iter().map(|bin| bin.counts as f64).sum();
        let exposure: f64 = bins.iter().map(|bin| bin.expected).sum();
        // With few counts, most bins are empty.
        let level = if median > 0.0 { median } else { total / exposure };
        if level <= 0.0 {
            return None;
        }
        let mut best: Option<(f64, Start)> = None;
        let mut width = 1;
        while width <= bins.len() / 2 {
            for run in bins.windows(width).step_by((width / 4).max(1)) {
                let joined = join(run);
                let expected = level * joined.expected;
                let lack = expected - joined.counts as f64;
                let far = if self.is_dip() { lack } else { lack.abs() } / expected.sqrt();
                let is_here = !is_centred || run[0].low <= bins[0].low;
                if is_here && best.is_none_or(|(most, _)| far > most) {
                    let centre = if is_centred { 0.0 } else { (joined.low + joined.high) / 2.0 };
                    let depth = lack / expected;
                    best =
                        Some((far, Start { level, depth, centre, width: (joined.high - joined.low) / 2.0 }));
                }
            }
            width *= 2;
        }
        best.map(|(_, start)| start)
    }
}

/// Returns the correlation of molecules with the diffusion time `tau` at the delay `d`, 1 at 0, for a Gaussian focus whose
/// length is `structure` times its width: `1 / ((1 + d/tau) sqrt(1 + d/(structure^2 tau)))`.
fn diffusion(d: f64, tau: f64, structure: f64) -> f64 {
    ((1.0 + d / tau) * (1.0 + d / (structure * structure * tau)).sqrt()).recip()
}

/// Returns the mean of `of` over the absolute delays from `low` to `high`, by the Gauss-Legendre rule of three points.
fn mean_over(of: impl Fn(f64) -> f64, (low, high): (f64, f64)) -> f64 {
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let at = |x: f64| of((middle + half * x).abs());
    let x = 0.6_f64.sqrt();
    (5.0 * at(-x) + 8.0 * at(0.0) + 5.0 * at(x)) / 18.0
}

/// Returns start values: the level of the longest delays, and the delay at half of the height above it.
fn start_of_diffusion(bins: &[ModelBin]) -> Option<Start> {
    let mut bins = bins.to_vec();
    let delay = |bin: &ModelBin| (bin.low + bin.high).abs() / 2.0;
    sort_by_number(&mut bins, delay);
    let part = (bins.len() / 8).max(1);
    let mean = |bins: &[ModelBin]| {
        let expected: f64 = bins.iter().map(|bin| bin.expected).sum();
        bins.iter().map(|bin| bin.counts as f64).sum::<f64>() / expected
    };
    let (near, level) = (mean(bins.get(..part)?), mean(&bins[bins.len() - part..]));
    let half = (near + level) / 2.0;
    let falls = bins.chunks(part).find(|bins| mean(bins) < half)?;
    let (depth, width) = (1.0 - near / level, delay(&falls[0]));
    (depth < 0.0 && width > 0.0).then_some(Start { level, depth, centre: 0.0, width })
}

/// Joins several bins into one.
fn join(bins: &[ModelBin]) -> ModelBin {
    ModelBin {
        low: bins.first().map_or(0.0, |bin| bin.low),
        high: bins.last().map_or(0.0, |bin| bin.high),
        counts: bins.iter().map(|bin| bin.counts).sum(),
        expected: bins.iter().map(|bin| bin.expected).sum(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Counts exactly as expected for `g2`, a thousand a bin.
    fn bins(g2: impl Fn(f64) -> f64) -> Vec<ModelBin> {
        let bin = |k: i32| {
            let (low, high) = (f64::from(k) - 0.5, f64::from(k) + 0.5);
            let mean = (0..100).map(|part| g2(low + (f64::from(part) + 0.5) / 100.0)).sum::<f64>() / 100.0;
            ModelBin { low, high, counts: (1000.0 * mean).round() as u64, expected: 1000.0 }
        };
        (-200..=200).map(bin).collect()
    }

    /// A model, its true g2 by the delay from the centre, and the parameters to find.
    type Case<'a> = (Model, &'a dyn Fn(f64) -> f64, &'a [(&'a str, f64)]);

    fn value(fit: &Fit, name: &str) -> Estimate {
        fit.parameters.iter().find(|(found, _)| *found == name).unwrap().1
    }

    #[test]
    fn each_model_finds_its_own_parameters() {
        let centre = 7.0;
        let cases: [Case; 5] = [
            (
                Model::TwoLevel,
                &|d| 1.2 * (1.0 - 0.8 * (-d.abs() / 20.0).exp()),
                &[("level", 1.2), ("depth", 0.8), ("tau", 20.0)],
            ),
            (
                Model::ThreeLevel,
                &|d| 1.0 - 0.9 * (1.5 * (-d.abs() / 8.0).exp() - 0.5 * (-d.abs() / 60.0).exp()),
                &[("g2_zero", 0.1), ("tau", 8.0), ("bunching", 0.5), ("tau_bunching", 60.0)],
            ),
            (
                Model::Lorentzian,
                &|d| 1.0 + 0.5 / (1.0 + (d / 15.0).powi(2)),
                &[("height", 0.5), ("fwhm", 30.0)],
            ),
            (
                Model::Gaussian,
                &|d| 1.0 - 0.5 * (-(d / 15.0).powi(2) / 2.0).exp(),
                &[("height", -0.5), ("fwhm", 35.32)],
            ),
            (Model::Exponential, &|d| 1.0 + 2.0 * (-d.abs() / 20.0).exp(), &[("height", 2.0), ("tau", 20.0)]),
        ];
        for (model, truth, expected) in cases {
            let fit = model.fit(&bins(|d| truth(d - centre)), false, 5.0).unwrap();
            for (name, expected) in expected.iter().chain(&[("centre", centre)]) {
                let Estimate { value, error } = value(&fit, name);
                let off = (value - expected).abs();
                assert!(off < 0.5 * error + 0.01 * expected.abs(), "{model:?} {name}: {value} {error}");
            }
        }
    }

    #[test]
    fn flat_counts_and_no_counts_have_no_deep_dip() {
        assert!(Model::TwoLevel.fit(&bins(|_| 0.0), false, 5.0).is_none());
        if let Some(fit) = Model::TwoLevel.fit(&bins(|_| 1.0), false, 5.0) {
            let Estimate { value, error } = value(&fit, "depth");
            assert!(value < 3.0 * error, "{value} {error}");
        }
    }

    /// Logarithmic bins with exact counts of the model of molecules that diffuse.
    #[test]
    fn diffusion_of_one_and_two_kinds_and_a_triplet_state_is_found() {
        let diffusion = |d: f64, tau: f64| 1.0 / ((1.0 + d / tau) * (1.0 + d / (16.0 * tau)).sqrt());
        let cases: [Case; 3] = [
            (
                Model::Diffusion,
                &|d| 1.01 * (1.0 + diffusion(d, 700.0) / 2.5),
                &[("level", 1.01), ("particles", 2.5), ("tau_diffusion", 700.0)],
            ),
            (
                Model::TwoDiffusion,
                &|d| 1.0 + (0.4 * diffusion(d, 100.0) + 0.6 * diffusion(d, 5000.0)) / 0.5,
                &[("particles", 0.5), ("tau_diffusion", 100.0), ("share", 0.4), ("tau_slow", 5000.0)],
            ),
            (
                Model::Triplet,
                &|d| 1.0 + diffusion(d, 2000.0) * (1.0 + 0.25 / 0.75 * (-d / 20.0).exp()) / 1.5,
                &[("particles", 1.5), ("tau_diffusion", 2000.0), ("triplet", 0.25), ("tau_triplet", 20.0)],
            ),
        ];
        for (model, truth, expected) in cases {
            let edge = |k: i32| 10_f64.powf(f64::from(k) / 10.0);
            let bin = |k: i32| {
                let (low, high) = (edge(k), edge(k + 1));
                let mean =
                    (0..200).map(|n| truth(low + (high - low) * (f64::from(n) + 0.5) / 200.0)).sum::<f64>()
                        / 200.0;
                let expected = 1e5 * (high - low);
                ModelBin { low, high, counts: (expected * mean).round() as u64, expected }
            };
            let bins: Vec<ModelBin> = (0..60).map(bin).collect();
            let fit = model.fit(&bins, true, 4.0).unwrap();
            for (name, expected) in expected {
                let found = value(&fit, name).value;
                assert!((found / expected - 1.0).abs() < 0.01, "{model:?} {name}: {found}");
            }
        }
    }
}
