//! What a virtual channel is defined to be.

use std::fmt;

/// A virtual channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its number.
    pub channel: u64,
    /// How its tags follow from others.
    pub rule: Rule,
}

/// How the tags of a virtual channel follow from those of others. Times are ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// A tag for each tag of any of these channels.
    Either(Vec<u64>),
    /// A tag at the time of each tag that completes a coincidence: in order of time, and of channel where times are
    /// equal, every other of these channels has a tag before it, at most `window` ticks earlier.
    Within {
        /// Ascending.
        channels: Vec<u64>,
        /// 0 or more.
        window: i64,
    },
    /// A tag `delay` ticks after each tag of `channel`; before it, where the delay is negative. A channel that is
    /// delayed under its own number is *moved*: its recorded tags count nowhere, these are in their place.
    Delayed {
        /// Whose tags.
        channel: u64,
        /// How much later.
        delay: i64,
    },
    /// Those tags of `channel` at whose time `t` there is a tag of `gate` at a time `g` with `from <= t - g <= to`.
    Gated {
        /// Whose tags.
        channel: u64,
        /// What lets them through.
        gate: u64,
        /// Begin of the gate, from its tag on.
        from: i64,
        /// Its end, included.
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
    /// The channels of whose tags each makes one tag at most.
    pub fn makers(&self) -> &[u64] {
        match self {
            Self::Either(channels) | Self::Within { channels, .. } => channels,
            Self::Delayed { channel, .. } | Self::Gated { channel, .. } => std::slice::from_ref(channel),
        }
    }

    /// The channels a tag depends on, and from where on and up to where: one of the time `t` on tags of the channel
    /// from `t - earliest` to `t - latest`; as `(channel, earliest, latest)`.
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

/// As it is written, times in ticks: the same for all spellings of the same definition.
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
