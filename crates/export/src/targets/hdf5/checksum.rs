//! The checksum of HDF5's metadata.

use tagview_core::import::lookup3;

/// `bytes` followed by their checksum.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = lookup3(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}
