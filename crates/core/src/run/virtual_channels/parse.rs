//! Definitions of virtual channels and their language: text in, definitions out, or an error with its character.
//!
//! ```text
//! definition = channel "=" rule
//! rule       = channel "+" channel { "+" channel }              either
//!            | channel "&" channel { "&" channel } "@" time     all within
//!            | channel "@" ( "+" | "-" ) time                   delayed; under its own number, moved
//!            | channel "~" channel ":" time ".." time           gated
//! time       = digits, with a unit or in ticks; those of gates may have a sign
//! ```
//!
//! Blanks may separate all of these.

use std::fmt;

use crate::counting::limits::MAX_DELAY;
use crate::tags::duration::{self, Duration};
use crate::{Code, Error};

/// Maximum characters of a definition.
const MOST_CHARACTERS: usize = 500;

/// Each form once.
const FORMS: &str = "write it as 100=3+15, 101=3&15@2ns, 102=3@+4ns or 103=15~3:0..5ns";

/// Parses `texts`, with ticks of the length `tick`.
///
/// # Errors
/// `Usage` with the wrong text and character.
pub fn definitions(texts: &[&str], tick: &str) -> Result<Vec<Definition>, Error> {
    let tick = tick_of(tick)?;
    let mut all: Vec<Definition> = Vec::new();
    for text in texts {
        let later: Vec<u64> = texts[all.len() + 1..].iter().filter_map(|text| defined_by(text)).collect();
        let mut cursor = Cursor { text, at: 0, tick };
        let definition = cursor.definition(&all, &later)?;
        all.push(definition);
    }
    Ok(all)
}

/// The length of a tick.
fn tick_of(text: &str) -> Result<Duration, Error> {
    match duration::parse(text.trim()) {
        Ok((tick, length)) if tick.has_unit && tick.mantissa > 0 && length == text.trim().len() => Ok(tick),
        _ => Err(Error::new(
            Code::Usage,
            format!("the tick \"{text}\" is not a length of time"),
            "give it as in 156.25ps",
        )),
    }
}

/// Returns the number of the channel that `text` defines, if it has one.
fn defined_by(text: &str) -> Option<u64> {
    text.split_once('=')?.0.trim().parse().ok()
}

/// A text read from left to right.
struct Cursor<'t> {
    text: &'t str,
    /// Bytes read.
    at: usize,
    tick: Duration,
}

impl Cursor<'_> {
    fn definition(&mut self, earlier: &[Definition], later: &[u64]) -> Result<Definition, Error> {
        if self.text.chars().count() > MOST_CHARACTERS {
            let message = format!("a definition has more than {MOST_CHARACTERS} characters");
            return Err(Error::new(Code::Usage, message, FORMS));
        }
        let channel = self.channel()?;
        if earlier.iter().any(|definition| definition.channel == channel) {
            return Err(self.wrong(
                0,
                &format!("channel {channel} is defined already"),
                "use another number",
            ));
        }
        self.token("=")?;
        let known = Known { own: channel, later };
        let rule = self.rule(&known)?;
        self.skip_blanks();
        if self.at < self.text.len() {
            return Err(self.expected("the end"));
        }
        Ok(Definition { channel, rule })
    }

    fn rule(&mut self, known: &Known) -> Result<Rule, Error> {
        let begin = self.at;
        let moves = self.channel()? == known.own && self.takes("@");
        self.at = begin;
        let first = if moves { self.channel()? } else { self.source(known)? };
        if self.takes("+") {
            return Ok(Rule::Either(self.channels(first, "+", known)?));
        }
        if self.takes("&") {
            let mut channels = self.channels(first, "&", known)?;
            channels.sort_unstable();
            self.token("@")?;
            let at = self.at;
            let window = self.time()?;
            if window < 0 {
                return Err(self.wrong(at, "a window can't be negative", FORMS));
            }
            return Ok(Rule::Within { channels, window });
        }
        if self.takes("@") {
            self.skip_blanks();
            if !self.rest().starts_with(['+', '-']) {
                return Err(self.expected("+ or - of a delay"));
            }
            return Ok(Rule::Delayed { channel: first, delay: self.time()? });
        }
        if self.takes("~") {
            let gate = self.source(known)?;
            self.token(":")?;
            let from = self.time()?;
            self.token("..")?;
            let at = self.at;
            let to = self.time()?;
            if to < from {
                return Err(self.wrong(at, "the gate ends before it begins", "write the smaller time first"));
            }
            return Ok(Rule::Gated { channel: first, gate, from, to });
        }
        Err(self.expected("+, &, @ or ~"))
    }

    /// Parses the rest of a list of channels, after the first one and the `sign`.
    fn channels(&mut self, first: u64, sign: &str, known: &Known) -> Result<Vec<u64>, Error> {
        let mut channels = vec![first];
        loop {
            self.skip_blanks();
            let at = self.at;
            let channel = self.source(known)?;
            if channels.contains(&channel) {
                return Err(self.wrong(
                    at,
                    &format!("channel {channel} is listed twice here"),
                    "name each once",
                ));
            }
            channels.push(channel);
            if !self.takes(sign) {
                return Ok(channels);
            }
        }
    }

    /// Parses a source channel.
    fn source(&mut self, Known { own, later }: &Known) -> Result<u64, Error> {
        self.skip_blanks();
        let at = self.at;
        let channel = self.channel()?;
        if channel == *own {
            return Err(self.wrong(
                at,
                &format!("the definition of channel {channel} uses channel {channel}"),
                "use another number",
            ));
        }
        if later.contains(&channel) {
            let message = format!("channel {channel} is not defined yet");
            return Err(self.wrong(at, &message, "define it before it is used"));
        }
        Ok(channel)
    }

    fn channel(&mut self) -> Result<u64, Error> {
        self.skip_blanks();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return Err(self.expected("the number of a channel"));
        }
        let Ok(channel) = rest[..digits].parse() else {
            return Err(self.wrong(
                self.at,
                "the channel's number does not fit 64 bits",
                "give a smaller one",
            ));
        };
        self.at += digits;
        Ok(channel)
    }

    fn time(&mut self) -> Result<i64, Error> {
        self.skip_blanks();
        let parsed = duration::parse(self.rest());
        let ticks = parsed.and_then(|(time, length)| Ok((time.ticks(self.tick, MAX_DELAY)?, length)));
        match ticks {
            Ok((ticks, length)) => {
                self.at += length;
                Ok(ticks)
            }
            Err(duration::Wrong::NotATime) => Err(self.expected("a time such as 2ns")),
            Err(wrong) => {
                Err(self.wrong(self.at, wrong.what(), "write ticks such as 64 or a time such as 2ns"))
            }
        }
    }

    fn token(&mut self, token: &str) -> Result<(), Error> {
        if self.takes(token) { Ok(()) } else { Err(self.expected(token)) }
    }

    /// Whether `token` comes next; it is then skipped.
    fn takes(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let takes = self.rest().starts_with(token);
        if takes {
            self.at += token.len();
        }
        takes
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The error for text other than `what`.
    fn expected(&mut self, what: &str) -> Error {
        self.skip_blanks();
        let found = match self.rest().chars().next() {
            Some(found) => format!("'{found}'"),
            None => "the end".to_owned(),
        };
        self.wrong(self.at, &format!("expected {what}, found {found}"), FORMS)
    }

    /// The error about the text at byte `at`. Characters are counted from 1.
    fn wrong(&self, at: usize, what: &str, remedy: &str) -> Error {
        let text = self.text;
        let character = text[..at].chars().count() + 1;
        Error::new(Code::Usage, format!("the definition \"{text}\", character {character}: {what}"), remedy)
    }
}

/// Channels that a definition may not use.
struct Known<'k> {
    own: u64,
    later: &'k [u64],
}

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
