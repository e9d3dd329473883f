//! Real recordings, if available.
#![cfg(feature = "libzstd")]

use std::path::Path;

use crate::bytes::read_in;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags");

#[test]
fn real_recordings() {
    for (name, messages) in
        [("500k.tags.zst", 1), ("500k-10-frames.tags.zst", 10), ("500k-one-segment.tags.zst", 1)]
    {
        let path = Path::new(DATA).join(name);
        let Ok(packed) = std::fs::read(&path) else {
            println!("skipped: {} is not there", path.display());
            continue;
        };
        let mut bytes = Vec::with_capacity(16 << 20);
        // One frame or several, all in one go.
        zstd_safe::decompress(&mut bytes, &packed).unwrap();
        for chunks in [vec![], vec![8 << 20], vec![65_537; 200], vec![131_072; 100]] {
            let outcome = read_in(&bytes, chunks);
            assert_eq!(outcome.end, Ok(()), "{name}");
            assert_eq!(outcome.messages, messages, "{name}");
            assert_eq!(outcome.tags.len(), 500_000, "{name}");
            assert_eq!(outcome.tags[0].time, 585_950_217_716, "{name}");
            assert_eq!(outcome.tags[499_999].time, 600_777_947_963, "{name}");
        }
    }
}
