//! Putting things in order, in one piece of code for all of them: a sort of each type's own would take as much of the
//! module as a reader does.

use std::cmp::Ordering;

/// The numbers 0 to `n - 1` in the order of `compare`; equal ones stay in theirs.
pub fn ordered(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    order
}
