//! Tags as text: one `channel<TAB>time` line each, channel unsigned, time in ticks and signed.

use crate::tags::Tag;
use crate::{Code, Error};

/// The longest line that is read, in bytes without its end; the longest that is written has 41.
pub const MAX_LINE: usize = 256;

/// Appends a line per tag to `out`, with `\n` and without a header: byte for byte what the
/// original `tcat` prints.
pub fn format(tags: &[Tag], out: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    out.reserve(tags.len() * 16);
    for tag in tags {
        out.extend_from_slice(digits.format(tag.channel).as_bytes());
        out.push(b'\t');
        out.extend_from_slice(digits.format(tag.time).as_bytes());
        out.push(b'\n');
    }
}

/// Reads lines from pieces of any size. Lines end with `\n` or `\r\n`, the last one may lack
/// it; blank lines may stand at the end; a first line that begins with `#` is a header and
/// skipped, however long.
#[derive(Debug, Default)]
pub struct Parse {
    /// The line that a piece's end cut, without what is known to be header.
    cut: Vec<u8>,
    /// Whether the line that a piece's end cut is the header.
    in_header: bool,
    /// Lines that are complete.
    lines: u64,
    /// Bytes of complete lines.
    bytes: u64,
    /// Number and offset of a blank line that must be among the last ones.
    blank: Option<(u64, u64)>,
}

impl Parse {
    /// Reads a piece, and appends the tags of the lines it completes to `out`.
    ///
    /// # Errors
    /// `BadLine` with the line's number and offset; `out` then has the tags of all lines before
    /// it, and nothing more may be pushed.
    pub fn push(&mut self, mut piece: &[u8], out: &mut Vec<Tag>) -> Result<(), Error> {
        if self.in_header || !self.cut.is_empty() {
            let Some(rest) = self.complete(piece, out)? else { return Ok(()) };
            piece = rest;
        }
        if self.lines == 0 && piece.first() == Some(&b'#') {
            self.in_header = true;
            let Some(rest) = self.complete(piece, out)? else { return Ok(()) };
            piece = rest;
        }
        loop {
            while self.blank.is_none()
                && let Some((tag, used)) = plain_line(piece)
            {
                out.push(tag);
                self.lines += 1;
                self.bytes += used as u64;
                piece = &piece[used..];
            }
            if piece.is_empty() {
                return Ok(());
            }
            let Some(rest) = self.complete(piece, out)? else { return Ok(()) };
            piece = rest;
        }
    }

    /// Reads a last line that has no end.
    ///
    /// # Errors
    /// As [`Parse::push`].
    pub fn finish(mut self, out: &mut Vec<Tag>) -> Result<(), Error> {
        let line = std::mem::take(&mut self.cut);
        if line.is_empty() { Ok(()) } else { self.line(&line, out) }
    }

    /// Completes the line that was cut with the start of `piece` and returns what follows it, or
    /// keeps all of `piece` where it has no line's end.
    fn complete<'a>(&mut self, piece: &'a [u8], out: &mut Vec<Tag>) -> Result<Option<&'a [u8]>, Error> {
        let end = piece.iter().position(|byte| *byte == b'\n');
        let part = &piece[..end.unwrap_or(piece.len())];
        if self.in_header {
            self.bytes += part.len() as u64;
        } else {
            self.cut.extend_from_slice(&part[..part.len().min(MAX_LINE + 1)]);
            if self.cut.len() > MAX_LINE {
                return Err(bad(
                    self.lines + 1,
                    self.bytes,
                    &self.cut,
                    &format!("has more than {MAX_LINE} bytes"),
                ));
            }
        }
        let Some(end) = end else { return Ok(None) };
        if !self.in_header {
            let line = std::mem::take(&mut self.cut);
            self.line(&line, out)?;
            self.bytes += line.len() as u64;
            self.cut = line;
            self.cut.clear();
        }
        self.in_header = false;
        self.lines += 1;
        self.bytes += 1;
        Ok(Some(&piece[end + 1..]))
    }

    /// Reads a line without its `\n`.
    fn line(&mut self, line: &[u8], out: &mut Vec<Tag>) -> Result<(), Error> {
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let here = (self.lines + 1, self.bytes);
        if text.is_empty() {
            self.blank.get_or_insert(here);
            return Ok(());
        }
        if let Some((number, offset)) = self.blank {
            return Err(bad(number, offset, b"", "is blank, but lines follow it"));
        }
        match any_line(text) {
            Ok(tag) => out.push(tag),
            Err(what) => return Err(bad(here.0, here.1, text, what)),
        }
        Ok(())
    }
}

/// A tag and the length of its line, end included, where `bytes` begin with a complete line
/// whose numbers have 1 to 19 digits; the rest is for [`any_line`].
#[inline]
fn plain_line(bytes: &[u8]) -> Option<(Tag, usize)> {
    let (channel, at) = digits(bytes, 0)?;
    if *bytes.get(at)? != b'\t' {
        return None;
    }
    let negative = *bytes.get(at + 1)? == b'-';
    let (size, mut at) = digits(bytes, at + 1 + usize::from(negative))?;
    let time = if negative { 0i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() }?;
    if *bytes.get(at)? == b'\r' {
        at += 1;
    }
    (*bytes.get(at)? == b'\n').then_some((Tag { time, channel }, at + 1))
}

/// 1 to 19 digits at `start` (so no overflow), and where they end.
#[inline]
fn digits(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let mut value = 0;
    let mut at = start;
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        if at - start == 19 {
            return None;
        }
        value = value * 10 + u64::from(digit);
        at += 1;
    }
    (at > start).then_some((value, at))
}

/// A line of any kind, without its end, or what is wrong with it.
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
