//! Digits to numbers and back, eight at a time in one word: the first digit is the lowest byte, as in memory. After
//! Daniel Lemire, "Quickly parsing eight digits" (2018), and Paul Khuong, "How to print integers really fast" (2017).

/// The digit 0, eight times.
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// 10 to the power of the index.
const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The text of `n`, below 10^8, with leading zeros.
#[inline]
pub fn eight_digits(n: u32) -> u64 {
    // Numbers of four digits, then of two, then of one, side by side in one word.
    let fours = u64::from(n / 10_000) | u64::from(n % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    (tens | (twos - 10 * tens) << 8) + ZEROS
}

/// Number of zeros before the number in such a string; the last zero counts as the number.
#[inline]
pub fn leading_zeros(text: u64) -> usize {
    ((text - ZEROS).trailing_zeros() as usize / 8).min(7)
}

/// The number in the first bytes of `text`, and its number of digits: 0 to 8.
#[inline]
pub fn number(text: u64) -> (u64, usize) {
    let digits = text ^ ZEROS;
    // The highest bit of a byte is set if the byte is greater than 9, and possibly in the bytes after it.
    let others = (digits | digits.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() / 8;
    // Leading zeros extend it to eight digits.
    let digits = digits.checked_shl(64 - 8 * length).unwrap_or(0);
    let twos = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let (even, odd) = (twos & 0x0000_00ff_0000_00ff, (twos >> 16) & 0x0000_00ff_0000_00ff);
    let value = even.wrapping_mul(100 + (1_000_000 << 32)).wrapping_add(odd.wrapping_mul(1 + (10_000 << 32)));
    (value >> 32, length as usize)
}

/// `value` followed by the `length` (up to 8) digits of `next`.
#[inline]
pub fn append(value: u64, (next, length): (u64, usize)) -> u64 {
    value * POWERS[length] + next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_length_there_and_back() {
        let mut numbers = vec![0, 99_999_999];
        for power in POWERS {
            numbers.extend([power - 1, power, power + 1, 7 * power / 3, 12_345_678 / power]);
        }
        for n in numbers.into_iter().filter(|n| *n < POWERS[8]) {
            let text = eight_digits(n as u32);
            assert_eq!(text.to_le_bytes(), format!("{n:08}").as_bytes());
            assert_eq!(number(text), (n, 8));
            assert_eq!(leading_zeros(text), 8 - n.to_string().len());
        }
    }

    #[test]
    fn a_number_ends_at_any_other_byte() {
        for other in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
            for length in 0..8 {
                let mut text = *b"98765432";
                text[length] = other;
                let expected = (98_765_432 / POWERS[8 - length], length);
                assert_eq!(number(u64::from_le_bytes(text)), expected, "{other} at {length}");
            }
        }
    }
}
