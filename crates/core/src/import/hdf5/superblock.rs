//! The first bytes of a file: its length, and the address of the root group.

use super::bytes::{Fields, UNDEFINED, damaged, refused};
use super::lookup3;
use crate::Error;

/// The signature.
pub const MAGIC: &[u8] = b"\x89HDF\r\n\x1a\n";

/// Length in bytes of a superblock of version 2 or 3, checksum included.
const NEW: usize = 48;
/// Length in bytes of a superblock of version 0 up to the address of the root group. Version 1 has 4 more.
const OLD: usize = 72;

/// Facts of a superblock.
#[derive(Debug, Clone, Copy)]
pub struct Superblock {
    /// Address of the root group's header.
    pub root: u64,
    /// Length of the file in bytes.
    pub end: u64,
}

impl Superblock {
    /// Reads the superblock at the beginning of `bytes`; `None` if it is cut.
    ///
    /// # Errors
    /// `BadHeader`, and `UnknownFormat` for one that is not read.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Some(version) = bytes.get(MAGIC.len()) else { return Ok(None) };
        let (length, sizes) = match version {
            0 => (OLD, 13),
            1 => (OLD + 4, 13),
            2 | 3 => (NEW, 9),
            version => return Err(refused(8, format_args!("a superblock of version {version}"))),
        };
        let Some(block) = bytes.get(..length) else { return Ok(None) };
        if block[sizes..sizes + 2] != [8, 8] {
            return Err(refused(sizes as u64, "addresses that do not have 8 bytes"));
        }
        let mut fields = if length == NEW {
            lookup3::check(block, 0)?;
            Fields { bytes: &block[12..], at: 12 }
        } else {
            Fields { bytes: &block[length - 48..], at: length as u64 - 48 }
        };
        // Base address, address of the extension or of free space, length of the file.
        let [base, _, end] = [fields.word()?, fields.word()?, fields.word()?];
        if length != NEW {
            // Address of the driver's block, name of the root group.
            fields.take(16)?;
        }
        let root = fields.word()?;
        if base != 0 {
            return Err(refused(0, "a base address"));
        }
        if end == 0 || root == UNDEFINED {
            return Err(damaged(0, "was not completed by its writer"));
        }
        Ok(Some(Self { root, end }))
    }
}
