//! Heralds that fired: those with tags of the other channels within the window. Every list of times ascends.

use serde::{Deserialize, Serialize};

use crate::counting::pair_counting::reach::reach;

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
