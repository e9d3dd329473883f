//! [Encodings](https://parquet.apache.org/docs/file-format/data-pages/encodings/) of numbers.

/// Maximum number of values of a block of differences.
const MAX_BLOCK: u64 = 1 << 20;

/// Numbers of up to 32 bits: runs of one number, and numbers packed in groups of eight.
pub struct Bits<'a> {
    bytes: &'a [u8],
    width: u32,
    /// Numbers left in the run, and its number; packed if there is none.
    left: u64,
    run: Option<u32>,
    /// Position of the next packed number, in bits.
    bit: usize,
}

impl<'a> Bits<'a> {
    /// Numbers of `width` bits; `None` if that is more than 32.
    pub fn new(bytes: &'a [u8], width: u32) -> Option<Self> {
        (width <= 32).then_some(Self { bytes, width, left: 0, run: None, bit: 0 })
    }

    /// Returns the next number; `None` if there is none.
    pub fn next(&mut self) -> Option<u32> {
        while self.left == 0 {
            self.begin_run()?;
        }
        self.left -= 1;
        let number = match self.run {
            Some(number) => number,
            None => packed(self.bytes, self.bit, self.width)? as u32,
        };
        if self.run.is_none() {
            self.bit += self.width as usize;
            if self.left == 0 {
                self.bytes = self.bytes.get(self.bit.div_ceil(8)..)?;
            }
        }
        Some(number)
    }

    fn begin_run(&mut self) -> Option<()> {
        let head = varint(&mut self.bytes)?;
        self.bit = 0;
        if head & 1 == 1 {
            (self.left, self.run) = ((head >> 1).checked_mul(8)?, None);
            return Some(());
        }
        let (number, rest) = self.bytes.split_at_checked(self.width.div_ceil(8) as usize)?;
        let number = number.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
        (self.left, self.run, self.bytes) = (head >> 1, Some(number), rest);
        Some(())
    }
}

/// Returns the number of `width` bits, up to 64, at bit `at`, the lowest bits first.
fn packed(bytes: &[u8], at: usize, width: u32) -> Option<u64> {
    let end = at.checked_add(width as usize)?.div_ceil(8);
    let own = bytes.get(at / 8..end)?;
    let mut word = [0; 16];
    word.get_mut(..own.len())?.copy_from_slice(own);
    let shifted = u128::from_le_bytes(word) >> (at % 8);
    Some((shifted & ((1 << width) - 1)) as u64)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = bytes.split_off_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn zigzag(bytes: &mut &[u8]) -> Option<u64> {
    let value = varint(bytes)?;
    Some(value >> 1 ^ (value & 1).wrapping_neg())
}

/// Decodes `count` integers of `width` bytes that are stored as packed differences, `DELTA_BINARY_PACKED`; `None` if
/// there are fewer.
pub fn delta(mut bytes: &[u8], count: usize, width: usize) -> Option<Vec<u8>> {
    let (block, blocks) = (varint(&mut bytes)?, varint(&mut bytes)?);
    let total = varint(&mut bytes)?;
    let mut value = zigzag(&mut bytes)?;
    let of_miniblock = block.checked_div(blocks).filter(|size| *size > 0)?;
    if block > MAX_BLOCK || total < count as u64 {
        return None;
    }
    let mut values = Vec::new();
    let mut put = |value: u64| values.extend_from_slice(&value.to_le_bytes()[..width]);
    let mut made = 0;
    if count > 0 {
        put(value);
        made = 1;
    }
    while made < count {
        let least = zigzag(&mut bytes)?;
        let (widths, rest) = bytes.split_at_checked(usize::try_from(blocks).ok()?)?;
        bytes = rest;
        for width in widths.iter().map(|width| u32::from(*width)) {
            if made == count {
                break;
            }
            if width > 64 {
                return None;
            }
            let length = usize::try_from(of_miniblock * u64::from(width)).ok()?.div_ceil(8);
            let own = bytes.get(..length.min(bytes.len()))?;
            for k in 0..usize::try_from(of_miniblock).ok()?.min(count - made) {
                let difference = packed(own, k * width as usize, width)?;
                value = value.wrapping_add(least).wrapping_add(difference);
                put(value);
                made += 1;
            }
            bytes = &bytes[own.len()..];
        }
    }
    Some(values)
}

/// Decodes `count` numbers of `width` bytes, the first bytes of all of them first, `BYTE_STREAM_SPLIT`.
pub fn split_streams(bytes: &[u8], count: usize, width: usize) -> Option<Vec<u8>> {
    let all = bytes.get(..count.checked_mul(width)?)?;
    Some((0..count).flat_map(|k| (0..width).map(move |byte| all[byte * count + k])).collect())
}
