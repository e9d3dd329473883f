//! From entries in the order of the text to one result per partition.

use super::entries::{Columns, CompartmentEntry, LookupMatch};

/// One row per partition, ascending, a column each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartitionMap {
    /// Partition numbers, each once.
    pub partitions: Vec<i32>,
    /// Result of a look-up, or the first offset in the text if a look-up finds none.
    pub offsets: Vec<i64>,
    /// Partitions with several entries.
    pub duplicates: Vec<Duplicate>,
    /// Partitions in the text that a look-up of a `v1=` header does not find.
    pub not_found: Vec<i32>,
}

/// A partition with several entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// Its number.
    pub partition: i32,
    /// Each offset that can be read, in the order in which they stand.
    pub offsets: Vec<i64>,
    /// Where the second entry begins in the text, where known.
    pub position: Option<u32>,
    /// The answer of Mimir's look-up; `None` if it finds nothing.
    pub answer: Option<i64>,
}

impl PartitionMap {
    /// One row per partition of `columns`.
    pub fn new(columns: &Columns) -> Self {
        let ascending = columns.partitions.is_sorted_by(|a, b| a < b);
        let sound = columns.lookup_matches.iter().all(|lookup_match| lookup_match.answers());
        if ascending && sound && columns.traps.is_empty() {
            let (partitions, offsets) = (columns.partitions.clone(), columns.offsets.clone());
            return Self { partitions, offsets, ..Self::default() };
        }
        Self::from_rows(columns)
    }

    fn from_rows(columns: &Columns) -> Self {
        let row = |k: &u32| row(columns, *k as usize);
        // Rows of a million entries would take ten times as much as their numbers.
        let mut numbers: Vec<u32> = (0..(columns.partitions.len() + columns.traps.len()) as u32).collect();
        numbers.sort_unstable_by_key(|k| (row(k).partition, row(k).order, *k));
        let mut map = Self::default();
        for same in numbers.chunk_by(|a, b| row(a).partition == row(b).partition) {
            let rows = || same.iter().map(row);
            let met = rows().filter(|row| row.lookup_match != LookupMatch::Hidden);
            let met = met.min_by_key(|row| (row.lookup_match.rank(), row.order));
            let answer = met.filter(|row| row.lookup_match.answers()).and_then(|row| row.offset);
            let (Some(first), second) = (rows().find(|row| row.offset.is_some()), same.get(1)) else {
                continue;
            };
            let (partition, Some(offset)) = (first.partition, first.offset) else { continue };
            map.partitions.push(partition);
            map.offsets.push(answer.unwrap_or(offset));
            if answer.is_none() {
                map.not_found.push(partition);
            }
            if let Some(second) = second.map(row) {
                let offsets = rows().filter_map(|row| row.offset).collect();
                map.duplicates.push(Duplicate { partition, offsets, position: second.position, answer });
            }
        }
        map
    }
}

struct Row {
    partition: i32,
    /// Place among all entries.
    order: u32,
    offset: Option<i64>,
    position: Option<u32>,
    lookup_match: LookupMatch,
}

/// Entry `k` of `columns`; unreadable ones follow the others.
fn row(columns: &Columns, k: usize) -> Row {
    let Columns { partitions, offsets, positions, lookup_matches, traps } = columns;
    if let (Some(partition), Some(offset)) = (partitions.get(k), offsets.get(k)) {
        let position = positions.get(k).copied();
        return Row {
            partition: *partition,
            order: position.unwrap_or(k as u32),
            offset: Some(*offset),
            position,
            // Binary encodings have no look-up of their own.
            lookup_match: lookup_matches.get(k).copied().unwrap_or(LookupMatch::Comma),
        };
    }
    let trap = traps.get(k.saturating_sub(partitions.len())).copied();
    let (partition, position, lookup_match) = trap.unwrap_or((0, 0, LookupMatch::Hidden));
    Row { partition, order: position, offset: None, position: Some(position), lookup_match }
}

/// Returns one entry per compartment and partition, ascending: the one that a look-up uses, or else the
/// first in the text. Also returns compartments and partitions with several entries.
pub fn compartments(entries: &[CompartmentEntry]) -> (Vec<CompartmentEntry>, Vec<(i64, i32)>) {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|entry| (entry.compartment, entry.partition));
    let key = |entry: &CompartmentEntry| (entry.compartment, entry.partition);
    let mut duplicates = Vec::new();
    let unique = sorted.chunk_by(|a, b| key(a) == key(b)).filter_map(|same| {
        if let [first, _, ..] = same {
            duplicates.push(key(first));
        }
        same.iter().min_by_key(|entry| entry.lookup_match.rank()).map(|entry| (*entry).clone())
    });
    (unique.collect(), duplicates)
}
