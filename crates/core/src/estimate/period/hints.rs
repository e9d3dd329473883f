//! The hint that light is pulsed.

use super::request::Period;
use crate::estimate::statistics::Hint;

/// Maximum relative difference, without a hint, between the period of a request and that of the tags.
const SAME: f64 = 1e-3;

/// Returns the hint that tags recur with this period in ticks, if `request` has no period or another one.
pub fn pulsed_hint(period: Option<f64>, request: Period) -> Option<Hint> {
    let period = period.filter(|_| request != Period::Steady)?;
    let message = match request.ticks() {
        Some(given) if (period / given - 1.0).abs() <= SAME => return None,
        Some(given) => format!("tags repeat every {period:.4} ticks, and not every {given:.4} ticks"),
        None => format!("tags repeat every {period:.4} ticks"),
    };
    Some(Hint::new(Hint::PULSED, message).with_option("period", period))
}
