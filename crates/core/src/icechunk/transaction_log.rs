//! Transaction logs: the changes of a commit.

use super::object_id::id_text;
use super::results::{ArrayUpdates, MovedNode, MovedType, TransactionLogContent};
use super::schema::TransactionLog;
use super::table::Table;

/// Returns the changes of a commit.
pub fn content(log: Table<'_, TransactionLog>) -> TransactionLogContent {
    let nodes = |ids: Option<&[[u8; 8]]>| ids.unwrap_or_default().iter().map(|id| id_text(id)).collect();
    let updated_chunks = log.updated_chunks().unwrap_or_default().iter().map(|array| ArrayUpdates {
        node: array.node_id().map(|id| id_text(id)).unwrap_or_default(),
        chunks: array.chunks().map_or(0, |chunks| chunks.len() as u64),
    });
    let moved_nodes = log.moved_nodes().unwrap_or_default().iter().map(|moved| {
        let node_type = if moved.node_type() == 0 { MovedType::Group } else { MovedType::Array };
        MovedNode {
            from: moved.from().unwrap_or_default().to_owned(),
            to: moved.to().unwrap_or_default().to_owned(),
            node: moved.node_id().map(|id| id_text(id)),
            // Older files have neither.
            node_type: moved.node_id().map(|_| node_type),
        }
    });
    TransactionLogContent {
        id: log.id().map(|id| id_text(id)).unwrap_or_default(),
        new_groups: nodes(log.new_groups()),
        new_arrays: nodes(log.new_arrays()),
        deleted_groups: nodes(log.deleted_groups()),
        deleted_arrays: nodes(log.deleted_arrays()),
        updated_groups: nodes(log.updated_groups()),
        updated_arrays: nodes(log.updated_arrays()),
        updated_chunks: updated_chunks.collect(),
        moved_nodes: moved_nodes.collect(),
    }
}
