//! Bits of a chunk, the highest of each byte first.

use crate::index_header::bytes::Fault;

/// The unread rest of some bits.
#[derive(Debug, Clone, Copy)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// Number of the next bit.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next `n` bits, at most 64.
    ///
    /// # Errors
    /// `Cut` at the end.
    pub fn bits(&mut self, n: u32) -> Result<u64, Fault> {
        let mut value = 0;
        let mut left = n as usize;
        while left > 0 {
            let byte = *self.bytes.get(self.at / 8).ok_or(Fault::Cut)?;
            let free = 8 - self.at % 8;
            let taken = free.min(left);
            let part = (byte >> (free - taken)) & (0xff >> (8 - taken));
            value = value << taken | u64::from(part);
            self.at += taken;
            left -= taken;
        }
        Ok(value)
    }

    pub fn bit(&mut self) -> Result<bool, Fault> {
        Ok(self.bits(1)? == 1)
    }

    /// A varint, which may begin at any bit.
    ///
    /// # Errors
    /// Those of [`BitReader::bits`]; `Varint` if it has more than 64 bits.
    pub fn varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.bits(8)?;
            if shift == 63 && byte > 1 {
                return Err(Fault::Varint);
            }
            value |= (byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Fault::Varint)
    }
}
