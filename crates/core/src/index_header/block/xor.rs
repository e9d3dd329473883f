//! The samples of a chunk with XOR encoding: times as differences of differences, values as the bits that change.
//!
//! ```text
//! samples u16 | time varint, value 64 bits | difference of times varint, value | change of the difference, value | ...
//! ```
//!
//! Source: Prometheus, `tsdb/chunkenc/xor.go`; Pelkonen et al., "Gorilla", VLDB 2015.

use super::bits::BitReader;
use crate::index_header::bytes::Fault;
use crate::index_header::series::zigzag;

/// Lengths in bits of the change of the difference of times, by the number of 1 bits in front.
const CHANGE_BITS: [u32; 5] = [0, 14, 17, 20, 64];

/// The samples of a chunk in brief.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Samples {
    pub count: u16,
    /// First and last time in milliseconds since 1970.
    pub times: (i64, i64),
    /// First and last value that is a number; `None` if there is none.
    pub values: Option<(f64, f64)>,
    /// Number of values that are lower than the one before them. Values that are not numbers are skipped.
    pub decreases: u64,
    /// Whether the times ascend.
    pub are_ordered: bool,
}

/// Decodes the samples of `data`, the bytes between a chunk's encoding and its checksum.
///
/// # Errors
/// The bytes end before the samples do, or are not samples.
pub fn samples_of(data: &[u8]) -> Result<Samples, Fault> {
    let (head, rest) = data.split_first_chunk().ok_or(Fault::Cut)?;
    let count = u16::from_be_bytes(*head);
    let mut samples = Samples { count, are_ordered: true, ..Samples::default() };
    let mut bits = BitReader::new(rest);
    let (mut time, mut difference, mut value): (i64, u64, u64) = (0, 0, 0);
    // Numbers of zeros before and after the changed bits.
    let mut window: (u32, u32) = (0, 0);
    for number in 0..count {
        let before = time;
        match number {
            0 => time = zigzag(bits.varint()?),
            1 => difference = bits.varint()?,
            _ => difference = difference.wrapping_add_signed(change(&mut bits)?),
        }
        time = time.wrapping_add_unsigned(difference);
        if number == 0 {
            value = bits.bits(64)?;
            samples.times.0 = time;
        } else {
            value ^= changed_bits(&mut bits, &mut window)?;
            samples.are_ordered &= time > before;
        }
        samples.times.1 = time;
        samples.add(f64::from_bits(value));
    }
    Ok(samples)
}

impl Samples {
    fn add(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        let (first, last) = self.values.unwrap_or((value, value));
        self.decreases += u64::from(value < last);
        self.values = Some((first, value));
    }
}

/// The change of the difference of two times.
fn change(bits: &mut BitReader<'_>) -> Result<i64, Fault> {
    let mut ones = 0;
    while ones < 4 && bits.bit()? {
        ones += 1;
    }
    let length = CHANGE_BITS[ones];
    let value = bits.bits(length)?;
    // From 2^(n - 1) + 1 on, the value is negative.
    match length {
        1..=63 if value > 1 << (length - 1) => Ok(value.cast_signed() - (1 << length)),
        _ => Ok(value.cast_signed()),
    }
}

/// The bits of a value that differ from the one before it.
fn changed_bits(bits: &mut BitReader<'_>, window: &mut (u32, u32)) -> Result<u64, Fault> {
    if !bits.bit()? {
        return Ok(0);
    }
    if bits.bit()? {
        let leading = bits.bits(5)? as u32;
        let length = match bits.bits(6)? as u32 {
            0 => 64,
            length => length,
        };
        if leading + length > 64 {
            return Err(Fault::Form("has a value of more than 64 bits"));
        }
        *window = (leading, 64 - leading - length);
    }
    let (leading, trailing) = *window;
    Ok(bits.bits(64 - leading - trailing)? << trailing)
}
