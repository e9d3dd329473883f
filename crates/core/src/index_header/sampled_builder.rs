//! From the entries of the table of index version 2, which ascend, to its sample.

use super::bytes::{Fault, compare};
use super::postings_offset_table::{Entry, PostingsRange};
use super::report::Report;
use super::section::Taken;
use super::table::{Kept, Label, Table};
use crate::quote::quote;
use crate::{Code, Findings};

/// Remedy for values and names that do not ascend.
pub const WRITE_ANEW: &str = "write the block again: look-ups of this label fail";

/// Takes the entries in order, and keeps of each label every 32nd value and the last.
#[derive(Debug, Default)]
pub struct SampledBuilder {
    table: Table,
    report: Option<Report>,
    /// Byte of the file at which the section begins, for messages.
    section: u64,
    /// The label under way.
    open: Option<Open>,
    /// Value of the last entry, between calls.
    value: Vec<u8>,
}

/// A label that may have more values, and its last entry.
#[derive(Debug)]
struct Open {
    label: Label,
    /// Its values so far.
    values: u64,
    /// Values until the next is kept.
    until_kept: u32,
    /// The last entry: the offset of its postings, and its beginning and end.
    offset: u64,
    at: u32,
    end: u64,
}

impl SampledBuilder {
    /// Starts a table of the section at byte `section` of the file. With a `report`, each value is examined.
    pub fn new(section: u64, report: Option<Report>) -> Self {
        Self { section, report, ..Self::default() }
    }

    /// Returns the table. `postings_end` is the end of the last postings list; without it, the range of the last value
    /// is empty.
    pub fn finish(mut self, postings_end: Option<u64>, findings: &mut Findings) -> (Table, Option<Report>) {
        let value = std::mem::take(&mut self.value);
        match (postings_end, &mut self.open) {
            (Some(end), _) => self.close_value(&value, end, findings),
            (None, Some(open)) => open.label.last_end = open.offset.saturating_add(4),
            (None, None) => {}
        }
        self.close_label(&value);
        self.table.shrink();
        (self.table, self.report)
    }

    /// Takes entries like `Records::take`.
    pub fn take(
        &mut self,
        bytes: &[u8],
        at: u64,
        most: u32,
        findings: &mut Findings,
    ) -> (Taken, Option<Fault>) {
        let held = std::mem::take(&mut self.value);
        let mut value = held.as_slice();
        let mut taken = Taken::default();
        let mut fault = None;
        while taken.records < most {
            let (place, entry) = match Entry::read_at(at, bytes, taken.bytes) {
                Ok(read) => read,
                Err(failed) => {
                    fault = Some(failed);
                    break;
                }
            };
            self.add(&entry, value, place, findings);
            value = entry.value;
            taken = Taken { records: taken.records + 1, bytes: taken.bytes + entry.length };
        }
        self.value = value.to_vec();
        (taken, fault)
    }

    /// Takes an entry; `previous` is the value of the one before it.
    #[inline]
    fn add(&mut self, entry: &Entry<'_>, previous: &[u8], at: u32, findings: &mut Findings) {
        self.close_value(previous, entry.offset, findings);
        let Self { table, open, .. } = self;
        let same = open.as_ref().is_some_and(|open| compare(table.text(open.label.name), entry.name).is_eq());
        if !same {
            self.open_label(entry.name, previous, at, findings);
        } else if compare(previous, entry.value).is_ge() {
            self.note_order(entry, previous, at, findings);
        }
        let Self { table, open: Some(open), .. } = self else { return };
        open.values += 1;
        open.label.value_bytes += entry.value.len() as u64;
        open.label.table_bytes += entry.length as u64;
        if open.until_kept == 0 {
            let value = table.keep(entry.value);
            table.kept.push(Kept { value, at });
            open.until_kept = table.sampling;
        }
        open.until_kept -= 1;
        (open.offset, open.at, open.end) = (entry.offset, at, u64::from(at) + entry.length as u64);
    }

    /// The range of the last entry, which has this `value`, is known, now that the list after its own is.
    #[inline]
    fn close_value(&mut self, value: &[u8], next: u64, findings: &mut Findings) {
        let Self { table, open: Some(open), report, section, .. } = self else { return };
        let range = PostingsRange::between(open.offset, next);
        open.label.postings_bytes += range.bytes();
        open.label.last_end = range.end;
        if range.end < range.start {
            note_backwards(value, *section + u64::from(open.at), findings);
        }
        if let Some(report) = report {
            report.value(table.labels.len(), value, range);
        }
    }

    /// The last entry, which has this `value`, was the last one of its label.
    fn close_label(&mut self, value: &[u8]) {
        let Self { table, open, .. } = self;
        let Some(Open { mut label, values, until_kept, at, end, .. }) = open.take() else { return };
        // The last value is always kept, once.
        if until_kept + 1 != table.sampling {
            let value = table.keep(value);
            table.kept.push(Kept { value, at });
        }
        label.kept.1 = table.kept.len();
        label.values = Some(values);
        label.table_end = end;
        table.labels.push(label);
    }

    fn open_label(&mut self, name: &[u8], previous: &[u8], at: u32, findings: &mut Findings) {
        self.close_label(previous);
        let Self { table, section, report, open, .. } = self;
        let last = table.labels.last().map(|label| table.name(label));
        if last.is_some_and(|last| last >= name) {
            table.ascends = false;
            let message = || {
                let name = quote(name);
                format!("postings offset table: the label name {name} is smaller than the one before it")
            };
            findings.error(Code::Order, *section + u64::from(at), message, WRITE_ANEW);
        }
        let kept = (table.kept.len(), table.kept.len());
        let label = Label { name: table.keep(name), kept, ascends: true, ..Label::default() };
        *open = Some(Open { label, values: 0, until_kept: 0, offset: 0, at, end: u64::from(at) });
        if let Some(report) = report {
            report.label(name);
        }
    }

    #[cold]
    fn note_order(&mut self, entry: &Entry<'_>, previous: &[u8], at: u32, findings: &mut Findings) {
        if let Some(open) = &mut self.open {
            open.label.ascends = false;
        }
        let (code, what) = match previous == entry.value {
            true => (Code::Duplicate, "appears twice"),
            false => (Code::Order, "is smaller than the value before it"),
        };
        let message = || {
            format!("postings offset table: the value {} of {} {what}", quote(entry.value), quote(entry.name))
        };
        findings.error(code, self.section + u64::from(at), message, WRITE_ANEW);
    }
}

/// Records a finding about a range that ends before it begins; the entry of `value` is at byte `at` of the file.
#[cold]
pub fn note_backwards(value: &[u8], at: u64, findings: &mut Findings) {
    let message = || format!("postings offset table: the postings of {} end before they begin", quote(value));
    findings.error(Code::Order, at, message, "write the index-header again from the block's index");
}
