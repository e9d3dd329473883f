//! Transaction logs: what a commit changed.

use super::object_id::id_text;
use super::schema::TransactionLog;
use super::table::Table;
use crate::Value;

/// `{id, new_groups, new_arrays, deleted_groups, deleted_arrays, updated_groups, updated_arrays, updated_chunks: [{node,
/// chunks}], moved_nodes: [{from, to, node, type}]}`; `chunks` is a number.
pub fn to_value(log: Table<'_, TransactionLog>) -> Value {
    let nodes = |ids: Option<&[[u8; 8]]>| {
        Value::List(ids.unwrap_or_default().iter().map(|id| Value::Text(id_text(id))).collect())
    };
    let updated_chunks = log.updated_chunks().unwrap_or_default().iter().map(|array| {
        Value::map([
            ("node", Value::Text(array.node_id().map(|id| id_text(id)).unwrap_or_default())),
            ("chunks", Value::Count(array.chunks().map_or(0, |chunks| chunks.len() as u64))),
        ])
    });
    let moved_nodes = log.moved_nodes().unwrap_or_default().iter().map(|moved| {
        let kind = if moved.node_type() == 0 { "group" } else { "array" };
        let text = |text: Option<&str>| Value::Text(text.unwrap_or_default().to_owned());
        Value::map([
            ("from", text(moved.from())),
            ("to", text(moved.to())),
            ("node", moved.node_id().map_or(Value::Null, |id| Value::Text(id_text(id)))),
            // Older files don't say it.
            ("type", moved.node_id().map_or(Value::Null, |_| Value::Text(kind.to_owned()))),
        ])
    });
    Value::map([
        ("id", log.id().map_or(Value::Null, |id| Value::Text(id_text(id)))),
        ("new_groups", nodes(log.new_groups())),
        ("new_arrays", nodes(log.new_arrays())),
        ("deleted_groups", nodes(log.deleted_groups())),
        ("deleted_arrays", nodes(log.deleted_arrays())),
        ("updated_groups", nodes(log.updated_groups())),
        ("updated_arrays", nodes(log.updated_arrays())),
        ("updated_chunks", Value::List(updated_chunks.collect())),
        ("moved_nodes", Value::List(moved_nodes.collect())),
    ])
}
