//! Bytes at an address of the file, read field by field.

use crate::{Code, Error};

/// The undefined address, of data that are not in the file.
pub const UNDEFINED: u64 = u64::MAX;

/// Remedy for a file that breaks the format.
const COPY_AGAIN: &str = "copy it again, or write it again";

/// A file, or the beginning of a file that is cut.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    pub bytes: &'a [u8],
    /// Length in bytes that the superblock states.
    pub end: u64,
}

impl<'a> File<'a> {
    /// Returns `length` bytes at `address`.
    ///
    /// # Errors
    /// `BadHeader` outside the file, `Truncated` after the end of a file that is cut.
    pub fn part(self, address: u64, length: u64) -> Result<&'a [u8], Error> {
        let end = address.checked_add(length).filter(|end| *end <= self.end);
        let end = end.ok_or_else(|| damaged(address, "has an address outside the file"))?;
        self.bytes.get(address as usize..end as usize).ok_or_else(|| self.cut())
    }

    /// As [`File::part`], to be read field by field.
    pub fn fields(self, address: u64, length: u64) -> Result<Fields<'a>, Error> {
        Ok(Fields { bytes: self.part(address, length)?, at: address })
    }

    /// Returns the error of a file that is cut.
    #[cold]
    pub fn cut(self) -> Error {
        let message = format!("the HDF5 file ends before the {} bytes that it states", self.end);
        let remedy = "copy it again; the tags before this were read";
        Error::at(Code::Truncated, self.bytes.len() as u64, message, remedy)
    }
}

/// Consecutive fields in little-endian order.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    pub bytes: &'a [u8],
    /// Byte offset in the file.
    pub at: u64,
}

impl<'a> Fields<'a> {
    /// Takes the next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self
            .bytes
            .split_at_checked(count)
            .ok_or_else(|| damaged(self.at, "has a field that ends early"))?;
        self.bytes = rest;
        self.at += count as u64;
        Ok(taken)
    }

    /// Takes an unsigned number of `size` bytes, at most 8.
    pub fn number(&mut self, size: usize) -> Result<u64, Error> {
        let taken = self.take(size)?;
        Ok(taken.iter().take(8).rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Takes a byte.
    pub fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.number(1)? as u8)
    }

    /// Takes an address or a length.
    pub fn word(&mut self) -> Result<u64, Error> {
        self.number(8)
    }

    /// Takes the bytes that must be next.
    pub fn mark(&mut self, mark: &[u8]) -> Result<(), Error> {
        let at = self.at;
        if self.take(mark.len())? == mark {
            Ok(())
        } else {
            Err(damaged(at, "has a part that does not begin with its signature"))
        }
    }
}

/// Returns the error at byte `at` of a file that breaks the format.
#[cold]
pub fn damaged(at: u64, what: &str) -> Error {
    Error::at(Code::BadHeader, at, format!("the HDF5 file {what}"), COPY_AGAIN)
}

/// Returns the error about a sound part of the file that is not read.
#[cold]
pub fn refused(at: u64, what: impl std::fmt::Display) -> Error {
    let message = format!("the HDF5 file has {what}, which is not supported");
    Error::at(Code::UnknownFormat, at, message, "rewrite it with 'h5repack -f GZIP=6 IN OUT'")
}
