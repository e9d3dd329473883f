//! The hint on a detector that is in its dead time for a large share of the time.

use crate::estimate::statistics::Hint;
use crate::estimate::statistics::levels::CONSIDERABLE;

/// Returns the hint on the channel with the largest dead share of the time, if that is [`CONSIDERABLE`].
pub fn saturated(shares: impl Iterator<Item = (u64, f64)>) -> Option<Hint> {
    let (channel, share) = shares.max_by(|x, y| x.1.total_cmp(&y.1))?;
    let message = format!(
        "channel {channel} is in its dead time for {:.0} % of the time: the rate of light is {:.2} times the rate \
         of tags; reduce it",
        100.0 * share,
        1.0 / (1.0 - share),
    );
    (share > CONSIDERABLE && share < 1.0).then(|| Hint::new(Hint::SATURATED, message))
}
