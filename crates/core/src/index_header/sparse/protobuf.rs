//! The wire format of protobuf, as far as a sparse index-header uses it.
//!
//! Source: Protocol Buffers, "Encoding".

use super::super::bytes::{Cursor, Fault, put_varint, varint_length};

/// A field's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    /// Of a type that this message has nowhere.
    Other,
}

/// The fields of a message, each with its number and where it begins, up to the first that can't be read.
pub struct Fields<'a> {
    cursor: Cursor<'a>,
    from: usize,
    length: usize,
}

pub fn fields(bytes: &[u8], from: usize) -> Fields<'_> {
    Fields { cursor: Cursor::new(bytes), from, length: bytes.len() }
}

impl Fields<'_> {
    /// Where the next field begins.
    pub fn at(&self) -> usize {
        self.from + self.length - self.cursor.len()
    }
}

impl<'a> Iterator for Fields<'a> {
    /// Number and content.
    type Item = Result<(u64, Field<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.cursor.len() == 0 {
            return None;
        }
        let read = field(&mut self.cursor);
        if read.is_err() {
            self.cursor = Cursor::new(&[]);
        }
        Some(read)
    }
}

fn field<'a>(cursor: &mut Cursor<'a>) -> Result<(u64, Field<'a>), Fault> {
    let tag = cursor.varint()?;
    let content = match tag & 7 {
        0 => Field::Varint(cursor.varint()?),
        1 => cursor.take(8).map(|_| Field::Other)?,
        2 => Field::Bytes(cursor.string()?),
        5 => cursor.take(4).map(|_| Field::Other)?,
        _ => return Err(Fault::Form("has a wire type that there is not")),
    };
    Ok((tag >> 3, content))
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
