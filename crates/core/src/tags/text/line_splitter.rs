//! Where a text can be split, so that its parts can be read at the same time.

use memchr::memchr_iter;

/// Splits a text into runs of a fixed number of lines; the header does not count in the first one.
#[derive(Debug)]
pub struct LineSplitter {
    lines_each: u64,
    /// Lines that are still to come of the run under way.
    left: u64,
    /// Complete lines of all runs so far.
    lines: u64,
    /// Bytes of the run under way.
    bytes: u64,
}

impl LineSplitter {
    /// For runs of `lines_each` lines, at least 1.
    pub fn new(lines_each: u64) -> Self {
        let lines_each = lines_each.max(1);
        Self { lines_each, left: lines_each, lines: 0, bytes: 0 }
    }

    /// How many bytes at the start of `text`, which follows the text before, belong to the run under
    /// way; [`LineSplitter::at_border`] tells whether it ends with them.
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

    /// Whether the run under way has no bytes yet.
    pub fn at_border(&self) -> bool {
        self.bytes == 0
    }

    /// Complete lines until now.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}
