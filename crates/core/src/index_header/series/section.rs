//! Reads the series section from bytes in any chunks.

use super::Series;
use crate::checksum::crc32c;
use crate::index_header::bytes::{Cursor, Fault};
use crate::index_header::header::IndexVersion;
use crate::index_header::section::LONGEST_RECORD;
use crate::{Code, Findings};

/// Alignment of series in bytes, in index version 2.
const ALIGNMENT: u64 = 16;

const COPY_AGAIN: &str = "copy the index again: this part of it is damaged";

/// Receives the sound series of a section, one after the other.
pub trait SeriesSink {
    /// Takes the series at byte `at` of the file.
    fn take(&mut self, series: &Series, at: u64);
}

/// Reads the series and passes them to `sink`.
#[derive(Debug)]
pub struct SeriesSection<S> {
    version: IndexVersion,
    /// Byte of the file after the taken ones.
    at: u64,
    /// The beginning of a series whose rest comes with the next chunk, at `at`.
    cut: Vec<u8>,
    /// Whether the rest of the section is skipped.
    failed: bool,
    series: Series,
    /// Number of sound series.
    taken: u64,
    pub sink: S,
    pub findings: Findings,
}

impl<S: SeriesSink> SeriesSection<S> {
    /// For the section at byte `at` of the file.
    pub fn new(version: IndexVersion, at: u64, sink: S) -> Self {
        Self {
            version,
            at,
            cut: Vec::new(),
            failed: false,
            series: Series::default(),
            taken: 0,
            sink,
            findings: Findings::default(),
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if self.failed {
            return;
        }
        if self.cut.is_empty() {
            let taken = self.take(bytes);
            self.cut.extend_from_slice(&bytes[taken..]);
        } else {
            let mut cut = std::mem::take(&mut self.cut);
            cut.extend_from_slice(bytes);
            let taken = self.take(&cut);
            cut.drain(..taken);
            self.cut = cut;
        }
        if self.failed {
            self.cut = Vec::new();
        }
    }

    /// Ends the section: all bytes up to `end`, or up to the end of the file, were pushed.
    pub fn end(&mut self, end: u64) {
        let reached = self.at + self.cut.len() as u64;
        if !self.failed && reached < end {
            let message = || format!("series: their last {} bytes are missing", end - reached);
            self.findings.error(Code::Truncated, reached, message, COPY_AGAIN);
        } else if self.cut.iter().any(|byte| *byte != 0) {
            self.fail(Fault::Form("ends after the section"));
        }
        self.cut = Vec::new();
    }

    /// Takes the complete series; returns their number of bytes.
    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while !self.failed {
            let padding = match self.version {
                IndexVersion::V1 => 0,
                IndexVersion::V2 => (self.at.next_multiple_of(ALIGNMENT) - self.at) as usize,
            };
            let Some(entry) = bytes.get(taken + padding..).filter(|entry| !entry.is_empty()) else { break };
            let (content, checksum, length) = match split(entry) {
                Ok(parts) => parts,
                Err(Fault::Cut) if entry.len() <= LONGEST_RECORD => break,
                Err(fault) => {
                    self.at += padding as u64;
                    self.fail(fault);
                    break;
                }
            };
            let at = self.at + padding as u64;
            taken += padding + length;
            self.at = at + length as u64;
            self.add(content, checksum, at);
        }
        taken
    }

    /// Takes a series. A damaged one is omitted, because the series after it can be read.
    fn add(&mut self, content: &[u8], stored: u32, at: u64) {
        let computed = crc32c(content);
        if stored != computed {
            let message = || format!("series: the checksum is {computed:08x}, the file has {stored:08x}");
            self.findings.error(Code::Checksum, at, message, COPY_AGAIN);
            return;
        }
        match self.series.read(content) {
            Ok(()) => {
                self.taken += 1;
                self.sink.take(&self.series, at);
            }
            Err(fault) => {
                let message = || format!("series: the series {}", words(fault));
                self.findings.error(Code::BadSection, at, message, COPY_AGAIN);
            }
        }
    }

    #[cold]
    fn fail(&mut self, fault: Fault) {
        self.failed = true;
        let series = self.taken;
        let message = || format!("series: after {series} series, one {}", words(fault));
        self.findings.error(Code::BadSection, self.at, message, COPY_AGAIN);
    }
}

fn words(fault: Fault) -> &'static str {
    match fault {
        Fault::Cut => "states more than the file has",
        Fault::Varint => "has a varint that does not end within 64 bits",
        Fault::Form(form) => form,
    }
}

/// Content, checksum and bytes of the series at the beginning of `entry`.
pub fn split(entry: &[u8]) -> Result<(&[u8], u32, usize), Fault> {
    let mut cursor = Cursor::new(entry);
    let content = cursor.string()?;
    if content.is_empty() {
        return Err(Fault::Form("is empty"));
    }
    let checksum = cursor.u32()?;
    Ok((content, checksum, entry.len() - cursor.len()))
}
