//! Version 2 object headers: of groups, whose links are in the header, and of datasets.

use super::address::UNDEFINED;
use super::checksum::with_checksum;

/// Type of a dataset's values.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    Signed,
    Unsigned,
}

/// Address and number of a dataset's values.
#[derive(Debug)]
pub enum Layout {
    Contiguous { address: u64, values: u64 },
    Chunked { tree: u64, chunk: u32, values: u64 },
}

/// Bytes of a value.
const VALUE: u8 = 8;

/// The types of messages.
const DATASPACE: u8 = 0x01;
const LINK_INFO: u8 = 0x02;
const DATATYPE: u8 = 0x03;
const FILL_VALUE: u8 = 0x05;
const LINK: u8 = 0x06;
const DATA_LAYOUT: u8 = 0x08;
const GROUP_INFO: u8 = 0x0A;
const ATTRIBUTE: u8 = 0x0C;

/// Maximum bytes of a message: its length has two bytes.
const MAX_MESSAGE: usize = u16::MAX as usize;

/// The header of a group of `links`, each a name and an address, with attributes of text.
pub fn group<'t>(links: &[(&str, u64)], attributes: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<u8> {
    let mut messages = Messages::default();
    // The links are not in a separate heap.
    messages.push(LINK_INFO, &[&[0, 0], &UNDEFINED.to_le_bytes()[..], &UNDEFINED.to_le_bytes()].concat());
    // Version 0, without flags: default settings.
    messages.push(GROUP_INFO, &[0, 0]);
    for (name, address) in links {
        let body = [&[1, 0, name.len() as u8], name.as_bytes(), &address.to_le_bytes()].concat();
        messages.push(LINK, &body);
    }
    for (name, text) in attributes {
        messages.push(ATTRIBUTE, &attribute(name, text));
    }
    messages.into_header()
}

/// The header of a dataset.
pub fn dataset(number: Number, layout: &Layout) -> Vec<u8> {
    let (values, space, place) = match layout {
        Layout::Contiguous { address, values } => {
            let bytes = values * u64::from(VALUE);
            // Space is allocated late, the default for contiguous data.
            (values, 2, [&[3, 1][..], &address.to_le_bytes(), &bytes.to_le_bytes()].concat())
        }
        Layout::Chunked { tree, chunk, values } => {
            let size = u32::from(VALUE).to_le_bytes();
            // Space is allocated as chunks are written.
            (values, 3, [&[3, 2, 2][..], &tree.to_le_bytes(), &chunk.to_le_bytes(), &size].concat())
        }
    };
    let mut messages = Messages::default();
    messages.push(DATASPACE, &[&[2, 1, 0, 1][..], &values.to_le_bytes()].concat());
    messages.push(DATATYPE, &integer(number));
    // The fill value, 0, would be written only if set.
    messages.push(FILL_VALUE, &[3, space | 2 << 2]);
    messages.push(DATA_LAYOUT, &place);
    messages.into_header()
}

/// A little-endian integer of 64 bits.
fn integer(number: Number) -> Vec<u8> {
    let sign = match number {
        Number::Signed => 0x08,
        Number::Unsigned => 0,
    };
    vec![0x10, sign, 0, 0, VALUE, 0, 0, 0, 0, 0, 64, 0]
}

/// A scalar of text in UTF-8, padded with 0; truncated to the maximum of a message.
fn attribute(name: &str, text: &str) -> Vec<u8> {
    let name = [name.as_bytes(), &[0]].concat();
    let text = beginning(text, MAX_MESSAGE.saturating_sub(64 + name.len()));
    // HDF5 has no empty text.
    let length = text.len().max(1);
    let kind = [&[0x13, 0x11, 0, 0][..], &(length as u32).to_le_bytes()].concat();
    let space = [2, 0, 0, 0];
    let mut body = vec![3, 0];
    for size in [name.len(), kind.len(), space.len()] {
        body.extend_from_slice(&(size as u16).to_le_bytes());
    }
    // The name is UTF-8.
    body.push(1);
    for part in [&name[..], &kind, &space, text.as_bytes()] {
        body.extend_from_slice(part);
    }
    body.resize(body.len() + length - text.len(), 0);
    body
}

/// The whole characters of a string that fit into `most` bytes.
fn beginning(text: &str, most: usize) -> &str {
    let fits = |&(at, character): &(usize, char)| at + character.len_utf8() <= most;
    let end = text.char_indices().take_while(fits).last();
    &text[..end.map_or(0, |(at, character)| at + character.len_utf8())]
}

/// The messages of a header: each with its type, its length and its body.
#[derive(Default)]
struct Messages {
    bytes: Vec<u8>,
}

impl Messages {
    fn push(&mut self, message_type: u8, body: &[u8]) {
        self.bytes.push(message_type);
        self.bytes.extend_from_slice(&(body.len() as u16).to_le_bytes());
        self.bytes.push(0);
        self.bytes.extend_from_slice(body);
    }

    /// Without times; its length has four bytes.
    fn into_header(self) -> Vec<u8> {
        let mut header = b"OHDR\x02\x02".to_vec();
        header.extend_from_slice(&(self.bytes.len() as u32).to_le_bytes());
        header.extend_from_slice(&self.bytes);
        with_checksum(header)
    }
}
