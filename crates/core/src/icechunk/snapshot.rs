//! Snapshots: all nodes of a commit, and the manifests that have their chunks.

use super::findings::Findings;
use super::object_id::id_text;
use super::schema::{ARRAY, ArrayNodeData, GROUP, MetadataItem, NodeSnapshot, Snapshot};
use super::table::{Table, Tables, array_at};
use super::time::time_text;
use super::user_data::Encoding;
use crate::{Code, Value};

/// `{id, parent, flushed_at, flushed_at_us, message, metadata, manifests: [{id, bytes, refs}], nodes: [{id, path, type,
/// user_data, ...}]}`; of an array also `shape: [{name, array_length, chunk_length, num_chunks}]`, `dimension_names`
/// (null where it has none) and `manifests: [{id, extents: [[from, to]]}]`. `chunk_length` is null since version 2.
pub fn to_value(snapshot: Table<'_, Snapshot>, encoding: Encoding, findings: &mut Findings) -> Value {
    let id = |id: Option<&[u8; 12]>| id.map_or(Value::Null, |id| Value::Text(id_text(id)));
    let listed = snapshot.manifest_files().unwrap_or_default().iter().map(|info| {
        let number = |at: usize| array_at(info, at).map_or(0, u64::from_le_bytes);
        manifest_value(&info[..12], number(16), number(24) & u64::from(u32::MAX))
    });
    let listed_v2 = snapshot.manifest_files_v2().unwrap_or_default().iter().map(|info| {
        let id = info.id().copied().unwrap_or_default();
        manifest_value(&id, info.size_bytes(), info.num_chunk_refs().into())
    });
    let nodes = snapshot.nodes().unwrap_or_default().iter().map(|node| node_value(node, findings)).collect();
    Value::map([
        ("id", id(snapshot.id())),
        ("parent", id(snapshot.parent_id())),
        ("flushed_at", time_text(snapshot.flushed_at())),
        ("flushed_at_us", Value::UInt(snapshot.flushed_at())),
        ("message", Value::Text(snapshot.message().unwrap_or_default().to_owned())),
        ("metadata", metadata_value(snapshot.metadata(), encoding, findings)),
        ("manifests", Value::List(listed.chain(listed_v2).collect())),
        ("nodes", Value::List(nodes)),
        ("extra_bytes", extra_bytes(snapshot.extra())),
    ])
}

/// Bytes of what is reserved for later versions; null where there is nothing.
pub fn extra_bytes(extra: Option<&[u8]>) -> Value {
    extra.map_or(Value::Null, |extra| Value::Count(extra.len() as u64))
}

fn manifest_value(id: &[u8], bytes: u64, references: u64) -> Value {
    Value::map([
        ("id", Value::Text(id_text(id))),
        ("bytes", Value::UInt(bytes)),
        ("refs", Value::Count(references)),
    ])
}

/// Metadata by name.
pub fn metadata_value(
    items: Option<Tables<'_, MetadataItem>>,
    encoding: Encoding,
    findings: &mut Findings,
) -> Value {
    let items = items.unwrap_or_default().iter().map(|item| {
        let name = item.name().unwrap_or_default();
        let value = encoding.read(item.value().unwrap_or_default()).unwrap_or_else(|what| {
            let message = format!("the metadata of the name {name:?} are not {what}");
            findings.error(Code::BadMetadata, message, "look which program wrote them");
            Value::Null
        });
        (name.to_owned(), value)
    });
    Value::Entries(items.collect())
}

fn node_value(node: Table<'_, NodeSnapshot>, findings: &mut Findings) -> Value {
    let path = node.path().unwrap_or_default();
    let user_data = node.user_data().unwrap_or_default();
    let user_data = Encoding::Json.read(user_data).unwrap_or_else(|what| {
        let message = format!("the metadata of the node {path:?} are not {what}");
        findings.error(Code::BadMetadata, message, "look which program wrote them");
        Value::Null
    });
    let (kind, data) = match node.node_data() {
        Some((ARRAY, data)) => ("array", Some(data.cast::<ArrayNodeData>())),
        Some((GROUP, _)) => ("group", None),
        _ => ("unknown", None),
    };
    let mut entries = vec![
        ("id", Value::Text(node.id().map(|id| id_text(id)).unwrap_or_default())),
        ("path", Value::Text(path.to_owned())),
        ("type", Value::Text(kind.to_owned())),
        ("user_data", user_data),
    ];
    if let Some(array) = data {
        entries.extend(array_entries(array));
    }
    Value::Map(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

fn array_entries(array: Table<'_, ArrayNodeData>) -> [(&'static str, Value); 3] {
    let name = |text: Option<&str>| text.map_or(Value::Null, |text| Value::Text(text.to_owned()));
    let names = array.dimension_names();
    let dimension = |k: usize, length: u64, chunk_length: Option<u64>, chunks: u64| {
        Value::map([
            ("name", name(names.and_then(|names| names.get(k)?.name()))),
            ("array_length", Value::UInt(length)),
            ("chunk_length", chunk_length.map_or(Value::Null, Value::UInt)),
            ("num_chunks", Value::UInt(chunks)),
        ])
    };
    let shape = match array.shape_v2() {
        Some(shape) => (shape.iter().enumerate())
            .map(|(k, d)| dimension(k, d.array_length(), None, d.num_chunks().into()))
            .collect(),
        None => (array.shape().unwrap_or_default().iter().enumerate())
            .map(|(k, bytes)| {
                let number = |at: usize| array_at(bytes, at).map_or(0, u64::from_le_bytes);
                let (length, chunk_length) = (number(0), number(8));
                // A length of 0 is of no chunk.
                let chunks = length.checked_div(chunk_length).unwrap_or(0)
                    + u64::from(length.checked_rem(chunk_length).unwrap_or(0) > 0);
                dimension(k, length, Some(chunk_length), chunks)
            })
            .collect(),
    };
    let manifests = array.manifests().unwrap_or_default().iter().map(|manifest| {
        let extents = manifest.extents().unwrap_or_default().iter().map(|range| {
            let number = |at: usize| Value::Count(array_at(range, at).map_or(0, u32::from_le_bytes).into());
            Value::List(vec![number(0), number(4)])
        });
        Value::map([
            ("id", Value::Text(manifest.object_id().map(|id| id_text(id)).unwrap_or_default())),
            ("extents", Value::List(extents.collect())),
        ])
    });
    let dimension_names = names.map_or(Value::Null, |names| {
        Value::List(names.iter().map(|dimension| name(dimension.name())).collect())
    });
    [
        ("shape", Value::List(shape)),
        ("dimension_names", dimension_names),
        ("manifests", Value::List(manifests.collect())),
    ]
}
