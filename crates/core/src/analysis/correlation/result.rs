//! What `correlation` tells, key by key.

use crate::counting::bins::BinsResult;
use crate::estimate::period::PulsedResult;
use crate::estimate::statistics::{Hint, Remark};
use crate::shape::{Channel, Count, Counts, Floats, Includes, LongTime, result};

result! {
    /// What every analysis of two channels says.
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
    /// `correlation`: pairs of tags by their delay `t_b - t_a`. Not a number: can't be normalised.
    pub struct CorrelationResult as "Correlation" {
        pair: Includes<PairOfChannels>,
        bins: Includes<BinsResult>,
        /// Pairs in every bin.
        counts: Counts,
        g2: Floats,
        /// Standard error of `g2` (68 %); not a number in bins of fewer than 20 pairs.
        g2_error: Floats,
        /// The ends of the interval of `g2` (68 %), Jeffreys' in bins of fewer than 20 pairs.
        g2_low: Floats,
        g2_high: Floats,
        /// With a period in the request and linear bins, g2 by the areas of peaks; else null.
        pulsed: Option<PulsedResult>,
        hints: Vec<Hint>,
        remarks: Vec<Remark>,
    }
}
