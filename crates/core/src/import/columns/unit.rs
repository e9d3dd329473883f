//! The unit of the times in a text file, from an option, the name of a column, or a line before the numbers.

use super::words::{is_time, words};
use crate::import::tick::Tick;

/// The unit of the times in a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Ticks of unknown length.
    Ticks,
    /// Multiples of this length.
    Length(Tick),
}

impl Unit {
    /// Returns `ticks`, or the length with its unit.
    pub fn text(self) -> String {
        match self {
            Self::Ticks => "ticks".to_owned(),
            Self::Length(unit) => unit.in_its_unit(),
        }
    }
}

/// A unit in the name of a column, or in a line before the numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// No unit.
    Nothing,
    Unit(Unit),
    /// An unknown unit, as written.
    Unknown(String),
}

impl Named {
    /// Returns this unit, if it is not `unit`.
    pub fn other_than(&self, unit: Unit) -> Option<String> {
        match self {
            Self::Unit(own) if *own != unit => Some(own.text()),
            Self::Unknown(own) => Some(own.clone()),
            Self::Unit(_) | Self::Nothing => None,
        }
    }
}

/// Units in options and in names of columns, in `digits * 10^exponent` seconds.
const UNITS: &[(&str, u64, i32)] = &[
    ("h", 36, 2),
    ("min", 6, 1),
    ("s", 1, 0),
    ("ms", 1, -3),
    ("us", 1, -6),
    ("µs", 1, -6),
    ("μs", 1, -6),
    ("ns", 1, -9),
    ("ps", 1, -12),
    ("fs", 1, -15),
];

/// Other words for units in names of columns, in upper or lower case.
const UNIT_WORDS: &[(&str, u64, i32)] = &[
    ("hr", 36, 2),
    ("hrs", 36, 2),
    ("hour", 36, 2),
    ("hours", 36, 2),
    ("mins", 6, 1),
    ("minute", 6, 1),
    ("minutes", 6, 1),
    ("sec", 1, 0),
    ("secs", 1, 0),
    ("second", 1, 0),
    ("seconds", 1, 0),
    ("msec", 1, -3),
    ("usec", 1, -6),
    ("nsec", 1, -9),
    ("psec", 1, -12),
    ("millisecond", 1, -3),
    ("milliseconds", 1, -3),
    ("microsecond", 1, -6),
    ("microseconds", 1, -6),
    ("nanosecond", 1, -9),
    ("nanoseconds", 1, -9),
    ("picosecond", 1, -12),
    ("picoseconds", 1, -12),
    ("femtosecond", 1, -15),
    ("femtoseconds", 1, -15),
];

/// Words at the end of a name that are units of time, or look like one, but are not supported.
const NOT_READ: &[&str] = &["m", "d", "day", "days", "as", "attoseconds"];

/// Words that may precede a unit: `units of 10 ns`.
const BEFORE: &[&str] = &["in", "of", "unit", "units", "tick", "ticks", "bin", "bins"];

/// Further words that may precede a unit in a line about it: `the unit of all times: ns`.
const ABOUT: &[&str] = &["the", "of", "all", "are"];

/// Maximum number of characters of an unknown unit in a message.
const MOST_CHARS: usize = 40;

const TICKS: &[&str] = &["tick", "ticks"];

/// Reads the length of a tick in an option: `81ps`, `0.1 ns`.
pub fn length(text: &str) -> Option<Tick> {
    let text = text.trim();
    let word = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace());
    times(text.strip_suffix(word)?.trim_end(), exact(word)?)
}

/// Reads the unit in an option: `ns`, `81ps` or `ticks`.
pub fn unit(text: &str) -> Option<Unit> {
    if text == "ticks" {
        return Some(Unit::Ticks);
    }
    exact(text).and_then(|unit| times("", unit)).or_else(|| length(text)).map(Unit::Length)
}

/// Returns the unit in the name of a column: in brackets, after a slash, or as its last word.
pub fn unit_in(name: &str) -> Named {
    let name = name.trim();
    let inner = name.rfind(['(', '[']).map(|open| {
        let inner = &name[open + 1..];
        &inner[..inner.find([')', ']']).unwrap_or(inner.len())]
    });
    let stated = inner.or_else(|| name.rsplit_once('/').map(|(_, behind)| behind)).map(str::trim);
    if let Some(stated) = stated.filter(|stated| !stated.is_empty() && !is_time(stated)) {
        return stated_unit(stated, name).map_or_else(|| Named::Unknown(stated.to_owned()), Named::Unit);
    }
    unit_of_last_word(name)
}

/// Returns the unit of times in a line before them: `# unit: ns`, `Time unit = 81 ps` or `% times in ps`; `None` if the
/// line is about something else.
pub fn unit_of_line(line: &[u8]) -> Option<Named> {
    let line = std::str::from_utf8(line).ok()?.trim().trim_start_matches(['#', '%']);
    let assigned = line.split_once([':', '=']);
    let (key, value) = assigned.or_else(|| line.split_once(" in "))?;
    let key = key.to_lowercase();
    let is_unit = |word: &str| ["unit", "units", "timeunit", "timeunits"].contains(&word);
    if !words(&key).all(|word| is_unit(word) || is_time(word) || ABOUT.contains(&word)) {
        return None;
    }
    let value = value.trim().trim_matches(['"', '\'', '.', ',', ';', '[', ']', '(', ')']).trim();
    let unit = stated_unit(value, value).map(Named::Unit);
    match assigned {
        Some(_) if words(&key).any(is_unit) && !value.is_empty() => {
            unit.or_else(|| Some(Named::Unknown(value.chars().take(MOST_CHARS).collect())))
        }
        // Other lines may mention a unit of something else, such as tags in 10 s.
        None if words(&key).any(|word| word.starts_with("time")) => unit,
        _ => None,
    }
}

/// Returns the unit at the end of a name, with the number before it: `time_ps`, `time 100 ps`.
fn unit_of_last_word(name: &str) -> Named {
    let is_in_word = |c: char| c.is_alphanumeric() || c == 'µ' || c == 'μ';
    let last = name.trim_end_matches(|c| !is_in_word(c));
    let word = last.rsplit(|c| !is_in_word(c)).next().unwrap_or_default();
    if TICKS.contains(&word.to_lowercase().as_str()) {
        return Named::Unit(Unit::Ticks);
    }
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let before = last.strip_suffix(letters).unwrap_or_default();
    let digits = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let rest = before.trim_end().trim_end_matches(digits);
    let number = &before[rest.len()..];
    let part = number
        .is_empty()
        .then(|| rest.trim_end_matches(['_', '-']).rsplit(|c| !is_in_word(c)).next())
        .flatten();
    // The number may be that of a column, or the first digits of the unit: `time_2_ns`.
    if part.is_some_and(|part| part != "1" && part.parse::<u64>().is_ok()) && of_word(letters, name).is_some()
    {
        return Named::Unknown(last[rest.len() - part.map_or(0, str::len) - 1..].to_owned());
    }
    match of_word(letters, name) {
        // A number at the end of another word, as in `ch1_t2s`, or a part of a larger one, as in `1e-9s`, is ignored.
        Some(unit) if number.trim().is_empty() || rest.ends_with(['_', ' ', ',', ':']) => {
            let unit = times(number.trim(), unit);
            unit.map_or_else(
                || Named::Unknown(last[rest.len()..].to_owned()),
                |unit| Named::Unit(Unit::Length(unit)),
            )
        }
        Some(_) => Named::Unknown(word.to_owned()),
        None => {
            let small = letters.to_lowercase();
            let is_unit = NOT_READ.contains(&small.as_str()) || exact(&small).is_some();
            // The number of a channel or a column is not a unit: `t1`.
            if is_unit && !(rest.is_empty() && number.is_empty()) {
                Named::Unknown(word.to_owned())
            } else {
                Named::Nothing
            }
        }
    }
}

/// Reads a string that can only be a unit: `ns`, `81 ps`, `units of 10 ns`.
fn stated_unit(text: &str, name: &str) -> Option<Unit> {
    let letters = text.trim_start_matches(|c: char| c != 'µ' && c != 'μ' && !c.is_alphabetic());
    let word = letters.rsplit(|c: char| !c.is_alphabetic() && c != 'µ' && c != 'μ').next()?;
    let before = text.strip_suffix(word)?.trim_end();
    if before.is_empty() && TICKS.contains(&word.to_lowercase().as_str()) {
        return Some(Unit::Ticks);
    }
    let words = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_known = |word: &str| BEFORE.contains(&word.to_lowercase().as_str());
    let apart = words.is_empty() || words.ends_with(char::is_whitespace) || words.len() == before.len();
    if !apart || !words.split_whitespace().all(is_known) {
        return None;
    }
    times(before[words.len()..].trim(), of_word(word, name)?).map(Unit::Length)
}

/// Returns the unit of a word in a column name. `Ms` is not a unit: upper and lower case distinguish prefixes, except
/// in a name that is all in capitals.
fn of_word(word: &str, name: &str) -> Option<(u64, i32)> {
    let small = word.to_lowercase();
    let capitals = !name.chars().any(char::is_lowercase);
    let spelt =
        UNIT_WORDS.iter().find(|(unit, ..)| *unit == small).map(|(_, digits, exponent)| (*digits, *exponent));
    spelt.or_else(|| exact(if capitals { &small } else { word }))
}

fn exact(word: &str) -> Option<(u64, i32)> {
    UNITS.iter().find(|(unit, ..)| *unit == word).map(|(_, digits, exponent)| (*digits, *exponent))
}

/// Returns a multiple of a unit; the unit itself if no number is given.
fn times(number: &str, (digits, exponent): (u64, i32)) -> Option<Tick> {
    if number.is_empty() {
        return Tick::new(digits, exponent);
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || number.ends_with('.') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let many: u64 = format!("{whole}{fraction}").parse().ok()?;
    Tick::new(many.checked_mul(digits)?, exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_unit_or_that_it_is_not_known() {
        let known = |digits, exponent| {
            Tick::new(digits, exponent).map_or(Named::Nothing, |unit| Named::Unit(Unit::Length(unit)))
        };
        let unknown = |text: &str| Named::Unknown(text.to_owned());
        for (name, unit) in [
            ("time", Named::Nothing),
            ("Time Tag", Named::Nothing),
            ("Date/Time", Named::Nothing),
            ("t", Named::Nothing),
            ("t1", Named::Nothing),
            ("timestamp_raw", Named::Nothing),
            ("time ticks", Named::Unit(Unit::Ticks)),
            ("Time (ticks)", Named::Unit(Unit::Ticks)),
            ("time_ps", known(1, -12)),
            ("TIME_PS", known(1, -12)),
            ("TIME (MS)", known(1, -3)),
            ("Time (ns)", known(1, -9)),
            ("Time [µs]", known(1, -6)),
            ("t/us", known(1, -6)),
            ("Time in Seconds", known(1, 0)),
            ("Time (min)", known(6, 1)),
            ("Time (h)", known(36, 2)),
            ("Time (81 ps)", known(81, -12)),
            ("time (units of 10 ns)", known(10, -9)),
            ("time (0.5ns)", known(5, -10)),
            ("time_100ps", known(100, -12)),
            ("time 100 ps", known(100, -12)),
            ("time 2.5 ns", known(25, -10)),
            ("Time (Ms)", unknown("Ms")),
            ("Time (PS)", unknown("PS")),
            ("Time (m)", unknown("m")),
            ("Time (1e-9 s)", unknown("1e-9 s")),
            ("Time (10^-9 s)", unknown("10^-9 s")),
            ("Time (2 x 81 ps)", unknown("2 x 81 ps")),
            ("time (0 ns)", unknown("0 ns")),
            ("time_Ms", unknown("Ms")),
            ("time_days", unknown("days")),
            ("time 1e-9s", unknown("9s")),
            ("time_100Ms", unknown("100Ms")),
            ("time_1_ns", known(1, -9)),
            ("time_100_ps", unknown("100_ps")),
        ] {
            assert_eq!(unit_in(name), unit, "{name}");
        }
    }

    #[test]
    fn an_option_tells_a_unit_or_nothing() {
        let length = |digits, exponent| Tick::new(digits, exponent).map(Unit::Length);
        for (text, unit) in [
            ("ticks", Some(Unit::Ticks)),
            ("ns", length(1, -9)),
            ("81ps", length(81, -12)),
            ("156.25 ps", length(15625, -14)),
            ("2min", length(12, 1)),
            ("", None),
            ("81", None),
            ("1.2.3ps", None),
            ("0ps", None),
            ("hours", None),
            ("Ms", None),
        ] {
            assert_eq!(super::unit(text), unit, "{text}");
        }
    }
}
