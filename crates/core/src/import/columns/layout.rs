//! Which column of a text is the channel, which the time, and what a time's unit is.

use super::sample::{Sample, is_channel, is_time, words};
use crate::import::tick::Tick;
use crate::request::Params;
use crate::{Code, Error, Value};

/// What is known of a text besides the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Which column is the channel and which the time, counted from 0.
    columns: Option<(usize, usize)>,
    unit: Option<Unit>,
}

/// The unit of a text's times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Ticks of a length that the text does not tell.
    Ticks,
    /// `10^exponent` seconds.
    Seconds(i32),
}

/// How a text's lines are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Between two columns; a blank stands for any run of blanks and tabs.
    pub(super) separator: u8,
    /// Byte offset of the first line with numbers, and how many lines stand before it.
    pub(super) start: usize,
    pub(super) lines: u64,
    pub(super) channel: usize,
    pub(super) time: usize,
    pub(super) columns: usize,
    /// A number times `10^shift` is ticks.
    pub(super) shift: i32,
    /// Times were whole numbers where the layout was told.
    pub(super) is_whole: bool,
    /// The length of a tick; `None` where the text has ticks.
    pub(super) tick: Option<Tick>,
}

const UNITS: &[(&str, Unit)] = &[
    ("ticks", Unit::Ticks),
    ("s", Unit::Seconds(0)),
    ("ms", Unit::Seconds(-3)),
    ("us", Unit::Seconds(-6)),
    ("ns", Unit::Seconds(-9)),
    ("ps", Unit::Seconds(-12)),
    ("fs", Unit::Seconds(-15)),
];

/// Other words for units that stand in headers.
const UNIT_WORDS: &[(&str, Unit)] = &[
    ("sec", Unit::Seconds(0)),
    ("secs", Unit::Seconds(0)),
    ("second", Unit::Seconds(0)),
    ("seconds", Unit::Seconds(0)),
    ("milliseconds", Unit::Seconds(-3)),
    ("µs", Unit::Seconds(-6)),
    ("μs", Unit::Seconds(-6)),
    ("microseconds", Unit::Seconds(-6)),
    ("nanoseconds", Unit::Seconds(-9)),
    ("picoseconds", Unit::Seconds(-12)),
    ("femtoseconds", Unit::Seconds(-15)),
];

/// A unit's exponent to which times with a fraction are read: a picosecond, or the unit itself where it is finer.
const FINEST: i32 = -12;

impl Choice {
    /// From `{columns?, unit?}`: `"time,channel"` with `-` for other columns before them, and `"ns"` or `"ticks"`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: &Value) -> Result<Self, Error> {
        let params = Params::new(options.clone())?;
        let wrong = |what: String, remedy: &str| Error::new(Code::Usage, what, remedy);
        let columns = params.text("columns")?.map(|text| {
            let place = |name: &str| {
                let mut all = text.split(',').enumerate().filter(|(_, column)| column.trim() == name);
                all.next().filter(|_| all.next().is_none()).map(|(place, _)| place)
            };
            let known = text.split(',').all(|column| ["channel", "time", "-"].contains(&column.trim()));
            let both = place("channel").zip(place("time")).filter(|_| known);
            both.ok_or_else(|| {
                wrong(
                    format!("the `columns` \"{text}\" are not a channel and a time"),
                    "write them in their order, as in time,channel; - is another column",
                )
            })
        });
        let unit = params.text("unit")?.map(|text| {
            let unit = UNITS.iter().find(|(name, _)| *name == text);
            unit.map(|(_, unit)| *unit).ok_or_else(|| {
                wrong(format!("`unit` \"{text}\" is no unit of times"), "use ticks, s, ms, us, ns, ps or fs")
            })
        });
        Ok(Self { columns: columns.transpose()?, unit: unit.transpose()? })
    }
}

impl Layout {
    /// Of the text that begins with `head`, all of it where `is_whole`.
    ///
    /// # Errors
    /// `UnknownFormat` where it has no numbers in columns, `Ambiguous` where it does not tell which is which.
    pub fn of(head: &[u8], is_whole: bool, choice: &Choice) -> Result<Self, Error> {
        let Some(sample) = Sample::of(head, is_whole) else {
            return Err(Error::at(
                Code::UnknownFormat,
                0,
                "this text has no lines with a channel and a time",
                "open the recording itself",
            ));
        };
        let (channel, time) = match choice.columns {
            Some(columns) => columns,
            None => columns_of(&sample)?,
        };
        let count = sample.columns.len();
        let Some(times) = sample.columns.get(time).filter(|_| channel < count) else {
            return Err(Error::new(
                Code::Usage,
                format!("the text has {count} columns, fewer than were named"),
                "name the channel and the time in their order, as in time,channel",
            ));
        };
        let named = sample.names.as_ref().and_then(|names| unit_in(names.get(time)?));
        let unit = choice.unit.or(named).unwrap_or(match times.has_fraction {
            true => Unit::Seconds(0),
            false => Unit::Ticks,
        });
        let (shift, tick) = match unit {
            Unit::Ticks => (0, None),
            Unit::Seconds(exponent) => {
                let finest = if times.has_fraction { exponent.min(FINEST) } else { exponent };
                (exponent - finest, Tick::new(1, finest))
            }
        };
        let is_whole = !times.has_fraction;
        let Sample { separator, start, lines, .. } = sample;
        Ok(Self { separator, start, lines, channel, time, columns: count, shift, is_whole, tick })
    }

    /// The length of a tick; `None` where the text has ticks and does not say how long they are.
    pub fn tick(&self) -> Option<Tick> {
        self.tick
    }

    /// What people call what stands between two columns.
    pub fn separator_name(&self) -> &'static str {
        match self.separator {
            b'\t' => "tab",
            b';' => "semicolon",
            b',' => "comma",
            _ => "blank",
        }
    }
}

/// The places of channel and time.
fn columns_of(sample: &Sample) -> Result<(usize, usize), Error> {
    let (channel, time) = (sample.column_named(is_channel), sample.column_named(is_time));
    if let (Some(channel), Some(time)) = (channel, time)
        && channel != time
    {
        return Ok((channel, time));
    }
    if sample.names.is_some() {
        return Err(ambiguous(
            "the names above the columns do not tell which is the channel and which the time".into(),
        ));
    }
    let [first, second] = &sample.columns[..] else {
        return Err(ambiguous(format!(
            "the text has {} columns, and no names that tell",
            sample.columns.len()
        )));
    };
    match (first.may_be_channels(), second.may_be_channels()) {
        (true, false) => Ok((0, 1)),
        (false, true) => Ok((1, 0)),
        // Channels come again and again, times ascend.
        (true, true) if first.ascends != second.ascends => Ok(if second.ascends { (0, 1) } else { (1, 0) }),
        // So `tcat` and `tagview cat` write them, and nobody else without a header.
        (true, true) if sample.separator == b'\t' => Ok((0, 1)),
        (true, true) => Err(ambiguous("either column of the text may be the channel".to_owned())),
        (false, false) => Err(ambiguous("no column of the text has the numbers of channels".to_owned())),
    }
}

fn ambiguous(message: String) -> Error {
    let remedy = "say in which order they are, as in --columns time,channel";
    Error::at(Code::Ambiguous, 0, message, remedy)
}

/// The unit in a column's name, such as `time_ps` or `Time (s)`.
fn unit_in(name: &str) -> Option<Unit> {
    let last = words(name).last()?;
    UNITS.iter().chain(UNIT_WORDS).find(|(word, _)| *word == last).map(|(_, unit)| *unit)
}
