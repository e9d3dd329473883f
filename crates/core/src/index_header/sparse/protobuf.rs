//! The part of the wire format of protobuf that a sparse index-header uses.
//!
//! Source: Protocol Buffers, "Encoding".

use super::super::bytes::{Cursor, Fault, LONGEST_VARINT, put_varint, varint_length};
use super::super::section::LONGEST_RECORD;
use super::gzip::Inflater;

/// A field's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Varint(u64),
    /// Bytes that come next, up to this place of the message.
    Bytes(usize),
    /// A type that does not occur in this message.
    Other,
}

/// Takes the number and the content of the next field before byte `end` of the message; `None` at `end`.
pub fn field(source: &mut Inflater<'_>, end: usize) -> Result<Option<(u64, Field)>, Fault> {
    if source.at() >= end || source.peek(1).is_empty() {
        return if source.at() >= end || end == usize::MAX { Ok(None) } else { Err(Fault::Cut) };
    }
    let tag = varint(source, end)?;
    let content = match tag & 7 {
        0 => Field::Varint(varint(source, end)?),
        1 => skip(source, 8, end)?,
        2 => {
            let length = usize::try_from(varint(source, end)?).map_err(|_| Fault::Cut)?;
            let to = source.at().checked_add(length).filter(|to| *to <= end);
            Field::Bytes(to.ok_or(Fault::Cut)?)
        }
        5 => skip(source, 4, end)?,
        _ => return Err(Fault::Form("has an unknown wire type")),
    };
    Ok(Some((tag >> 3, content)))
}

/// Takes a varint that ends before `end`.
pub fn varint(source: &mut Inflater<'_>, end: usize) -> Result<u64, Fault> {
    let most = LONGEST_VARINT.min(end.saturating_sub(source.at()));
    let bytes = source.peek(most);
    let mut cursor = Cursor::new(bytes);
    let value = cursor.varint()?;
    let taken = bytes.len() - cursor.len();
    source.skip(taken);
    Ok(value)
}

/// Gives `keep` the bytes up to `end`, and takes them.
pub fn text<T>(source: &mut Inflater<'_>, end: usize, keep: impl FnOnce(&[u8]) -> T) -> Result<T, Fault> {
    let length = end - source.at();
    if length > LONGEST_RECORD {
        return Err(Fault::Form("has a string of more than 16 MiB"));
    }
    let bytes = source.peek(length);
    if bytes.len() < length {
        return Err(Fault::Cut);
    }
    let kept = keep(bytes);
    source.skip(length);
    Ok(kept)
}

fn skip(source: &mut Inflater<'_>, length: usize, end: usize) -> Result<Field, Fault> {
    if end - source.at() < length || source.peek(length).len() < length {
        return Err(Fault::Cut);
    }
    source.skip(length);
    Ok(Field::Other)
}

/// Appends field `number`, unless it has its default.
pub fn put_number(number: u64, value: u64, message: &mut Vec<u8>) {
    if value != 0 {
        put_varint(number << 3, message);
        put_varint(value, message);
    }
}

/// Bytes of such a field.
pub fn number_length(value: u64) -> usize {
    if value == 0 { 0 } else { 1 + varint_length(value) }
}

/// Appends the beginning of field `number`, whose content has `length` bytes.
pub fn put_head(number: u64, length: usize, message: &mut Vec<u8>) {
    put_varint(number << 3 | 2, message);
    put_varint(length as u64, message);
}

/// Bytes of a field whose content has `length` bytes.
pub fn field_length(length: usize) -> usize {
    1 + varint_length(length as u64) + length
}
