//! The largest postings lists.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::super::postings_offset_table::PostingsRange;

/// A postings list; greater is larger, of equal ones that which stands first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargestList {
    /// Number of its label in the table.
    pub label: usize,
    /// The value it is of.
    pub value: Vec<u8>,
    /// Where it lies in the index.
    pub range: PostingsRange,
}

impl Ord for LargestList {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |list: &Self| (list.range.bytes(), Reverse(list.label));
        key(self).cmp(&key(other)).then_with(|| other.value.cmp(&self.value))
    }
}

impl PartialOrd for LargestList {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The `most` largest of the lists that were added.
#[derive(Debug, Default)]
pub struct Largest {
    most: usize,
    heap: BinaryHeap<Reverse<LargestList>>,
}

impl Largest {
    pub fn new(most: usize) -> Self {
        Self { most, heap: BinaryHeap::new() }
    }

    #[inline]
    pub fn add(&mut self, label: usize, value: &[u8], range: PostingsRange) {
        if self.heap.len() == self.most {
            if self.heap.peek().is_none_or(|Reverse(least)| range.bytes() <= least.range.bytes()) {
                return;
            }
            self.heap.pop();
        }
        self.heap.push(Reverse(LargestList { label, value: value.to_vec(), range }));
    }

    /// The largest first.
    pub fn sorted(&self) -> Vec<&LargestList> {
        let mut lists: Vec<_> = self.heap.iter().map(|Reverse(list)| list).collect();
        lists.sort_by(|a, b| b.cmp(a));
        lists
    }
}
