//! Comma-separated values (RFC 4180, with `\n`): a header line `time,channel`, and a line per tag.

use tagview_core::tags::{Tag, TagSink};
use tagview_core::{Error, Value};

use crate::finished::finished;

const HEADER: &[u8] = b"time,channel\n";

/// Tags in, lines out.
#[derive(Debug, Default)]
pub struct CsvSink {
    tags: u64,
    begun: bool,
}

impl CsvSink {
    fn begin(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.begun, true) {
            out.extend_from_slice(HEADER);
        }
    }
}

impl TagSink for CsvSink {
    fn push(&mut self, tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        self.begin(out);
        self.tags += tags.len() as u64;
        let mut digits = itoa::Buffer::new();
        for tag in tags {
            out.extend_from_slice(digits.format(tag.time).as_bytes());
            out.push(b',');
            out.extend_from_slice(digits.format(tag.channel).as_bytes());
            out.push(b'\n');
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Value, Error> {
        self.begin(out);
        Ok(finished(self.tags, None))
    }
}
