//! Manifests: the kinds of references of each array, counted in place.

use super::object_id::id_text;
use super::reference_kind::ReferenceKind;
use super::results::{ArrayReferences, ManifestContent};
use super::schema::{ArrayManifest, Manifest};
use super::table::Table;
use crate::numbers::Large;
use crate::{Code, Error, Findings};

/// Counts the references of each array, and notes those without a location.
pub fn content(manifest: Table<'_, Manifest>, findings: &mut Findings) -> ManifestContent {
    let arrays = manifest.arrays().unwrap_or_default().iter().map(|array| references(array, findings));
    ManifestContent {
        id: manifest.id().map(|id| id_text(id)).unwrap_or_default(),
        location_dictionary_bytes: manifest.location_dictionary().map(|dictionary| dictionary.len() as u64),
        compression_algorithm: manifest.compression_algorithm(),
        arrays: arrays.collect(),
    }
}

fn references(array: Table<'_, ArrayManifest>, findings: &mut Findings) -> ArrayReferences {
    let node = array.node_id().map(|id| id_text(id)).unwrap_or_default();
    // References and their bytes, by kind.
    let mut kinds = [(0_u64, 0_u64); ReferenceKind::COUNT];
    let mut compressed_locations = 0;
    for reference in array.refs().unwrap_or_default().iter() {
        let kind = ReferenceKind::of(reference);
        let (count, bytes) = &mut kinds[kind as usize];
        *count += 1;
        *bytes = bytes.saturating_add(kind.chunk_bytes(reference));
        compressed_locations += u64::from(reference.compressed_location().is_some());
    }
    let count = |kind: ReferenceKind| kinds[kind as usize].0;
    let bytes = |kind: ReferenceKind| Large(kinds[kind as usize].1);
    let unknown = count(ReferenceKind::Unknown);
    if unknown > 0 {
        let message = format!("{unknown} references of array {node} have no chunk location");
        findings.push(Error::new(Code::BadTable, message, "restore the manifest from another copy"));
    }
    ArrayReferences {
        node,
        refs: kinds.iter().map(|(count, _)| count).sum(),
        native: count(ReferenceKind::Native),
        r#virtual: count(ReferenceKind::Virtual),
        inline: count(ReferenceKind::Inline),
        unknown,
        bytes: Large(kinds.iter().fold(0_u64, |sum, (_, bytes)| sum.saturating_add(*bytes))),
        native_bytes: bytes(ReferenceKind::Native),
        virtual_bytes: bytes(ReferenceKind::Virtual),
        inline_bytes: bytes(ReferenceKind::Inline),
        compressed_locations,
    }
}
