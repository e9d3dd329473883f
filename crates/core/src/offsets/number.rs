//! Decimal numbers as Go's `strconv.ParseInt(s, 10, 64)` reads them: a sign, digits, no more.

/// Why a string is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotANumber {
    /// It has another form.
    Syntax,
    /// It has the form, but does not fit 64 bits.
    Overflow,
}

/// Reads all of `text`.
pub(crate) fn parse(text: &[u8]) -> Result<i64, NotANumber> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NotANumber::Syntax);
    }
    // Counted downwards, because i64::MIN has no positive counterpart.
    let mut value = 0i64;
    for digit in digits {
        value = value
            .checked_mul(10)
            .and_then(|v| v.checked_sub(i64::from(digit - b'0')))
            .ok_or(NotANumber::Overflow)?;
    }
    if negative { Ok(value) } else { value.checked_neg().ok_or(NotANumber::Overflow) }
}

/// Whether `text`, a number, is spelled as it would be printed.
pub(crate) fn is_canonical(text: &[u8]) -> bool {
    match text {
        [b'0'] => true,
        [b'-', first, ..] | [first, ..] => (b'1'..=b'9').contains(first),
        [] => false,
    }
}
