//! How a line of a text file separates its columns.

use super::number::Decimal;
use super::words::{is_channel, is_time};

/// Maximum length of a row in bytes. Usual rows have up to 100 bytes.
pub(super) const MOST_BYTES: usize = 1024;
/// Maximum number of columns.
pub(super) const MOST_COLUMNS: usize = 64;

/// Separators of numbers, most certain first. A blank means any run of blanks and tabs.
pub(super) const SEPARATORS: &[u8] = b"\t;, ";

/// How a line separates its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    pub separator: u8,
    /// Number of columns, without an empty one at the end.
    pub count: usize,
    /// Whether the line ends with the separator.
    pub is_open: bool,
}

impl Form {
    /// Returns the form of a line of numbers, below the line of names `header`; `None` for another line.
    pub fn of(line: &[u8], header: Option<&[u8]>, least: usize, named: &[usize]) -> Option<Self> {
        let separator = separator_of(line, least)
            .or_else(|| separator_by_names(header?, line))
            .or_else(|| separator_by_places(line, named))?;
        let count = fields(line, separator).count();
        Some(Self { separator, count, is_open: is_open(line, separator) })
    }
}

/// Returns the form of most lines, and of those with as many lines the first: a damaged line may have another form.
pub(super) fn most_frequent(forms: impl Iterator<Item = Form>) -> Option<Form> {
    let mut all: Vec<(Form, usize)> = Vec::new();
    for form in forms {
        match all.iter_mut().find(|(known, _)| *known == form) {
            Some((_, lines)) => *lines += 1,
            None => all.push((form, 1)),
        }
    }
    let most = all.iter().map(|(_, lines)| *lines).max()?;
    all.into_iter().find(|(_, lines)| *lines == most).map(|(form, _)| form)
}

/// Returns whether a line has an empty column at its end.
pub(super) fn is_open(line: &[u8], separator: u8) -> bool {
    separator != b' ' && line.iter().rev().find(|byte| **byte != b' ') == Some(&separator)
}

/// Returns the separator of a line that has only numbers, at least `least` of them. A separator that makes two columns
/// is preferred over a single column.
fn separator_of(line: &[u8], least: usize) -> Option<u8> {
    let line = if line.len() > MOST_BYTES { return None } else { line };
    let separates = |separator: u8, least: usize| {
        let mut count = 0;
        let all = fields(line, separator).all(|field| {
            count += 1;
            Decimal::read(field, separator != b',').is_some()
        });
        all && (least..=MOST_COLUMNS).contains(&count)
    };
    let several = SEPARATORS.iter().copied().find(|&separator| separates(separator, least.max(2)));
    several.or_else(|| (least < 2 && separates(b'\t', 1)).then_some(b'\t'))
}

/// Returns the separator of a line below a line of names. Its columns of channel and time are numbers; others may be
/// text.
fn separator_by_names(header: &[u8], line: &[u8]) -> Option<u8> {
    SEPARATORS.iter().copied().find(|&separator| {
        let row: Vec<_> = fields(line, separator).collect();
        let names = names(header, separator, row.len()).unwrap_or_default();
        let number = |fits: fn(&str) -> bool| {
            let place = names.iter().position(|name| fits(name))?;
            Decimal::read(row[place], separator != b',').map(|_| place)
        };
        let both = number(is_channel).zip(number(is_time));
        row.len() <= MOST_COLUMNS && both.is_some_and(|(channel, time)| channel != time)
    })
}

/// Returns the separator of a line with numbers in the columns at `named`, and at least one other column.
fn separator_by_places(line: &[u8], named: &[usize]) -> Option<u8> {
    SEPARATORS.iter().copied().find(|&separator| {
        let row: Vec<_> = fields(line, separator).take(MOST_COLUMNS + 1).collect();
        let is_number =
            |at: &usize| row.get(*at).is_some_and(|field| Decimal::read(field, separator != b',').is_some());
        !named.is_empty() && (2..=MOST_COLUMNS).contains(&row.len()) && named.iter().all(is_number)
    })
}

/// Returns the fields of a line without their quotes and surrounding blanks. Separators may stand between quotes. An
/// empty last field is omitted.
pub(super) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line.trim_ascii()).filter(|line| !line.is_empty());
    std::iter::from_fn(move || {
        let line = rest?.trim_ascii_start();
        let quoted = line.strip_prefix(b"\"").and_then(|inner| inner.iter().position(|byte| *byte == b'"'));
        let from = quoted.map_or(0, |length| length + 2);
        let separates = |byte: &u8| *byte == separator || (separator == b' ' && *byte == b'\t');
        let end = line[from..].iter().position(separates).map(|end| from + end);
        // An empty field after the last separator is omitted.
        rest = end.map(|end| line[end + 1..].trim_ascii_start()).filter(|rest| !rest.is_empty());
        Some(match quoted {
            Some(length) => line[1..=length].trim_ascii(),
            None => line[..end.unwrap_or(line.len())].trim_ascii_end(),
        })
    })
}

/// Returns the names in the line above the numbers, which may be a comment. A line that names neither a channel nor a
/// time does not name columns.
pub(super) fn names(line: &[u8], separator: u8, columns: usize) -> Option<Vec<String>> {
    let line = line.trim_ascii();
    let comment = line.strip_prefix(b"#").or_else(|| line.strip_prefix(b"%"));
    let line = comment.unwrap_or(line);
    let of = |separator| -> Vec<String> {
        fields(line, separator).map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    };
    let all = std::iter::once(separator).chain(SEPARATORS.iter().copied());
    let tell = |name: &String| is_channel(name) || is_time(name);
    all.map(of).find(|names| names.len() == columns && (comment.is_none() || names.iter().any(tell)))
}
