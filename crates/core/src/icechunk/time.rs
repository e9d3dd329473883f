//! Times as text.

const MICROSECONDS: u64 = 1_000_000;
const DAY: u64 = 24 * 60 * 60;
/// The first second of the year 10000, which RFC 3339 can't write.
const YEAR_10000: u64 = 253_402_300_800;

/// Microseconds since 1970 in RFC 3339, with six digits after the decimal point; `None` after the year 9999.
pub fn time_text(microseconds: u64) -> Option<String> {
    let (seconds, fraction) = (microseconds / MICROSECONDS, microseconds % MICROSECONDS);
    if seconds >= YEAR_10000 {
        return None;
    }
    let (days, time) = (seconds / DAY, seconds % DAY);
    // Years begin with March, so that the day that may be missing is the last. Source: H. Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:06}Z"))
}

#[cfg(test)]
mod tests {
    use super::time_text;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (microseconds, text) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (1_795_227_778_198_476, "2026-11-21T02:22:58.198476Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
            (253_402_300_799_000_000, "9999-12-31T23:59:59.000000Z"),
        ] {
            assert_eq!(time_text(microseconds).as_deref(), Some(text));
        }
        assert_eq!(time_text(u64::MAX), None);
    }
}
