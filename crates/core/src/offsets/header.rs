//! The grammar of the text header in its historical forms.
//!
//! ```text
//! v1=PARTITION:OFFSET[,PARTITION:OFFSET...]                                  2024
//! PARTITION:OFFSET[,...]                                                     before that
//! v2=COMPARTMENT/PARTITION:OFFSET[;OFFSET...][,...]                          2026
//! ```
//!
//! Source: Mimir, `pkg/querier/api/consistency.go`, `EncodeOffsetsV1` and `EncodeOffsetsV2`.
//! Whatever a person could read is decoded, however a look-up would fare with it.

use memchr::{memchr, memchr_iter, memrchr};

use super::encoding::Encoding;
use super::entries::{Columns, CompartmentEntry, Entries, LookupMatch, MAX_ENTRIES, Offsets, narrow};
use super::entry_number::EntryNumber;
use super::finding::Findings;
use super::number::{NotANumber, is_canonical, parse};
use crate::error::{Code, Severity};
use crate::quote::quote;

/// Decodes a header's value. Never fails: errors become findings.
pub fn decode(header: &str) -> Offsets {
    let bytes = header.as_bytes();
    let mut findings = Findings::default();
    let (start, end) = white_space_around(bytes, &mut findings);
    let (version, grammar, body) = version(bytes, start, end, &mut findings);
    let text = bytes.get(..end).unwrap_or_default();
    let mut entries = match grammar {
        Grammar::Partitions => Entries::Partitions(partitions(text, body, &mut findings)),
        Grammar::Compartments => Entries::Compartments(compartments(text, body, &mut findings)),
    };
    if end < bytes.len() {
        // A look-up reads an offset up to the next comma, blanks and all.
        entries.make_unread(memrchr(b',', text).map_or(0, |comma| comma + 1));
    }
    if entries.is_empty() && body >= end {
        findings.at(Code::Empty, start, end - start, || {
            "The header names no partition; Mimir treats it as absent.".to_owned()
        });
    }
    let searched = match &entries {
        Entries::Partitions(_) => header.starts_with("v1="),
        Entries::Compartments(_) => header.starts_with("v2="),
    };
    Offsets { encoding: Encoding::Text, version, entries, searched, findings: findings.finish() }
}

fn white_space_around(bytes: &[u8], findings: &mut Findings) -> (usize, usize) {
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(start, |last| last + 1);
    if start > 0 {
        findings.at(Code::WhiteSpace, 0, start, || {
            "Blanks precede the version, so Mimir finds no partition.".to_owned()
        });
    }
    if end < bytes.len() {
        findings.at(Code::WhiteSpace, end, bytes.len() - end, || {
            "Blanks follow the last entry, so Mimir can't read its offset.".to_owned()
        });
    }
    (start, end)
}

enum Grammar {
    Partitions,
    Compartments,
}

/// The version, the grammar of the rest, and the position of the entries.
fn version(bytes: &[u8], start: usize, end: usize, findings: &mut Findings) -> (Option<u32>, Grammar, usize) {
    let text = bytes.get(start..end).unwrap_or_default();
    if text.starts_with(b"v1=") {
        return (Some(1), Grammar::Partitions, start + 3);
    }
    if text.starts_with(b"v2=") {
        return (Some(2), looks_like(text.get(3..).unwrap_or_default(), findings, start + 3), start + 3);
    }
    let digits = match text {
        [b'v' | b'V', rest @ ..] => rest.iter().take_while(|b| b.is_ascii_digit()).count().min(9),
        _ => 0,
    };
    if digits > 0 {
        let number = text.get(1..1 + digits).and_then(|d| parse(d).ok()).and_then(|n| u32::try_from(n).ok());
        let complete = text.get(1 + digits) == Some(&b'=');
        let body = start + 1 + digits + usize::from(complete);
        let named = text.get(..body - start).unwrap_or_default();
        findings.at(Code::WrongVersion, start, named.len(), || match (complete, number) {
            (true, Some(1 | 2)) => {
                format!("The version is written {}; Mimir knows v1= and v2=, and finds nothing.", quote(named))
            }
            (true, _) => format!(
                "The version {} is unknown; Mimir knows v1= and v2=. The entries are read as if it were one of those.",
                quote(named)
            ),
            (false, _) => format!("The equals sign after the version {} is missing.", quote(named)),
        });
        let compartments = number != Some(1) && memchr(b'/', text).is_some();
        return (number, if compartments { Grammar::Compartments } else { Grammar::Partitions }, body);
    }
    if !text.is_empty() {
        findings.at(Code::NoVersion, start, 0, || {
            "The header does not begin with v1=, like the first stored headers; today's Mimir finds no partition in it.".to_owned()
        });
    }
    (None, Grammar::Partitions, start)
}

/// `v2=` in front of v1's grammar is read as v1.
fn looks_like(body: &[u8], findings: &mut Findings, at: usize) -> Grammar {
    if memchr(b':', body).is_some() && memchr(b'/', body).is_none() {
        findings.at(Code::WrongVersion, at - 3, 3, || {
            "The version is v2=, but the entries name no compartment, as in v1=; Mimir finds none of them."
                .to_owned()
        });
        return Grammar::Partitions;
    }
    Grammar::Compartments
}

fn next_comma(text: &[u8], from: usize) -> usize {
    text.get(from..).and_then(|rest| memchr(b',', rest)).map_or(text.len(), |at| from + at)
}

fn trailing_comma(at: usize, findings: &mut Findings) {
    findings.at(Code::TrailingComma, at, 1, || {
        "A comma follows the last entry: it is one too many, or the header was cut here.".to_owned()
    });
}

/// Reads `text[at..]`, entry by entry.
fn partitions(text: &[u8], mut at: usize, findings: &mut Findings) -> Columns {
    let mut columns = Columns::with_capacity(text.len().saturating_sub(at) / 16 + 1);
    let mut lookup_match = LookupMatch::Equals;
    while at < text.len() {
        if columns.is_full() {
            findings.too_many(Some(at), text.len() - at);
            break;
        }
        let stop = match sound_entry(text, at) {
            Some((partition, offset, stop)) => {
                columns.push(partition, offset, at, lookup_match);
                stop
            }
            None => {
                let stop = next_comma(text, at);
                odd_entry(text, at, stop, lookup_match, &mut columns, findings);
                stop
            }
        };
        if stop + 1 == text.len() {
            trailing_comma(stop, findings);
        }
        lookup_match = LookupMatch::Comma;
        at = stop + 1;
    }
    columns
}

/// The usual entry, canonical numbers and nothing else, up to the next comma or the end.
/// The hot loop of decoding: none for everything that needs a second look.
fn sound_entry(text: &[u8], at: usize) -> Option<(i32, i64, usize)> {
    let (partition, colon) = natural(text, at)?;
    if text.get(colon) != Some(&b':') {
        return None;
    }
    let negative = text.get(colon + 1) == Some(&b'-');
    let (offset, stop) = natural(text, colon + 1 + usize::from(negative))?;
    if !matches!(text.get(stop), None | Some(b',')) || (negative && offset == 0) {
        return None;
    }
    let offset = i64::try_from(offset).ok()?;
    Some((i32::try_from(partition).ok()?, if negative { -offset } else { offset }, stop))
}

/// Digits without a leading zero, at most 19 of them, which fit a u64.
fn natural(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let digits = text.get(at..)?;
    let mut value = 0u64;
    let mut count = 0;
    for byte in digits.iter().take(20) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        count += 1;
    }
    let sound = count > 0 && count < 20 && (digits.first() != Some(&b'0') || count == 1);
    sound.then_some((value, at + count))
}

/// Reads an irregular entry as a person would, with a finding.
fn odd_entry(
    text: &[u8],
    at: usize,
    stop: usize,
    lookup_match: LookupMatch,
    columns: &mut Columns,
    findings: &mut Findings,
) {
    let entry = text.get(at..stop).unwrap_or_default();
    if entry.is_empty() {
        findings.at(Code::EmptyEntry, at, 1, || "An entry before this comma is missing.".to_owned());
        return;
    }
    let Some(colon) = memchr(b':', entry) else {
        malformed(entry, at, findings);
        return;
    };
    let (left, right) = (entry.get(..colon).unwrap_or_default(), entry.get(colon + 1..).unwrap_or_default());
    let partition = number(left, at, EntryNumber::Partition, findings);
    let canonical = is_canonical(left) && parse(left).is_ok();
    // The match that a look-up of this partition finds here, even if the entry itself cannot be read.
    let lookup_match = lookup_match.of_spelling(canonical, parse(right).is_ok());
    let offset = number(right, at + colon + 1, EntryNumber::Offset, findings);
    let partition = narrow_partition(partition, left, at, findings);
    match (partition, offset) {
        (Ok(partition), Ok(offset)) => columns.push(partition, offset, at, lookup_match),
        (partition, offset) => {
            if let Ok(partition) = partition
                && canonical
            {
                columns.traps.push((partition, narrow(at), lookup_match));
            }
            let syntax = Err(NotANumber::Syntax);
            if partition.map(i64::from) == syntax || offset == syntax {
                malformed(entry, at, findings);
            }
            entries_behind_equals(entry, at, columns);
        }
    }
}

fn malformed(entry: &[u8], at: usize, findings: &mut Findings) {
    findings.at(Code::MalformedEntry, at, entry.len(), || {
        format!("{} is not partition:offset and is ignored.", quote(entry))
    });
}

/// A look-up that finds no comma before a partition takes an equals sign at any position:
/// `0:5=1:6` answers 6 for partition 1.
fn entries_behind_equals(entry: &[u8], at: usize, columns: &mut Columns) {
    for equals in memchr_iter(b'=', entry) {
        // Omitted entries are reported with the next entry.
        if columns.is_full() {
            break;
        }
        let from = equals + 1;
        let Some(rest) = entry.get(from..) else { continue };
        let Some((partition, colon)) = natural_or_negative(rest) else { continue };
        match rest.get(colon + 1..).map(parse) {
            Some(Ok(offset)) => columns.push(partition, offset, at + from, LookupMatch::Equals),
            _ => columns.traps.push((partition, narrow(at + from), LookupMatch::EqualsUnread)),
        }
    }
}

/// A partition as a look-up spells it, and the position of the colon after it.
fn natural_or_negative(text: &[u8]) -> Option<(i32, usize)> {
    // A sign and ten digits.
    let colon = memchr(b':', text.get(..12).unwrap_or(text))?;
    let number = text.get(..colon).filter(|number| is_canonical(number))?;
    Some((i32::try_from(parse(number).ok()?).ok()?, colon))
}

/// A number as a person reads it, with blanks around it or in an unusual spelling.
fn number(text: &[u8], at: usize, kind: EntryNumber, findings: &mut Findings) -> Result<i64, NotANumber> {
    let what = kind.name();
    let trimmed = text.trim_ascii();
    let value = parse(trimmed);
    if trimmed.len() < text.len() && !trimmed.is_empty() {
        findings.at(Code::WhiteSpace, at, text.len(), || {
            format!("The {what} in {} has blanks around it; a look-up does not skip them.", quote(text))
        });
    }
    match value {
        Ok(value) if !is_canonical(trimmed) => {
            let severity = if kind == EntryNumber::Offset { Severity::Note } else { Severity::Warning };
            findings.add(Code::NumberForm, severity, Some(at), text.len(), || {
                let effect =
                    if kind == EntryNumber::Offset { "is accepted" } else { "is not found by a look-up" };
                format!("The {what} {value} is written {}, which {effect}.", quote(trimmed))
            });
        }
        Err(NotANumber::Overflow) => findings.at(Code::Overflow, at, text.len(), || {
            format!("The {what} {} does not fit 64 bits; its entry is ignored.", quote(trimmed))
        }),
        _ => {}
    }
    value
}

fn narrow_partition(
    value: Result<i64, NotANumber>,
    text: &[u8],
    at: usize,
    findings: &mut Findings,
) -> Result<i32, NotANumber> {
    i32::try_from(value?).map_err(|_| {
        findings.at(Code::Overflow, at, text.len(), || {
            format!("The partition {} does not fit 32 bits; its entry is ignored.", quote(text.trim_ascii()))
        });
        NotANumber::Overflow
    })
}

fn compartments(text: &[u8], mut at: usize, findings: &mut Findings) -> Vec<CompartmentEntry> {
    let mut entries = Vec::new();
    let mut lookup_match = LookupMatch::Equals;
    let mut read = 0;
    while at < text.len() {
        if read >= MAX_ENTRIES {
            findings.too_many(Some(at), text.len() - at);
            break;
        }
        let stop = next_comma(text, at);
        let entry = text.get(at..stop).unwrap_or_default();
        if entry.is_empty() {
            findings.at(Code::EmptyEntry, at, 1, || "An entry before this comma is missing.".to_owned());
        } else {
            match compartment_entry(entry, at, lookup_match, findings) {
                Some(entry) => {
                    read += entry.offsets.len();
                    entries.push(entry);
                }
                None => findings.at(Code::MalformedEntry, at, entry.len(), || {
                    format!(
                        "{} is not compartment/partition:offset[;offset...] and is ignored.",
                        quote(entry)
                    )
                }),
            }
        }
        if stop + 1 == text.len() {
            trailing_comma(stop, findings);
        }
        lookup_match = LookupMatch::Comma;
        at = stop + 1;
    }
    entries
}

fn compartment_entry(
    entry: &[u8],
    at: usize,
    lookup_match: LookupMatch,
    findings: &mut Findings,
) -> Option<CompartmentEntry> {
    let colon = memchr(b':', entry)?;
    let slash = memchr(b'/', entry.get(..colon)?)?;
    let (compartment, partition) = (entry.get(..slash)?, entry.get(slash + 1..colon)?);
    let canonical = is_canonical(compartment) && is_canonical(partition);
    let compartment = number(compartment, at, EntryNumber::Compartment, findings);
    let value = number(partition, at + slash + 1, EntryNumber::Partition, findings);
    let partition = narrow_partition(value, partition, at + slash + 1, findings);
    let mut offsets = Vec::new();
    let mut answers = true;
    let mut from = colon + 1;
    for text in entry.get(from..)?.split(|&byte| byte == b';') {
        if offsets.len() == MAX_ENTRIES {
            findings.too_many(Some(at + from), entry.len() - from);
            break;
        }
        let offset = number(text, at + from, EntryNumber::Offset, findings);
        answers &= parse(text).is_ok();
        if offset == Err(NotANumber::Syntax) {
            findings.at(Code::MalformedEntry, at + from, text.len(), || {
                format!("{} is not an offset, so Mimir finds none of this partition's offsets.", quote(text))
            });
        }
        offsets.push(offset.ok());
        from += text.len() + 1;
    }
    let lookup_match = lookup_match.of_spelling(canonical, answers);
    if offsets.iter().all(Option::is_none) {
        return None;
    }
    Some(CompartmentEntry {
        compartment: compartment.ok()?,
        partition: partition.ok()?,
        offsets,
        position: narrow(at),
        lookup_match,
    })
}
