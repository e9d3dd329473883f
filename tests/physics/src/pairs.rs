//! Tags of two channels with random delays: correlations of known truth.

use tagview_core::tags::Tag;

/// The channel that delays count from.
pub const A: u64 = 3;
/// The channel that they count to.
pub const B: u64 = 15;

/// Mean ticks from one tag of `A` to the next; all are between half and one and a half of it, at random: more than twice
/// any delay, so that each tag has one partner.
const STEP: i64 = 1 << 18;

/// Random numbers that depend on a seed only: Splitmix64, <https://prng.di.unimi.it/splitmix64.c>.
pub struct Random(u64);

impl Random {
    /// Those of `seed`, of a case that is called `name`.
    pub fn new(name: &str, seed: u64) -> Self {
        let start =
            name.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to before 1.
    pub fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Between two numbers, evenly in the logarithm.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        (low.ln() + self.uniform() * (high / low).ln()).exp()
    }

    /// A sample of the standard normal distribution (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// A sample of a Poisson distribution: the number of exponential times that fit.
    pub fn poisson(&mut self, mean: f64) -> usize {
        let mut left = mean;
        let mut n = 0;
        loop {
            left += (1.0 - self.uniform()).ln();
            if left < 0.0 {
                return n;
            }
            n += 1;
        }
    }
}

/// A tag of `A` with one of `B` after it, for each delay.
pub fn tags(delays: &[i64]) -> Vec<Tag> {
    let (mut random, mut time) = (Random::new("steps", delays.len() as u64), 0);
    let pair = |delay: &i64| {
        time += STEP / 2 + (random.uniform() * STEP as f64) as i64;
        let mut two = [Tag { channel: A, time }, Tag { channel: B, time: time + delay }];
        two.sort_by_key(|tag| tag.time);
        two
    };
    delays.iter().flat_map(pair).collect()
}

/// Evenly distributed delays from `-range` to `range`, `level` a tick on average.
pub fn background(random: &mut Random, range: i64, level: f64) -> Vec<i64> {
    let ticks = (2 * range + 1) as f64;
    let n = random.poisson(level * ticks);
    (0..n).map(|_| (random.uniform() * ticks) as i64 - range).collect()
}
