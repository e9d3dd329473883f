//! The ways in which groups of channels come together by chance.
//!
//! A grouping is a partition of a pattern's channels into groups; a group is a set of channels by its bits, where bit `k`
//! stands for the k-th channel. What is counted while the groups are displaced against each other has coincidences of each
//! group alone, and of all finer groupings. Möbius inversion over the partitions takes those apart: Speed, Austral. J.
//! Statist. 25, 378 (1983).

/// Maximum number of channels of a pattern whose accidentals are measured: 51 groupings of five.
pub const MAX_GROUPED: usize = 5;

/// Returns the groupings of this number of channels into two groups and more.
pub fn groupings(channels: usize) -> Vec<Vec<usize>> {
    let mut all = partitions((1 << channels) - 1);
    all.retain(|groups| groups.len() > 1);
    all
}

/// Returns all partitions of `set`; groups by their lowest channel.
fn partitions(set: usize) -> Vec<Vec<usize>> {
    if set == 0 {
        return vec![Vec::new()];
    }
    let lowest = set & set.wrapping_neg();
    let others = set & !lowest;
    let mut all = Vec::new();
    let mut more = others;
    loop {
        for rest in partitions(others & !more) {
            all.push([vec![lowest | more], rest].concat());
        }
        if more == 0 {
            return all;
        }
        more = (more - 1) & others;
    }
}

/// Returns how often the count of grouping `finer` enters what is left of `coarser` without all finer groupings: 0 where
/// `finer` is none of them.
pub fn weight(finer: &[usize], coarser: &[usize]) -> f64 {
    let parts = |group: &usize| finer.iter().filter(|part| **part & !group == 0).count();
    let is_finer = finer.iter().all(|part| coarser.iter().any(|group| part & !group == 0));
    if is_finer { coarser.iter().map(|group| connected(parts(group))).product() } else { 0.0 }
}

/// Returns the weight of a grouping into `parts` in what all of them have in common: `(-1)^(k-1) (k-1)!`.
pub fn connected(parts: usize) -> f64 {
    (1..parts).map(|k| -(k as f64)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groupings_are_bells_numbers_but_for_one_group() {
        assert_eq!([2, 3, 4, 5].map(|channels| groupings(channels).len()), [1, 4, 14, 51]);
    }

    #[test]
    fn what_is_left_of_the_groupings_is_their_sum() {
        // Of every grouping some coincidences; what is counted of one has those of all finer ones.
        for channels in 2..=MAX_GROUPED {
            let all = groupings(channels);
            let own: Vec<f64> = (0..all.len()).map(|k| 1.0 + (k * k % 7) as f64).collect();
            let is_finer = |finer: &[usize], coarser: &[usize]| {
                finer.iter().all(|part| coarser.iter().any(|group| part & !group == 0))
            };
            let counted = |coarser: &Vec<usize>| -> f64 {
                let finer = all.iter().zip(&own).filter(|(finer, _)| is_finer(finer, coarser));
                finer.map(|(_, own)| own).sum()
            };
            let counts: Vec<f64> = all.iter().map(counted).collect();
            for (groups, own) in all.iter().zip(&own) {
                let left: f64 = all.iter().zip(&counts).map(|(finer, n)| weight(finer, groups) * n).sum();
                assert!((left - own).abs() < 1e-9, "{groups:?}: {left} {own}");
            }
            let total: f64 = all.iter().zip(&counts).map(|(groups, n)| -connected(groups.len()) * n).sum();
            assert!((total - own.iter().sum::<f64>()).abs() < 1e-9);
        }
    }
}
