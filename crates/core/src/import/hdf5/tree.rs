//! B-trees of version 1: of the names in a group, and of the chunks of a dataset.

use super::bytes::{File, damaged};
use crate::Error;

/// Length in bytes of a node before its entries.
const NODE: u64 = 24;

/// Calls `each` with the key and the child of every entry of the leaves, in order. `kind` is 0 for a group and 1 for
/// chunks, whose keys have `key` bytes.
///
/// # Errors
/// `BadHeader`, `Truncated`, and the errors of `each`.
pub fn walk<'a>(
    file: File<'a>,
    root: u64,
    kind: u8,
    key: u64,
    mut each: impl FnMut(&'a [u8], u64) -> Result<(), Error>,
) -> Result<(), Error> {
    // Entries of a sound tree are in the file once. A node in a circle is too deep, or exhausts them.
    let mut left = file.end / (key + 8);
    let mut nodes = vec![(root, None)];
    while let Some((address, expected)) = nodes.pop() {
        let mut node = file.fields(address, NODE)?;
        node.mark(b"TREE")?;
        let (node_kind, level, count) = (node.byte()?, node.byte()?, node.number(2)?);
        if node_kind != kind || expected.is_some_and(|expected| level != expected) {
            return Err(damaged(address, "has a node at a wrong position in its tree"));
        }
        left = left.checked_sub(count).ok_or_else(|| damaged(address, "has a tree that refers to itself"))?;
        let mut entries = file.fields(address + NODE, count * (key + 8))?;
        let first = nodes.len();
        for _ in 0..count {
            let (start, child) = (entries.take(key as usize)?, entries.word()?);
            match level.checked_sub(1) {
                None => each(start, child)?,
                Some(below) => nodes.push((child, Some(below))),
            }
        }
        nodes[first..].reverse();
    }
    Ok(())
}
