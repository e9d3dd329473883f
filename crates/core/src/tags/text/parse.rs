//! Lines to tags.

use super::number::{append, number};
use crate::tags::Tag;
use crate::{Code, Error};

/// Maximum length of a read line, in bytes without its end; written lines have at most 41.
pub const MAX_LINE: usize = 256;

/// Reads lines from text in chunks of any size. Lines end with `\n` or `\r\n`; the last one may lack it. Blank lines may
/// stand at the end. A first line that begins with `#` is a header and skipped, regardless of its length.
#[derive(Debug, Default)]
pub struct Parse {
    /// The received part of the current line; empty if that is the header.
    unfinished: Vec<u8>,
    /// Whether the current line is the header.
    in_header: bool,
    /// Number of complete lines.
    lines: u64,
    /// Bytes of complete lines.
    bytes: u64,
    /// Number and byte offset of the first blank line: only blank lines may follow it.
    blank: Option<(u64, u64)>,
}

impl Parse {
    /// Creates a parser for text after `lines` complete lines of `bytes` bytes in all.
    pub fn after(lines: u64, bytes: u64) -> Self {
        Self { lines, bytes, ..Self::default() }
    }

    /// The error if a line follows that is not blank; `None` if there was no blank line.
    pub fn blank(&self) -> Option<Error> {
        let (number, offset) = self.blank?;
        Some(bad(number, offset, b"", "is blank, but lines follow it"))
    }

    /// Reads a chunk, and appends the tags of the completed lines to `out`.
    ///
    /// # Errors
    /// `BadLine` with the line's number and offset; `out` then has the tags of all earlier lines, and nothing more may
    /// be pushed.
    pub fn push(&mut self, mut chunk: &[u8], out: &mut Vec<Tag>) -> Result<(), Error> {
        if self.in_header || !self.unfinished.is_empty() {
            let Some(rest) = self.complete(chunk, out)? else { return Ok(()) };
            chunk = rest;
        }
        if self.lines == 0 && chunk.first() == Some(&b'#') {
            self.in_header = true;
            let Some(rest) = self.complete(chunk, out)? else { return Ok(()) };
            chunk = rest;
        }
        loop {
            if self.blank.is_none() {
                chunk = self.plain_lines(chunk, out);
            }
            if chunk.is_empty() {
                return Ok(());
            }
            let Some(rest) = self.complete(chunk, out)? else { return Ok(()) };
            chunk = rest;
        }
    }

    /// Reads a last line that has no end.
    ///
    /// # Errors
    /// Like [`Parse::push`].
    pub fn finish(mut self, out: &mut Vec<Tag>) -> Result<(), Error> {
        let line = std::mem::take(&mut self.unfinished);
        if line.is_empty() { Ok(()) } else { self.line(&line, out) }
    }

    /// Reads lines of the usual form, and returns the text after them.
    fn plain_lines<'a>(&mut self, chunk: &'a [u8], out: &mut Vec<Tag>) -> &'a [u8] {
        let before = out.len();
        let mut rest = chunk;
        while let Some((tag, used)) = plain_line(rest) {
            out.push(tag);
            rest = &rest[used..];
        }
        self.lines += (out.len() - before) as u64;
        self.bytes += (chunk.len() - rest.len()) as u64;
        rest
    }

    /// Completes the split line with the start of `chunk` and returns the text after it, or keeps all of `chunk` if it
    /// has no end of a line.
    fn complete<'a>(&mut self, chunk: &'a [u8], out: &mut Vec<Tag>) -> Result<Option<&'a [u8]>, Error> {
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if self.in_header {
            self.bytes += part.len() as u64;
        } else {
            self.unfinished.extend_from_slice(&part[..part.len().min(MAX_LINE + 1)]);
            if self.unfinished.len() > MAX_LINE {
                let what = format!("has more than {MAX_LINE} bytes");
                let long = bad(self.lines + 1, self.bytes, &self.unfinished, &what);
                return Err(self.blank().unwrap_or(long));
            }
        }
        let Some(end) = end else { return Ok(None) };
        if !self.in_header {
            let line = std::mem::take(&mut self.unfinished);
            self.line(&line, out)?;
            self.bytes += line.len() as u64;
            self.unfinished = line;
            self.unfinished.clear();
        }
        self.in_header = false;
        self.lines += 1;
        self.bytes += 1;
        Ok(Some(&chunk[end + 1..]))
    }

    /// Reads a line without its `\n`.
    fn line(&mut self, line: &[u8], out: &mut Vec<Tag>) -> Result<(), Error> {
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let here = (self.lines + 1, self.bytes);
        if text.is_empty() {
            self.blank.get_or_insert(here);
            return Ok(());
        }
        if let Some(error) = self.blank() {
            return Err(error);
        }
        match any_line(text) {
            Ok(tag) => out.push(tag),
            Err(what) => return Err(bad(here.0, here.1, text, what)),
        }
        Ok(())
    }
}

/// A tag and the length of its line, end included, if `bytes` begin with a complete line that has a channel of up to 7
/// digits, a time of up to 19, and some bytes after it; other lines are for [`any_line`].
#[inline]
fn plain_line(bytes: &[u8]) -> Option<(Tag, usize)> {
    let text = word(bytes, 0)?;
    let (channel, mut at) = number(text);
    if at == 0 || byte(text, at)? != b'\t' {
        return None;
    }
    at += 1;
    let negative = *bytes.get(at)? == b'-';
    at += usize::from(negative);
    let mut text = word(bytes, at)?;
    let (mut size, mut length) = number(text);
    if length == 0 {
        return None;
    }
    at += length;
    if length == 8 {
        text = word(bytes, at)?;
        let more = number(text);
        (size, length) = (append(size, more), more.1);
        at += length;
        if length == 8 {
            text = word(bytes, at)?;
            let more = number(text);
            if more.1 > 3 {
                return None;
            }
            (size, length) = (append(size, more), more.1);
            at += length;
        }
    }
    let time = if negative { 0i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() }?;
    let tag = Tag { time, channel };
    match byte(text, length)? {
        b'\n' => Some((tag, at + 1)),
        b'\r' if *bytes.get(at + 1)? == b'\n' => Some((tag, at + 2)),
        _ => None,
    }
}

/// The eight bytes at `at`.
#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The byte at `at` in a word.
#[inline]
fn byte(word: u64, at: usize) -> Option<u8> {
    (at < 8).then(|| (word >> (8 * at)) as u8)
}

/// Parses a line of any form, without its end, or returns its error.
fn any_line(line: &[u8]) -> Result<Tag, &'static str> {
    let Some(tab) = line.iter().position(|byte| *byte == b'\t') else {
        return Err("has no tab between channel and time");
    };
    let (channel, time) = (&line[..tab], &line[tab + 1..]);
    let number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    if !number(channel) {
        return Err("has a channel that is not a whole number");
    }
    if !number(time.strip_prefix(b"-").unwrap_or(time)) {
        return Err("has a time that is not a whole number");
    }
    let text = |digits| std::str::from_utf8(digits).unwrap_or_default();
    Ok(Tag {
        channel: text(channel).parse().map_err(|_| "has a channel past 18446744073709551615")?,
        time: text(time).parse().map_err(|_| "has a time that does not fit 64 bits")?,
    })
}

fn bad(number: u64, offset: u64, line: &[u8], what: &str) -> Error {
    let shown = line[..line.len().min(48)].escape_ascii();
    let more = if line.len() > 48 { "..." } else { "" };
    Error::at(
        Code::BadLine,
        offset,
        format!("line {number}, \"{shown}{more}\", {what}"),
        "correct it to channel<TAB>time, or remove it",
    )
}
