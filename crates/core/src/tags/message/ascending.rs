//! Ordered collections for keys that mostly arrive in ascending order, in constant time each.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::order::sort_by_channel;

/// Values by ascending key, taken from the lowest.
#[derive(Debug)]
pub(super) struct AscendingMap<V> {
    /// Keys that were higher than all earlier ones.
    run: VecDeque<(u64, V)>,
    /// The remaining keys.
    others: BTreeMap<u64, V>,
}

impl<V> Default for AscendingMap<V> {
    fn default() -> Self {
        Self { run: VecDeque::new(), others: BTreeMap::new() }
    }
}

impl<V: Copy> AscendingMap<V> {
    pub(super) fn len(&self) -> usize {
        self.run.len() + self.others.len()
    }

    /// Adds `key`; false if it already exists.
    pub(super) fn insert(&mut self, key: u64, value: V) -> bool {
        if self.run.back().is_none_or(|(last, _)| *last < key) {
            if !self.others.is_empty() && self.others.contains_key(&key) {
                return false;
            }
            self.run.push_back((key, value));
            return true;
        }
        let is_new =
            self.run.binary_search_by_key(&key, |(key, _)| *key).is_err() && !self.others.contains_key(&key);
        if is_new {
            self.others.insert(key, value);
        }
        is_new
    }

    /// The lowest key.
    pub(super) fn first(&self) -> Option<u64> {
        let (run, other) = (self.run.front().map(|(key, _)| *key), self.others.keys().next().copied());
        run.into_iter().chain(other).min()
    }

    /// Takes the value of the lowest key.
    pub(super) fn pop_first(&mut self) -> Option<V> {
        let first = self.first()?;
        if self.run.front().is_some_and(|(key, _)| *key == first) {
            self.run.pop_front().map(|(_, value)| value)
        } else {
            self.others.pop_first().map(|(_, value)| value)
        }
    }

    /// All keys and values, by ascending key.
    pub(super) fn entries(&self) -> Vec<(u64, V)> {
        let mut all: Vec<(u64, V)> = self.run.iter().copied().collect();
        if !self.others.is_empty() {
            all.extend(self.others.iter().map(|(key, value)| (*key, *value)));
            sort_by_channel(&mut all);
        }
        all
    }
}

/// Numbers that are added in ascending order and mostly removed in that order.
#[derive(Debug, Default)]
pub(super) struct AscendingSet {
    run: VecDeque<u32>,
    /// Removed numbers of `run`, never its first one.
    removed: BTreeSet<u32>,
}

impl AscendingSet {
    pub(super) fn len(&self) -> usize {
        self.run.len() + self.removed.len()
    }

    /// Adds `number` unless it is lower than the highest added one.
    pub(super) fn insert(&mut self, number: u32) {
        if self.run.back().is_none_or(|last| *last < number) {
            self.run.push_back(number);
        }
    }

    /// The lowest number.
    pub(super) fn first(&self) -> Option<&u32> {
        self.run.front()
    }

    pub(super) fn remove(&mut self, number: u32) {
        if self.run.back() == Some(&number) {
            self.run.pop_back();
        } else if self.run.front().is_some_and(|first| *first < number) {
            if self.run.binary_search(&number).is_ok() {
                self.removed.insert(number);
            }
        } else if self.run.front() == Some(&number) {
            self.run.pop_front();
        }
        while let Some(first) = self.run.front()
            && !self.removed.is_empty()
            && self.removed.remove(first)
        {
            self.run.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_by_ascending_key_in_whatever_order_they_were_added() {
        let mut map = AscendingMap::default();
        for key in [5, 9, 7, 1, 12, 8] {
            assert!(map.insert(key, key * 10));
        }
        assert!(!map.insert(9, 0) && !map.insert(7, 0) && !map.insert(12, 0));
        assert_eq!((map.len(), map.first()), (6, Some(1)));
        assert_eq!(map.entries().iter().map(|(key, _)| *key).collect::<Vec<_>>(), [1, 5, 7, 8, 9, 12]);
        let values: Vec<u64> = std::iter::from_fn(|| map.pop_first()).collect();
        assert_eq!(values, [10, 50, 70, 80, 90, 120]);
    }

    #[test]
    fn numbers_are_removed_in_any_order() {
        let mut set = AscendingSet::default();
        (0..6).for_each(|number| set.insert(number));
        set.insert(3);
        for (number, first) in
            [(2, Some(0)), (5, Some(0)), (0, Some(1)), (1, Some(3)), (3, Some(4)), (4, None)]
        {
            set.remove(number);
            assert_eq!(set.first().copied(), first, "without {number}");
        }
        assert_eq!(set.len(), 0);
    }
}
