//! Split points of a text file, so that its parts can be read in parallel.

use memchr::memchr_iter;

/// Splits a text file into runs of a fixed number of lines; the header does not count in the first one.
#[derive(Debug)]
pub struct LineSplitter {
    lines_each: u64,
    /// Remaining lines of the current run.
    left: u64,
    /// Complete lines of all runs so far.
    lines: u64,
    /// Bytes of the current run.
    bytes: u64,
}

impl LineSplitter {
    /// Creates a splitter for runs of `lines_each` lines, at least 1.
    pub fn new(lines_each: u64) -> Self {
        let lines_each = lines_each.max(1);
        Self { lines_each, left: lines_each, lines: 0, bytes: 0 }
    }

    /// Number of bytes at the start of `text`, the continuation of the text before, that belong to the current run;
    /// [`LineSplitter::at_border`] returns whether it ends with them.
    pub fn next(&mut self, text: &[u8]) -> usize {
        if self.at_border() {
            let first = self.lines == 0;
            self.left = self.lines_each + u64::from(first && text.starts_with(b"#"));
        }
        let lines = memchr_iter(b'\n', text).count() as u64;
        if lines < self.left {
            self.left -= lines;
            self.lines += lines;
            self.bytes += text.len() as u64;
            return text.len();
        }
        self.lines += self.left;
        self.bytes = 0;
        memchr_iter(b'\n', text).nth(self.left as usize - 1).map_or(text.len(), |end| end + 1)
    }

    /// Whether the current run has no bytes yet.
    pub fn at_border(&self) -> bool {
        self.bytes == 0
    }

    /// Number of complete lines so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}
