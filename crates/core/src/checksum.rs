//! Checksums of several formats: CRC32C of the sections of an index-header, CRC32 of content in gzip and zip files.

use std::fmt;
use std::sync::LazyLock;

use crc::{CRC_32_ISCSI, CRC_32_ISO_HDLC, Crc, Digest, Table};

/// The 16 tables of 1 KiB are made at the first use: constant ones would enlarge programs.
static CASTAGNOLI: LazyLock<Crc<u32, Table<16>>> =
    LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISCSI));
static ISO_HDLC: LazyLock<Crc<u32, Table<16>>> =
    LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// A checksum of bytes in chunks.
pub struct Running(Digest<'static, u32, Table<16>>);

impl Running {
    /// The checksum of no bytes.
    pub fn new() -> Self {
        Self(CASTAGNOLI.digest())
    }

    /// The CRC32 of gzip and zip, initially of no bytes.
    pub fn crc32() -> Self {
        Self(ISO_HDLC.digest())
    }

    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum of all bytes.
    pub fn finish(self) -> u32 {
        self.0.finalize()
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Running")
    }
}

/// CRC32C (Castagnoli) of `bytes`.
pub fn crc32c(bytes: &[u8]) -> u32 {
    CASTAGNOLI.checksum(bytes)
}

/// CRC32 of `bytes`, as gzip has it (RFC 1952, section 8).
pub fn crc32(bytes: &[u8]) -> u32 {
    ISO_HDLC.checksum(bytes)
}
