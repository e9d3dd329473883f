//! Big-endian integers and unsigned LEB128 varints at the beginning of bytes, which may be cut anywhere.

use std::cmp::Ordering;

/// Bytes of the longest varint of 64 bits.
pub const LONGEST_VARINT: usize = 10;

/// Why bytes can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// They end too early; more of them may help.
    Cut,
    /// A varint of more than ten bytes or 64 bits begins here.
    Varint,
    /// Anything else, in words that follow "the entry".
    Form(&'static str),
}

/// The unread rest of some bytes.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Bytes that are left.
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    pub fn byte(&mut self) -> Result<u8, Fault> {
        let (first, rest) = self.rest.split_first().ok_or(Fault::Cut)?;
        self.rest = rest;
        Ok(*first)
    }

    pub fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_be_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_be_bytes)
    }

    /// # Errors
    /// [`Fault::Varint`] if it has more than 64 bits.
    #[inline]
    pub fn varint(&mut self) -> Result<u64, Fault> {
        match self.rest {
            [first, rest @ ..] if *first < 0x80 => {
                self.rest = rest;
                Ok(u64::from(*first))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for (k, byte) in self.rest.iter().take(LONGEST_VARINT).enumerate() {
            let bits = u64::from(byte & 0x7f);
            if k == LONGEST_VARINT - 1 && *byte > 1 {
                return Err(Fault::Varint);
            }
            value |= bits << (7 * k);
            if *byte < 0x80 {
                self.rest = &self.rest[k + 1..];
                return Ok(value);
            }
        }
        Err(if self.rest.len() < LONGEST_VARINT { Fault::Cut } else { Fault::Varint })
    }

    /// Bytes after a varint with their number.
    #[inline]
    pub fn string(&mut self) -> Result<&'a [u8], Fault> {
        let length = self.varint()?;
        self.take(usize::try_from(length).map_err(|_| Fault::Cut)?)
    }

    #[inline]
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Fault::Cut)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Fault::Cut)?;
        self.rest = rest;
        Ok(*bytes)
    }
}

/// Appends `value` as a varint.
pub fn put_varint(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Length of `value` as a varint.
pub fn varint_length(value: u64) -> usize {
    ((64 - (value | 1).leading_zeros()) as usize).div_ceil(7)
}

/// The order of two strings by their bytes, eight at a time: without a `memcmp` of the platform, slices are compared byte by
/// byte.
#[inline]
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let (a_words, _) = a.as_chunks::<8>();
    let (b_words, _) = b.as_chunks::<8>();
    for (a, b) in a_words.iter().zip(b_words) {
        if a != b {
            return u64::from_be_bytes(*a).cmp(&u64::from_be_bytes(*b));
        }
    }
    let from = 8 * a_words.len().min(b_words.len());
    for (a, b) in a[from..].iter().zip(&b[from..]) {
        if a != b {
            return a.cmp(b);
        }
    }
    a.len().cmp(&b.len())
}
