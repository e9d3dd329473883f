//! What virtual channels are defined to be.

use std::fmt;

use super::parse;
use crate::analysis::limits::MAX_DELAY;
use crate::{Code, Error, Value};

/// Most definitions of one request.
const MOST: usize = 64;

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
    /// A tag `delay` ticks after each tag of `channel`; before it, where the delay is negative.
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

impl Rule {
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

/// The virtual channels of a request, each defined by recorded channels and those defined before it.
#[derive(Debug, Clone)]
pub struct Definitions {
    all: Vec<Definition>,
    before: i64,
    after: i64,
}

impl Definitions {
    /// From `{define?, tick?}` of a request: a list of texts, and the length of a tick, by default `156.25ps`. `None`
    /// where nothing is defined.
    ///
    /// # Errors
    /// `Usage` naming the text and the character at which it is wrong.
    pub fn read(request: &Value) -> Result<Option<Self>, Error> {
        let texts = match request.get("define") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::List(texts)) => texts,
            Some(_) => return Err(not_texts()),
        };
        let tick = match request.get("tick") {
            None | Some(Value::Null) => parse::DEFAULT_TICK,
            Some(Value::Text(tick)) => tick,
            Some(_) => return Err(Error::new(Code::Usage, "`tick` is not a text", "give it as in 156.25ps")),
        };
        if texts.len() > MOST {
            let message = format!("there are {} definitions of virtual channels", texts.len());
            return Err(Error::new(Code::Usage, message, format!("give at most {MOST}")));
        }
        let texts = texts.iter().map(|text| match text {
            Value::Text(text) => Ok(text.as_str()),
            _ => Err(not_texts()),
        });
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        let all = parse::definitions(&texts, tick)?;
        Self::new(all).map(|definitions| (!definitions.all.is_empty()).then_some(definitions))
    }

    /// # Errors
    /// `Usage` where tags that are further apart than [`MAX_DELAY`] depend on each other.
    fn new(all: Vec<Definition>) -> Result<Self, Error> {
        // How many ticks before and after a tag of it those may lie that it depends on; either may be negative.
        let mut reaches: Vec<(u64, i128, i128)> = Vec::new();
        for Definition { channel, rule } in &all {
            let of_source = |(source, earliest, latest): (u64, i64, i64)| {
                let known = reaches.iter().find(|(known, ..)| *known == source);
                let (before, after) = known.map_or((0, 0), |(_, before, after)| (*before, *after));
                (before + i128::from(earliest), after - i128::from(latest))
            };
            let join = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.max(b.1));
            let reach = rule.sources().into_iter().map(of_source).reduce(join).unwrap_or((0, 0));
            reaches.push((*channel, reach.0, reach.1));
        }
        let before = reaches.iter().map(|(_, before, _)| *before).fold(0, i128::max);
        let after = reaches.iter().map(|(_, _, after)| *after).fold(0, i128::max);
        match (i64::try_from(before), i64::try_from(after)) {
            (Ok(before), Ok(after)) if before.saturating_add(after) <= MAX_DELAY => {
                Ok(Self { all, before, after })
            }
            _ => Err(Error::new(
                Code::Usage,
                format!("virtual channels depend on tags that are more than {MAX_DELAY} ticks apart"),
                "use shorter delays, windows and gates",
            )),
        }
    }

    /// In the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &Definition> {
        self.all.iter()
    }

    /// How many ticks before a virtual tag the recorded ones may lie that it depends on; 0 or more.
    pub fn before(&self) -> i64 {
        self.before
    }

    /// How many ticks after it; 0 or more.
    pub fn after(&self) -> i64 {
        self.after
    }

    /// Whether `channel` is a virtual one.
    pub fn defines(&self, channel: u64) -> bool {
        self.all.iter().any(|definition| definition.channel == channel)
    }

    /// The recorded channels that virtual ones follow from, ascending.
    pub fn recorded_sources(&self) -> Vec<u64> {
        let sources = self.all.iter().flat_map(|definition| definition.rule.sources());
        let mut recorded: Vec<u64> =
            sources.map(|(channel, ..)| channel).filter(|channel| !self.defines(*channel)).collect();
        recorded.sort_unstable();
        recorded.dedup();
        recorded
    }

    /// Their texts, the same for all spellings of the same definitions.
    pub fn texts(&self) -> Vec<String> {
        self.all.iter().map(Definition::to_string).collect()
    }
}

fn not_texts() -> Error {
    Error::new(Code::Usage, "`define` is not a list of texts", "give definitions such as 100=3+15")
}
