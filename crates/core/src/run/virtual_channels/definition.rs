//! Definitions of virtual channels.

use std::fmt;

/// A virtual channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its number.
    pub channel: u64,
    /// Derivation of its tags.
    pub rule: Rule,
}

/// Derivation of a virtual channel's tags from those of other channels. Times are ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// A tag for each tag of any of these channels.
    Either(Vec<u64>),
    /// A tag at the time of each tag that completes a coincidence: in order of time and, at equal times, of channel,
    /// every other of these channels has a tag before it, at most `window` ticks earlier.
    Within {
        /// Ascending.
        channels: Vec<u64>,
        /// 0 or more.
        window: i64,
    },
    /// A tag `delay` ticks after each tag of `channel`, or before it if the delay is negative. A channel that is
    /// delayed under its own number is *moved*: these tags replace its recorded ones.
    Delayed {
        /// The source.
        channel: u64,
        /// The delay.
        delay: i64,
    },
    /// The tags of `channel` at a time `t` for which `gate` has a tag at a time `g` with `from <= t - g <= to`.
    Gated {
        /// The source.
        channel: u64,
        /// The gate.
        gate: u64,
        /// Begin of the gate, relative to its tag.
        from: i64,
        /// Its end, inclusive.
        to: i64,
    },
}

impl Definition {
    /// Whether it moves the recorded tags of its own channel.
    pub fn moves(&self) -> bool {
        matches!(self.rule, Rule::Delayed { channel, .. } if channel == self.channel)
    }
}

impl Rule {
    /// The channels whose tags each make at most one tag.
    pub fn makers(&self) -> &[u64] {
        match self {
            Self::Either(channels) | Self::Within { channels, .. } => channels,
            Self::Delayed { channel, .. } | Self::Gated { channel, .. } => std::slice::from_ref(channel),
        }
    }

    /// The sources of a tag as `(channel, earliest, latest)`: one at the time `t` depends on tags of the channel from
    /// `t - earliest` to `t - latest`.
    pub fn sources(&self) -> Vec<(u64, i64, i64)> {
        match self {
            Self::Either(channels) => channels.iter().map(|channel| (*channel, 0, 0)).collect(),
            Self::Within { channels, window } => {
                channels.iter().map(|channel| (*channel, *window, 0)).collect()
            }
            Self::Delayed { channel, delay } => vec![(*channel, *delay, *delay)],
            Self::Gated { channel, gate, from, to } => vec![(*channel, 0, 0), (*gate, *to, *from)],
        }
    }
}

/// Its text with times in ticks: equal for all spellings of the same definition.
impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |channels: &[u64], sign: &str| {
            let numbers: Vec<String> = channels.iter().map(u64::to_string).collect();
            numbers.join(sign)
        };
        write!(f, "{}=", self.channel)?;
        match &self.rule {
            Rule::Either(channels) => f.write_str(&list(channels, "+")),
            Rule::Within { channels, window } => write!(f, "{}@{window}", list(channels, "&")),
            Rule::Delayed { channel, delay } => write!(f, "{channel}@{delay:+}"),
            Rule::Gated { channel, gate, from, to } => write!(f, "{channel}~{gate}:{from}..{to}"),
        }
    }
}
