//! The postings lists of a part of the postings offset table, in the order of their positions.

use super::bits::Bits;
use super::differences::Differences;
use super::list::{Fault, List};
use super::noted::{ListEntry, Noted};
use crate::Code;
use crate::random_access::Wanted;

/// Bytes of a list without series: length, count, checksum.
const SHORTEST_LIST: u64 = 12;

/// The series with which lists are compared, and the findings.
#[derive(Debug)]
pub struct Compared {
    /// The references to sound series.
    pub series: Bits,
    pub differences: Differences,
    pub noted: Noted,
    /// Numbers of lists and of references in them.
    pub lists: u64,
    pub postings: u64,
    /// Whether a part could not be read, so that differences mean nothing.
    pub is_partial: bool,
}

/// Reads lists; the last one waits for the next part of the table, as it ends where the next one begins.
#[derive(Debug, Default)]
pub struct Lists {
    entries: Vec<ListEntry>,
    /// The byte up to which lists are read.
    end: u64,
    /// The position of the next byte.
    at: u64,
    next: usize,
    open: Option<List>,
    last: Option<u32>,
    is_ordered: bool,
}

impl Lists {
    pub fn add(&mut self, entry: ListEntry) {
        self.entries.push(entry);
    }

    /// Begins to read the lists that were added. `end` is the end of the last list once all were added.
    pub fn begin(&mut self, end: Option<u64>) {
        self.entries.sort_unstable();
        let last = self.entries.last().map_or(0, |entry| entry.offset);
        self.end = end.unwrap_or(last).max(last);
        self.at = self.entries.first().map_or(self.end, |entry| entry.offset);
        self.next = 0;
    }

    pub fn wants(&self) -> Option<Wanted> {
        (self.at < self.end).then(|| Wanted::of_file(self.at, self.end - self.at))
    }

    pub fn push(&mut self, bytes: &[u8], compared: &mut Compared) {
        let mut rest = bytes;
        while let Some(entry) = self.entries.get(self.next).copied() {
            let Some(list) = &mut self.open else {
                let skip = (entry.offset.saturating_sub(self.at)).min(rest.len() as u64);
                rest = &rest[skip as usize..];
                self.at += skip;
                if rest.is_empty() || self.at < entry.offset {
                    return;
                }
                let limit = self.entries.get(self.next + 1).map_or(self.end, |next| next.offset);
                let room = limit - entry.offset;
                if room < SHORTEST_LIST {
                    let what = format!("has only {room} bytes");
                    compared.finish(entry, Some(Fault::Form(what)), true);
                    self.next += 1;
                    continue;
                }
                self.open = Some(List::new(room));
                (self.last, self.is_ordered) = (None, true);
                continue;
            };
            let Self { last, is_ordered, .. } = self;
            let taken = list.push(rest, |series| compared.take(entry, series, last, is_ordered));
            let fault = match taken {
                Ok(taken) => {
                    rest = &rest[taken..];
                    self.at += taken as u64;
                    if !list.is_done() {
                        return;
                    }
                    None
                }
                Err(fault) => Some(fault),
            };
            compared.finish(entry, fault, self.is_ordered);
            self.open = None;
            self.next += 1;
        }
    }

    /// Ends the wanted range, after all of its bytes that the file has were pushed.
    pub fn end(&mut self, is_last: bool, compared: &mut Compared) {
        let kept = if is_last { None } else { self.entries.pop() };
        for entry in self.entries.get(self.next..).unwrap_or_default() {
            compared.is_partial = true;
            compared.noted.list(Code::Truncated, *entry, "is incomplete: the file ends before it");
        }
        *self = Self { entries: kept.into_iter().collect(), ..Self::default() };
    }
}

impl Compared {
    fn take(&mut self, entry: ListEntry, series: u32, last: &mut Option<u32>, is_ordered: &mut bool) {
        self.postings += 1;
        if last.is_some_and(|last| last >= series) {
            *is_ordered = false;
        }
        *last = Some(series);
        if self.series.has(series.into()) {
            self.differences.remove(entry.pair, series);
        } else if !self.is_partial {
            let what = format!("refers to the series {series}, which does not exist");
            self.noted.list(Code::BadSection, entry, what);
        }
    }

    fn finish(&mut self, entry: ListEntry, fault: Option<Fault>, is_ordered: bool) {
        self.lists += 1;
        self.is_partial |= fault.is_some() || !is_ordered;
        match fault {
            Some(Fault::Form(what)) => self.noted.list(Code::BadSection, entry, what),
            Some(Fault::Checksum(what)) => self.noted.list(Code::Checksum, entry, what),
            None if !is_ordered => self.noted.list(Code::Order, entry, "has series that do not ascend"),
            None => {}
        }
    }
}
