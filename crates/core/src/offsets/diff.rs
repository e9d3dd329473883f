//! The lag of one header behind another.

use std::cmp::Ordering;

use super::entries::{CompartmentEntry, Entries, Offsets};
use super::map::{PartitionMap, compartments};
pub use super::results::Side;
use super::results::{LagColumns, OffsetsDiff, PartitionKey, PartitionLag};
use crate::numbers::Integers;

/// The compared unit: a partition's offset in one Kafka cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Read compartment; 0 in headers that have none.
    pub compartment: i64,
    /// Partition.
    pub partition: i32,
    /// Index of the Kafka cluster; 0 in headers that have one.
    pub cluster: u32,
}

/// A partition that both sides have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Which one.
    pub key: Key,
    /// Its offset in the left header.
    pub left: i64,
    /// Its offset in the right header.
    pub right: i64,
}

impl Row {
    /// `right - left`, which may pass 64 bits.
    pub fn lag(&self) -> i128 {
        i128::from(self.right) - i128::from(self.left)
    }
}

/// Two headers, compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// Keys in both headers, ascending.
    pub rows: Vec<Row>,
    /// Keys only in the left header, ascending.
    pub only_left: Vec<Key>,
    /// Keys only in the right header, ascending.
    pub only_right: Vec<Key>,
    /// Whether one of them names compartments.
    pub compartments: bool,
}

/// Compares `left` with `right`. A `v1=` header is compartment 0 of a `v2=` one.
pub fn diff(left: &Offsets, right: &Offsets) -> Diff {
    let named = |offsets: &Offsets| matches!(offsets.entries, Entries::Compartments(_));
    let mut diff = Diff { compartments: named(left) || named(right), ..Diff::default() };
    let (left, right) = (flat(left), flat(right));
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let order = match (l.peek(), r.peek()) {
            (None, None) => return diff,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let left = if order.is_le() { l.next() } else { None };
        let right = if order.is_ge() { r.next() } else { None };
        match (left, right) {
            (Some((key, left)), Some((_, right))) => {
                diff.rows.push(Row { key: *key, left: *left, right: *right })
            }
            (Some((key, _)), None) => diff.only_left.push(*key),
            (None, Some((key, _))) => diff.only_right.push(*key),
            (None, None) => return diff,
        }
    }
}

fn flat(offsets: &Offsets) -> Vec<(Key, i64)> {
    match &offsets.entries {
        Entries::Partitions(columns) => {
            let map = PartitionMap::new(columns);
            let key = |partition| Key { compartment: 0, partition, cluster: 0 };
            map.partitions.iter().zip(&map.offsets).map(|(p, o)| (key(*p), *o)).collect()
        }
        Entries::Compartments(entries) => {
            let clusters = |entry: &CompartmentEntry| {
                let (compartment, partition) = (entry.compartment, entry.partition);
                let offsets: Vec<_> = (0u32..).zip(entry.offsets.iter().copied()).collect();
                offsets
                    .into_iter()
                    .filter_map(move |(cluster, o)| Some((Key { compartment, partition, cluster }, o?)))
            };
            compartments(entries).0.iter().flat_map(clusters).collect()
        }
    }
}

impl Diff {
    /// The sum of all lags.
    pub fn total_lag(&self) -> i128 {
        self.rows.iter().map(Row::lag).sum()
    }

    /// The largest lag; `None` if no partition is in both headers.
    pub fn max_lag(&self) -> Option<i128> {
        self.rows.iter().map(Row::lag).max()
    }

    /// The median lag, the smaller of two middle ones; `None` if no partition is in both headers.
    pub fn median_lag(&self) -> Option<i128> {
        let mut lags: Vec<i128> = self.rows.iter().map(Row::lag).collect();
        let middle = lags.len().checked_sub(1)? / 2;
        Some(*lags.select_nth_unstable(middle).1)
    }

    /// The header that is ahead in more partitions, and therefore later, because offsets only grow. `None` if both are
    /// ahead in equally many.
    pub fn later(&self) -> Option<Side> {
        let count = |order| self.rows.iter().filter(|row| row.right.cmp(&row.left) == order).count();
        match count(Ordering::Greater).cmp(&count(Ordering::Less)) {
            Ordering::Greater => Some(Side::Right),
            Ordering::Less => Some(Side::Left),
            Ordering::Equal => None,
        }
    }

    /// Keys that are ahead in the left header, the largest distance first.
    pub fn fell_back(&self) -> Vec<Key> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.lag() < 0).collect();
        rows.sort_by_key(|row| (row.lag(), row.key));
        rows.into_iter().map(|row| row.key).collect()
    }

    /// Keys with the same offset in both headers, except empty partitions.
    pub fn stood_still(&self) -> Vec<Key> {
        self.rows.iter().filter(|row| row.left == row.right && row.left >= 0).map(|row| row.key).collect()
    }

    /// Returns the lags, with a row per partition in addition to the columns where `rows` is set.
    pub fn report(&self, rows: bool) -> OffsetsDiff {
        let times = |of: fn(&Row) -> i64| Integers(self.rows.iter().map(of).collect());
        let clamp = |row: &Row| row.lag().clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        let keys = |keys: &[Key]| keys.iter().map(|key| self.partition_key(key)).collect();
        let in_cluster = |of: fn(&Row) -> i64| self.compartments.then(|| times(of));
        let worst = self.rows.iter().max_by_key(|row| (row.lag(), std::cmp::Reverse(row.key)));
        OffsetsDiff {
            partitions: rows.then(|| self.rows.iter().map(|row| self.partition_lag(row)).collect()),
            only_left: keys(&self.only_left),
            only_right: keys(&self.only_right),
            total_lag: self.total_lag(),
            max_lag: self.max_lag(),
            worst: worst.map(|row| self.partition_key(&row.key)),
            min_lag: self.rows.iter().map(Row::lag).min(),
            median_lag: self.median_lag(),
            fell_back: keys(&self.fell_back()),
            stood_still: keys(&self.stood_still()),
            later: self.later(),
            count: self.rows.len() as u64,
            columns: LagColumns {
                partition: times(|row| i64::from(row.key.partition)),
                left: times(|row| row.left),
                right: times(|row| row.right),
                lag: Integers(self.rows.iter().map(clamp).collect()),
                compartment: in_cluster(|row| row.key.compartment),
                cluster: in_cluster(|row| i64::from(row.key.cluster)),
            },
        }
    }

    fn partition_key(&self, key: &Key) -> PartitionKey {
        let Key { compartment, partition, cluster } = *key;
        if self.compartments {
            PartitionKey::InCluster { compartment, partition, cluster: cluster.into() }
        } else {
            PartitionKey::Partition(partition)
        }
    }

    fn partition_lag(&self, row: &Row) -> PartitionLag {
        PartitionLag {
            compartment: self.compartments.then_some(row.key.compartment),
            partition: row.key.partition,
            cluster: self.compartments.then(|| row.key.cluster.into()),
            left: row.left,
            right: row.right,
            lag: row.lag(),
        }
    }
}
