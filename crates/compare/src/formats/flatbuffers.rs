//! [FlatBuffers](https://flatbuffers.dev/internals/), schema
//!
//! ```text
//! struct Tag { time: long; channel: ulong; }
//! table Tags { tags: [Tag]; }
//! root_type Tags;
//! ```
//!
//! The crate's verifier checks the buffer's table and the bounds of its vector; then it is read in place.

use bytemuck::{Pod, Zeroable};
use flatbuffers::{
    FlatBufferBuilder, ForwardsUOffset, InvalidFlatbuffer, SimpleToVerifyInSlice, Vector, Verifiable,
    Verifier, VerifierOptions,
};
use tagview_core::Error;
use tagview_core::tags::Tag;

use super::copied;
use crate::fault::{bad, no_item, too_many};

/// Offset of the field `tags` in the vtable: after its own size and the table's.
const TAGS: u16 = 4;
/// Bytes of a tag.
const TAG: usize = size_of::<Tag>();
/// Bytes of an offset and of a vector's length.
const OFFSET: usize = 4;
/// Maximum number of tags: a buffer has less than 2^31 bytes.
const MOST_TAGS: usize = ((1 << 31) - 1024) / TAG;

/// A tag for the verifier.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct TagStruct {
    time: i64,
    channel: u64,
}

impl SimpleToVerifyInSlice for TagStruct {}

/// The table, for the verifier.
struct Tags;

impl Verifiable for Tags {
    fn run_verifier(verifier: &mut Verifier, position: usize) -> Result<(), InvalidFlatbuffer> {
        verifier
            .visit_table(position)?
            .visit_field::<ForwardsUOffset<Vector<TagStruct>>>("tags", TAGS, true)?
            .finish();
        Ok(())
    }
}

pub fn encode(tags: &[Tag]) -> Result<Vec<u8>, Error> {
    if tags.len() > MOST_TAGS {
        return Err(too_many("a buffer has room for 134217664"));
    }
    let mut builder = FlatBufferBuilder::with_capacity(tags.len() * TAG + 64);
    // A buffer is written from its end: the last tag first, and in a tag the last field first.
    builder.start_vector::<u64>(2 * tags.len());
    for tag in tags.iter().rev() {
        builder.push(tag.channel);
        builder.push(tag.time);
    }
    let vector = builder.end_vector::<u64>(tags.len());
    let table = builder.start_table();
    builder.push_slot_always(TAGS, vector);
    let root = builder.end_table(table);
    builder.finish_minimal(root);
    Ok(builder.finished_data().to_vec())
}

pub fn decode(bytes: &[u8]) -> Result<Vec<Tag>, Error> {
    Ok(copied(structs(bytes)?))
}

pub fn tag(bytes: &[u8], index: usize) -> Result<Tag, Error> {
    let structs = structs(bytes)?;
    let at = index.checked_mul(TAG).filter(|&at| at < structs.len()).ok_or_else(|| no_item(index))?;
    Ok(bytemuck::pod_read_unaligned(&structs[at..at + TAG]))
}

/// The bytes of all tags.
fn structs(bytes: &[u8]) -> Result<&[u8], Error> {
    // Offsets can be read from unaligned bytes.
    let options = VerifierOptions { ignore_missing_null_terminator: true, ..VerifierOptions::default() };
    let mut verifier = Verifier::new(&options, bytes);
    <ForwardsUOffset<Tags>>::run_verifier(&mut verifier, 0).map_err(bad)?;
    let word = |at: usize| number(bytes, at).map(u32::from_le_bytes);
    let half = |at: usize| number(bytes, at).map(u16::from_le_bytes);
    let table = word(0)? as usize;
    let vtable = (table as i64).wrapping_sub(i64::from(word(table)? as i32));
    let vtable = usize::try_from(vtable).map_err(bad)?;
    let field = table + usize::from(half(vtable + usize::from(TAGS))?);
    let vector = field + word(field)? as usize;
    let start = vector + OFFSET;
    let length = (word(vector)? as usize).saturating_mul(TAG);
    bytes.get(start..start.saturating_add(length)).ok_or_else(|| bad("the vector ends after the buffer"))
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], Error> {
    let rest = bytes.get(at..).and_then(|rest| rest.first_chunk());
    rest.copied().ok_or_else(|| bad("an offset leads out of the buffer"))
}
