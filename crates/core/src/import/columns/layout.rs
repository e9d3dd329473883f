//! The columns of channels and times in a text file, and the unit of the times.

use super::number::Scale;
use super::sample::Sample;
use super::unit::{Named, Unit, length, unit, unit_in};
use super::words::{is_channel, is_time};
use crate::import::format::TextOptions;
use crate::import::tick::Tick;
use crate::signatures::odd_text;
use crate::{Code, Error};

/// Options for a text file that its content does not determine.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Choice {
    columns: Option<NamedColumns>,
    unit: Option<Unit>,
    /// Length of a tick for times with a unit.
    tick: Option<Tick>,
}

/// Columns named by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NamedColumns {
    channel: ChannelPlace,
    /// The column of times, counted from 0.
    time: usize,
    /// Number of named columns.
    named: usize,
}

/// Source of a line's channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChannelPlace {
    /// In a column, counted from 0.
    Column(usize),
    /// All lines have this channel.
    All(u64),
}

/// Layout of the lines of a text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Separator of columns; a blank means any run of blanks and tabs.
    pub(super) separator: u8,
    /// Byte offset of the first line with numbers, and number of lines before it.
    pub(super) start: usize,
    pub(super) lines: u64,
    pub(super) channel: ChannelPlace,
    pub(super) time: usize,
    pub(super) columns: usize,
    /// Conversion of a number to ticks.
    pub(super) scale: Scale,
    /// Unit of the numbers.
    pub(super) unit: Unit,
    /// Whether neither the text nor the caller states the unit, and times with a fraction are taken as seconds.
    pub(super) is_assumed: bool,
    /// Lines before the numbers that are skipped.
    pub(super) skipped: u64,
    /// Unit that the text states, if that of the caller replaces it.
    pub(super) replaced: Option<String>,
    /// Whether times had no decimal point in the lines from which the layout was determined.
    pub(super) is_whole: bool,
    /// Length of a tick; `None` if the text has ticks of unknown length.
    pub(super) tick: Option<Tick>,
}

impl Choice {
    /// Checks the options of a caller.
    ///
    /// # Errors
    /// `Usage` naming the option that is wrong.
    pub fn new(options: &TextOptions) -> Result<Self, Error> {
        let wrong = |what: String, remedy: &str| Error::new(Code::Usage, what, remedy);
        let columns = options.columns.as_deref().map(|text| {
            NamedColumns::named(text).ok_or_else(|| {
                wrong(
                    format!("the `columns` \"{text}\" are not a channel and a time"),
                    "write them in their order, as in time,channel; - is another column, time=3 has times of channel 3",
                )
            })
        });
        let unit = options.unit.as_deref().map(|text| {
            unit(text).ok_or_else(|| {
                let remedy = "use ticks, s, ms, us, ns, ps, fs, min or h, or a length such as 81ps";
                wrong(format!("`unit` \"{text}\" is not a unit of times"), remedy)
            })
        });
        let tick = options.tick.as_deref().map(|text| {
            length(text).ok_or_else(|| {
                wrong(
                    format!("`tick` \"{text}\" is not the length of a tick"),
                    "write a length such as 156.25ps",
                )
            })
        });
        Ok(Self { columns: columns.transpose()?, unit: unit.transpose()?, tick: tick.transpose()? })
    }
}

impl NamedColumns {
    fn named(text: &str) -> Option<Self> {
        let (mut channel, mut time) = (None, None);
        let mut all = None;
        let mut named = 0;
        for (place, name) in text.split(',').map(str::trim).enumerate() {
            named += 1;
            let is_new = match name.split_once('=').unwrap_or((name, "")) {
                ("-", "") => true,
                ("channel", "") => channel.replace(ChannelPlace::Column(place)).is_none(),
                ("time", number) => {
                    if !number.is_empty() {
                        all = Some(ChannelPlace::All(number.parse().ok()?));
                    }
                    time.replace(place).is_none()
                }
                _ => false,
            };
            if !is_new {
                return None;
            }
        }
        if channel.is_some() && all.is_some() {
            return None;
        }
        Some(Self { channel: channel.or(all).unwrap_or(ChannelPlace::All(0)), time: time?, named })
    }

    /// Returns the columns of numbers, counted from 0.
    fn places(self) -> Vec<usize> {
        match self.channel {
            ChannelPlace::Column(channel) => vec![channel, self.time],
            ChannelPlace::All(_) => vec![self.time],
        }
    }
}

impl Layout {
    /// Determines the layout of the text that begins with `head`; with `is_whole`, `head` is the whole text.
    ///
    /// # Errors
    /// `UnknownFormat` if it has no numbers in columns, `Ambiguous` if the columns of channel and time are uncertain.
    pub fn of(head: &[u8], is_whole: bool, choice: &Choice) -> Result<Self, Error> {
        // A line of times alone may have one column.
        let least = choice.columns.filter(|columns| matches!(columns.channel, ChannelPlace::All(_)));
        let named = choice.columns.map_or(Vec::new(), NamedColumns::places);
        let least_columns = least.map_or(2, |columns| columns.named);
        let Some(sample) = Sample::of(head, is_whole, least_columns, &named) else {
            let (message, remedy) = if least.is_some() {
                ("this text has no lines with a time", "write a number for each named column in each line")
            } else {
                (
                    "this text has no lines with a channel and a time",
                    "write each line as channel, tab, time; for a file with only times, use `columns: \"time=3\"`",
                )
            };
            let error = || Error::at(Code::UnknownFormat, 0, message, remedy);
            return Err(odd_text(head).unwrap_or_else(error));
        };
        let (channel, time) = match choice.columns {
            Some(NamedColumns { channel, time, named }) => {
                if named < 2 && sample.columns.len() == 2 && sample.separator == b',' {
                    return Err(ambiguous_comma());
                }
                (channel, time)
            }
            None => {
                let (channel, time) = columns_of(&sample)?;
                (ChannelPlace::Column(channel), time)
            }
        };
        let count = sample.columns.len();
        let has_channel = match channel {
            ChannelPlace::Column(column) => column < count,
            ChannelPlace::All(_) => true,
        };
        let Some(times) = sample.columns.get(time).filter(|_| has_channel) else {
            return Err(Error::new(
                Code::Usage,
                format!("the text has {count} columns, fewer than `columns` names"),
                "name the channel and the time in their order, as in time,channel",
            ));
        };
        let name = sample.names.as_ref().and_then(|names| names.get(time));
        let named = name.map_or(Named::Nothing, |name| unit_in(name));
        let stated = unit_said(&named, &sample.units);
        let replaced =
            choice.unit.zip(stated.as_ref().ok()).and_then(|(unit, stated)| stated.other_than(unit));
        let (unit, is_assumed) = match (choice.unit, stated) {
            (Some(unit), _) | (None, Ok(Named::Unit(unit))) => (unit, false),
            (None, Err(error)) => return Err(error),
            (None, Ok(Named::Unknown(unit))) => return Err(unknown_unit(&unit, name)),
            (None, Ok(Named::Nothing)) if times.has_fraction => (Unit::Length(Tick::SECOND), true),
            (None, Ok(Named::Nothing)) => (Unit::Ticks, false),
        };
        let (scale, tick) = match unit {
            Unit::Ticks => (Scale::ONE, None),
            Unit::Length(unit) => {
                // Times with a fraction are read in picoseconds, or in the unit if that is shorter.
                let finest = || if times.has_decimals { unit.no_longer_than(Tick::PICOSECOND) } else { unit };
                let tick = choice.tick.unwrap_or_else(finest);
                (Scale::between(unit, tick), Some(tick))
            }
        };
        let is_whole = !times.has_decimals;
        let Sample { separator, start, lines, skipped, .. } = sample;
        Ok(Self {
            separator,
            start,
            lines,
            channel,
            time,
            columns: count,
            scale,
            unit,
            is_assumed,
            skipped,
            replaced,
            is_whole,
            tick,
        })
    }

    /// Returns the length of a tick; `None` if the text has ticks of unknown length.
    pub fn tick(&self) -> Option<Tick> {
        self.tick
    }

    /// Returns the unit of the numbers: `ticks`, or a length with its unit.
    pub fn unit(&self) -> String {
        self.unit.text()
    }

    /// Returns the common name of the separator.
    pub fn separator_name(&self) -> &'static str {
        match self.separator {
            b'\t' => "tab",
            b';' => "semicolon",
            b',' => "comma",
            _ => "blank",
        }
    }
}

/// Returns the columns of channel and time.
fn columns_of(sample: &Sample) -> Result<(usize, usize), Error> {
    if sample.is_histogram() {
        return Err(ambiguous(
            "the text looks like a histogram: its first column is equally spaced, and its second column has counts"
                .into(),
        ));
    }
    let (channel, time) = (sample.column_named(is_channel), sample.column_named(is_time));
    if let (Some(channel), Some(time)) = (channel, time)
        && channel != time
    {
        return Ok((channel, time));
    }
    if sample.names.is_some() {
        return Err(ambiguous("the names of the columns do not identify the channel and the time".into()));
    }
    let [first, second] = &sample.columns[..] else {
        return Err(ambiguous(format!(
            "the text has {} columns, and no names that identify the channel and the time",
            sample.columns.len()
        )));
    };
    match (first.may_be_channels(), second.may_be_channels()) {
        // The first column has more different numbers than a device has channels, or the second is the channel.
        (false, true) if sample.is_as_printed() && first.ascends && !second.ascends => {
            Err(ambiguous("either column of the text may be the channel".to_owned()))
        }
        _ if sample.is_as_printed() => Ok((0, 1)),
        (true, false) => Ok((0, 1)),
        (false, true) => Ok((1, 0)),
        // Channel numbers recur; times ascend.
        (true, true) if first.ascends != second.ascends => Ok(if second.ascends { (0, 1) } else { (1, 0) }),
        (true, true) => Err(ambiguous("either column of the text may be the channel".to_owned())),
        (false, false) => Err(ambiguous("no column of the text looks like channel numbers".to_owned())),
    }
}

fn ambiguous_comma() -> Error {
    let message = "each line has a comma, between two columns or before decimals".to_owned();
    let remedy =
        "if the comma separates columns, state `columns: \"time,-\"`; otherwise write decimals with a point";
    Error::at(Code::Ambiguous, 0, message, remedy)
}

fn ambiguous(message: String) -> Error {
    let remedy = "state their order, as in `columns: \"time,channel\"`";
    Error::at(Code::Ambiguous, 0, message, remedy)
}

/// Returns the unit of times from the name of their column and from the lines before the numbers.
///
/// # Errors
/// `Ambiguous` if the units differ.
fn unit_said(named: &Named, lines: &[Named]) -> Result<Named, Error> {
    let mut all = std::iter::once(named).filter(|named| **named != Named::Nothing).chain(lines);
    let first = all.next().cloned().unwrap_or(Named::Nothing);
    match all.find(|other| **other != first) {
        Some(_) => Err(untold("the text states two units of its times".to_owned())),
        None => Ok(first),
    }
}

fn unknown_unit(unit: &str, name: Option<&String>) -> Error {
    untold(match name.filter(|name| name.contains(unit)) {
        Some(name) => format!("the unit \"{unit}\" in the name \"{name}\" of the times is not known"),
        None => format!("the unit \"{unit}\" of the times is not known"),
    })
}

fn untold(message: String) -> Error {
    let remedy = "state it, as in `unit: \"ns\"`, `unit: \"81ps\"` or `unit: \"ticks\"`";
    Error::at(Code::Ambiguous, 0, message, remedy)
}
