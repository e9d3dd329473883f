//! Sorting by numbers. All lists share one sort of keys and places: each further instance takes some 5 kB of a program.

/// Sorts `columns` by channels or other keys, which differ.
pub(crate) fn sort_by_channel<T: Copy>(columns: &mut Vec<(u64, T)>) {
    sort_by(columns, |(channel, _)| *channel);
}

/// Sorts `items` by ascending `number` (`f64::total_cmp`); equal ones keep their order.
pub(crate) fn sort_by_number<T: Clone>(items: &mut Vec<T>, number: impl Fn(&T) -> f64) {
    sort_by(items, |item| {
        let bits = number(item).to_bits();
        // Negative numbers descend with their bits.
        if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
    });
}

/// Sorts `items` by their times, ascending; equal ones keep their order.
pub(crate) fn sort_by_time<T: Clone>(items: &mut Vec<T>, time: impl Fn(&T) -> i64) {
    sort_by(items, |item| (time(item) as u64) ^ (1 << 63));
}

/// Sorts keys, each with its place.
pub(crate) fn sort_places(places: &mut [(u64, usize)]) {
    places.sort_unstable();
}

fn sort_by<T: Clone>(items: &mut Vec<T>, key: impl Fn(&T) -> u64) {
    let mut order: Vec<_> = items.iter().map(key).zip(0..).collect();
    sort_places(&mut order);
    *items = order.into_iter().map(|(_, place)| items[place].clone()).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_ascend_and_equal_ones_keep_their_order() {
        let mut items = vec![(3, 0), (-1, 1), (i64::MAX, 2), (-1, 3), (i64::MIN, 4), (0, 5)];
        sort_by_time(&mut items, |(time, _)| *time);
        assert_eq!(items, [(i64::MIN, 4), (-1, 1), (-1, 3), (0, 5), (3, 0), (i64::MAX, 2)]);
    }

    #[test]
    fn numbers_are_in_total_order_and_equal_ones_keep_theirs() {
        let numbers =
            [1.5, f64::NAN, -0.0, -2.0, 0.0, f64::INFINITY, 1.5, f64::NEG_INFINITY, -1e-300, 1e-300];
        let mut items: Vec<(f64, usize)> = numbers.into_iter().zip(0..).collect();
        let mut expected = items.clone();
        expected.sort_by(|a, b| a.0.total_cmp(&b.0));
        sort_by_number(&mut items, |(number, _)| *number);
        let places = |items: &[(f64, usize)]| items.iter().map(|item| item.1).collect::<Vec<_>>();
        assert_eq!(places(&items), places(&expected));
    }
}
