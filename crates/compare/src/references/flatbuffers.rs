//! A [FlatBuffers](https://flatbuffers.dev/internals/) manifest with one array, after Icechunk's specification
//! (<https://icechunk.io/en/latest/spec/>), with uncompressed locations; read in place.

use flatbuffers::{FlatBufferBuilder, TableFinishedWIPOffset, UnionWIPOffset, VOffsetT, WIPOffset};
use tagview_core::Error;
use tagview_core::icechunk::{ChunkLocation, ManifestReferences, Reference};

use crate::fault::{bad, no_item, too_many};

/// Maximum bytes of a buffer.
const MOST_BYTES: usize = (1 << 31) - (1 << 20);
/// Maximum bytes of a reference without its vectors and texts: its table and their lengths.
const TABLE: usize = 96;

/// Position in a vtable of the field in slot `slot`.
const fn field(slot: VOffsetT) -> VOffsetT {
    4 + 2 * slot
}

pub fn encode(references: &[Reference]) -> Result<Vec<u8>, Error> {
    let bytes: usize = references.iter().map(size).fold(0, usize::saturating_add);
    if bytes > MOST_BYTES {
        return Err(too_many("a buffer has less than 2 GiB"));
    }
    let mut builder = FlatBufferBuilder::with_capacity(bytes);
    let tables: Vec<_> = references.iter().map(|reference| table(&mut builder, reference)).collect();
    let list = builder.create_vector(&tables);
    let array = builder.start_table();
    push_id(&mut builder, 0, &[0; 8]);
    builder.push_slot_always(field(1), list);
    let array = builder.end_table(array);
    let arrays = builder.create_vector(&[array]);
    let manifest = builder.start_table();
    push_id(&mut builder, 0, &[0; 12]);
    builder.push_slot_always(field(1), arrays);
    let manifest = builder.end_table(manifest);
    builder.finish(manifest, Some("Ichk"));
    Ok(builder.finished_data().to_vec())
}

fn size(reference: &Reference) -> usize {
    let location = match &reference.location {
        ChunkLocation::Unknown | ChunkLocation::Native(_) => 0,
        ChunkLocation::Inline(bytes) => bytes.len(),
        ChunkLocation::Virtual(location) => location.len(),
    };
    TABLE + 4 * reference.index.len() + location + reference.etag.as_ref().map_or(0, String::len)
}

/// Writes an id, whose bytes are in the table itself. A buffer is written from its end, so its last bytes come first.
fn push_id(builder: &mut FlatBufferBuilder<'_>, slot: VOffsetT, id: &[u8]) {
    let (words, _) = id.as_chunks::<4>();
    if let [first, rest @ ..] = words {
        for word in rest.iter().rev() {
            builder.push(u32::from_le_bytes(*word));
        }
        builder.push_slot_always(field(slot), u32::from_le_bytes(*first));
    }
}

fn table(builder: &mut FlatBufferBuilder<'_>, reference: &Reference) -> WIPOffset<TableFinishedWIPOffset> {
    let index = builder.create_vector(&reference.index);
    let location: Option<(VOffsetT, WIPOffset<UnionWIPOffset>)> = match &reference.location {
        ChunkLocation::Unknown | ChunkLocation::Native(_) => None,
        ChunkLocation::Inline(bytes) => Some((1, builder.create_vector(bytes).as_union_value())),
        ChunkLocation::Virtual(location) => Some((5, builder.create_string(location).as_union_value())),
    };
    let etag = reference.etag.as_ref().map(|etag| builder.create_string(etag));
    let table = builder.start_table();
    builder.push_slot(field(2), reference.offset, 0);
    // An inline chunk is as long as its bytes.
    if !matches!(reference.location, ChunkLocation::Inline(_)) {
        builder.push_slot(field(3), reference.length, 0);
    }
    builder.push_slot_always(field(0), index);
    if let Some((slot, at)) = location {
        builder.push_slot_always(field(slot), at);
    }
    if let ChunkLocation::Native(id) = reference.location {
        push_id(builder, 4, &id);
    }
    if let Some(etag) = etag {
        builder.push_slot_always(field(6), etag);
    }
    builder.push_slot(field(7), reference.modified, 0);
    builder.end_table(table)
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Reference>, Error> {
    Ok(ManifestReferences::verified(bytes).map_err(bad)?.iter().collect())
}

pub fn one(bytes: &[u8], index: usize) -> Result<Reference, Error> {
    ManifestReferences::unverified(bytes).get(index).ok_or_else(|| no_item(index))
}
