//! What chance gives of coincidences of several channels: every way in which groups of them may come together.
//!
//! Sets of channels are numbers: bit `k` stands for the k-th channel.

/// A number for each set of channels, at the set's place; that of the empty set is 1.
pub type BySet = Vec<f64>;

/// All partitions of `set` into groups, one group and single channels among them; groups by their least channel.
pub fn partitions(set: usize) -> Vec<Vec<usize>> {
    if set == 0 {
        return vec![Vec::new()];
    }
    let lowest = set & set.wrapping_neg();
    let mut all = Vec::new();
    let others = set & !lowest;
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

/// The joint cumulants of which these are the moments: what of a set's mean product is not made by its parts.
///
/// Kubo, J. Phys. Soc. Jpn. 17, 1100 (1962).
pub fn cumulants(moments: &[f64]) -> BySet {
    let mut all = vec![1.0; moments.len()];
    for set in 1..moments.len() {
        let lowest = set & set.wrapping_neg();
        let others = set & !lowest;
        let mut of_parts = 0.0;
        let mut rest = others;
        // Parts with the lowest channel, without `rest`.
        while rest > 0 {
            of_parts += all[set & !rest] * moments[rest];
            rest = (rest - 1) & others;
        }
        all[set] = moments[set] - of_parts;
    }
    all
}

/// What is counted of every set of channels: its coincidences, and the positions of a window of `window + 1` ticks, each
/// as often as it holds one.
#[derive(Debug, Clone)]
pub struct Sums {
    pub coincidences: BySet,
    pub positions: BySet,
}

impl Sums {
    /// The accidentals of each of `partitions` in `span` ticks. The mean product of the tags in a window of `window + 1`
    /// ticks is `positions / span`, that in one of `window` ticks `(positions - coincidences) / span`; coincidences are
    /// `span` times the difference, and so is each part of it:
    ///
    /// ```text
    /// A = T * (product of the groups' cumulants with w+1 - the same with w)
    /// ```
    pub fn accidentals(&self, partitions: &[Vec<usize>], span: f64) -> Vec<f64> {
        let (wide, narrow) = self.cumulants(span);
        let product = |of: &BySet, groups: &[usize]| groups.iter().map(|set| of[*set]).product::<f64>();
        partitions.iter().map(|groups| span * (product(&wide, groups) - product(&narrow, groups))).collect()
    }

    /// The standard error of the sum of the accidentals of `partitions`: each group of channels that is no single one has
    /// Poisson's of its coincidences.
    pub fn error(&self, partitions: &[Vec<usize>], span: f64) -> f64 {
        let (wide, narrow) = self.cumulants(span);
        let of_set = |set: usize| {
            let counts = self.coincidences[set];
            if counts <= 0.0 {
                return 0.0;
            }
            // Positions of the window for each coincidence.
            let each = self.positions[set] / counts;
            let others = |of: &BySet, groups: &[usize]| {
                groups.iter().filter(|other| **other != set).map(|other| of[*other]).product::<f64>()
            };
            let with_it = partitions.iter().filter(|groups| groups.contains(&set));
            let change: f64 = with_it
                .map(|groups| each * others(&wide, groups) - (each - 1.0) * others(&narrow, groups))
                .sum();
            change * change * counts
        };
        (1..self.coincidences.len()).filter(|set| set.count_ones() > 1).map(of_set).sum::<f64>().sqrt()
    }

    fn cumulants(&self, span: f64) -> (BySet, BySet) {
        let Self { coincidences, positions } = self;
        let moments = |of: &dyn Fn(usize) -> f64| -> BySet {
            (0..positions.len()).map(|set| if set == 0 { 1.0 } else { of(set) / span }).collect()
        };
        (
            cumulants(&moments(&|set| positions[set])),
            cumulants(&moments(&|set| positions[set] - coincidences[set])),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_partitions_as_bell_counted() {
        for (channels, bell) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203)] {
            assert_eq!(partitions((1 << channels) - 1).len(), bell);
        }
        assert_eq!(
            partitions(0b111),
            [vec![0b111], vec![0b101, 0b010], vec![0b011, 0b100], vec![0b001, 0b110], vec![1, 2, 4]]
        );
    }

    #[test]
    fn cumulants_and_the_products_of_parts_make_moments() {
        let moments: BySet = (0..16).map(|set| 1.0 + f64::from(set).sin() * f64::from(set)).collect();
        let cumulants = cumulants(&moments);
        for (set, moment) in moments.iter().enumerate().skip(1) {
            let sum: f64 = partitions(set)
                .iter()
                .map(|groups| groups.iter().map(|group| cumulants[*group]).product::<f64>())
                .sum();
            assert!((sum - moment).abs() < 1e-9, "{set}: {sum} {moment}");
        }
    }

    #[test]
    fn independent_channels_have_what_their_rates_give() {
        // 1000 tags each in a million ticks; pairs and threefolds as many as chance gives.
        let (w, span, n) = (20.0_f64, 1e6_f64, 1000.0_f64);
        let chance = |k: i32, w: f64| span * (n / span * w).powi(k);
        let by_set = |of: &dyn Fn(i32) -> f64| -> BySet {
            (0..8_u32).map(|set| if set == 0 { 1.0 } else { of(set.count_ones() as i32) }).collect()
        };
        let sums = Sums {
            positions: by_set(&|k| chance(k, w + 1.0)),
            coincidences: by_set(&|k| chance(k, w + 1.0) - chance(k, w)),
        };
        let all = sums.accidentals(&partitions(7)[1..], span);
        let expected = n.powi(3) / span.powi(2) * ((w + 1.0).powi(3) - w.powi(3));
        assert!((all[3] - expected).abs() < 1e-9, "{all:?}");
        assert!(all[..3].iter().all(|of_pair| of_pair.abs() < 1e-9), "{all:?}");
    }
}
