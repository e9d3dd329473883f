//! The largest postings lists.

use super::super::postings_offset_table::PostingsRange;

/// A postings list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargestList {
    /// Number of its label in the table.
    pub label: usize,
    /// The value of its label.
    pub value: Vec<u8>,
    /// Its position in the index.
    pub range: PostingsRange,
}

/// The `most` largest of the added lists, the largest first; lists of equal size in the order in which they were added.
#[derive(Debug, Default)]
pub struct Largest {
    most: usize,
    lists: Vec<LargestList>,
}

impl Largest {
    pub fn new(most: usize) -> Self {
        Self { most, lists: Vec::new() }
    }

    #[inline]
    pub fn add(&mut self, label: usize, value: &[u8], range: PostingsRange) {
        let least = self.lists.last().filter(|_| self.lists.len() == self.most);
        if least.is_none_or(|least| range.bytes() > least.range.bytes()) {
            self.insert(label, value, range);
        }
    }

    #[cold]
    fn insert(&mut self, label: usize, value: &[u8], range: PostingsRange) {
        let place = self.lists.partition_point(|list| list.range.bytes() >= range.bytes());
        self.lists.truncate(self.most - 1);
        self.lists.insert(place, LargestList { label, value: value.to_vec(), range });
    }

    pub fn sorted(&self) -> &[LargestList] {
        &self.lists
    }
}
