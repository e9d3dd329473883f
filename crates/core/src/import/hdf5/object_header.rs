//! Messages of the header of a group or of a dataset.

use super::bytes::{Fields, File, damaged};
use super::lookup3;
use crate::Error;

/// Type of a message that continues the header elsewhere.
const CONTINUATION: u64 = 0x10;
/// Type of a message without content.
const NONE: u64 = 0;
/// Flag of a message whose content is elsewhere.
const SHARED: u8 = 2;
/// Maximum length of a header in bytes.
const MAX_HEADER: u64 = 1 << 20;
/// Smallest length in bytes by which a block of messages is counted.
const MIN_BLOCK: u64 = 16;

/// A message of a header.
#[derive(Debug, Clone, Copy)]
pub struct Message<'a> {
    pub kind: u64,
    pub body: Fields<'a>,
}

/// Forms of headers.
#[derive(Clone, Copy)]
enum Form {
    /// Version 1: messages of whole multiples of 8 bytes.
    Old,
    /// Version 2: with checksums, and a creation order if it is `tracked`.
    New { tracked: bool },
}

/// Reads the messages of the header at `address`.
///
/// # Errors
/// `BadHeader` and `Truncated`.
pub fn messages(file: File<'_>, address: u64) -> Result<Vec<Message<'_>>, Error> {
    let (form, first) = if file.part(address, 4)? == b"OHDR" {
        new_header(file, address)?
    } else {
        let mut start = file.fields(address, 16)?;
        let version = start.byte()?;
        if version != 1 {
            return Err(damaged(address, "has an object without a header"));
        }
        start.take(7)?;
        let length = start.number(4)?;
        (Form::Old, file.fields(address + 16, length)?)
    };
    let mut messages = Vec::new();
    let mut blocks = vec![first];
    let mut left = MAX_HEADER;
    while let Some(block) = blocks.pop() {
        let length = MIN_BLOCK.max(block.bytes.len() as u64);
        left = left
            .checked_sub(length)
            .ok_or_else(|| damaged(block.at, "has a header that is too long or refers to itself"))?;
        for message in (Block { block, form }) {
            let mut message = message?;
            if message.kind == CONTINUATION {
                let (at, length) = (message.body.word()?, message.body.word()?);
                blocks.push(continued(file, form, at, length)?);
            } else {
                messages.push(message);
            }
        }
    }
    Ok(messages)
}

/// Reads the beginning of a header of version 2; returns its first block of messages.
fn new_header(file: File<'_>, address: u64) -> Result<(Form, Fields<'_>), Error> {
    let flags = file.part(address, 6)?[5];
    let times = if flags & 0x20 != 0 { 16 } else { 0 };
    let limits = if flags & 0x10 != 0 { 4 } else { 0 };
    let before = 6 + times + limits;
    let size = 1 << (flags & 3);
    let length = file.fields(address + before, size)?.number(size as usize)?;
    let start = before + size;
    let whole =
        length.checked_add(start + 4).ok_or_else(|| damaged(address, "has a header without an end"))?;
    lookup3::check(file.part(address, whole)?, address)?;
    Ok((Form::New { tracked: flags & 4 != 0 }, file.fields(address + start, length)?))
}

/// Returns the block of `length` bytes at `at` that continues a header.
fn continued(file: File<'_>, form: Form, at: u64, length: u64) -> Result<Fields<'_>, Error> {
    let Form::New { .. } = form else { return file.fields(at, length) };
    let part = file.part(at, length)?;
    lookup3::check(part, at)?;
    let mut block = Fields { bytes: &part[..part.len() - 4], at };
    block.mark(b"OCHK")?;
    Ok(block)
}

/// A block of messages.
struct Block<'a> {
    block: Fields<'a>,
    form: Form,
}

impl<'a> Block<'a> {
    fn message(&mut self) -> Result<Message<'a>, Error> {
        let block = &mut self.block;
        let (kind, length) = match self.form {
            Form::Old => (block.number(2)?, block.number(2)?),
            Form::New { .. } => (block.number(1)?, block.number(2)?),
        };
        let flags = block.byte()?;
        block.take(match self.form {
            // A creation order, or unused bytes.
            Form::New { tracked } => 2 * usize::from(tracked),
            Form::Old => 3,
        })?;
        let at = block.at;
        let kind = if flags & SHARED != 0 { NONE } else { kind };
        Ok(Message { kind, body: Fields { bytes: block.take(length as usize)?, at } })
    }
}

impl<'a> Iterator for Block<'a> {
    type Item = Result<Message<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        // The bytes after the last message may be a gap.
        let least = if matches!(self.form, Form::Old) { 8 } else { 4 };
        if self.block.bytes.len() < least {
            return None;
        }
        let message = self.message();
        if message.is_err() {
            self.block.bytes = &[];
        }
        Some(message)
    }
}
