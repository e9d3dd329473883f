//! From the entries of the table of index version 2, which ascend, to its sample.

use super::bytes::Fault;
use super::findings::Findings;
use super::postings_offset_table::{Entry, PostingsRange};
use super::report::Report;
use super::table::{Kept, Label, Table};
use crate::Code;

/// What to do about values and names that do not ascend.
pub const WRITE_ANEW: &str = "write the block anew: look-ups of this label fail";

/// Takes the entries in order, and keeps of each label every 32nd value and the last.
#[derive(Debug, Default)]
pub struct SampledBuilder {
    table: Table,
    report: Option<Report>,
    /// Byte of the file at which the section begins, for messages.
    section: u64,
    last: Option<Last>,
    /// Value of the last entry.
    value: Vec<u8>,
}

/// The last entry that was taken; its label is the table's last.
#[derive(Debug, Clone, Copy)]
struct Last {
    offset: u64,
    at: u32,
    end: u32,
    /// Whether its value is kept already.
    is_kept: bool,
}

impl SampledBuilder {
    /// For the section at byte `section` of the file. With a `report` each value is looked at.
    pub fn new(section: u64, report: Option<Report>) -> Self {
        Self { section, report, ..Self::default() }
    }

    /// The table; `postings_end` is where the last postings list ends.
    pub fn finish(mut self, postings_end: u64, findings: &mut Findings) -> (Table, Option<Report>) {
        self.close_value(postings_end, findings);
        self.close_label();
        self.table.shrink();
        (self.table, self.report)
    }

    /// Takes the entry at the beginning of `bytes`, `at` bytes from the section's beginning.
    #[inline]
    pub fn take(&mut self, bytes: &[u8], at: u32, findings: &mut Findings) -> Result<usize, Fault> {
        let entry = Entry::read(bytes)?;
        self.close_value(entry.offset, findings);
        let same = self.table.labels.last().is_some_and(|label| self.table.name(label) == entry.name);
        if !same {
            self.open_label(entry.name, at, findings);
        } else if self.value.as_slice() >= entry.value {
            self.note_order(&entry, at, findings);
        }
        let Self { table, .. } = self;
        let Some(label) = table.labels.last_mut() else { return Ok(entry.length) };
        let values = label.values.unwrap_or_default();
        label.values = Some(values + 1);
        label.value_bytes += entry.value.len() as u64;
        label.table_bytes += entry.length as u64;
        let is_kept = values.is_multiple_of(u64::from(table.sampling));
        if is_kept {
            let value = table.keep(entry.value);
            table.kept.push(Kept { value, at });
        }
        self.value.clear();
        self.value.extend_from_slice(entry.value);
        self.last = Some(Last { offset: entry.offset, at, end: at + entry.length as u32, is_kept });
        Ok(entry.length)
    }

    /// The last entry's range is known, now that the list after its own is.
    #[inline]
    fn close_value(&mut self, next: u64, findings: &mut Findings) {
        let Self { table, last: Some(last), report, value, section } = self else { return };
        let range = PostingsRange::between(last.offset, next);
        let Some(label) = table.labels.last_mut() else { return };
        label.postings_bytes += range.bytes();
        label.last_end = range.end;
        label.table_end = u64::from(last.end);
        if range.end < range.start {
            note_backwards(value, *section + u64::from(last.at), findings);
        }
        if let Some(report) = report {
            report.value(table.labels.len() - 1, value, range);
        }
    }

    /// The last entry was the last one of its label.
    fn close_label(&mut self) {
        let Self { table, last: Some(last), value, .. } = self else { return };
        if !last.is_kept {
            let value = table.keep(value);
            table.kept.push(Kept { value, at: last.at });
        }
    }

    fn open_label(&mut self, name: &[u8], at: u32, findings: &mut Findings) {
        self.close_label();
        let Self { table, section, report, .. } = self;
        let previous = table.labels.last().map(|label| table.name(label));
        if previous.is_some_and(|previous| previous >= name) {
            table.ascends = false;
            let message = || {
                let name = String::from_utf8_lossy(name);
                format!("postings offset table: the label name {name:?} stands after a greater one")
            };
            findings.error(Code::Order, *section + u64::from(at), message, WRITE_ANEW);
        }
        let first_kept = table.kept.len();
        let span = table.keep(name);
        table.labels.push(Label {
            name: span,
            first_kept,
            values: Some(0),
            ascends: true,
            ..Label::default()
        });
        if let Some(report) = report {
            report.label(name);
        }
    }

    #[cold]
    fn note_order(&mut self, entry: &Entry<'_>, at: u32, findings: &mut Findings) {
        let Self { table, value: previous, section, .. } = self;
        if let Some(label) = table.labels.last_mut() {
            label.ascends = false;
        }
        let (code, what) = match previous.as_slice() == entry.value {
            true => (Code::Duplicate, "stands twice"),
            false => (Code::Order, "stands after a greater one"),
        };
        let message = || {
            let (name, value) = (String::from_utf8_lossy(entry.name), String::from_utf8_lossy(entry.value));
            format!("postings offset table: the value {value:?} of {name:?} {what}")
        };
        findings.error(code, *section + u64::from(at), message, WRITE_ANEW);
    }
}

/// Notes a range that ends before it begins; the entry of `value` stands at byte `at` of the file.
#[cold]
pub fn note_backwards(value: &[u8], at: u64, findings: &mut Findings) {
    let message = || {
        let value = String::from_utf8_lossy(value);
        format!("postings offset table: the postings of {value:?} end before they begin")
    };
    findings.error(Code::Order, at, message, "write the index-header anew from the block's index");
}
