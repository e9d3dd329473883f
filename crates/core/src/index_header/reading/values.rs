//! The reader of all values of a label.

use super::super::bytes::Fault;
use super::super::opened::IndexHeader;
use super::super::postings_offset_table::{Entry, PostingsRange};
use super::texts::{Texts, changed, join};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

/// All values of a label, in order, with the ranges of their postings.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Values {
    /// The values.
    pub values: Texts,
    /// First bytes of the ranges.
    pub starts: Vec<u64>,
    /// Bytes after the last of the ranges.
    pub ends: Vec<u64>,
}

impl Values {
    /// Takes all values except the last one.
    fn take_first(&mut self) -> Self {
        let mut last = Self::default();
        if let (Some(length), Some(start), Some(end)) =
            (self.values.lengths.pop(), self.starts.pop(), self.ends.pop())
        {
            let at = self.values.bytes.len() - length as usize;
            last.push(&self.values.bytes[at..], PostingsRange { start, end });
            self.values.bytes.truncate(at);
        }
        std::mem::replace(self, last)
    }

    fn push(&mut self, value: &[u8], range: PostingsRange) {
        self.values.push(value);
        self.starts.push(range.start);
        self.ends.push(range.end);
    }
}

/// Reads all values of a label.
#[derive(Debug)]
pub struct ValuesReader {
    wanted: Option<Wanted>,
    last_end: u64,
    /// The beginning of an entry that is not complete.
    cut: Vec<u8>,
    values: Values,
}

impl ValuesReader {
    /// For label number `label` of `Table::all`.
    ///
    /// # Errors
    /// `NotFound` of a sparse header, which has only samples.
    pub fn new(file: &IndexHeader, label: usize) -> Result<Self, Error> {
        let (last_end, cut, mut values) = (0, Vec::new(), Values::default());
        let table = &file.table;
        if let Some(ranges) = &table.ranges {
            let all = table.kept_of(label);
            for ((value, _), range) in table.samples(label).zip(&ranges[all]) {
                values.push(value, *range);
            }
            return Ok(Self { wanted: None, last_end, cut, values });
        }
        let Some(section) = file.table_section else {
            let message = "a sparse index-header keeps only every 32nd value";
            return Err(Error::new(Code::NotFound, message, "name the index-header next to it"));
        };
        let first = table.samples(label).next().map(|(_, at)| u64::from(at));
        let Some((from, label)) = first.zip(table.all().get(label)) else {
            return Ok(Self { wanted: None, last_end, cut, values });
        };
        let wanted = Wanted::of_file(section.offset + from, label.table_end.saturating_sub(from));
        Ok(Self { wanted: Some(wanted), last_end: label.last_end, cut, values })
    }

    /// Takes the values read since the last call whose ranges are known: all but the last one until nothing more is
    /// wanted.
    pub fn take_values(&mut self) -> Values {
        match self.wanted {
            Some(_) => self.values.take_first(),
            None => std::mem::take(&mut self.values),
        }
    }

    /// Takes the complete entries; returns their number of bytes.
    fn take(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let mut taken = 0;
        loop {
            match Entry::read(&bytes[taken..]) {
                Ok(entry) => {
                    if let Some(end) = self.values.ends.last_mut() {
                        *end = PostingsRange::between(0, entry.offset).end;
                    }
                    self.values.push(entry.value, PostingsRange::between(entry.offset, 0));
                    taken += entry.length;
                }
                Err(Fault::Cut) => return Ok(taken),
                Err(_) => return Err(changed()),
            }
        }
    }
}

impl RandomAccess for ValuesReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    /// # Errors
    /// `BadSection` if the file has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        let mut cut = std::mem::take(&mut self.cut);
        join(&mut cut, bytes, |bytes| self.take(bytes))?;
        self.cut = cut;
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.wanted = None;
        if let Some(end) = self.values.ends.last_mut() {
            *end = self.last_end;
        }
        Ok(())
    }
}
