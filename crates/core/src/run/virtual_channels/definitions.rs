//! The virtual channels of a request, and the reach of their tags.

use super::parse;
use super::parse::{Definition, Rule};
use crate::counting::limits::MAX_DELAY;
use crate::tags::duration::DEFAULT_TICK;
use crate::{Code, Error};

/// Maximum definitions of one request.
const MOST: usize = 64;

/// Maximum virtual tags from one recorded tag, of all definitions together: those that build on each other could double
/// them with each.
const MOST_FOLLOWING: u64 = 1000;

/// The virtual channels of a request, each defined by recorded channels and those defined before it.
#[derive(Debug, Clone)]
pub struct Definitions {
    all: Vec<Definition>,
    /// See [`Definitions::moved`].
    moved: Vec<u64>,
    before: i64,
    after: i64,
}

impl Definitions {
    /// Reads definitions such as `100=3+15`; `tick` is the length of a tick, by default `156.25ps`. `None` without
    /// definitions.
    ///
    /// # Errors
    /// `Usage` with the text and the position of the error.
    pub fn read(texts: &[String], tick: Option<&str>) -> Result<Option<Self>, Error> {
        if texts.len() > MOST {
            let message = format!("there are {} definitions of virtual channels", texts.len());
            return Err(Error::new(Code::Usage, message, format!("give at most {MOST}")));
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all = parse::definitions(&texts, tick.unwrap_or(DEFAULT_TICK))?;
        Self::new(all).map(|definitions| (!definitions.all.is_empty()).then_some(definitions))
    }

    /// # Errors
    /// `Usage` if tags further apart than [`MAX_DELAY`] depend on each other, or more than [`MOST_FOLLOWING`] may
    /// follow from one.
    fn new(all: Vec<Definition>) -> Result<Self, Error> {
        check_following(&all)?;
        // Number of ticks before and after a tag within which its sources lie; either may be negative.
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
                let moving = all.iter().filter(|definition| definition.moves());
                let moved = moving.map(|definition| definition.channel).collect();
                Ok(Self { all, moved, before, after })
            }
            _ => Err(Error::new(
                Code::Usage,
                format!("virtual channels depend on tags that are more than {MAX_DELAY} ticks apart"),
                "use shorter delays, windows and gates",
            )),
        }
    }

    /// The definitions, in their original order.
    pub fn iter(&self) -> impl Iterator<Item = &Definition> {
        self.all.iter()
    }

    /// Returns the maximum number of ticks by which recorded tags precede a virtual tag that depends on them; 0 or
    /// more.
    pub fn before(&self) -> i64 {
        self.before
    }

    /// Returns the maximum number of ticks by which recorded tags follow a virtual tag that depends on them; 0 or more.
    pub fn after(&self) -> i64 {
        self.after
    }

    /// Whether `channel` is a virtual one.
    pub fn defines(&self, channel: u64) -> bool {
        self.all.iter().any(|definition| definition.channel == channel)
    }

    /// Returns the virtual channels with the tags of several detectors: those that unite channels or their coincidences, and
    /// those that delay or gate such a channel.
    pub fn of_several_detectors(&self) -> Vec<u64> {
        let mut several = Vec::new();
        for Definition { channel, rule } in &self.all {
            let is_several = match rule {
                Rule::Either(_) | Rule::Within { .. } => true,
                Rule::Delayed { channel: source, .. } | Rule::Gated { channel: source, .. } => {
                    several.contains(source)
                }
            };
            several.extend(is_several.then_some(*channel));
        }
        several
    }

    /// The channels whose recorded tags are moved.
    pub fn moved(&self) -> &[u64] {
        &self.moved
    }

    /// The recorded channels on which virtual ones depend, ascending.
    pub fn recorded_sources(&self) -> Vec<u64> {
        let sources = self.all.iter().flat_map(|definition| definition.rule.sources());
        let is_recorded = |channel: &u64| !self.defines(*channel) || self.moved.contains(channel);
        let mut recorded: Vec<u64> = sources.map(|(channel, ..)| channel).filter(is_recorded).collect();
        recorded.sort_unstable();
        recorded.dedup();
        recorded
    }

    /// Their texts, equal for all spellings of the same definitions.
    pub fn texts(&self) -> Vec<String> {
        self.all.iter().map(Definition::to_string).collect()
    }
}

/// Whether at most [`MOST_FOLLOWING`] tags of all virtual channels follow from one recorded tag.
fn check_following(all: &[Definition]) -> Result<(), Error> {
    // For each virtual channel so far: the maximum number of tags from one tag of each recorded channel.
    let mut following: Vec<(u64, Vec<(u64, u64)>)> = Vec::new();
    let mut in_all: Vec<(u64, u64)> = Vec::new();
    for Definition { channel, rule } in all {
        let mut of_channel = Vec::new();
        for source in rule.makers() {
            match following.iter().find(|(known, _)| known == source) {
                Some((_, more)) => {
                    more.iter().for_each(|(recorded, tags)| add(&mut of_channel, *recorded, *tags))
                }
                None => add(&mut of_channel, *source, 1),
            }
        }
        of_channel.iter().for_each(|(recorded, tags)| add(&mut in_all, *recorded, *tags));
        following.push((*channel, of_channel));
        if in_all.iter().any(|(_, tags)| *tags > MOST_FOLLOWING) {
            return Err(Error::new(
                Code::Usage,
                format!(
                    "with channel {channel}, one recorded tag may make more than {MOST_FOLLOWING} virtual tags"
                ),
                "define fewer channels that depend on each other",
            ));
        }
    }
    Ok(())
}

/// Adds `tags` to those of `channel`.
fn add(all: &mut Vec<(u64, u64)>, channel: u64, tags: u64) {
    match all.iter_mut().find(|(known, _)| *known == channel) {
        Some((_, sum)) => *sum = sum.saturating_add(tags),
        None => all.push((channel, tags)),
    }
}
