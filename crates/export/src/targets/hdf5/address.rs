//! Addresses in a file.

/// The undefined address, of data not in the file.
pub const UNDEFINED: u64 = u64::MAX;
