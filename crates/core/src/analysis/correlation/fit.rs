//! The fit of a model to the g2 of a correlation, and hints from its bins.

use super::columns::BinValues;
use super::{FitParameter, FitResult};
use crate::counting::bins::BinShape;
use crate::counting::excerpts::Excerpts;
use crate::estimate::models::{Model, ModelBin};
use crate::estimate::peak::MIN_BINS;
use crate::estimate::statistics::{Estimate, FEW, Hint, Remark, RemarkCode};
use crate::numbers::Floats;

/// Returns why parameters do not describe the counts: the level of a dip is less than its error, or a triplet state
/// relaxes after the diffusion time. A slower exponential describes fluctuations at long delays, which exceed those of
/// Poisson counts.
fn contradiction(parameters: &[(&'static str, Estimate)]) -> Option<String> {
    let find = |name: &str| parameters.iter().find(|one| one.0 == name).map(|one| one.1);
    // A peak can be known without the level beside it; the depth of a dip is relative to it.
    let level = find("depth").and(find("level"));
    if level.is_some_and(|level| level.error > level.value) {
        return Some("the counts do not determine the level: use wider bins, or a longer range".into());
    }
    let value = |name: &str| find(name).map(|one| one.value);
    let (triplet, diffusion) = (value("tau_triplet")?, value("tau_diffusion")?);
    (triplet >= diffusion).then(|| {
        format!(
            "the fitted triplet state is slower ({triplet:.0} ticks) than diffusion ({diffusion:.0} ticks): end the range \
             near ten diffusion times, or use the model diffusion"
        )
    })
}

/// Fits `model` to all bins that can be normalised. For a channel with itself, it uses only bins of positive delays,
/// because each pair counts at both signs. The centre is then 0, as it is for logarithmic bins. Returns a remark if
/// there is no fit, or if its errors are unknown. Without `with_curve`, the result has no curve.
pub fn fit(
    (model, structure): (Model, f64),
    values: BinValues,
    with_curve: bool,
) -> (Option<FitResult>, Option<Remark>) {
    let is_own = values.of.a == values.of.b;
    let bin = |k: usize| {
        let (low, high) = values.edges(k);
        let expected = 1.0 / values.norm(k);
        let is_used = expected.is_finite() && (!is_own || low > 0);
        let (low, high) = (low as f64 - 0.5, high as f64 - 0.5);
        ModelBin { low, high, counts: values.counts[k], expected: if is_used { expected } else { 0.0 } }
    };
    let bins: Vec<ModelBin> = (0..values.counts.len()).map(bin).collect();
    let pairs: u64 = bins.iter().filter(|bin| bin.expected > 0.0).map(|bin| bin.counts).sum();
    if pairs < FEW {
        let few = Remark::new("fit", RemarkCode::NoFit, format!("{pairs} pairs are too few for a fit"));
        return (None, Some(few));
    }
    let Some(found) = model.fit(&bins, is_own || !values.is_linear, structure) else {
        let why = format!("the counts do not determine the parameters of the {} model", model.name());
        return (None, Some(Remark::new("fit", RemarkCode::NoFit, why)));
    };
    if let Some(why) = contradiction(&found.parameters) {
        return (None, Some(Remark::new("fit", RemarkCode::NoFit, why)));
    }
    // Counts in logarithmic bins scatter more than independent ones. So do those of diffusing molecules, because whole
    // molecules enter and leave the focus.
    let is_independent = values.is_linear && !model.is_diffusion();
    let is_poor = is_independent && found.fitted.is_poor();
    let has_errors = is_independent && !is_poor;
    let parameter = |(name, of): &(&'static str, Estimate)| {
        let upper = has_errors.then(|| limit_of(name, *of)).flatten();
        FitParameter { name: (*name).into(), value: of.value, error: has_errors.then_some(of.error), upper }
    };
    let given = FitParameter { name: "structure".into(), value: structure, error: None, upper: None };
    let (mean, spread) = found.fitted.true_deviance;
    let result = FitResult {
        model: model.name().into(),
        parameters: found
            .parameters
            .iter()
            .map(parameter)
            .chain(model.is_diffusion().then_some(given))
            .collect(),
        deviance: found.fitted.deviance,
        true_deviance: is_independent.then_some(mean),
        true_deviance_spread: is_independent.then_some(spread),
        g2: Floats(if with_curve { found.g2 } else { Vec::new() }),
    };
    let poor = || {
        Remark::new(
            "fit",
            RemarkCode::FitPoor,
            format!("the {} model does not describe the counts", model.name()),
        )
    };
    let unknown = || {
        let message = "counts of diffusing molecules scatter more than independent ones, so the errors of the fit \
                       are unknown: estimate them from blocks of the recording";
        Remark::new("fit", RemarkCode::ErrorsNotKnown, message)
    };
    let remark = if is_poor {
        Some(poor())
    } else if has_errors {
        at_limit(&found.parameters)
    } else {
        (values.is_linear && model.is_diffusion()).then(unknown)
    };
    (Some(result), remark)
}

/// Returns the upper limit (95 %) of g2 at the centre: with the likelihood of a half Gaussian, a g2 of 0 is below 1.96
/// errors with this probability.
fn limit_of(name: &str, g2: Estimate) -> Option<f64> {
    (name == "g2_zero").then(|| g2.value.max(0.0) + 1.96 * g2.error)
}

/// Returns the caution that the error of g2 at the centre is not symmetrical: less than 0 is impossible.
fn at_limit(parameters: &[(&'static str, Estimate)]) -> Option<Remark> {
    parameters.iter().find(|(name, of)| *name == "g2_zero" && of.value < of.error)?;
    let message =
        "g2 at the centre is within its error of 0, and less is impossible: quote its upper limit (95 %)";
    Some(Remark::new("fit", RemarkCode::AtLimit, message))
}

/// Returns the hint that a channel has no pairs with itself at short delays. The gaps of a clock are its period.
pub fn dead_time_hint(values: BinValues, excerpts: &Excerpts) -> Option<Hint> {
    let channel = values.of.a;
    let (end, pairs) = values.own_gap().filter(|_| !excerpts.is_clock(channel))?;
    let message = format!(
        "channel {channel} has no two tags less than {end} ticks apart, where steady light has {pairs:.0} pairs: a dead time, \
         which looks like antibunching"
    );
    Some(Hint::new(RemarkCode::DeadTime, message))
}

/// Minimum pairs in the highest bin. Below it, its error exceeds 30 %, and the shape of the histogram is lost in noise.
const FEW_PAIRS: u64 = 10;

/// Returns the hint that bins are too narrow, with the width for `4 * FEW_PAIRS` in the highest bin.
pub fn few_counts_hint(shape: &BinShape, counts: &[u64]) -> Option<Hint> {
    let BinShape::Linear { bin, .. } = shape else { return None };
    let highest = counts.iter().copied().max().filter(|highest| (1..FEW_PAIRS).contains(highest))?;
    let factor = (4 * FEW_PAIRS).div_ceil(highest);
    let pairs = if highest == 1 { "pair" } else { "pairs" };
    let message = format!("no bin has more than {highest} {pairs}, too few to show a shape");
    Some(match bin.checked_mul(factor as i64).filter(|_| factor * MIN_BINS as u64 <= counts.len() as u64) {
        Some(wider) => Hint::new(RemarkCode::FewCounts, message).with_option("bin", wider as f64),
        None => Hint::new(RemarkCode::FewCounts, format!("{message}: record for longer")),
    })
}
