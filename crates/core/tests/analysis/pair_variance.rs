//! How much the counts of two channels' pairs vary, summed over the recording.

/// Two channels, or one with itself.
pub struct Pair {
    /// Of both channels.
    pub tags: usize,
    /// From the first tag to the last.
    pub span: f64,
    /// Whether both channels are the same.
    pub doubled: bool,
}

impl Pair {
    /// The variance of the counts between two delays over Poisson's: that of all pairs, and that of how many partners a
    /// tag at a time `t` may have, summed over half ticks. Corners lie on those.
    pub fn variance(&self, low: f64, high: f64) -> f64 {
        let Self { tags, span, doubled } = *self;
        let poisson = if doubled { 2.0 } else { 1.0 };
        let rate = tags as f64 / span;
        if span <= 0.0 || rate * (high - low) * (low.abs().max(high.abs()) / span).min(1.0) < 1e-3 {
            return poisson;
        }
        let partners = |t: f64| (high.min(span - t) - low.max(-t)).max(0.0);
        let (mut sum, mut squares, mut mirrored) = (0.0, 0.0, 0.0);
        for k in 0..(2.0 * span) as usize {
            let (t, next) = (k as f64 / 2.0, (k + 1) as f64 / 2.0);
            let (a, b) = (partners(t), partners(next));
            let (c, d) = (partners(span - t), partners(span - next));
            sum += (a + b) / 4.0;
            squares += (a * a + a * b + b * b) / 6.0;
            mirrored += (2.0 * a * c + a * d + b * c + 2.0 * b * d) / 12.0;
        }
        let mean = sum / span;
        let both = if doubled { mirrored / span - mean * mean } else { 0.0 };
        if mean <= 0.0 {
            return poisson;
        }
        poisson * (1.0 + (rate * (squares / span - mean * mean + both) / mean).max(0.0))
    }
}
