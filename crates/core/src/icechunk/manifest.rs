//! Manifests: what the references of each array are, counted in place.

use super::findings::Findings;
use super::object_id::id_text;
use super::reference_kind::ReferenceKind;
use super::schema::Manifest;
use super::table::Table;
use crate::{Code, Value};

/// What a manifest has.
pub struct ManifestSummary {
    id: String,
    arrays: Vec<ArraySummary>,
    location_dictionary: Option<usize>,
    compression_algorithm: u8,
}

/// What a manifest has of an array.
#[derive(Default)]
struct ArraySummary {
    node: String,
    references: u64,
    /// References and their bytes, by kind.
    kinds: [(u64, u64); ReferenceKind::COUNT],
    compressed_locations: u64,
}

/// Counts the references of each array.
pub fn summarise(manifest: Table<'_, Manifest>) -> ManifestSummary {
    let arrays = manifest.arrays().unwrap_or_default().iter().map(|array| {
        let mut summary = ArraySummary {
            node: array.node_id().map(|id| id_text(id)).unwrap_or_default(),
            ..ArraySummary::default()
        };
        for reference in array.refs().unwrap_or_default().iter() {
            let kind = ReferenceKind::of(reference);
            let (count, bytes) = &mut summary.kinds[kind as usize];
            *count += 1;
            *bytes = bytes.saturating_add(kind.chunk_bytes(reference));
            summary.references += 1;
            summary.compressed_locations += u64::from(reference.compressed_location().is_some());
        }
        summary
    });
    ManifestSummary {
        id: manifest.id().map(|id| id_text(id)).unwrap_or_default(),
        arrays: arrays.collect(),
        location_dictionary: manifest.location_dictionary().map(<[u8]>::len),
        compression_algorithm: manifest.compression_algorithm(),
    }
}

impl ManifestSummary {
    /// `{id, location_dictionary_bytes, compression_algorithm, arrays: [{node, refs, native, virtual, inline, unknown,
    /// bytes, native_bytes, virtual_bytes, inline_bytes, compressed_locations}]}`. References without a place are noted.
    pub fn to_value(&self, findings: &mut Findings) -> Value {
        let arrays = self.arrays.iter().map(|array| {
            let unknown = array.kinds[ReferenceKind::Unknown as usize].0;
            if unknown > 0 {
                let message =
                    format!("{unknown} references of array {} say nowhere where their chunk is", array.node);
                findings.error(Code::BadTable, message, "restore the manifest from another copy");
            }
            let count = |kind: ReferenceKind| Value::Count(array.kinds[kind as usize].0);
            let bytes = |kind: ReferenceKind| Value::UInt(array.kinds[kind as usize].1);
            let all = array.kinds.iter().fold(0_u64, |sum, (_, bytes)| sum.saturating_add(*bytes));
            Value::map([
                ("node", Value::Text(array.node.clone())),
                ("refs", Value::Count(array.references)),
                ("native", count(ReferenceKind::Native)),
                ("virtual", count(ReferenceKind::Virtual)),
                ("inline", count(ReferenceKind::Inline)),
                ("unknown", count(ReferenceKind::Unknown)),
                ("bytes", Value::UInt(all)),
                ("native_bytes", bytes(ReferenceKind::Native)),
                ("virtual_bytes", bytes(ReferenceKind::Virtual)),
                ("inline_bytes", bytes(ReferenceKind::Inline)),
                ("compressed_locations", Value::Count(array.compressed_locations)),
            ])
        });
        let arrays = arrays.collect();
        Value::map([
            ("id", Value::Text(self.id.clone())),
            (
                "location_dictionary_bytes",
                self.location_dictionary.map_or(Value::Null, |n| Value::Count(n as u64)),
            ),
            ("compression_algorithm", Value::Count(self.compression_algorithm.into())),
            ("arrays", Value::List(arrays)),
        ])
    }
}
