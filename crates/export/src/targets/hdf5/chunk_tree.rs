//! The version 1 B-tree that indexes the chunks of a one-dimensional dataset.
//!
//! A node has up to 64 children, and between and around them keys, the first values of chunks:
//!
//! ```text
//!  "TREE" 01 level entries left-sibling right-sibling | key child key child ... key | unused, up to the node's size
//!  key: bytes of the chunk (4), filters left out (4), number of its first value (8), 0 (8)
//! ```

use super::address::UNDEFINED;

/// Maximum children of a node: twice the default K.
const CHILDREN: usize = 64;
const KEY: usize = 24;
const NODE: usize = 24 + (CHILDREN + 1) * KEY + CHILDREN * 8;

/// A node or chunk, and the number of its first chunk.
type Child = (u64, u64);

/// Appends the tree of `chunks` (at least one) of `size` values of 8 bytes; the first node is at `address` in the file.
/// Returns the address of the root.
pub fn write(chunks: &[u64], size: usize, address: u64, out: &mut Vec<u8>) -> u64 {
    let end = chunks.len() as u64;
    let mut level: Vec<Child> = chunks.iter().copied().zip(0..).collect();
    for depth in 0.. {
        let start = address + out.len() as u64;
        let nodes = level.len().div_ceil(CHILDREN);
        let place = |node: usize| start + (node * NODE) as u64;
        let mut above = Vec::with_capacity(nodes);
        for (node, children) in level.chunks(CHILDREN).enumerate() {
            let left = node.checked_sub(1).map_or(UNDEFINED, place);
            let right = if node + 1 < nodes { place(node + 1) } else { UNDEFINED };
            let after = level.get((node + 1) * CHILDREN).map_or(end, |child| child.1);
            push_node(depth, [left, right], children, after, size, out);
            above.push((place(node), children[0].1));
        }
        level = above;
        if nodes == 1 {
            break;
        }
    }
    level[0].0
}

fn push_node(depth: u8, siblings: [u64; 2], children: &[Child], after: u64, size: usize, out: &mut Vec<u8>) {
    let node_end = out.len() + NODE;
    out.extend_from_slice(b"TREE\x01");
    out.push(depth);
    out.extend_from_slice(&(children.len() as u16).to_le_bytes());
    for sibling in siblings {
        out.extend_from_slice(&sibling.to_le_bytes());
    }
    for (address, chunk) in children {
        push_key(*chunk, size, out);
        out.extend_from_slice(&address.to_le_bytes());
    }
    push_key(after, size, out);
    out.resize(node_end, 0);
}

fn push_key(chunk: u64, size: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&((size * size_of::<u64>()) as u32).to_le_bytes());
    out.extend_from_slice(&0_u32.to_le_bytes());
    out.extend_from_slice(&(chunk * size as u64).to_le_bytes());
    out.extend_from_slice(&0_u64.to_le_bytes());
}
