//! Calls every function on a file with any bytes.

use tagview_bridge::to_value;
use tagview_core::icechunk::MetadataReader;
use tagview_core::random_access::drive;

/// Opens `bytes`, taken in by `piece`, and asks all there is to ask; the answers don't matter.
pub fn exercise(bytes: &[u8], piece: usize) {
    let mut opening = MetadataReader::new(bytes.len() as u64);
    if drive(&mut opening, &[bytes], piece).is_err() {
        return;
    }
    let Ok(file) = opening.finish() else { return };
    let _ = to_value(&file.summary());
    for array in 0..3 {
        for from in [0, 1, u64::MAX] {
            let _ = file.references(array, from, 5);
            let _ = file.updated_chunks(array, from, 5);
        }
    }
}
