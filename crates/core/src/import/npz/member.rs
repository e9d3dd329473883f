//! Members of a [zip file](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) (sections 4.3.7 and 4.5.3), by
//! the headers in front of their data.

use crate::quote::quote;
use crate::{Code, Error};

/// First bytes of a member's header.
pub const MEMBER_MAGIC: &[u8; 4] = b"PK\x03\x04";
/// First bytes of the central directory, which follows all members, and of the end of an archive without any.
const AFTER_MEMBERS: [&[u8; 4]; 2] = [b"PK\x01\x02", b"PK\x05\x06"];
/// Length of a header without name and extra fields.
pub const HEADER: usize = 30;
/// Bit of the flags: the member is encrypted.
const ENCRYPTED: u16 = 1;
/// Bit of the flags: the sizes follow the data, because they were not known before.
const SIZES_BEHIND: u16 = 1 << 3;
/// A size that is stated in the extra field instead.
const IN_EXTRA: u32 = u32::MAX;
/// Type of the extra field that states sizes of 64 bits.
const ZIP64: u16 = 1;

/// A file in the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub name: Vec<u8>,
    /// Whether the data are deflated; stored otherwise.
    pub is_deflated: bool,
    /// CRC32 of the content.
    pub checksum: u32,
    /// Length of the data in the archive in bytes.
    pub bytes: u64,
}

/// What follows in the archive.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// More bytes are needed to read it.
    Unknown,
    /// A member, whose data begin after this number of bytes.
    Member(Member, usize),
    /// The central directory: there are no more members.
    Directory,
}

impl Next {
    /// Reads the header at the beginning of `bytes`, which are at byte `offset` of the file.
    ///
    /// # Errors
    /// `BadHeader` if there is none, `UnknownFormat` for a member that is not read.
    pub fn read(bytes: &[u8], offset: u64) -> Result<Self, Error> {
        let Some(magic) = bytes.first_chunk::<4>() else { return Ok(Self::Unknown) };
        if AFTER_MEMBERS.contains(&magic) {
            return Ok(Self::Directory);
        }
        if magic != MEMBER_MAGIC {
            let message = "a member of this archive has no header";
            let remedy = "copy the file again, or save it again with numpy.savez";
            return Err(Error::at(Code::BadHeader, offset, message, remedy));
        }
        let Some(header) = bytes.first_chunk::<HEADER>() else { return Ok(Self::Unknown) };
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let word = |at: usize| u32::from(short(at)) | u32::from(short(at + 2)) << 16;
        let name_end = HEADER + usize::from(short(26));
        let end = name_end + usize::from(short(28));
        let Some((name, extra)) = bytes.get(HEADER..name_end).zip(bytes.get(name_end..end)) else {
            return Ok(Self::Unknown);
        };
        let refused = |what: &str| {
            let message =
                format!("the member {} of this archive {what}, which is not supported", quote(name));
            Error::at(Code::UnknownFormat, offset, message, "save it to a file with numpy.savez")
        };
        let is_deflated = match short(8) {
            0 => false,
            8 => true,
            method => return Err(refused(&format!("is compressed by method {method}"))),
        };
        if short(6) & ENCRYPTED != 0 {
            return Err(refused("is encrypted"));
        }
        if short(6) & SIZES_BEHIND != 0 {
            return Err(refused("was written to a pipe, without its size in front"));
        }
        let bytes = match word(18) {
            IN_EXTRA => compressed_size(extra, word(22) == IN_EXTRA).ok_or_else(|| {
                Error::at(
                    Code::BadHeader,
                    offset,
                    "a member of this archive has no size",
                    "save it again with numpy.savez",
                )
            })?,
            bytes => u64::from(bytes),
        };
        Ok(Self::Member(Member { name: name.to_vec(), is_deflated, checksum: word(14), bytes }, end))
    }
}

/// Returns the size of the data in the extra fields. The size of the content precedes it if it `is_second`.
fn compressed_size(mut extra: &[u8], is_second: bool) -> Option<u64> {
    while let Some((&[t0, t1, l0, l1], rest)) = extra.split_first_chunk::<4>() {
        let field = rest.get(..usize::from(u16::from_le_bytes([l0, l1])))?;
        if u16::from_le_bytes([t0, t1]) == ZIP64 {
            let at = if is_second { 8 } else { 0 };
            return field.get(at..)?.first_chunk().map(|size| u64::from_le_bytes(*size));
        }
        extra = &rest[field.len()..];
    }
    None
}
