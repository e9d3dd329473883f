//! Reasons for an unknown dead time or afterpulsing.

use crate::estimate::statistics::Remark;

/// A reason for a null.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unknown {
    /// There are fewer gaps than needed.
    TooFewGaps { needed: u64 },
    /// Tags of the channel are out of order.
    Disorder,
    /// There are more channels than gaps are stored for.
    TooManyChannels { most: usize },
    /// The density of the gaps has no edge below their median.
    NoEdge,
    /// The tags recur with a period.
    Pulsed { ticks: f64 },
    /// The mean gap is only a few ticks.
    BinsTooWide,
    /// Gaps beyond the stretch of afterpulses are not exponential.
    NotExponential,
    /// The result is negative: gaps are missing after the dead time.
    Negative,
}

impl Unknown {
    /// Returns the remark on the number `about`.
    pub fn remark(self, about: &'static str) -> Remark {
        let (code, message) = match self {
            Self::TooFewGaps { needed } => ("too-few-gaps", format!("at least {needed} gaps are needed")),
            Self::Disorder => ("out-of-order", "times of the channel go back".to_owned()),
            Self::TooManyChannels { most } => {
                ("too-many-channels", format!("it is computed for at most {most} channels: select channels"))
            }
            Self::NoEdge => {
                ("no-edge", "the distribution of gaps has no edge, so the dead time is unknown".to_owned())
            }
            Self::Pulsed { ticks } => (
                "pulsed",
                format!("tags repeat every {ticks:.4} ticks: gaps of pulsed light or of a clock do not determine it"),
            ),
            Self::BinsTooWide => ("bins-too-wide", "the mean gap is only a few ticks".to_owned()),
            Self::NotExponential => (
                "not-exponential",
                "gaps longer than half the mean gap are not exponential: rates drift, or afterpulses are as late as light"
                    .to_owned(),
            ),
            Self::Negative => (
                "negative",
                "after the dead time there are fewer gaps than for steady light, by more than 3 standard errors: \
                 the detector recovers slowly, or the light is antibunched"
                    .to_owned(),
            ),
        };
        Remark::new(about, code, message)
    }
}
