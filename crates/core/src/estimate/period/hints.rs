//! The hint that light is pulsed.

use super::request::Period;
use crate::estimate::statistics::Hint;
use crate::estimate::statistics::levels::NEGLIGIBLE;

/// Returns the hint that tags recur with this period in ticks, if `request` has no period, or one that differs by
/// more than [`NEGLIGIBLE`].
pub fn pulsed_hint(period: Option<f64>, request: Period) -> Option<Hint> {
    let period = period.filter(|_| request != Period::Steady)?;
    let message = match request.ticks() {
        Some(given) if (period / given - 1.0).abs() <= NEGLIGIBLE => return None,
        Some(given) => format!("tags repeat every {period:.4} ticks, and not every {given:.4} ticks"),
        None => format!("tags repeat every {period:.4} ticks"),
    };
    Some(Hint::new(Hint::PULSED, message).with_option("period", period))
}
