//! The result of `correlation`.

use crate::counting::bins::BinsResult;
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::shape::{Channel, Count, Counts, Finite, Floats, Includes, LongTime, Text, result};

result! {
    /// Keys of every analysis of two channels.
    pub struct PairOfChannels as "PairOfChannels" {
        a: Channel,
        b: Channel,
        /// From the first to the last tag of any channel, ticks; null without tags.
        span: Option<LongTime>,
        tags_a: Count,
        tags_b: Count,
        /// Tags out of order that were put in order.
        reordered: Count,
        /// All channels seen.
        channels: Vec<Channel>,
    }
}

result! {
    /// A parameter of a fitted model.
    pub struct FitParameter as "FitParameter" {
        /// `level`, `depth`, `height`, `centre`, `fwhm`, `tau`, `bunching`, `tau_bunching`, or `g2_zero`: g2 at the centre over
        /// the level.
        name: Text,
        /// Ticks for `centre`, `fwhm` and `tau...`; else a number in units of g2.
        value: Finite,
        /// Standard error; null where the model does not describe the counts, and in logarithmic bins.
        error: Option<f64>,
    }
}

result! {
    /// The fit of a model to g2.
    pub struct FitResult as "Fit" {
        /// As in the request.
        model: Text,
        parameters: Vec<FitParameter>,
        /// Twice the logarithm of how much likelier counts exactly as expected would be.
        deviance: Finite,
        /// What it is about where the model is true, and its standard deviation.
        true_deviance: Finite,
        true_deviance_spread: Finite,
        /// g2 of the model in every bin.
        g2: Floats,
    }
}

result! {
    /// `correlation`: pairs of tags by their delay `t_b - t_a`. Not a number: can't be normalised.
    pub struct CorrelationResult as "Correlation" {
        pair: Includes<PairOfChannels>,
        bins: Includes<BinsResult>,
        /// Pairs in every bin.
        counts: Counts,
        g2: Floats,
        /// Standard error of `g2` (68 %); not a number in bins of fewer than 20 pairs and in logarithmic bins.
        g2_error: Floats,
        /// The ends of the interval of `g2` (68 %), Jeffreys' in bins of fewer than 20 pairs; not a number in logarithmic bins.
        g2_low: Floats,
        g2_high: Floats,
        /// With a period in the request and linear bins, g2 by the areas of peaks; else null.
        pulsed: Option<PulsedResult>,
        /// Of the model in the request; null without one, in interim results and where nothing fits.
        fit: Option<FitResult>,
        hints: Vec<Hint>,
        remarks: Vec<Remark>,
    }
}
