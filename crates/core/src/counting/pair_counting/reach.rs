//! The times that are some delays away from another one, of those that 64 bits hold.

/// The least and the greatest time from `from` to `to` ticks after `time`; `None` where those are all beyond what 64
/// bits hold, so that no time is among them.
#[inline(always)]
pub fn reach(time: i64, (from, to): (i64, i64)) -> Option<(i64, i64)> {
    let (least, most) = (time.checked_add(from), time.checked_add(to));
    if least.is_none() && from > 0 || most.is_none() && to < 0 {
        return None;
    }
    Some((least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX)))
}
