//! Partitions of a pattern's channels into groups that coincide by chance.
//!
//! A grouping is a partition of a pattern's channels into groups. A group is a set of channels by its bits: bit `k` is
//! the k-th channel. A count with groups displaced against each other contains the coincidences of this grouping and of
//! all finer ones. Möbius inversion over the partitions separates them: Speed, Austral. J. Statist. 25, 378 (1983).

/// Maximum number of channels of a pattern whose accidentals are measured; five channels have 51 groupings.
pub const MAX_GROUPED: usize = 5;

/// Returns the groupings of this number of channels into at least two groups.
pub fn groupings(channels: usize) -> Vec<Vec<usize>> {
    let mut all = partitions((1 << channels) - 1);
    all.retain(|groups| groups.len() > 1);
    all
}

/// Returns all partitions of `set`, with groups in the order of their lowest channel.
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

/// Returns the factor of the count of grouping `finer` in the accidentals of grouping `coarser` alone; 0 if `finer` is
/// not finer than `coarser`.
pub fn weight(finer: &[usize], coarser: &[usize]) -> f64 {
    let parts = |group: &usize| finer.iter().filter(|part| **part & !group == 0).count();
    let is_finer = finer.iter().all(|part| coarser.iter().any(|group| part & !group == 0));
    if is_finer { coarser.iter().map(|group| connected(parts(group))).product() } else { 0.0 }
}

/// Returns the Möbius function of a grouping into `k = parts` groups: `(-1)^(k-1) (k-1)!`.
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
        // Every grouping has some coincidences; the count of a grouping includes those of all finer ones.
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
