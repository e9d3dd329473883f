//! Columns of binary numbers: their values, and times with a unit in ticks.

use super::columns::{Decimal, Named, Scale, Unit, is_channel, is_time, length, unit, unit_in};
use super::format::TextOptions;
use super::tick::Tick;
use crate::quote::quote;
use crate::{Code, Error};

/// Maximum number of columns that a message lists.
const MAX_NAMES: usize = 12;

/// The form of a number, in little-endian order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// A signed integer of 1, 2, 4 or 8 bytes.
    Signed(usize),
    /// An unsigned integer of 1, 2, 4 or 8 bytes.
    Unsigned(usize),
    /// A floating-point number of 4 bytes.
    Single,
    /// A floating-point number of 8 bytes.
    Double,
}

impl Number {
    /// Length in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Signed(bytes) | Self::Unsigned(bytes) => bytes,
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// Whether it is an integer.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Signed(_) | Self::Unsigned(_))
    }

    /// Reads an integer; it may have all 64 bits, signed or unsigned.
    #[inline]
    pub fn whole(self, bytes: &[u8]) -> Option<i128> {
        let mut word = [0; 8];
        word.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let value = u64::from_le_bytes(word);
        match self {
            Self::Unsigned(_) => Some(i128::from(value)),
            Self::Signed(bytes) => {
                let unused = 64 - 8 * bytes as u32;
                Some(i128::from((value << unused).cast_signed() >> unused))
            }
            Self::Single | Self::Double => None,
        }
    }

    /// Reads a floating-point number.
    pub fn real(self, bytes: &[u8]) -> Option<f64> {
        match self {
            Self::Single => bytes.first_chunk().map(|bytes| f64::from(f32::from_le_bytes(*bytes))),
            Self::Double => bytes.first_chunk().map(|bytes| f64::from_le_bytes(*bytes)),
            Self::Signed(_) | Self::Unsigned(_) => None,
        }
    }
}

/// Converts the numbers of a column of times to ticks.
#[derive(Debug, Clone)]
pub struct TimeColumn {
    number: Number,
    scale: Scale,
    /// Unit of the numbers.
    unit: Unit,
    /// The unit that the file states, if that of the caller replaces it.
    pub replaced: Option<String>,
    /// Length of a tick; `None` if it is not known.
    pub tick: Option<Tick>,
}

impl TimeColumn {
    /// The column `name` of such numbers. The unit is that of the caller's `options`, the unit `of_type` of the
    /// column's type, that in its name, or the tick that the file states.
    ///
    /// # Errors
    /// `Ambiguous` for an unknown unit, and for floating-point numbers without one; `Usage` for wrong options.
    pub fn new(
        name: &str,
        number: Number,
        of_type: Option<Tick>,
        of_file: Option<Tick>,
        options: &TextOptions,
    ) -> Result<Self, Error> {
        let own = of_type.map_or_else(|| unit_in(name), |unit| Named::Unit(Unit::Length(unit)));
        let given = match &options.unit {
            Some(text) => Some(unit(text).ok_or_else(|| wrong_option("unit", text))?),
            None => None,
        };
        let replaced = given.and_then(|given| match (&own, of_file) {
            // Numbers of ticks stay so.
            (Named::Nothing, Some(tick)) if given != Unit::Ticks => {
                Named::Unit(Unit::Length(tick)).other_than(given)
            }
            _ => own.other_than(given),
        });
        let stated = given.map_or(own, Named::Unit);
        let wanted = match &options.tick {
            Some(text) => Some(length(text).ok_or_else(|| wrong_option("tick", text))?),
            None => None,
        };
        let quoted = quote(name.as_bytes());
        let ambiguous = |what: &str| {
            let message = format!("the column {quoted} of times {what}");
            let remedy = "state its unit, as in `unit: \"ns\"`, `unit: \"81ps\"` or `unit: \"ticks\"`";
            Error::new(Code::Ambiguous, message, remedy)
        };
        let (unit, scale, tick) = match (stated, of_file) {
            (Named::Unknown(_), _) => return Err(ambiguous("has an unknown unit in its name")),
            (Named::Nothing, None) if !number.is_whole() => {
                return Err(ambiguous("has floating-point numbers without a unit"));
            }
            // The caller's tick replaces that of the file, without a conversion.
            (Named::Nothing, Some(tick)) => (Unit::Length(tick), Scale::ONE, Some(tick)),
            (Named::Nothing, None) | (Named::Unit(Unit::Ticks), _) => (Unit::Ticks, Scale::ONE, of_file),
            (Named::Unit(Unit::Length(unit)), _) => {
                let finest = if number.is_whole() { unit } else { unit.no_longer_than(Tick::PICOSECOND) };
                let tick = wanted.unwrap_or(finest);
                (Unit::Length(unit), Scale::between(unit, tick), Some(tick))
            }
        };
        Ok(Self { number, scale, unit, replaced, tick })
    }

    /// Returns the time in ticks, and whether it is exact; `None` if it does not fit in 64 bits.
    ///
    /// A floating-point number is exact if it is as near to a tick as its precision allows.
    #[inline]
    pub fn ticks(&self, bytes: &[u8]) -> Option<(i64, bool)> {
        match self.number.real(bytes) {
            None if self.scale == Scale::ONE => Some((i64::try_from(self.number.whole(bytes)?).ok()?, true)),
            None => Decimal::whole(self.number.whole(bytes)?).scaled(self.scale),
            Some(number) => {
                let epsilon =
                    if self.number == Number::Single { f64::from(f32::EPSILON) } else { f64::EPSILON };
                let ticks = self.scale.of(number);
                let nearest = ticks.round();
                let fits = nearest.abs() < i64::MAX as f64;
                fits.then(|| (nearest as i64, (ticks - nearest).abs() <= ticks.abs() * epsilon))
            }
        }
    }

    /// Returns the unit of the numbers: `ticks`, or a length with its unit.
    pub fn unit(&self) -> String {
        self.unit.text()
    }
}

#[cold]
fn wrong_option(name: &str, text: &str) -> Error {
    Error::new(
        Code::Usage,
        format!("`{name}` \"{text}\" is not a length of time"),
        "write a length such as 156.25ps",
    )
}

/// Finds the columns of times and of channels by their names; no column of channels in a table of one column.
///
/// # Errors
/// `UnknownFormat` if there are none, or several.
pub fn time_and_channel(names: &[&str]) -> Result<(usize, Option<usize>), Error> {
    let named = |fits: fn(&str) -> bool, usual: &str| {
        let mut all = names.iter().enumerate().filter(|(_, name)| fits(name)).map(|(at, _)| at);
        let first = all.next();
        // If there are several columns, the one with the usual name is used.
        if all.next().is_none() {
            first
        } else {
            names.iter().position(|name| name.eq_ignore_ascii_case(usual))
        }
    };
    match (named(is_time, "time"), named(is_channel, "channel")) {
        (Some(time), channel) if channel.is_some() || names.len() == 1 => Ok((time, channel)),
        _ => {
            let listed: Vec<_> = names.iter().take(MAX_NAMES).map(|name| quote(name.as_bytes())).collect();
            let (listed, more) = (listed.join(", "), if names.len() > MAX_NAMES { ", ..." } else { "" });
            let message =
                format!("no two columns are named as times and channels; the columns are {listed}{more}");
            Err(Error::at(Code::UnknownFormat, 0, message, "name two columns time and channel"))
        }
    }
}

/// Returns the error about the column `name`, which is of another type.
#[cold]
pub fn no_numbers(name: &str) -> Error {
    let message = format!("the column {} has no numbers that can be read", quote(name.as_bytes()));
    let remedy = "save times and channels as 64-bit integers, not as a dictionary";
    Error::at(Code::UnknownFormat, 0, message, remedy)
}

/// Returns the finding for row `row` at byte `place`, the first one that is not a tag.
#[cold]
pub fn wrong_row(row: u64, place: u64) -> Error {
    let message =
        format!("row {row} has no time or no channel, a negative channel, or a time of more than 63 bits");
    Error::at(Code::BadRecord, place, message, "the other rows were read; check the columns time and channel")
}
