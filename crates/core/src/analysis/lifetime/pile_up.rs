//! Pile-up: a detector misses tags after the first one of a pulse.

use super::fold::Folded;
use crate::estimate::statistics::Remark;

/// Maximum number of tags per pulse without a remark. Above it, a detector with a dead time, or with one tag per pulse,
/// misses late tags.
const PILED_UP: f64 = 0.05;

/// Returns the remark for a rate at which the dead time of the detector hides tags.
pub fn pile_up(tags_per_pulse: f64) -> Option<Remark> {
    if !tags_per_pulse.is_finite() || tags_per_pulse <= PILED_UP {
        return None;
    }
    let message = format!(
        "{tags_per_pulse:.2} tags per pulse: the detector's dead time hides later tags, and the decay looks \
         shorter; correct it for pile-up"
    );
    Some(Remark::new("lifetime", "pile-up", message))
}

/// Returns the first tags after each of `cycles` pulses. Bins are open for the pulses without an earlier tag. `None` if
/// all pulses have tags.
///
/// Coates, J. Phys. E 1, 878 (1968): of `R` pulses without an earlier tag, `n` have one in a bin, so that a bin has
/// `-ln(1 - n/R)` tags per pulse. This is `n` over `cycles` times how long the bin was open.
pub fn single_stop(folded: &Folded, cycles: f64) -> Option<Folded> {
    let mut left = cycles;
    let mut exposure = folded.exposure.clone();
    for (n, open) in folded.first.iter().zip(&mut exposure) {
        let n = *n as f64;
        let share = n / left;
        *open *= left / cycles * if share > 0.0 { -share / libm::log1p(-share) } else { 1.0 };
        left -= n;
        if left.is_nan() || left <= 0.0 {
            return None;
        }
    }
    Some(Folded { all: folded.first.clone(), exposure, ..folded.clone() })
}
