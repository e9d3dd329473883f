//! Tags to lines.
//!
//! Most digits of a time are those of the previous time, so a time is split into its last eight digits and the earlier
//! ones, which are kept as text. Everything is written in words of a fixed length, whose excess the next word
//! overwrites: copies of a variable length take longer.

use super::number::{eight_digits, leading_zeros};
use crate::tags::Tag;

/// Lines are collected here, in the processor's nearest cache.
const BUFFER: usize = 4096;

/// The longest line has 42 bytes, and a word may extend past its end.
const ROOM: usize = 64;

/// Modulus of the last eight digits.
const LOW: u64 = 100_000_000;

/// Appends a line per tag to `out`, with `\n` and without a header: byte for byte like the original `tcat`.
pub fn format(tags: &[Tag], out: &mut Vec<u8>) {
    let mut buffer = [0; BUFFER];
    let mut used = 0;
    let mut high = High::of(0, false);
    for tag in tags {
        if used > BUFFER - ROOM {
            out.extend_from_slice(&buffer[..used]);
            used = 0;
        }
        if let Some(room) = buffer[used..].first_chunk_mut() {
            used += line(tag, &mut high, room);
        }
    }
    out.extend_from_slice(&buffer[..used]);
}

/// The part of a time before its last eight digits.
struct High {
    /// The value of these digits.
    value: u64,
    negative: bool,
    /// Sign and digits; no digits where they are 0.
    text: [u8; 16],
    length: usize,
}

impl High {
    fn of(size: u64, negative: bool) -> Self {
        let digits = size / LOW;
        let (mut text, mut length) = ([b'-'; 16], usize::from(negative));
        if digits > 0 {
            let mut buffer = itoa::Buffer::new();
            let digits = buffer.format(digits).as_bytes();
            text[length..length + digits.len()].copy_from_slice(digits);
            length += digits.len();
        }
        Self { value: digits * LOW, negative, text, length }
    }
}

/// Writes a line, and returns its length.
#[inline]
fn line(tag: &Tag, high: &mut High, room: &mut [u8; ROOM]) -> usize {
    let (size, negative) = (tag.time.unsigned_abs(), tag.time < 0);
    if size.wrapping_sub(high.value) >= LOW || negative != high.negative {
        *high = High::of(size, negative);
    }
    let mut at = channel(tag.channel, room);
    put(room, at, high.text);
    at += high.length;
    let low = eight_digits((size - high.value) as u32);
    let skipped = if high.value == 0 { leading_zeros(low) } else { 0 };
    put(room, at, (low >> (8 * skipped)).to_le_bytes());
    at += 8 - skipped;
    put(room, at, [b'\n']);
    at + 1
}

/// Writes channel and tab, and returns their length.
#[inline]
fn channel(channel: u64, room: &mut [u8; ROOM]) -> usize {
    if channel < 100 {
        let channel = channel as u32;
        let tens = (channel * 103) >> 10;
        let text = u32::from_le_bytes(*b"00\t\0") + (tens | (channel - 10 * tens) << 8);
        let skipped = usize::from(tens == 0);
        put(room, 0, (text >> (8 * skipped)).to_le_bytes());
        return 3 - skipped;
    }
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(channel).as_bytes();
    room[..digits.len()].copy_from_slice(digits);
    put(room, digits.len(), [b'\t']);
    digits.len() + 1
}

#[inline]
fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    room[at..at + N].copy_from_slice(&bytes);
}
