//! [MessagePack](https://github.com/msgpack/msgpack/blob/master/spec.md): an array with an array
//! `[[coordinates], place, offset, length, etag, modified]` for each reference. The place is binary of any length for an
//! inline chunk, an extension of type 1 for a native one's id, a string for a virtual one's location, and nil.

use rmp::decode::{self, RmpRead};
use rmp::{Marker, encode};
use tagview_core::Error;
use tagview_core::icechunk::{ChunkLocation, Reference};

use crate::fault::{bad, no_item, too_many};

/// Minimum bytes of a reference: its array and six values.
const LEAST: usize = 7;
/// The extension type of a chunk's id.
const CHUNK_ID: i8 = 1;
const FIELDS: u32 = 6;

pub fn encode(references: &[Reference]) -> Result<Vec<u8>, Error> {
    let count = u32::try_from(references.len()).map_err(|_| too_many("an array has room for 4294967295"))?;
    let mut bytes = Vec::new();
    encode::write_array_len(&mut bytes, count).map_err(bad)?;
    for reference in references {
        write(&mut bytes, reference)?;
    }
    Ok(bytes)
}

fn write(bytes: &mut Vec<u8>, reference: &Reference) -> Result<(), Error> {
    encode::write_array_len(bytes, FIELDS).map_err(bad)?;
    encode::write_array_len(bytes, reference.index.len() as u32).map_err(bad)?;
    for coordinate in &reference.index {
        encode::write_uint(bytes, u64::from(*coordinate)).map_err(bad)?;
    }
    match &reference.location {
        ChunkLocation::Unknown => encode::write_nil(bytes).map_err(bad)?,
        ChunkLocation::Inline(chunk) => encode::write_bin(bytes, chunk).map_err(bad)?,
        ChunkLocation::Native(id) => {
            encode::write_ext_meta(bytes, id.len() as u32, CHUNK_ID).map_err(bad)?;
            bytes.extend_from_slice(id);
        }
        ChunkLocation::Virtual(location) => encode::write_str(bytes, location).map_err(bad)?,
    }
    encode::write_uint(bytes, reference.offset).map_err(bad)?;
    encode::write_uint(bytes, reference.length).map_err(bad)?;
    match &reference.etag {
        None => encode::write_nil(bytes).map_err(bad)?,
        Some(etag) => encode::write_str(bytes, etag).map_err(bad)?,
    }
    encode::write_uint(bytes, u64::from(reference.modified)).map_err(bad)?;
    Ok(())
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Reference>, Error> {
    let mut reader = bytes;
    let count = decode::read_array_len(&mut reader).map_err(bad)? as usize;
    let mut references = Vec::with_capacity(count.min(bytes.len() / LEAST));
    for _ in 0..count {
        references.push(next(&mut reader)?);
    }
    if !reader.is_empty() {
        return Err(bad("bytes follow the array"));
    }
    Ok(references)
}

/// An array has no directory: earlier references are read.
pub fn one(bytes: &[u8], index: usize) -> Result<Reference, Error> {
    let mut reader = bytes;
    let count = decode::read_array_len(&mut reader).map_err(bad)? as usize;
    if index >= count {
        return Err(no_item(index));
    }
    for _ in 0..index {
        next(&mut reader)?;
    }
    next(&mut reader)
}

fn next(reader: &mut &[u8]) -> Result<Reference, Error> {
    if decode::read_array_len(reader).map_err(bad)? != FIELDS {
        return Err(bad("a reference has another number of fields"));
    }
    let rank = decode::read_array_len(reader).map_err(bad)? as usize;
    let mut index = Vec::with_capacity(rank.min(reader.len()));
    for _ in 0..rank {
        index.push(decode::read_int(reader).map_err(bad)?);
    }
    let place = match marker(reader)? {
        Marker::Null => ChunkLocation::Unknown,
        Marker::FixExt4 | Marker::FixExt8 | Marker::FixExt16 | Marker::Ext8 => {
            // The marker of an extension of 12 bytes is followed by its length and its type.
            let [length, kind] = take::<2>(reader)?;
            if length != 12 || i8::from_le_bytes([kind]) != CHUNK_ID {
                return Err(bad("the place of a chunk is not an id"));
            }
            ChunkLocation::Native(take(reader)?)
        }
        text @ (Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32) => {
            ChunkLocation::Virtual(string(reader, text)?)
        }
        binary => {
            let length = length(reader, binary)?;
            ChunkLocation::Inline(run(reader, length)?.to_vec())
        }
    };
    let offset = decode::read_int(reader).map_err(bad)?;
    let length = decode::read_int(reader).map_err(bad)?;
    let etag = match marker(reader)? {
        Marker::Null => None,
        text => Some(string(reader, text)?),
    };
    let modified = decode::read_int(reader).map_err(bad)?;
    Ok(Reference { index, location: place, offset, length, etag, modified })
}

fn marker(reader: &mut &[u8]) -> Result<Marker, Error> {
    decode::read_marker(reader).map_err(|error| bad(error.0))
}

/// Length in bytes of a string or binary after its marker.
fn length(reader: &mut &[u8], marker: Marker) -> Result<usize, Error> {
    match marker {
        Marker::FixStr(length) => Ok(usize::from(length)),
        Marker::Str8 | Marker::Bin8 => reader.read_u8().map(usize::from).map_err(bad),
        Marker::Str16 | Marker::Bin16 => take(reader).map(|bytes| usize::from(u16::from_be_bytes(bytes))),
        Marker::Str32 | Marker::Bin32 => take(reader).map(|bytes| u32::from_be_bytes(bytes) as usize),
        _ => Err(bad("a value has another type")),
    }
}

fn string(reader: &mut &[u8], marker: Marker) -> Result<String, Error> {
    let length = length(reader, marker)?;
    std::str::from_utf8(run(reader, length)?).map(str::to_owned).map_err(bad)
}

fn take<const N: usize>(reader: &mut &[u8]) -> Result<[u8; N], Error> {
    let (bytes, rest) = reader.split_first_chunk().ok_or_else(|| bad("it ends early"))?;
    *reader = rest;
    Ok(*bytes)
}

fn run<'b>(reader: &mut &'b [u8], length: usize) -> Result<&'b [u8], Error> {
    let (bytes, rest) = reader.split_at_checked(length).ok_or_else(|| bad("it ends early"))?;
    *reader = rest;
    Ok(bytes)
}
