//! Why dead time or afterpulsing is not known.

use crate::estimate::statistics::Remark;

/// A reason for a null.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unknown {
    /// Fewer gaps than are needed.
    TooFewGaps { needed: u64 },
    /// Tags of the channel are not in order of time.
    Disorder,
    /// More channels than gaps are kept of.
    TooManyChannels { most: usize },
    /// The density of the gaps has no edge below their median.
    NoEdge,
    /// The tags recur with a period.
    Pulsed { ticks: f64 },
    /// The mean gap is a few ticks.
    BinsTooWide,
    /// Gaps beyond the stretch of afterpulses are not exponential.
    NotExponential,
    /// There is a lack where afterpulses would be.
    Negative,
}

impl Unknown {
    /// The remark on the number called `about`.
    pub fn remark(self, about: &'static str) -> Remark {
        let (code, message) = match self {
            Self::TooFewGaps { needed } => ("too-few-gaps", format!("it takes {needed} gaps or more")),
            Self::Disorder => ("out-of-order", "the channel goes back in time".to_owned()),
            Self::TooManyChannels { most } => {
                ("too-many-channels", format!("it is known for up to {most} channels: choose some"))
            }
            Self::NoEdge => {
                ("no-edge", "the gaps show no edge: no dead time is seen in this light".to_owned())
            }
            Self::Pulsed { ticks } => (
                "pulsed",
                format!("tags repeat every {ticks:.4} ticks: the gaps of pulsed light and of a clock do not show it"),
            ),
            Self::BinsTooWide => ("bins-too-wide", "the mean gap is only a few ticks".to_owned()),
            Self::NotExponential => (
                "not-exponential",
                "gaps longer than half the mean gap are not exponential: rates drift, or afterpulses are as late as light"
                    .to_owned(),
            ),
            Self::Negative => (
                "negative",
                "soon after the dead time there are fewer gaps than steady light makes, by more than 3 errors: \
                 a slow recovery, or light that is antibunched"
                    .to_owned(),
            ),
        };
        Remark::new(about, code, message)
    }
}
