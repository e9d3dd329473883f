//! Heralds that fired: those with tags of the other channels within the window, and g2 from their numbers. Every list of
//! times ascends.

use serde::{Deserialize, Serialize};

use crate::counting::pair_counting::reach;
use crate::estimate::statistics::levels::CONSIDERABLE;
use crate::estimate::statistics::{Derived, Estimate, FEW, Interval, jeffreys, upper_limit};

/// Number of heralds with tags of the other channels within the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fired {
    /// Heralds with any tag of `a`, with any tag of `b`, and with both.
    pub a: u64,
    pub b: u64,
    pub both: u64,
    /// Pairs of heralds with both that are at most two windows apart. They may share a tag of `a` or `b`.
    pub near: u64,
}

impl Fired {
    /// Returns all four numbers.
    pub fn all(&self) -> [u64; 4] {
        [self.a, self.b, self.both, self.near]
    }

    fn with(self, other: Self, add: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            a: add(self.a, other.a),
            b: add(self.b, other.b),
            both: add(self.both, other.both),
            near: add(self.near, other.near),
        }
    }

    /// Returns the sum. The counts of a run fit in 64 bits.
    pub fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    /// Returns the difference; `other` is a part of this.
    pub fn minus(self, other: Self) -> Self {
        self.with(other, u64::saturating_sub)
    }
}

/// The times of one channel, and the delay to subtract from them.
#[derive(Clone, Copy)]
pub struct Shifted<'a> {
    pub times: &'a [i64],
    pub delay: i64,
}

/// Returns the number of heralds of `h` that have a tag of `a`, of `b` and of both within `window` ticks. The cost is
/// proportional to the number of tags.
pub fn fired(h: Shifted, a: Shifted, b: Shifted, window: i64) -> Fired {
    let mut all = Fired::default();
    let (mut with_a, mut with_b) = (Nearest::new(a, h.delay, window), Nearest::new(b, h.delay, window));
    let mut recent = std::collections::VecDeque::new();
    for &time in h.times {
        let (a, b) = (with_a.is_near(time), with_b.is_near(time));
        all.a += u64::from(a);
        all.b += u64::from(b);
        if a && b {
            while recent.front().is_some_and(|earlier| time.abs_diff(*earlier) > 2 * window as u64) {
                recent.pop_front();
            }
            all.both += 1;
            all.near += recent.len() as u64;
            recent.push_back(time);
        }
    }
    all
}

/// Finds the first tag of a channel that is not too early for a herald. Heralds ascend.
struct Nearest<'a> {
    times: &'a [i64],
    /// Minimum and maximum delay after the herald.
    from: i64,
    to: i64,
    next: usize,
}

impl<'a> Nearest<'a> {
    fn new(Shifted { times, delay }: Shifted<'a>, herald_delay: i64, window: i64) -> Self {
        let shift = delay - herald_delay;
        Self { times, from: shift - window, to: shift + window, next: 0 }
    }

    fn is_near(&mut self, herald: i64) -> bool {
        let Some((least, most)) = reach(herald, (self.from, self.to)) else { return false };
        while self.times.get(self.next).is_some_and(|time| *time < least) {
            self.next += 1;
        }
        self.times.get(self.next).is_some_and(|time| *time <= most)
    }
}

/// Minimum relative variance of the number of threefold heralds, relative to Poisson counts. The variance of the ratio is
/// `(1 - p)^2` of theirs if both channels fire for a share `p` of the heralds. Below [`CONSIDERABLE`], at shares above
/// 0.68, it is a difference of nearly equal terms, and terms of second order are missing.
const LEAST_VARIANCE: f64 = CONSIDERABLE;

/// Returns `g2(0)` for this number of heralds, and those that `fired`.
pub fn heralded_g2(heralds: u64, fired: Fired) -> Derived {
    let [with_a, with_b, both, near] = fired.all().map(|n| n as f64);
    if fired.a == 0 || fired.b == 0 {
        return Derived::Unknown;
    }
    let factor = heralds as f64 / (with_a * with_b);
    let g2 = both * factor;
    // Threefold heralds that share a tag form clusters, whose number determines the variance.
    let clusters = both + 2.0 * near;
    let rest = -1.0 / with_a - 1.0 / with_b + (2.0 * g2 - 1.0) / heralds as f64;
    if fired.both >= FEW {
        let variance = (clusters / (both * both) + rest).max(LEAST_VARIANCE / both);
        return Derived::OfMany(Estimate { value: g2, error: g2 * variance.sqrt() });
    }
    let width =
        if fired.both == 0 { 1.0 } else { (clusters / both + both * rest).max(LEAST_VARIANCE).sqrt() };
    let Interval { low, high } = jeffreys(fired.both);
    let (low, high) = (both - (both - low) * width, both + (high - both) * width);
    let upper = both + (upper_limit(fired.both) - both) * width.max(1.0);
    Derived::OfFew {
        value: g2,
        interval: Interval { low: low.max(0.0), high }.times(factor),
        upper: Some(upper * factor),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn fired(a: u64, b: u64, both: u64, near: u64) -> Fired {
        Fired { a, b, both, near }
    }

    #[test]
    fn many_threefold_heralds_have_an_error() {
        let value = heralded_g2(100_000, fired(5000, 4000, 200, 0));
        assert_eq!(value.value(), Some(1.0));
        let expected = (1.0 / 200.0 - 1.0 / 5000.0 - 1.0 / 4000.0 + 1.0 / 100_000.0_f64).sqrt();
        assert!((value.error().unwrap() - expected).abs() < 1e-12);
        assert_eq!((value.interval(), value.upper()), (None, None));
        // All threefold heralds in pairs.
        let value = heralded_g2(100_000, fired(5000, 4000, 200, 100));
        assert!((value.error().unwrap() / expected - 2.0_f64.sqrt()).abs() < 0.05, "{value:?}");
    }

    #[test]
    fn none_has_an_upper_limit_and_no_error_of_nothing() {
        let value = heralded_g2(1000, fired(100, 50, 0, 0));
        assert_eq!((value.value(), value.error()), (Some(0.0), None));
        assert!((value.upper().unwrap() - 2.995732 * 1000.0 / 5000.0).abs() < 1e-6);
        let Interval { low, high } = value.interval().unwrap();
        assert_eq!(low, 0.0);
        assert!((high - 0.993498 * 0.2).abs() < 1e-6);
    }

    #[test]
    fn without_partners_nothing_is_known() {
        assert_eq!(heralded_g2(1000, fired(0, 50, 0, 0)), Derived::Unknown);
        assert_eq!(heralded_g2(0, fired(0, 0, 0, 0)), Derived::Unknown);
    }
}
