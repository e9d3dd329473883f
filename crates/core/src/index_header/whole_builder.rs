//! Sorts the table of index version 1, whose entries have no order.

use super::bytes::{Fault, compare};
use super::order::ordered;
use super::postings_offset_table::{Entry, PostingsRange};
use super::report::Report;
use super::sampled_builder::{WRITE_ANEW, note_backwards};
use super::section::Taken;
use super::table::{Kept, Label, Table};
use crate::quote::quote;
use crate::{Code, Findings};

/// Takes the entries in any order, and holds all of them.
#[derive(Debug, Default)]
pub struct WholeBuilder {
    entries: Vec<Held>,
    report: Option<Report>,
    /// Byte of the file at which the section begins, for messages.
    section: u64,
}

#[derive(Debug)]
struct Held {
    name: Box<[u8]>,
    value: Box<[u8]>,
    offset: u64,
    at: u32,
    length: u32,
}

impl WholeBuilder {
    /// Starts a table of the section at byte `section` of the file.
    pub fn new(section: u64, report: Option<Report>) -> Self {
        Self { section, report, ..Self::default() }
    }

    /// Takes entries like `Records::take`.
    pub fn take(&mut self, bytes: &[u8], at: u64, most: u32) -> (Taken, Option<Fault>) {
        let mut taken = Taken::default();
        while taken.records < most {
            let read = Entry::read_at(at, bytes, taken.bytes);
            let (at, Entry { name, value, offset, length }) = match read {
                Ok(read) => read,
                Err(fault) => return (taken, Some(fault)),
            };
            let name = name.into();
            self.entries.push(Held { name, value: value.into(), offset, at, length: length as u32 });
            taken = Taken { records: taken.records + 1, bytes: taken.bytes + length };
        }
        (taken, None)
    }

    /// Returns the table. `postings_end` is the end of the last postings list; without it, the range of the last value
    /// is empty.
    pub fn finish(self, postings_end: Option<u64>, findings: &mut Findings) -> (Table, Option<Report>) {
        let Self { entries, mut report, section } = self;
        // A range ends at the beginning of the next one in the original order of the table.
        let end = postings_end.or_else(|| entries.last().map(|last| last.offset.saturating_add(8)));
        let next = entries.iter().skip(1).map(|next| next.offset).chain(end);
        let ranges: Vec<_> =
            entries.iter().zip(next).map(|(held, next)| PostingsRange::between(held.offset, next)).collect();
        let order = ordered(entries.len(), &|a, b| {
            let (a, b) = (&entries[a], &entries[b]);
            compare(&a.name, &b.name).then_with(|| compare(&a.value, &b.value))
        });

        let mut table = Table::new(1);
        let mut ordered = Vec::with_capacity(entries.len());
        let mut previous: Option<&Held> = None;
        for k in order {
            let (held, range) = (&entries[k], ranges[k]);
            let Held { name, value, at, length, .. } = held;
            let place = section + u64::from(*at);
            if previous.is_none_or(|previous| previous.name != *name) {
                let (kept, span) = (table.kept.len(), table.keep(name));
                table.labels.push(Label {
                    name: span,
                    kept: (kept, kept),
                    values: Some(0),
                    ascends: true,
                    ..Label::default()
                });
                if let Some(report) = &mut report {
                    report.label(name);
                }
            } else if previous.is_some_and(|previous| previous.value == *value) {
                let message = || format!("postings offset table: the value {} appears twice", quote(value));
                findings.error(Code::Duplicate, place, message, WRITE_ANEW);
            }
            if range.end < range.start {
                note_backwards(value, place, findings);
            }
            if let Some(label) = table.labels.last_mut() {
                label.kept.1 += 1;
                label.values = label.values.map(|values| values + 1);
                label.value_bytes += value.len() as u64;
                label.table_bytes += u64::from(*length);
                label.postings_bytes += range.bytes();
                label.last_end = range.end;
            }
            let span = table.keep(value);
            table.kept.push(Kept { value: span, at: *at });
            ordered.push(range);
            if let Some(report) = &mut report {
                report.value(table.labels.len() - 1, value, range);
            }
            previous = Some(held);
        }
        table.ranges = Some(ordered);
        table.shrink();
        (table, report)
    }
}
