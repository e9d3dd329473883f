//! The hint on a detector that is dead for much of the time.

use crate::estimate::statistics::Hint;

/// Minimum share of the time that a detector is dead, for the hint.
const MIN_SATURATED: f64 = 0.1;

/// Returns the hint on the channel that is dead for the largest share of the time, from the share of each.
pub fn saturated(shares: impl Iterator<Item = (u64, f64)>) -> Option<Hint> {
    let (channel, share) = shares.max_by(|x, y| x.1.total_cmp(&y.1))?;
    let message = format!(
        "channel {channel} is dead for {:.0} % of the time: light came {:.2} times as often as its tags; lower its rate",
        100.0 * share,
        1.0 / (1.0 - share),
    );
    (share > MIN_SATURATED && share < 1.0).then(|| Hint::new(Hint::SATURATED, message))
}
