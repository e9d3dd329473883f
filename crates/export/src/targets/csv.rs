//! Comma-separated values (RFC 4180, with LF): a header line, and a line per tag. If the length of a tick is known, the
//! header is `time (4ps),channel`, so that the file states its unit; otherwise `time,channel`. Microtimes are a third
//! column, in the same unit.

use tagview_core::tags::{FileSummary, Tag};
use tagview_core::{Code, Error};

use crate::finished::finished;
use crate::rows::RowSink;

/// Maximum length of a unit in bytes.
const MAX_UNIT: usize = 60;

/// Tags in, lines out.
#[derive(Debug, Default)]
pub struct CsvSink {
    tags: u64,
    begun: bool,
    has_microtimes: bool,
    /// The length of a tick with its unit; empty if unknown.
    unit: String,
}

impl CsvSink {
    /// Creates a sink for ticks of the length `unit`, such as `4ps`; empty if unknown.
    ///
    /// # Errors
    /// `Usage` if `unit` cannot be part of the name of a column.
    pub fn new(unit: &str, has_microtimes: bool) -> Result<Self, Error> {
        let fits = |c: char| c.is_alphanumeric() || c == '.' || c == ' ';
        if unit.len() > MAX_UNIT || !unit.chars().all(fits) {
            let message = format!("\"{}\" is not the length of a tick", unit.escape_debug());
            return Err(Error::new(Code::Usage, message, "give one such as 4ps"));
        }
        Ok(Self { unit: unit.to_owned(), has_microtimes, ..Self::default() })
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.begun, true) {
            let unit = if self.unit.is_empty() { String::new() } else { format!(" ({})", self.unit) };
            let third = if self.has_microtimes { format!(",microtime{unit}") } else { String::new() };
            out.extend_from_slice(format!("time{unit},channel{third}\n").as_bytes());
        }
    }
}

impl RowSink for CsvSink {
    fn push(&mut self, tags: &[Tag], microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.begin(out);
        self.tags += tags.len() as u64;
        let mut digits = itoa::Buffer::new();
        for (k, tag) in tags.iter().enumerate() {
            out.extend_from_slice(digits.format(tag.time).as_bytes());
            out.push(b',');
            out.extend_from_slice(digits.format(tag.channel).as_bytes());
            if let Some(microtime) = microtimes.get(k) {
                out.push(b',');
                out.extend_from_slice(digits.format(*microtime).as_bytes());
            }
            out.push(b'\n');
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.begin(out);
        Ok(finished(self.tags, None))
    }
}
