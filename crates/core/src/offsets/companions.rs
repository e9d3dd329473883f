//! The two headers that are sent with the offsets.

/// Nanoseconds of a Go duration such as `1m30s`, `100ms` or `-1.5h`
/// ([`time.ParseDuration`](https://pkg.go.dev/time#ParseDuration)).
///
/// # Errors
/// Go's own sentence, so that it can be found in Mimir's logs.
pub fn duration(text: &str) -> Result<i64, String> {
    let invalid = || format!("time: invalid duration \"{text}\"");
    let (negative, mut rest) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total = 0u64;
    while !rest.is_empty() {
        let whole = digits(rest);
        let behind = rest.get(whole.len()..).unwrap_or_default();
        let fraction = behind.strip_prefix('.').map(digits);
        if whole.is_empty() && fraction.is_none_or(str::is_empty) {
            return Err(invalid());
        }
        let number_length = whole.len() + fraction.map_or(0, |f| f.len() + 1);
        let behind = rest.get(number_length..).unwrap_or_default();
        let unit_length = behind.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, next) = behind.split_at(unit_length);
        if unit.is_empty() {
            return Err(format!("time: missing unit in duration \"{text}\""));
        }
        let scale =
            scale(unit).ok_or_else(|| format!("time: unknown unit \"{unit}\" in duration \"{text}\""))?;
        let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| invalid())? };
        let part =
            whole.checked_mul(scale).and_then(|n| n.checked_add(nanoseconds(fraction.unwrap_or(""), scale)));
        total = part.and_then(|n| total.checked_add(n)).filter(|n| *n <= 1 << 63).ok_or_else(invalid)?;
        rest = next;
    }
    if negative {
        0i64.checked_sub_unsigned(total).ok_or_else(invalid)
    } else {
        i64::try_from(total).map_err(|_| invalid())
    }
}

fn digits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn scale(unit: &str) -> Option<u64> {
    Some(match unit {
        "ns" => 1,
        // Both of Unicode's micro signs.
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

/// A fraction of a unit, cut to whole nanoseconds as Go does; digits beyond a u64 are dropped.
fn nanoseconds(fraction: &str, scale: u64) -> u64 {
    let (mut value, mut power) = (0u64, 1.0f64);
    for digit in fraction.bytes() {
        let Some(next) = value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit - b'0'))) else {
            break;
        };
        if next > i64::MAX as u64 {
            break;
        }
        value = next;
        power *= 10.0;
    }
    (value as f64 * (scale as f64 / power)) as u64
}

/// Whether Mimir takes `text` for a consistency level; it compares exactly.
pub fn is_level(text: &str) -> bool {
    matches!(text, "strong" | "eventual")
}
