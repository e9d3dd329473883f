//! [Cap'n Proto](https://capnproto.org/encoding.html), schema `schema/references.capnp`, in one message as written by
//! the crate's default builder. Unpacked, or packed.

#[allow(clippy::all, clippy::unwrap_used, missing_docs, unused_qualifications)]
#[rustfmt::skip]
mod references_capnp;

use capnp::message::{Builder, HeapAllocator, Reader, ReaderOptions, ReaderSegments};
use capnp::{serialize, serialize_packed};
use references_capnp::{reference, references};
use tagview_core::Error;
use tagview_core::icechunk::{ChunkLocation, Reference};

use crate::fault::{bad, no_item, too_many};

/// Maximum number of references: a list of structs has 29 bits for its words, and each reference has eight.
const MOST: usize = (1 << 26) - 1;
/// Words that may be visited besides the existing ones.
const SPARE_WORDS: usize = 64;

fn build(items: &[Reference]) -> Result<Builder<HeapAllocator>, Error> {
    if items.len() > MOST {
        return Err(too_many("a list has room for 67108863"));
    }
    let mut message = Builder::new_default();
    let mut list = message.init_root::<references::Builder>().init_references(items.len() as u32);
    for (at, item) in (0..).zip(items) {
        let mut place = list.reborrow().get(at);
        let mut index = place.reborrow().init_index(item.index.len() as u32);
        for (k, coordinate) in (0..).zip(&item.index) {
            index.set(k, *coordinate);
        }
        place.set_offset(item.offset);
        place.set_length(item.length);
        place.set_modified(item.modified);
        if let Some(etag) = &item.etag {
            place.set_etag(etag.as_str());
        }
        let mut kind = place.init_place();
        match &item.location {
            ChunkLocation::Unknown => kind.set_unknown(()),
            ChunkLocation::Inline(bytes) => kind.set_inline(bytes),
            ChunkLocation::Native(id) => kind.set_native(id),
            ChunkLocation::Virtual(location) => kind.set_virtual(location.as_str()),
        }
    }
    Ok(message)
}

pub fn encode(items: &[Reference]) -> Result<Vec<u8>, Error> {
    Ok(serialize::write_message_to_words(&build(items)?))
}

pub fn encode_packed(items: &[Reference]) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    serialize_packed::write_message(&mut bytes, &build(items)?).map_err(bad)?;
    Ok(bytes)
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Reference>, Error> {
    all(&open(bytes)?)
}

pub fn decode_packed(bytes: &[u8]) -> Result<Vec<Reference>, Error> {
    all(&open_packed(bytes)?)
}

pub fn one(bytes: &[u8], index: usize) -> Result<Reference, Error> {
    number(&open(bytes)?, index)
}

/// A packed message can only be unpacked from its beginning, all of it.
pub fn one_packed(bytes: &[u8], index: usize) -> Result<Reference, Error> {
    number(&open_packed(bytes)?, index)
}

fn open(bytes: &[u8]) -> Result<Reader<impl ReaderSegments>, Error> {
    let mut rest = bytes;
    serialize::read_message_from_flat_slice_no_alloc(&mut rest, limits(bytes.len())).map_err(bad)
}

fn open_packed(bytes: &[u8]) -> Result<Reader<impl ReaderSegments>, Error> {
    // A byte of the packed form represents at most 256 words: a zero word, and the number of following ones.
    let unpacked = bytes.len().saturating_mul(256 * 8).min(1 << 30);
    serialize_packed::read_message(bytes, limits(unpacked)).map_err(bad)
}

fn limits(bytes: usize) -> ReaderOptions {
    let mut options = ReaderOptions::new();
    options.traversal_limit_in_words(Some(bytes / 8 + SPARE_WORDS));
    options
}

fn all(message: &Reader<impl ReaderSegments>) -> Result<Vec<Reference>, Error> {
    let root: references::Reader = message.get_root().map_err(bad)?;
    root.get_references().map_err(bad)?.iter().map(read).collect()
}

fn number(message: &Reader<impl ReaderSegments>, index: usize) -> Result<Reference, Error> {
    let root: references::Reader = message.get_root().map_err(bad)?;
    let list = root.get_references().map_err(bad)?;
    let at = u32::try_from(index).ok().filter(|at| *at < list.len()).ok_or_else(|| no_item(index))?;
    read(list.get(at))
}

fn read(from: reference::Reader) -> Result<Reference, Error> {
    use reference::place::Which;
    let text = |text: capnp::text::Reader| text.to_str().map(str::to_owned).map_err(bad);
    let location = match from.get_place().which().map_err(bad)? {
        Which::Unknown(()) => ChunkLocation::Unknown,
        Which::Inline(bytes) => ChunkLocation::Inline(bytes.map_err(bad)?.to_vec()),
        Which::Native(id) => ChunkLocation::Native(id.map_err(bad)?.try_into().map_err(bad)?),
        Which::Virtual(location) => ChunkLocation::Virtual(text(location.map_err(bad)?)?),
    };
    Ok(Reference {
        index: from.get_index().map_err(bad)?.iter().collect(),
        location,
        offset: from.get_offset(),
        length: from.get_length(),
        etag: if from.has_etag() { Some(text(from.get_etag().map_err(bad)?)?) } else { None },
        modified: from.get_modified(),
    })
}
