//! Addresses in a file.

/// The address of what is nowhere.
pub const NOWHERE: u64 = u64::MAX;
