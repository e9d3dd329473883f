//! From a paste to everything there is to say about it.

use super::diagnose::{self, Lengths, in_compartment};
use super::encoding::Encoding;
use super::encodings::{decode, encode};
use super::entries::{CompartmentEntry, Entries, Offsets};
use super::finding::Findings;
use super::input::{Field, Name, fields};
use super::lookup;
use super::map::{PartitionMap, compartments};
use super::recognise::{Recognised, recognise};
use super::results::OffsetsAnswer;
use crate::error::{Code, Error, Finding, Severity};
use crate::numbers::Integers;

/// A paste, taken apart. Findings point into the paste.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspected<'a> {
    /// The offsets header and the companions that were found, in order.
    pub fields: Vec<Field<'a>>,
    /// Which of `fields` is described by the rest; none if no offsets header was found.
    pub chosen: Option<usize>,
    /// How the encoding was recognised; none if it was given.
    pub recognised: Option<Recognised>,
    /// The entries as they stand. Its own findings have moved to `findings`.
    pub offsets: Offsets,
    /// One row per partition; empty if entries name compartments.
    pub map: PartitionMap,
    /// One entry per compartment and partition; empty if entries name none.
    pub compartments: Vec<CompartmentEntry>,
    /// Compartments and partitions with several entries.
    pub doubled: Vec<(i64, i32)>,
    /// Everything wrong or remarkable.
    pub findings: Vec<Finding>,
}

/// Takes `text` apart. Anything can be pasted; nothing makes this fail.
pub fn open(text: &str, encoding: Option<Encoding>) -> Inspected<'_> {
    let fields = fields(text);
    let is_offsets = |field: &&Field<'_>| field.name == Name::Offsets;
    let chosen = fields
        .iter()
        .position(|field| is_offsets(&field) && !field.value.is_empty())
        .or_else(|| fields.iter().position(|field| is_offsets(&field)));
    let field = chosen.and_then(|index| fields.get(index));
    let value = field.map_or("", |field| &*field.value);
    let recognised = encoding.is_none().then(|| recognise(value));
    let encoding = encoding.or(recognised.as_ref().map(Recognised::encoding)).unwrap_or(Encoding::Text);

    let mut offsets = decode(encoding, value);
    let mut findings = Findings::default();
    let (mut map, mut unique, mut doubled) = (PartitionMap::default(), Vec::new(), Vec::new());
    match &offsets.entries {
        Entries::Partitions(columns) => map = PartitionMap::new(columns),
        Entries::Compartments(entries) => (unique, doubled) = compartments(entries),
    }
    diagnose::partitions(&offsets, &map, &mut findings);
    if let Some(field) = field {
        let lengths = Lengths { value: value.len(), line: field.line, paste: text.len() };
        diagnose::cut(value, &offsets, lengths, &mut findings);
    }
    if let Some(recognised) = &recognised {
        diagnose::recognition(recognised, &mut findings);
    }
    let mut all = std::mem::take(&mut offsets.findings);
    all.extend(findings.finish());
    if let Some(field) = field {
        place(&mut all, field);
    }

    let mut companion_findings = Findings::default();
    diagnose::companions(&fields, &mut companion_findings);
    if let Some(field) = field {
        several(text, &fields, field, &mut companion_findings);
    }
    if chosen.is_none() {
        all.retain(|finding| finding.code != Code::Empty);
        companion_findings
            .whole(Code::Empty, || "This text has no offsets header, only accompanying headers.".to_owned());
    }
    all.extend(companion_findings.finish());
    Inspected { chosen, recognised, offsets, map, compartments: unique, doubled, findings: all, fields }
}

/// Moves findings from places in the value to places in the paste.
fn place(findings: &mut [Finding], field: &Field<'_>) {
    for finding in findings {
        if let Some(at) = finding.offset {
            let (at, length) = (at as usize, finding.length as usize);
            let start = field.position(at);
            finding.length = field.position(at + length).saturating_sub(start) as u64;
            finding.offset = Some(start as u64);
        }
    }
}

/// Notes the offsets headers with other values than that of `chosen`, which is decoded.
fn several(text: &str, fields: &[Field<'_>], chosen: &Field<'_>, findings: &mut Findings) {
    let others = fields.iter().filter(|field| field.name == Name::Offsets && !field.value.is_empty());
    let others: Vec<_> = others.filter(|field| field.value != chosen.value).collect();
    if let Some(first) = others.first() {
        findings.at(Code::SeveralHeaders, first.offset, first.value.len(), || {
            let before = text.as_bytes().get(..chosen.offset).unwrap_or_default();
            let line = memchr::memchr_iter(b'\n', before).count() + 1;
            let more = match others.len() {
                1 => "1 more has another value".to_owned(),
                n => format!("{n} more have other values"),
            };
            format!("The first offset header (line {line}) is used; {more}.")
        });
    }
}

impl Inspected<'_> {
    /// The value of the offsets header.
    pub fn value(&self) -> &str {
        self.chosen.and_then(|index| self.fields.get(index)).map_or("", |field| &*field.value)
    }

    /// Whether everything could be read.
    pub fn is_complete(&self) -> bool {
        self.error().is_none()
    }

    /// The first finding that is an error.
    pub fn error(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.severity == Severity::Error)
    }

    /// The answer to an ingester of `compartment` (0 without compartments).
    pub fn lookup(&self, compartment: i64, partition: i32) -> OffsetsAnswer {
        let readable = self.readable(compartment, partition);
        if self.offsets.encoding != Encoding::Text {
            return OffsetsAnswer { offsets: readable.map(Integers), sentence: None };
        }
        let found = lookup::compartment(self.value().as_bytes(), compartment, partition);
        let offsets: Option<Vec<_>> = found.map(|found| found.flatten().collect());
        let sentence = match (&offsets, readable) {
            (None, Some(readable)) => {
                let shown: Vec<_> = readable.iter().map(i64::to_string).collect();
                let why = if self.offsets.searched {
                    "its entry has blanks, a sign or leading zeros, or another entry of this partition can't be read"
                } else {
                    "the header does not begin with a version it knows (v1=)"
                };
                Some(format!(
                    "Mimir finds no partition {} in this header, although the text states {}: {why}.",
                    in_compartment(partition, (!self.compartments.is_empty()).then_some(compartment)),
                    shown.join(";")
                ))
            }
            _ => None,
        };
        OffsetsAnswer { offsets: offsets.map(Integers), sentence }
    }

    /// The offsets of one partition in the text.
    fn readable(&self, compartment: i64, partition: i32) -> Option<Vec<i64>> {
        let entry =
            self.compartments.iter().find(|e| (e.compartment, e.partition) == (compartment, partition));
        if let Some(entry) = entry {
            return Some(entry.offsets.iter().copied().flatten().collect());
        }
        let at = self.map.partitions.binary_search(&partition).ok().filter(|_| compartment == 0)?;
        self.map.offsets.get(at).map(|offset| vec![*offset])
    }

    /// The same offsets in another encoding, partitions ascending. Text has no `v1=` in front;
    /// entries with compartments can only be written as text, and then with their `v2=`.
    ///
    /// # Errors
    /// `Mismatch` if the encoding can't hold these partitions.
    pub fn encode(&self, encoding: Encoding) -> Result<String, Error> {
        if self.compartments.is_empty() {
            return encode(encoding, &self.map.partitions, &self.map.offsets);
        }
        if encoding != Encoding::Text {
            return Err(Error::new(
                Code::Mismatch,
                format!("{} has no place for the compartments of a v2 header", encoding.name()),
                "choose text",
            ));
        }
        let entries = self.compartments.iter().map(|entry| {
            let offsets = entry.offsets.iter().map(|offset| offset.map(|offset| offset.to_string()));
            let offsets: Option<Vec<_>> = offsets.collect();
            let offsets = offsets.ok_or_else(|| {
                Error::new(
                    Code::Mismatch,
                    format!(
                        "an offset of partition {} can't be read, so it can't be written",
                        in_compartment(entry.partition, Some(entry.compartment))
                    ),
                    "correct it in the header",
                )
            })?;
            Ok(format!("{}/{}:{}", entry.compartment, entry.partition, offsets.join(";")))
        });
        let entries: Result<Vec<_>, Error> = entries.collect();
        Ok(format!("v2={}", entries?.join(",")))
    }
}
