//! Findings about a header as a whole: duplicates, empty partitions, gaps, a length at a proxy's limit, and the headers
//! beside it.

use super::companions::{duration, is_level};
use super::encoding::Encoding;
use super::entries::{Columns, Entries, Offsets};
use super::finding::Findings;
use super::input::{Field, Name};
use super::map::{PartitionMap, compartments};
use super::recognise::{Recognised, Sureness};
use crate::error::{Code, Severity};
use crate::quote::quote;

/// Lengths at which proxies cut or refuse headers.
const LIMITS: [usize; 4] = [4096, 8192, 16384, 32768];

/// Lengths that a limit may be counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// The value alone.
    pub value: usize,
    /// Name, separator and value.
    pub line: usize,
    /// All that was pasted.
    pub paste: usize,
}

/// Findings about partitions: duplicates, negative numbers, empty ones, gaps.
pub(crate) fn partitions(offsets: &Offsets, map: &PartitionMap, findings: &mut Findings) {
    match &offsets.entries {
        Entries::Partitions(columns) => {
            duplicates(offsets, map, findings);
            negatives(columns, findings);
            empties(
                map.offsets.iter().filter(|offset| **offset == -1).count(),
                map.partitions.len(),
                findings,
            );
            gaps(&map.partitions, None, findings);
        }
        Entries::Compartments(entries) => {
            let (unique, doubled) = compartments(entries);
            for (compartment, partition) in doubled {
                findings.whole(Code::Duplicate, || {
                    let partition = in_compartment(partition, Some(compartment));
                    format!("Partition {partition} appears several times; a look-up uses the first entry after a comma.")
                });
            }
            let all = || unique.iter().flat_map(|entry| entry.offsets.iter().flatten());
            empties(all().filter(|offset| **offset == -1).count(), all().count(), findings);
            for same in unique.chunk_by(|a, b| a.compartment == b.compartment) {
                let partitions: Vec<_> = same.iter().map(|entry| entry.partition).collect();
                gaps(&partitions, same.first().map(|entry| entry.compartment), findings);
            }
            for entry in &unique {
                for offset in entry.offsets.iter().flatten().filter(|offset| **offset < -1) {
                    findings.at(Code::NegativeOffset, entry.position as usize, 1, || {
                        negative(&in_compartment(entry.partition, Some(entry.compartment)), *offset)
                    });
                }
            }
        }
    }
}

fn duplicates(offsets: &Offsets, map: &PartitionMap, findings: &mut Findings) {
    let text = offsets.encoding == Encoding::Text;
    for duplicate in &map.duplicates {
        let position = duplicate.position.map(|position| position as usize);
        findings.add(Code::Duplicate, Severity::Warning, position, 1, || {
            let shown: Vec<_> = duplicate.offsets.iter().take(5).map(i64::to_string).collect();
            let more = if duplicate.offsets.len() > 5 { ", ..." } else { "" };
            let answer = match duplicate.answer {
                Some(answer) if text && offsets.searched => format!("a look-up returns {answer}"),
                Some(answer) => format!("{answer} is taken"),
                None => "a look-up reaches an unreadable entry and finds nothing".to_owned(),
            };
            format!(
                "Partition {} appears several times (offsets {}{more}); {answer}.",
                duplicate.partition,
                shown.join(", ")
            )
        });
    }
    // If nothing at all is found, the finding about the version states that.
    for partition in map.not_found.iter().filter(|_| offsets.searched) {
        findings.whole(Code::NotFound, || {
            format!("The text has an offset for partition {partition}, but Mimir's look-up does not find it.")
        });
    }
}

/// `7`, or `7 of compartment 0` in a `v2` header.
pub(super) fn in_compartment(partition: i32, compartment: Option<i64>) -> String {
    compartment.map_or_else(
        || partition.to_string(),
        |compartment| format!("{partition} of compartment {compartment}"),
    )
}

fn negative(partition: &str, offset: i64) -> String {
    format!(
        "Partition {partition} has the offset {offset}; the only valid negative offset is -1, for an empty partition."
    )
}

fn negatives(columns: &Columns, findings: &mut Findings) {
    let place = |index: usize| columns.positions.get(index).map(|position| *position as usize);
    for (index, (partition, offset)) in columns.partitions.iter().zip(&columns.offsets).enumerate() {
        if *offset < -1 {
            findings.add(Code::NegativeOffset, Severity::Warning, place(index), 1, || {
                negative(&in_compartment(*partition, None), *offset)
            });
        }
        if *partition < 0 {
            findings.add(Code::NegativePartition, Severity::Warning, place(index), 1, || {
                format!("The partition number {partition} is negative; Kafka has none below 0.")
            });
        }
    }
}

fn empties(empty: usize, all: usize, findings: &mut Findings) {
    if empty > 0 {
        findings.whole(Code::EmptyPartition, || {
            let (are, them) = if empty == 1 { ("is", "it") } else { ("are", "them") };
            format!("{empty} of {all} partitions {are} empty (offset -1); queries don't wait for {them}.")
        });
    }
}

/// `partitions` ascend. In a `v2` header, they belong to `compartment`.
fn gaps(partitions: &[i32], compartment: Option<i64>, findings: &mut Findings) {
    let mut expected = 0i64;
    let mut missing = 0i64;
    let mut ranges = Vec::new();
    for &partition in partitions.iter().filter(|partition| **partition >= 0) {
        let partition = i64::from(partition);
        if partition > expected {
            missing += partition - expected;
            let last = partition - 1;
            if ranges.len() < 5 {
                ranges.push(if last == expected {
                    last.to_string()
                } else {
                    format!("{expected} to {last}")
                });
            } else if ranges.len() == 5 {
                ranges.push("...".to_owned());
            }
        }
        expected = partition + 1;
    }
    if missing > 0 {
        findings.whole(Code::Gap, || {
            let (numbers, are) = if missing == 1 { ("number", "is") } else { ("numbers", "are") };
            let place = compartment.map_or_else(String::new, |number| format!(" of compartment {number}"));
            format!("{missing} partition {numbers}{place} {are} missing: {}.", ranges.join(", "))
        });
    }
}

/// Whether the end of the header was cut off, judged by its last entry and by its length.
pub(crate) fn cut(value: &str, offsets: &Offsets, lengths: Lengths, findings: &mut Findings) {
    let limit = LIMITS.into_iter().find_map(|limit| {
        let near = |length: usize| (limit - 4..=limit).contains(&length);
        let of = [(lengths.line, "header line"), (lengths.value, "value"), (lengths.paste, "pasted text")];
        of.into_iter().find(|(length, _)| near(*length)).map(|(length, what)| (limit, length, what))
    });
    let broken = broken_end(value, offsets);
    let (severity, broken) = match (&limit, broken) {
        (None, None) => return,
        (Some(_), None) => {
            (Severity::Warning, "its last entry looks whole, but more may have followed".to_owned())
        }
        (Some(_), Some((_, why))) => (Severity::Error, why),
        (None, Some((Severity::Error, why))) => (Severity::Error, why),
        (None, Some((severity, why))) => (severity, why),
    };
    let end = value.len();
    let last = value.rfind(',').map_or(0, |comma| comma + 1);
    let (offset, length) = if offsets.encoding == Encoding::Text { (last, end - last) } else { (end, 0) };
    findings.add(Code::Cut, severity, Some(offset), length, || match limit {
        Some((limit, length, what)) => format!(
            "The {what} is {length} bytes long, and proxies cut headers at {limit} ({} kB): {broken}. Raise the limit there.",
            limit / 1024
        ),
        None => format!("The header seems cut: {broken}."),
    });
}

/// Why the end looks as if something were missing.
fn broken_end(value: &str, offsets: &Offsets) -> Option<(Severity, String)> {
    if offsets.encoding != Encoding::Text {
        let cut = offsets.findings.iter().any(|finding| {
            matches!(
                finding.code,
                Code::Truncated | Code::SnappyCorrupt | Code::SnappyLength | Code::Base64Padding
            ) && finding.severity == Severity::Error
        });
        return cut.then(|| (Severity::Error, "the data end early".to_owned()));
    }
    let mut entries = value.trim_end().rsplit(',');
    let last = entries.next()?;
    let before = entries.next();
    let Some((_, offset)) = last.split_once(':') else {
        // A comma alone is a finding of its own.
        let partial = before.is_some()
            && !last.is_empty()
            && last.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
        return partial.then(|| {
            (Severity::Error, format!("it ends in the middle of an entry, {}", quote(last.as_bytes())))
        });
    };
    if offset.is_empty() || offset == "-" || offset.ends_with(';') {
        return Some((Severity::Error, format!("its last entry, {}, has no offset", quote(last.as_bytes()))));
    }
    // A last offset of far fewer digits than all the others has probably lost some.
    let digits = |entry: &str| entry.split_once(':').map(|(_, offset)| offset.len());
    let (others, least) = entries
        .chain(before)
        .filter_map(digits)
        .filter(|digits| *digits > 2)
        .fold((0, usize::MAX), |(count, least), digits| (count + 1, least.min(digits)));
    (others >= 3 && offset.len() + 1 < least).then(|| {
        let why = format!("its last offset, {}, has fewer digits than all others", quote(offset.as_bytes()));
        (Severity::Warning, why)
    })
}

/// Whether the encoding is safe.
pub(crate) fn recognition(recognised: &Recognised, findings: &mut Findings) {
    let others: Vec<_> = recognised.candidates.iter().skip(1).map(|c| c.encoding.name()).collect();
    let name = recognised.encoding().name();
    match recognised.sureness {
        Sureness::Ambiguous => findings.whole(Code::Ambiguous, || {
            format!("Decoded as {name}, but it could also be {}; name the encoding.", others.join(" or "))
        }),
        Sureness::Unlikely => findings.add(Code::Ambiguous, Severity::Error, None, 0, || {
            format!("No encoding fits, so this is hardly an offsets header; it was decoded as {name}, the best match.")
        }),
        Sureness::Certain | Sureness::Likely => {}
    }
}

/// The headers sent with the offsets.
pub(crate) fn companions(fields: &[Field<'_>], findings: &mut Findings) {
    let level = fields.iter().find(|field| field.name == Name::Level).map(|field| &*field.value);
    for field in fields {
        match field.name {
            Name::Offsets => {}
            Name::Level if is_level(&field.value) => {}
            Name::Level => findings.at(Code::BadLevel, field.offset, field.value.len(), || {
                format!(
                    "The level {} is neither strong nor eventual, matched exactly; Mimir ignores it.",
                    quote(field.value.as_bytes())
                )
            }),
            Name::MaxDelay => match duration(&field.value) {
                Ok(1..) if level != Some("strong") => {}
                Ok(1..) => findings.at(Code::DelayIgnored, field.offset, field.value.len(), || {
                    "The maximum delay counts only for eventual consistency; this is strong.".to_owned()
                }),
                Ok(_) => findings.at(Code::DelayIgnored, field.offset, field.value.len(), || {
                    format!("The maximum delay {} is not above 0; Mimir ignores it.", field.value)
                }),
                Err(why) => findings.at(Code::DelayIgnored, field.offset, field.value.len(), || {
                    format!("Mimir ignores the maximum delay: {why}.")
                }),
            },
        }
    }
}
