//! The bytes of an index, version 2, and of the announcement of one.
//!
//! A [skippable frame](https://www.rfc-editor.org/rfc/rfc8878#name-skippable-frames): magic
//! number `0x184D2A54` and the payload's length, 4 bytes each. The payload is 64-bit words, all
//! little-endian; `i` marks words that are signed:
//!
//! ```text
//! "tagv.idx"   version = 2   frames   end: bytes of the file before this skippable frame
//! per frame:   offset   length   tags   first i   last i   min i   max i   out_of_order   channels
//!   per channel, ascending:  channel   tags   first i   last i   min_gap i (2^63 - 1 where it is one tag)
//! hash         payload's length in bytes   "tagv.idx"
//! ```
//!
//! `hash` is [XXH64](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), seed 0, of every payload byte
//! before it. [`Frame`] and [`Channel`] document the words. Frames do not overlap, and only skippable frames stand
//! before, between and after them. Version 1 has no `end`: its frames follow one another without gaps, from byte 0 of
//! the file to the skippable frame.
//!
//! An announcement is a skippable frame of the same magic number at byte 0 of the file: `"tagv.rec"` and the word 1. It
//! announces that an index ends the file; without an index, the file is truncated.

use twox_hash::XxHash64;

use super::announcement::ANNOUNCEMENT;
use super::entries::{Channel, Frame, Index};
use super::sizes::{LEAST_BYTES, MAX_BYTES, frame_bytes};
use crate::{Code, Error};

pub use super::sizes::{FIXED_BYTES, HEADER_BYTES, TRAILER_BYTES};

/// The magic number of the skippable frame. Its neighbours are taken: pzstd and zstd:chunked use `0x184D2A50`, zstd's
/// seekable format `0x184D2A5E`.
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A54;

/// First and last word of the payload.
pub const MAGIC: [u8; 8] = *b"tagv.idx";

/// Maximum number of tags, more than any file holds, which every consumer counts exactly.
const MAX_TAGS: u64 = 1 << 53;

const VERSION: u64 = 2;

/// Whether a skippable frame with these bytes, its header and its first word, is an announcement, whose length is
/// fixed, or an index, whose contents are checked separately.
pub fn is_ours(head: &[u8; 16]) -> bool {
    let (magic, word) = (&head[..4], &head[8..]);
    head == &ANNOUNCEMENT[..16] || (magic == SKIPPABLE_MAGIC.to_le_bytes() && word == MAGIC)
}

const NO_GAP: i64 = i64::MAX;

impl Index {
    /// Appends the whole skippable frame to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let length = FIXED_BYTES + self.bytes;
        out.reserve((HEADER_BYTES + length) as usize);
        out.extend(SKIPPABLE_MAGIC.to_le_bytes());
        // `push` keeps the payload below 64 MiB.
        out.extend((length as u32).to_le_bytes());
        let payload = out.len();
        out.extend(MAGIC);
        let mut word = |word: u64| out.extend(word.to_le_bytes());
        word(VERSION);
        word(self.frames.len() as u64);
        word(self.end);
        for frame in &self.frames {
            word(frame.offset);
            word(frame.length);
            word(frame.tags);
            word(frame.first as u64);
            word(frame.last as u64);
            word(frame.min as u64);
            word(frame.max as u64);
            word(frame.out_of_order);
            word(frame.channels.len() as u64);
            for channel in &frame.channels {
                word(channel.channel);
                word(channel.tags);
                word(channel.first as u64);
                word(channel.last as u64);
                word(channel.min_gap.unwrap_or(NO_GAP) as u64);
            }
        }
        let hash = XxHash64::oneshot(0, &out[payload..]);
        out.extend(hash.to_le_bytes());
        out.extend(length.to_le_bytes());
        out.extend(MAGIC);
    }

    /// Reads the payload of the skippable frame. Memory is bounded by the size of the payload.
    ///
    /// # Errors
    /// `BadIndex`, with an offset in the payload, if it is damaged, of a later version, or contradicts itself. The tags
    /// of the file are not affected.
    pub fn parse(payload: &[u8]) -> Result<Self, Error> {
        let length = payload.len() as u64;
        if length > MAX_BYTES {
            return Err(bad(0, format!("is {length} bytes long, more than the limit of {MAX_BYTES}")));
        }
        let Some((body, trailer)) = payload.split_last_chunk::<{ TRAILER_BYTES as usize }>() else {
            return Err(bad(
                length,
                format!("ends after {length} bytes, fewer than the minimum of {LEAST_BYTES}"),
            ));
        };
        let mut words = Words { bytes: trailer, at: 0 };
        let (hash, stated, magic) = (words.next()?, words.next()?, words.next()?);
        let at = body.len() as u64;
        if magic != u64::from_le_bytes(MAGIC) || !body.starts_with(&MAGIC) {
            return Err(bad(0, "does not begin and end with its magic word `tagv.idx`".into()));
        }
        if stated != length {
            return Err(bad(at + 8, format!("states a length of {stated} bytes, but has {length}")));
        }
        let computed = XxHash64::oneshot(0, body);
        if hash != computed {
            return Err(bad(at, format!("has the hash {computed:016x}, but states {hash:016x}")));
        }
        let mut words = Words { bytes: body, at: MAGIC.len() };
        let version = words.next()?;
        if !(1..=VERSION).contains(&version) {
            return Err(Error {
                remedy: "use a later version of tagview, or read the file without its index".into(),
                ..bad(8, format!("is of version {version}, and this tagview reads versions 1 and {VERSION}"))
            });
        }
        let frames = words.next()?;
        let stated_end = if version == 1 { None } else { Some(words.next()?) };
        let mut index = Self::default();
        let mut tags = 0_u64;
        for _ in 0..frames {
            let at = words.at as u64;
            let frame = words.frame()?;
            check(&frame, index.end, stated_end.is_some()).map_err(|what| bad(at, what))?;
            tags = tags.saturating_add(frame.tags);
            if tags > MAX_TAGS {
                return Err(bad(
                    at,
                    format!("claims at least {tags} tags, more than the limit of {MAX_TAGS}"),
                ));
            }
            index.bytes += frame_bytes(frame.channels.len());
            index.end = frame.offset + frame.length;
            index.frames.push(frame);
        }
        if words.at != body.len() {
            return Err(bad(words.at as u64, format!("continues after its {frames} frames")));
        }
        if let Some(end) = stated_end {
            if end < index.end {
                return Err(bad(
                    24,
                    format!("ends at byte {end}, but its last frame ends at byte {}", index.end),
                ));
            }
            index.end = end;
        }
        Ok(index)
    }
}

/// Reads words one after the other.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Result<u64, Error> {
        let word = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        let word = word.ok_or_else(|| bad(self.at as u64, "ends in the middle of a frame's entry".into()))?;
        self.at += word.len();
        Ok(u64::from_le_bytes(*word))
    }

    fn time(&mut self) -> Result<i64, Error> {
        Ok(self.next()? as i64)
    }

    fn frame(&mut self) -> Result<Frame, Error> {
        let mut frame = Frame {
            offset: self.next()?,
            length: self.next()?,
            tags: self.next()?,
            first: self.time()?,
            last: self.time()?,
            min: self.time()?,
            max: self.time()?,
            out_of_order: self.next()?,
            channels: Vec::new(),
        };
        // The list grows as entries are read, so a wrong count costs nothing.
        for _ in 0..self.next()? {
            let [channel, tags] = [self.next()?, self.next()?];
            let [first, last, gap] = [self.time()?, self.time()?, self.time()?];
            let min_gap = (tags > 1 || gap != NO_GAP).then_some(gap);
            frame.channels.push(Channel { channel, tags, first, last, min_gap });
        }
        Ok(frame)
    }
}

/// Remedy for a bad index.
pub const WITHOUT_INDEX: &str = "read the file without its index, the tags themselves are not affected";

/// Remedy for a sound index whose described data is missing.
pub const AFFECTED: &str =
    "fetch the file again, or use what was read; frames may be missing, duplicated or swapped";

/// The error of a frame that must start at `start`, or after it if `holes` are allowed.
fn check(frame: &Frame, start: u64, holes: bool) -> Result<(), String> {
    let Frame { offset, length, tags, first, last, min, max, out_of_order, ref channels } = *frame;
    if offset < start || (offset > start && !holes) {
        return Err(format!("has a frame at byte {offset}, but the one before it ends at {start}"));
    }
    if length == 0 || offset.checked_add(length).is_none() {
        return Err(format!("has a frame of {length} bytes at byte {offset}"));
    }
    if tags == 0 {
        let empty = Frame { offset, length, ..Frame::default() };
        return if *frame == empty { Ok(()) } else { Err("has times of a frame without tags".into()) };
    }
    let within = |time: i64| min <= time && time <= max;
    if !within(first) || !within(last) || out_of_order >= tags {
        return Err(format!("has a frame of {tags} tags whose times contradict each other"));
    }
    if !channels.is_sorted_by(|a, b| a.channel < b.channel) {
        return Err("has channels that do not ascend".into());
    }
    let mut sum = 0u64;
    for channel in channels {
        sum = sum.saturating_add(channel.tags);
        if channel.tags == 0
            || !within(channel.first)
            || !within(channel.last)
            || channel.min_gap.is_some() != (channel.tags > 1)
        {
            return Err(format!("has an entry of channel {} that contradicts its frame", channel.channel));
        }
    }
    if sum != tags {
        return Err(format!("has a frame of {tags} tags whose channels have {sum}"));
    }
    Ok(())
}

fn bad(offset: u64, what: String) -> Error {
    Error::at(Code::BadIndex, offset, format!("the file's index {what}"), WITHOUT_INDEX)
}
