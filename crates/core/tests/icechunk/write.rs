//! A writer of FlatBuffers and metadata files: a table, then the targets of its offsets, so that all offsets point forward.

use tagview_core::icechunk::MAGIC;
use tagview_core::zstd::Encoder;

/// A field of a table.
#[derive(Clone)]
pub enum Field {
    U8(u8),
    U32(u32),
    U64(u64),
    /// Bytes in the table itself: a struct.
    Struct(Vec<u8>),
    Bytes(Vec<u8>),
    /// The number of structs, and their bytes.
    Structs(usize, Vec<u8>),
    Text(String),
    Texts(Vec<String>),
    Table(Table),
    Tables(Vec<Table>),
}

/// A table: its fields by slot.
pub type Table = Vec<(usize, Field)>;

pub fn text(text: &str) -> Field {
    Field::Text(text.to_owned())
}

/// The buffer of a table, with the identifier.
pub fn buffer(root: &Table) -> Vec<u8> {
    let mut out = vec![0; 4];
    out.extend_from_slice(b"Ichk");
    let at = table(&mut out, root);
    out[..4].copy_from_slice(&(at as u32).to_le_bytes());
    out
}

fn align(out: &mut Vec<u8>, to: usize) {
    out.resize(out.len().next_multiple_of(to), 0);
}

/// Writes a table; returns its position.
fn table(out: &mut Vec<u8>, fields: &Table) -> usize {
    let slots = fields.iter().map(|(slot, _)| slot + 1).max().unwrap_or(0);
    align(out, 8);
    let vtable = out.len();
    out.resize(vtable + (4 + 2 * slots).next_multiple_of(8), 0);
    let at = out.len();
    out.extend_from_slice(&((at - vtable) as i32).to_le_bytes());
    let mut later = Vec::new();
    for (slot, field) in fields {
        align(out, if matches!(field, Field::U64(_)) { 8 } else { 4 });
        let place = out.len();
        match field {
            Field::U8(n) => out.push(*n),
            Field::U32(n) => out.extend_from_slice(&n.to_le_bytes()),
            Field::U64(n) => out.extend_from_slice(&n.to_le_bytes()),
            Field::Struct(bytes) => out.extend_from_slice(bytes),
            other => {
                out.extend_from_slice(&[0; 4]);
                later.push((place, other));
            }
        }
        let entry = vtable + 4 + 2 * slot;
        out[entry..entry + 2].copy_from_slice(&((place - at) as u16).to_le_bytes());
    }
    let length = (out.len() - at) as u16;
    out[vtable..vtable + 2].copy_from_slice(&((4 + 2 * slots) as u16).to_le_bytes());
    out[vtable + 2..vtable + 4].copy_from_slice(&length.to_le_bytes());
    for (place, field) in later {
        let target = target(out, field);
        out[place..place + 4].copy_from_slice(&((target - place) as u32).to_le_bytes());
    }
    at
}

/// Writes the target of a field; returns its position.
fn target(out: &mut Vec<u8>, field: &Field) -> usize {
    match field {
        Field::Table(inner) => table(out, inner),
        Field::Bytes(bytes) => vector(out, bytes.len(), bytes),
        Field::Structs(count, bytes) => vector(out, *count, bytes),
        Field::Text(text) => string(out, text),
        Field::Texts(texts) => list(out, texts, |out, text| string(out, text)),
        Field::Tables(tables) => list(out, tables, table),
        _ => unreachable!("it stands in the table"),
    }
}

fn string(out: &mut Vec<u8>, text: &str) -> usize {
    let at = vector(out, text.len(), text.as_bytes());
    out.push(0);
    at
}

fn vector(out: &mut Vec<u8>, count: usize, bytes: &[u8]) -> usize {
    align(out, 4);
    let at = out.len();
    out.extend_from_slice(&(count as u32).to_le_bytes());
    out.extend_from_slice(bytes);
    at
}

fn list<T>(out: &mut Vec<u8>, items: &[T], mut write: impl FnMut(&mut Vec<u8>, &T) -> usize) -> usize {
    let at = vector(out, items.len(), &vec![0; 4 * items.len()]);
    for (k, item) in items.iter().enumerate() {
        let place = at + 4 + 4 * k;
        let target = write(out, item);
        out[place..place + 4].copy_from_slice(&((target - place) as u32).to_le_bytes());
    }
    at
}

/// The fields of a file's header.
#[derive(Clone, Copy)]
pub struct Head {
    pub spec: u8,
    pub kind: u8,
    pub compression: u8,
}

pub const SNAPSHOT: u8 = 1;
pub const MANIFEST: u8 = 2;
pub const TRANSACTION_LOG: u8 = 4;
pub const REPO: u8 = 6;

/// The header and `content` as it is.
pub fn raw_file(Head { spec, kind, compression }: Head, content: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(b"test-1.0                ");
    file.extend_from_slice(&[spec, kind, compression]);
    file.extend_from_slice(content);
    file
}

/// A file of version 2, compressed.
pub fn file(kind: u8, root: &Table) -> Vec<u8> {
    let mut frame = Vec::new();
    Encoder::new(3)
        .and_then(|mut encoder| encoder.compress(&buffer(root), &mut frame))
        .expect("it compresses");
    raw_file(Head { spec: 2, kind, compression: 1 }, &frame)
}

/// The bytes of an id: `n` and zeros.
pub fn id<const N: usize>(n: u8) -> Vec<u8> {
    let mut bytes = vec![0; N];
    bytes[0] = n;
    bytes
}
