//! Snapshots: all nodes of a commit, and the manifests that have their chunks.

use super::object_id::id_text;
use super::results::{
    ArrayType, GroupType, IcechunkArray, IcechunkDimension, IcechunkGroup, IcechunkNode, ListedManifest,
    ManifestExtents, SnapshotContent,
};
use super::schema::{ARRAY, ArrayNodeData, GROUP, MetadataItem, NodeSnapshot, Snapshot};
use super::table::{Table, Tables, array_at};
use super::time::time_text;
use super::user_data::{Encoding, UserData};
use crate::numbers::{Entries, Large};
use crate::{Code, Error, Findings};

/// Returns the nodes of a commit, and its manifests.
pub fn content(
    snapshot: Table<'_, Snapshot>,
    encoding: Encoding,
    findings: &mut Findings,
) -> SnapshotContent {
    let listed = snapshot.manifest_files().unwrap_or_default().iter().map(|info| {
        let number = |at: usize| array_at(info, at).map_or(0, u64::from_le_bytes);
        manifest(&info[..12], number(16), number(24) & u64::from(u32::MAX))
    });
    let listed_v2 = snapshot.manifest_files_v2().unwrap_or_default().iter().map(|info| {
        let id = info.id().copied().unwrap_or_default();
        manifest(&id, info.size_bytes(), info.num_chunk_refs().into())
    });
    let nodes =
        snapshot.nodes().unwrap_or_default().iter().map(|node| node_content(node, findings)).collect();
    SnapshotContent {
        id: snapshot.id().map(|id| id_text(id)).unwrap_or_default(),
        parent: snapshot.parent_id().map(|id| id_text(id)),
        flushed_at: time_text(snapshot.flushed_at()),
        flushed_at_us: Large(snapshot.flushed_at()),
        message: snapshot.message().unwrap_or_default().to_owned(),
        metadata: metadata(snapshot.metadata(), encoding, findings),
        manifests: listed.chain(listed_v2).collect(),
        nodes,
        extra_bytes: snapshot.extra().map(|extra| extra.len() as u64),
    }
}

fn manifest(id: &[u8], bytes: u64, refs: u64) -> ListedManifest {
    ListedManifest { id: id_text(id), bytes: Large(bytes), refs }
}

/// Returns metadata by name. Those that can't be read are `None`.
pub fn metadata(
    items: Option<Tables<'_, MetadataItem>>,
    encoding: Encoding,
    findings: &mut Findings,
) -> Entries<UserData> {
    let items = items.unwrap_or_default().iter().map(|item| {
        let name = item.name().unwrap_or_default();
        let value = encoding.read(item.value().unwrap_or_default()).unwrap_or_else(|what| {
            let message = format!("the metadata {name:?} are not {what}");
            findings.push(Error::new(Code::BadMetadata, message, "check which program wrote them"));
            UserData::default()
        });
        (name.to_owned(), value)
    });
    Entries(items.collect())
}

fn node_content(node: Table<'_, NodeSnapshot>, findings: &mut Findings) -> IcechunkNode {
    let id = node.id().map(|id| id_text(id)).unwrap_or_default();
    let path = node.path().unwrap_or_default().to_owned();
    let user_data = node.user_data().unwrap_or_default();
    let user_data = Encoding::Json.read(user_data).unwrap_or_else(|what| {
        let message = format!("the metadata of the node {path:?} are not {what}");
        findings.push(Error::new(Code::BadMetadata, message, "check which program wrote them"));
        UserData::default()
    });
    let node_type = match node.node_data() {
        Some((ARRAY, data)) => return IcechunkNode::Array(array(id, path, user_data, data.cast())),
        Some((GROUP, _)) => GroupType::Group,
        _ => GroupType::Unknown,
    };
    IcechunkNode::Group(IcechunkGroup { id, path, node_type, user_data })
}

fn array(id: String, path: String, user_data: UserData, array: Table<'_, ArrayNodeData>) -> IcechunkArray {
    let names = array.dimension_names();
    let dimension = |k: usize, length: u64, chunk_length: Option<u64>, chunks: u64| IcechunkDimension {
        name: names.and_then(|names| names.get(k)?.name()).map(str::to_owned),
        array_length: Large(length),
        chunk_length: chunk_length.map(Large),
        num_chunks: Large(chunks),
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
            let number = |at: usize| array_at(range, at).map_or(0, u32::from_le_bytes);
            (number(0), number(4))
        });
        ManifestExtents {
            id: manifest.object_id().map(|id| id_text(id)).unwrap_or_default(),
            extents: extents.collect(),
        }
    });
    let manifests = manifests.collect();
    let dimension_names =
        names.map(|names| names.iter().map(|dimension| dimension.name().map(str::to_owned)).collect());
    IcechunkArray { id, path, node_type: ArrayType::Array, user_data, shape, dimension_names, manifests }
}
