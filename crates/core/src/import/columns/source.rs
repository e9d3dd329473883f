//! Converts lines to tags.

use memchr::memchr2;

use super::LAYOUT_BYTES;
use super::form::{fields, is_open};
use super::layout::{ChannelPlace, Choice, Layout};
use super::number::{Decimal, Scale, whole};
use crate::import::facts::{ColumnFacts, ImportFacts};
use crate::import::source::ImportSource;
use crate::import::tick::Tick;
use crate::tags::{Tag, TagSource, Totals};
use crate::{Code, Error};

/// Number of bytes of text parsed at once, so that their tags are still in the cache when they are used.
const CHUNK: usize = 64 << 10;
/// Maximum length of a line in bytes.
const MAX_LINE: usize = 4096;

/// Reads tags from text. A line that cannot be read is a finding, and reading continues after it.
pub struct Columns {
    choice: Choice,
    state: State,
    lines: Lines,
    tags: Vec<Tag>,
    totals: Totals,
    /// Lines that could not be read, and times that were rounded to ticks.
    broken: u64,
    rounded: u64,
    /// Whether the text continues after the bytes that this reader gets.
    followed: bool,
}

enum State {
    /// The first bytes, until there are enough to determine the layout.
    Head(Vec<u8>),
    Lines(Layout),
    /// Reading has ended early.
    Stopped,
    /// The text has ended.
    Ended(Option<Layout>),
}

impl Columns {
    /// Creates a reader of a text file with the options `choice`.
    pub fn new(choice: Choice) -> Self {
        Self {
            choice,
            state: State::Head(Vec::new()),
            lines: Lines::default(),
            tags: Vec::new(),
            totals: Totals::default(),
            broken: 0,
            rounded: 0,
            followed: false,
        }
    }

    fn begin(&mut self, head: &[u8], is_whole: bool, sink: &mut dyn FnMut(&[Tag])) {
        match Layout::of(head, is_whole, &self.choice) {
            Ok(layout) => {
                let start = layout.start;
                self.lines = Lines { number: layout.lines, offset: start as u64, ..Lines::default() };
                self.state = State::Lines(layout);
                self.read(&head[start..], sink);
            }
            Err(error) => {
                let empty = head.is_empty().then(|| {
                    Error::at(Code::Empty, 0, "this text is empty", "check that it was copied completely")
                });
                self.totals.note(empty.unwrap_or(error));
                self.state = State::Stopped;
            }
        }
    }

    fn read(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        for chunk in bytes.chunks(CHUNK) {
            let Self { state: State::Lines(layout), lines, tags, totals, broken, rounded, .. } = self else {
                return;
            };
            lines.read(chunk, &mut |line, place| match tag_of(line, layout) {
                Ok(Some((tag, is_exact))) => {
                    tags.push(tag);
                    *rounded += u64::from(!is_exact);
                }
                Ok(None) => {}
                Err(wrong) => {
                    *broken += 1;
                    totals.note(bad(line, place, &wrong));
                }
            });
            self.give(sink);
        }
    }

    fn give(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if !self.tags.is_empty() {
            self.totals.tags += self.tags.len() as u64;
            sink(&self.tags);
            self.tags.clear();
        }
    }

    fn layout(&self) -> Option<&Layout> {
        match &self.state {
            State::Lines(layout) => Some(layout),
            State::Ended(layout) => layout.as_ref(),
            State::Head(_) | State::Stopped => None,
        }
    }
}

impl TagSource for Columns {
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.totals.bytes += bytes.len() as u64;
        let State::Head(head) = &mut self.state else { return self.read(bytes, sink) };
        let (first, rest) = bytes.split_at(bytes.len().min(LAYOUT_BYTES - head.len()));
        head.extend_from_slice(first);
        if head.len() == LAYOUT_BYTES {
            let head = std::mem::take(head);
            self.begin(&head, false, sink);
            self.read(rest, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if let State::Head(head) = &mut self.state {
            let head = std::mem::take(head);
            self.begin(&head, !self.followed, sink);
        }
        // The last line may have no line end. A line that is cut has the first digits of a number.
        if !self.lines.unfinished.is_empty() && !self.followed {
            self.read(b"\n", sink);
        }
        self.state = match std::mem::replace(&mut self.state, State::Stopped) {
            State::Lines(layout) => State::Ended(Some(layout)),
            _ => State::Ended(None),
        };
        self.lines = Lines::default();
    }

    fn wants_more(&self) -> bool {
        matches!(self.state, State::Head(_) | State::Lines(_))
    }

    /// A text cannot be split: the layout depends on its first lines.
    fn at_border(&self) -> bool {
        false
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    fn totals(&self) -> Totals {
        self.totals.clone()
    }

    fn rounded(&self) -> u64 {
        self.rounded
    }
}

impl ImportSource for Columns {
    fn tick(&self) -> Option<Tick> {
        self.layout().and_then(Layout::tick)
    }

    fn followed(&mut self) {
        self.followed = true;
    }

    /// A text that has stated no unit in its first lines has none.
    fn header_bytes(&self) -> u64 {
        LAYOUT_BYTES as u64
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::Columns(ColumnFacts {
            separator: self.layout().map(Layout::separator_name),
            unit: self.layout().map(Layout::unit),
            unit_assumed: self.layout().is_some_and(|layout| layout.is_assumed),
            replaced_unit: self.layout().and_then(|layout| layout.replaced.clone()),
            broken_lines: Some(self.broken),
            skipped_lines: self.layout().map_or(0, |layout| layout.skipped),
            rounded_times: Some(self.rounded),
        })
    }
}

/// Position of a line.
#[derive(Debug, Clone, Copy)]
struct LinePosition {
    /// Number of the line, from 1 on.
    number: u64,
    /// Offset of the line in bytes from the beginning of the text.
    offset: u64,
}

/// Splits a text file that arrives in chunks into lines. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Debug, Default)]
struct Lines {
    /// Number of complete lines.
    number: u64,
    /// Byte offset of the current line.
    offset: u64,
    /// Stored bytes of the current line.
    unfinished: Vec<u8>,
    /// Length of the current line so far, in bytes.
    length: u64,
    /// Whether the previous line ended with `\r`: a following `\n` belongs to it.
    after_return: bool,
}

impl Lines {
    /// Calls `line` with each line that `bytes` completes, without its end.
    fn read(&mut self, mut bytes: &[u8], line: &mut dyn FnMut(&[u8], LinePosition)) {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_return)
                && let Some(rest) = bytes.strip_prefix(b"\n")
            {
                self.offset += 1;
                bytes = rest;
                continue;
            }
            let end = memchr2(b'\n', b'\r', bytes);
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if end.is_none() || !self.unfinished.is_empty() {
                let room = (MAX_LINE + 1).saturating_sub(self.unfinished.len());
                self.unfinished.extend_from_slice(&part[..part.len().min(room)]);
            }
            self.length += part.len() as u64;
            let Some(end) = end else { return };
            let place = LinePosition { number: self.number + 1, offset: self.offset };
            line(if self.unfinished.is_empty() { part } else { &self.unfinished }, place);
            self.unfinished.clear();
            self.number += 1;
            self.offset += self.length + 1;
            self.length = 0;
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
        }
    }
}

/// The reason why a line cannot be read, with a remedy.
struct Wrong {
    what: String,
    remedy: &'static str,
}

impl From<String> for Wrong {
    fn from(what: String) -> Self {
        Self { what, remedy: "correct it, or remove it; the other lines were read" }
    }
}

/// Returns the tag of a line, and whether its time is exact; `None` if the line is blank or a comment.
fn tag_of(line: &[u8], layout: &Layout) -> Result<Option<(Tag, bool)>, Wrong> {
    if line.len() > MAX_LINE {
        return Err(format!("has more than {MAX_LINE} bytes").into());
    }
    if line.trim_ascii_start().first().is_none_or(|byte| matches!(byte, b'#' | b'%')) {
        return Ok(None);
    }
    let (mut channel, mut time, mut count) = (None, None, 0);
    if let ChannelPlace::All(all) = layout.channel {
        channel = Some(Ok(all));
    }
    for field in fields(line, layout.separator) {
        let is_comment = matches!(field.first(), Some(b'#' | b'%'));
        if is_comment && channel.is_some() && time.is_some() {
            break;
        }
        if layout.channel == ChannelPlace::Column(count) {
            channel = Some(channel_of(field, layout));
        }
        if count == layout.time {
            time = Some(field);
        }
        count += 1;
    }
    let is_complete =
        count == layout.columns || (count + 1 == layout.columns && is_open(line, layout.separator));
    let (Some(channel), Some(time), true) = (channel, time, is_complete) else {
        let separates = |byte: &u8| *byte == layout.separator;
        let what = if count < 2 && !line.trim_ascii().iter().any(separates) {
            format!("has no {} between its columns, as the other lines have", layout.separator_name())
        } else if count > layout.columns {
            format!("has {count} columns, and the other lines have {}", layout.columns)
        } else {
            format!("has {count} of the {} columns that the other lines have", layout.columns)
        };
        return Err(what.into());
    };
    let channel = channel?;
    let (time, is_exact) = time_of(time, layout)?;
    Ok(Some((Tag { time, channel }, is_exact)))
}

fn channel_of(field: &[u8], layout: &Layout) -> Result<u64, String> {
    if let Some(channel) = whole(field).and_then(|channel| u64::try_from(channel).ok()) {
        return Ok(channel);
    }
    let text = std::str::from_utf8(field).unwrap_or_default();
    let number = Decimal::read(field, layout.separator != b',');
    // Programs that hold all columns as floating-point numbers write `3.0` or `3.000e+00`.
    let rounded = || u64::try_from(number?.sized(Scale::ONE).filter(|(_, is_exact)| *is_exact)?.0).ok();
    text.parse().ok().or_else(rounded).ok_or_else(|| match number {
        Some(_) => "has a channel that is not a whole number from 0 to 18446744073709551615".to_owned(),
        None => "has a channel that is not a number".to_owned(),
    })
}

fn time_of(field: &[u8], layout: &Layout) -> Result<(i64, bool), Wrong> {
    if layout.scale == Scale::ONE
        && let Some(time) = whole(field)
    {
        return Ok((time, true));
    }
    let Some(time) = Decimal::read(field, layout.separator != b',') else {
        return Err("has a time that is not a number".to_owned().into());
    };
    if layout.is_whole && time.has_fraction() {
        return Err("has a time with a fraction, but times before it are whole numbers".to_owned().into());
    }
    let length = layout.tick.map_or("ticks".to_owned(), |tick| format!("ticks of {tick}"));
    time.scaled(layout.scale).ok_or_else(|| {
        let what = format!("has a time that does not fit 64 bits of {length}");
        if !layout.is_assumed {
            return what.into();
        }
        let what = format!("{what}; no unit is stated, and times are taken as seconds");
        Wrong { what, remedy: "state the unit of the times, as in `unit: \"ns\"`" }
    })
}

fn bad(line: &[u8], LinePosition { number, offset }: LinePosition, Wrong { what, remedy }: &Wrong) -> Error {
    let shown = line[..line.len().min(48)].escape_ascii();
    let more = if line.len() > 48 { "..." } else { "" };
    Error::at(Code::BadLine, offset, format!("line {number}, \"{shown}{more}\", {what}"), *remedy)
}
