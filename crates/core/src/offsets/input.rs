//! Headers in common texts: the bare value, the header line, output of `curl -v` or `-I`, a HAR file, gRPC metadata, a
//! log line with the header in quotes or JSON.
//!
//! All of these have a name, a separator and the value. The name is searched for, and the value after it is read up to
//! the end of its notation. This also reads cut texts.

use std::borrow::Cow;

/// Which of the three headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// `X-Read-Consistency-Offsets`.
    Offsets,
    /// `X-Read-Consistency-Max-Delay`.
    MaxDelay,
    /// `X-Read-Consistency`.
    Level,
}

impl Name {
    /// The name as it is written in HTTP.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Offsets => "X-Read-Consistency-Offsets",
            Self::MaxDelay => "X-Read-Consistency-Max-Delay",
            Self::Level => "X-Read-Consistency",
        }
    }
}

/// The names in HTTP and in gRPC; the longer ones first, because one begins with another.
const NAMES: [(&str, Name); 6] = [
    ("x-read-consistency-offsets", Name::Offsets),
    ("x-read-consistency-max-delay", Name::MaxDelay),
    ("x-read-consistency", Name::Level),
    ("__consistency_offsets__", Name::Offsets),
    ("__consistency_max_delay__", Name::MaxDelay),
    ("__consistency_level__", Name::Level),
];

/// A header found in a paste.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field<'a> {
    /// Which one.
    pub name: Name,
    /// Its value, with JSON's escapes undone.
    pub value: Cow<'a, str>,
    /// Where its value begins in the paste.
    pub offset: usize,
    /// Length of its line in bytes, from its name to the end of its value, which proxies limit.
    pub line: usize,
    /// For each byte of `value` that is not at its `offset`: from which byte of the
    /// value on, and by how much.
    shifts: Vec<(usize, usize)>,
}

impl Field<'_> {
    /// The position of byte `at` of the value in the paste.
    pub fn position(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|(from, _)| *from <= at);
        let shift = before.checked_sub(1).and_then(|i| self.shifts.get(i)).map_or(0, |(_, shift)| *shift);
        self.offset + at + shift
    }
}

/// Every header in `text`, in order. A paste that names none is a bare value, trimmed.
pub fn fields(text: &str) -> Vec<Field<'_>> {
    let mut found = named(text);
    if !found.iter().any(|field| field.name == Name::Offsets) {
        found.extend(unnamed(text));
        if found.is_empty() {
            found.push(bare(text));
        }
    }
    found
}

fn named(text: &str) -> Vec<Field<'_>> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    // Every name has one of these two characters, and little else has.
    while let Some(step) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'x', b'X', b'_', rest)) {
        at += step;
        let name = NAMES.iter().find(|(name, _)| starts_with(bytes, at, name));
        let Some((name, kind)) = name.filter(|_| !joins(bytes, at.checked_sub(1))) else {
            at += 1;
            continue;
        };
        let behind = at + name.len();
        match value_after(text, at, behind) {
            Some((offset, end)) => {
                let mut field = read(text, *kind, offset, end);
                field.line += offset - at;
                at = field.position(field.value.len()).max(behind);
                found.push(field);
            }
            None => at = behind,
        }
    }
    found
}

fn starts_with(bytes: &[u8], at: usize, name: &str) -> bool {
    bytes.get(at..at + name.len()).is_some_and(|there| there.eq_ignore_ascii_case(name.as_bytes()))
        && !joins(bytes, Some(at + name.len()))
}

/// Whether the byte at `at` would make a name part of a longer word.
fn joins(bytes: &[u8], at: Option<usize>) -> bool {
    at.and_then(|at| bytes.get(at))
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// How the end of a value is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The line's.
    Line,
    /// The next mark of this kind; a backslash before it takes its meaning away.
    Mark(u8),
    /// A mark behind a backslash: JSON inside a JSON string.
    EscapedMark,
    /// A closing bracket, as Go prints metadata: `map[name:[value]]`.
    Bracket,
    /// A blank that follows no comma, or a mark: the middle of a log line.
    Word,
}

/// The position of the value whose name is `start..behind`, and how it ends.
fn value_after(text: &str, start: usize, behind: usize) -> Option<(usize, End)> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied();
    let mut next = closing_mark(bytes, behind);
    let closed = next > behind;
    next = skip(bytes, next, b" \t");
    let mut separator = at(next)?;
    if separator == b',' && closed {
        // {"name": "X-...", "value": "..."} in HAR files, ("X-...", "...") elsewhere.
        next = skip(bytes, next + 1, b" \t\r\n");
        if let Some(key) =
            ["\"value\"", "\\\"value\\\"", "'value'"].iter().find(|key| starts(bytes, next, key))
        {
            next = skip(bytes, next + key.len(), b" \t");
            separator = at(next)?;
        } else if matches!(at(next), Some(b'"' | b'\'' | b'\\')) {
            return Some(opening_mark(bytes, next)).map(|(value, end)| (value, end.unwrap_or(End::Word)));
        }
    }
    if !matches!(separator, b':' | b'=') {
        return None;
    }
    next = skip(bytes, next + 1, b" \t");
    // Only a list in JSON continues beyond the line.
    let list = skip(bytes, next, b" \t\r\n[");
    let bracket = list > next && bytes.get(next..list).is_some_and(|between| between.contains(&b'['));
    if bracket {
        next = list;
    }
    if let (value, Some(end)) = opening_mark(bytes, next) {
        return Some((value, end));
    }
    let end = match start.checked_sub(1).and_then(at) {
        _ if bracket => End::Bracket,
        _ if separator == b'=' => End::Word,
        Some(b'[') => End::Bracket,
        Some(mark @ (b'"' | b'\'')) if !closed => {
            if start > 1 && at(start - 2) == Some(b'\\') {
                End::EscapedMark
            } else {
                End::Mark(mark)
            }
        }
        _ if begins_line(bytes, start) => End::Line,
        _ => End::Word,
    };
    Some((next, end))
}

fn skip(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|byte| !what.contains(byte)).map_or(bytes.len(), |at| from + at)
}

fn starts(bytes: &[u8], at: usize, with: &str) -> bool {
    bytes.get(at..).is_some_and(|rest| rest.starts_with(with.as_bytes()))
}

/// The position after the mark that ends a quoted name; `at` itself if there is none.
fn closing_mark(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'"' | b'\''), _) => at + 1,
        (Some(b'\\'), Some(b'"' | b'\'')) => at + 2,
        _ => at,
    }
}

fn opening_mark(bytes: &[u8], at: usize) -> (usize, Option<End>) {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(mark @ (b'"' | b'\'')), _) => (at + 1, Some(End::Mark(*mark))),
        (Some(b'\\'), Some(b'"')) => (at + 2, Some(End::EscapedMark)),
        _ => (at, None),
    }
}

/// Whether only text of `curl -v` precedes `at` on its line.
fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte != b'\n').all(|byte| b" \t<>*\r".contains(byte))
}

/// The value from `offset` to its end, or to the end of a cut text.
fn read(text: &str, name: Name, offset: usize, end: End) -> Field<'_> {
    let rest = text.get(offset..).unwrap_or_default();
    let bytes = rest.as_bytes();
    let mut previous = 0u8;
    let mut stop = bytes.len();
    for (at, &byte) in bytes.iter().enumerate() {
        let ends = match end {
            End::Line => byte == b'\n' || byte == b'\r',
            End::Mark(mark) => byte == mark && previous != b'\\',
            End::EscapedMark => byte == b'\\' && bytes.get(at + 1) == Some(&b'"'),
            End::Bracket => byte == b']' || byte == b'\n',
            End::Word => matches!(byte, b'"' | b'\'' | b'\n' | b'\r') || (byte == b' ' && previous != b','),
        };
        if ends {
            stop = at;
            break;
        }
        previous = byte;
    }
    let raw = rest.get(..stop).unwrap_or_default();
    let quoted = matches!(end, End::Mark(b'"') | End::EscapedMark);
    if quoted && raw.contains('\\') {
        let (value, shifts) = unescape(raw);
        return Field { name, value: Cow::Owned(value), offset, line: stop, shifts };
    }
    let raw = if matches!(end, End::Mark(_) | End::EscapedMark) { raw } else { raw.trim_end() };
    Field { name, value: Cow::Borrowed(raw), offset, line: raw.len(), shifts: Vec::new() }
}

/// Undoes JSON's escapes, and keeps the way back: from which byte of the result on, how many
/// more precede it in the paste.
fn unescape(raw: &str) -> (String, Vec<(usize, usize)>) {
    let mut value = String::with_capacity(raw.len());
    let mut shifts = Vec::new();
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        value.push_str(rest.get(..at).unwrap_or_default());
        let escape = rest.get(at..).unwrap_or_default();
        let code =
            escape.get(2..6).and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        let (char, length) = match (escape.as_bytes().get(1), code) {
            (Some(b'u'), Some(char)) => (char, 6),
            (Some(b'n'), _) => ('\n', 2),
            (Some(b'r'), _) => ('\r', 2),
            (Some(b't'), _) => ('\t', 2),
            (Some(other @ (b'/' | b'"' | b'\\')), _) => (char::from(*other), 2),
            _ => ('\\', 1),
        };
        value.push(char);
        rest = escape.get(length..).unwrap_or_default();
        shifts.push((value.len(), (raw.len() - rest.len()).saturating_sub(value.len())));
    }
    value.push_str(rest);
    (value, shifts)
}

/// Versioned values without names in other text. A text that begins with its only value is a bare one.
fn unnamed(text: &str) -> Vec<Field<'_>> {
    let bytes = text.as_bytes();
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        before.is_none_or(|byte| b" \t\r\n\"'=:[({".contains(byte))
            && bytes.get(at + 3).is_some_and(u8::is_ascii_digit)
    };
    let mut found: Vec<Field<'_>> = Vec::new();
    let mut from = 0;
    for at in memchr::memchr_iter(b'v', bytes) {
        if at < from || !(starts(bytes, at, "v1=") || starts(bytes, at, "v2=")) || !begins(at) {
            continue;
        }
        let end = match at.checked_sub(1).and_then(|before| bytes.get(before)) {
            Some(b'"') if at > 1 && bytes.get(at - 2) == Some(&b'\\') => End::EscapedMark,
            Some(mark @ (b'"' | b'\'')) => End::Mark(*mark),
            Some(b'[') => End::Bracket,
            _ if begins_line(bytes, at) => End::Line,
            _ => End::Word,
        };
        let field = read(text, Name::Offsets, at, end);
        from = field.position(field.value.len());
        found.push(field);
    }
    let is_bare = found.len() == 1 && text.trim_ascii_start().starts_with(['v', 'V']);
    if is_bare { Vec::new() } else { found }
}

/// The whole paste, without blanks and marks around it.
fn bare(text: &str) -> Field<'_> {
    let trimmed = text.trim();
    let unquoted = ['"', '\''].iter().find_map(|mark| trimmed.strip_prefix(*mark)?.strip_suffix(*mark));
    let value = unquoted.unwrap_or(trimmed);
    let offset = text.len() - text.trim_start().len() + usize::from(unquoted.is_some());
    Field { name: Name::Offsets, value: Cow::Borrowed(value), offset, line: value.len(), shifts: Vec::new() }
}
