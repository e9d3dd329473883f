//! A section of the file, read in chunks: `length u32, content, CRC32C u32`, where length and checksum cover the
//! content, which begins with a count u32.

use super::bytes::{Cursor, Fault};
use crate::checksum::Running;
use crate::random_access::Wanted;
use crate::{Code, Findings};

/// Bytes in front of a section's first record: length and count. Offsets in the sparse header count from here.
pub const HEAD_BYTES: u64 = 8;
/// Bytes of a section's checksum.
const CHECKSUM_BYTES: usize = 4;
/// Number of bytes added to an incomplete record before it is parsed again; doubled each time.
const FIRST_STEP: usize = 64;
/// Maximum length of a record in bytes: a longer one is damaged, and would be held in memory.
pub const LONGEST_RECORD: usize = 16 << 20;

/// Remedy for a damaged index-header.
pub const COPY_AGAIN: &str = "copy the file again, or write it again from the block's index";

/// Receives the records of a section.
pub trait Records {
    /// The noun for messages.
    const SECTION: &'static str;

    /// Takes at most `most` complete records from the beginning of `bytes`; the first byte is `at` bytes into the
    /// section. A fault belongs to the record after the taken ones.
    fn take(&mut self, bytes: &[u8], at: u64, most: u32, findings: &mut Findings) -> (Taken, Option<Fault>);
}

/// Returns the position of the record after the first `taken` bytes of a chunk that is `at` bytes into the section.
///
/// # Errors
/// The position does not fit 32 bits.
pub fn place_in_section(at: u64, taken: usize) -> Result<u32, Fault> {
    u32::try_from(at + taken as u64)
        .map_err(|_| Fault::Form("begins more than 4 GiB after the start of the section"))
}

/// Numbers of taken records and of their bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    pub records: u32,
    pub bytes: usize,
}

/// The position of a section that was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SectionExtent {
    /// Byte of the file at which its length is stored.
    pub offset: u64,
    /// Bytes of its content, as it states.
    pub length: u32,
    /// Records, as it states.
    pub count: u32,
    /// Its checksum; `None` if it was not read to its end.
    pub checksum: Option<u32>,
}

impl SectionExtent {
    /// The byte after its checksum.
    pub fn end(&self) -> u64 {
        self.offset + 4 + u64::from(self.length) + CHECKSUM_BYTES as u64
    }

    /// From the first 8 bytes of the section that begins at byte `offset` of the file.
    pub(super) fn parse(head: &[u8], offset: u64) -> Result<Self, Fault> {
        let mut cursor = Cursor::new(head);
        Ok(Self { offset, length: cursor.u32()?, count: cursor.u32()?, checksum: None })
    }
}

/// Reads one section. Errors are recorded as findings, and never end the reading of the file.
#[derive(Debug)]
pub struct Section<R> {
    /// Bytes of the file.
    size: u64,
    extent: SectionExtent,
    /// Whether all records were taken.
    has_all: bool,
    state: State,
    pub records: R,
    pub findings: Findings,
}

#[derive(Debug)]
enum State {
    /// Its length and count.
    Head(Vec<u8>),
    Content(Box<Content>),
    Done,
}

#[derive(Debug)]
struct Content {
    /// Bytes of the content that were pushed, the count included.
    pushed: u64,
    /// Bytes of the content that the file has.
    length: u64,
    /// Number of records not taken yet; 0 after one could not be read.
    left: u32,
    /// The beginning of a record that continues in the next chunk, and its position in the section.
    cut: Vec<u8>,
    at: u64,
    /// Bytes after the last record.
    trailing: u64,
    checksum: Running,
    stored: Vec<u8>,
    /// Whether to skip the rest of the content.
    failed: bool,
}

impl<R: Records> Section<R> {
    /// For the section at byte `offset` of a file of `size` bytes.
    pub fn new(records: R, offset: u64, size: u64) -> Self {
        Self {
            size,
            extent: SectionExtent { offset, ..SectionExtent::default() },
            has_all: false,
            state: State::Head(Vec::new()),
            records,
            findings: Findings::default(),
        }
    }

    /// As [`RandomAccess::wants`](crate::random_access::RandomAccess::wants).
    pub fn wants(&self) -> Option<Wanted> {
        let offset = self.extent.offset;
        match &self.state {
            State::Head(_) => Some(Wanted::of_file(offset, HEAD_BYTES)),
            State::Content(content) => {
                Some(Wanted::of_file(offset + HEAD_BYTES, content.length - 4 + CHECKSUM_BYTES as u64))
            }
            State::Done => None,
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        match &mut self.state {
            State::Head(head) => head.extend_from_slice(bytes),
            State::Content(content) => {
                content.push(bytes, &mut self.records, self.extent.offset, &mut self.findings);
            }
            State::Done => {}
        }
    }

    pub fn end(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Done) {
            State::Head(head) => {
                self.begin(&head).map_or(State::Done, |content| State::Content(content.into()))
            }
            State::Content(content) => {
                self.close(*content);
                State::Done
            }
            State::Done => State::Done,
        };
    }

    /// Whether all of its records were taken.
    pub fn has_all(&self) -> bool {
        self.has_all
    }

    /// Its position, its records, and the findings.
    pub fn finish(self) -> (SectionExtent, R, Findings) {
        (self.extent, self.records, self.findings)
    }

    fn begin(&mut self, head: &[u8]) -> Option<Content> {
        let (offset, name) = (self.extent.offset, R::SECTION);
        let Ok(extent) = SectionExtent::parse(head, offset) else {
            let message = || format!("{name}: the file ends before this section");
            self.findings.error(Code::Truncated, offset, message, COPY_AGAIN);
            return None;
        };
        self.extent = extent;
        let stated = u64::from(extent.length);
        let rest = self.size.saturating_sub(offset + 4);
        let has = stated.min(rest);
        if has < stated {
            let message =
                || format!("{name}: its length is {stated} bytes, but the file ends after {has} of them");
            self.findings.error(Code::Truncated, offset, message, COPY_AGAIN);
        }
        if has < 4 {
            let message = || format!("{name}: its {has} bytes are too few for its count of entries");
            self.findings.error(Code::BadSection, offset, message, COPY_AGAIN);
            return None;
        }
        let mut checksum = Running::new();
        checksum.update(&head[4..]);
        Some(Content {
            pushed: 4,
            length: has,
            left: extent.count,
            cut: Vec::new(),
            at: HEAD_BYTES,
            trailing: 0,
            checksum,
            stored: Vec::new(),
            failed: false,
        })
    }

    /// Checks the section at its end.
    fn close(&mut self, content: Content) {
        let Self { extent, findings, has_all, .. } = self;
        let (name, at) = (R::SECTION, extent.offset + content.at);
        let SectionExtent { length, count, .. } = *extent;
        let (read, left) = (count - content.left, content.left);
        *has_all = left == 0;
        let is_whole = content.length == u64::from(length) && content.pushed == content.length;
        if !content.failed && left > 0 {
            let message = || {
                let what = if content.cut.is_empty() { "end" } else { "end inside an entry" };
                format!("{name}: its bytes {what} after {read} of {count} entries")
            };
            let code = if is_whole { Code::BadSection } else { Code::Truncated };
            findings.error(code, at, message, COPY_AGAIN);
        } else if !content.failed && content.trailing > 0 {
            let message = || format!("{name}: {} bytes follow its {count} entries", content.trailing);
            findings.error(Code::BadSection, at, message, COPY_AGAIN);
        }
        if !is_whole {
            if content.length == u64::from(length) && left == 0 {
                let message = || format!("{name}: the file ends inside this section");
                findings.error(Code::Truncated, extent.offset + 4 + content.pushed, message, COPY_AGAIN);
            }
            return;
        }
        let end = extent.offset + 4 + u64::from(length);
        let Ok(stored) = Cursor::new(&content.stored).u32() else {
            let message = || format!("{name}: the file ends before its checksum");
            findings.error(Code::Truncated, end, message, COPY_AGAIN);
            return;
        };
        let computed = content.checksum.finish();
        extent.checksum = Some(stored);
        if stored != computed {
            let message = || format!("{name}: the checksum is {computed:08x}, the file has {stored:08x}");
            findings.error_first(Code::Checksum, end, message, COPY_AGAIN);
        }
    }
}

impl Content {
    fn push<R: Records>(&mut self, bytes: &[u8], records: &mut R, offset: u64, findings: &mut Findings) {
        let left = usize::try_from(self.length - self.pushed).unwrap_or(usize::MAX);
        let (content, stored) = bytes.split_at(left.min(bytes.len()));
        self.stored.extend_from_slice(&stored[..stored.len().min(CHECKSUM_BYTES - self.stored.len())]);
        self.pushed += content.len() as u64;
        self.checksum.update(content);
        if self.failed {
            return;
        }
        if let Err(fault) = self.take(content, records, findings) {
            self.failed = true;
            self.cut = Vec::new();
            let at = offset + self.at;
            let (name, left) = (R::SECTION, self.left);
            let message = || match fault {
                Fault::Varint => {
                    format!("{name}: a varint does not end within 64 bits, {left} entries before the last")
                }
                Fault::Form(form) => format!("{name}: the entry {form}, {left} entries before the last"),
                Fault::Cut => format!(
                    "{name}: the entry is longer than {LONGEST_RECORD} bytes, {left} entries before the last"
                ),
            };
            let code = if fault == Fault::Varint { Code::VarintTooLong } else { Code::BadSection };
            findings.error(code, at, message, COPY_AGAIN);
        }
    }

    /// Takes the records that are complete; the beginning of the next one is kept.
    fn take<R: Records>(
        &mut self,
        mut bytes: &[u8],
        records: &mut R,
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        let mut step = FIRST_STEP;
        while !self.cut.is_empty() && self.left > 0 && !bytes.is_empty() {
            let before = self.cut.len();
            self.cut.extend_from_slice(&bytes[..step.min(bytes.len())]);
            let (taken, fault) = records.take(&self.cut, self.at, 1, findings);
            match fault {
                Some(Fault::Cut) if taken.records == 0 => {
                    bytes = &bytes[self.cut.len() - before..];
                    step = self.cut.len();
                }
                Some(fault) if taken.records == 0 => return Err(fault),
                _ => {
                    self.left -= 1;
                    self.at += taken.bytes as u64;
                    bytes = &bytes[taken.bytes - before..];
                    self.cut.clear();
                }
            }
        }
        if self.left > 0 && !bytes.is_empty() {
            let (taken, fault) = records.take(bytes, self.at, self.left, findings);
            self.left -= taken.records;
            self.at += taken.bytes as u64;
            bytes = &bytes[taken.bytes..];
            if let Some(fault @ (Fault::Varint | Fault::Form(_))) = fault {
                return Err(fault);
            }
        }
        if self.left == 0 {
            self.trailing += bytes.len() as u64;
        } else if self.cut.len() + bytes.len() > LONGEST_RECORD {
            return Err(Fault::Cut);
        } else {
            self.cut.extend_from_slice(bytes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_beyond_4_gib_are_a_fault_and_do_not_wrap() {
        let last = u64::from(u32::MAX);
        assert_eq!(place_in_section(last - 5, 5), Ok(u32::MAX));
        for (at, taken) in [(last, 1), (last - 5, 6), (1 << 32, 0), (5 << 32, 9)] {
            assert!(matches!(place_in_section(at, taken), Err(Fault::Form(_))), "{at} {taken}");
        }
    }
}
