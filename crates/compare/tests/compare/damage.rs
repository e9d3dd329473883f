//! Truncated or changed bytes are an error, or other tags, and never a panic.

use bytes::Bytes;
use tagview_compare::{Compression, Format, Layout};

use crate::support::device;

/// Positions at which a file of `length` is truncated or changed: all at its ends, some between.
fn places(length: usize) -> impl Iterator<Item = usize> {
    (0..length).filter(move |&at| at < 200 || length - at < 700 || at % 97 == 0)
}

#[test]
fn a_cut_file_is_an_error_or_has_fewer_tags() {
    let tags = device(300);
    for &format in Format::ALL {
        let bytes = format.encode(&tags).unwrap();
        for length in places(bytes.len()) {
            if let Ok(read) = format.decode(&bytes.slice(..length)) {
                let is_prefix = read.len() < tags.len() && tags.starts_with(&read);
                assert!(is_prefix, "{} cut at {length}", format.id());
            }
            let _ = format.one(&bytes.slice(..length), 299);
        }
    }
}

#[test]
fn a_changed_file_never_panics() {
    let tags = device(300);
    for &format in Format::ALL {
        let bytes = format.encode(&tags).unwrap();
        for at in places(bytes.len()) {
            for flip in [0x01, 0x80, 0xFF] {
                let mut changed = bytes.to_vec();
                changed[at] ^= flip;
                let changed = Bytes::from(changed);
                let _ = format.decode(&changed);
                let _ = format.one(&changed, 150);
            }
        }
    }
}

#[test]
fn what_is_of_another_format_never_panics() {
    let tags = device(50);
    for written in Format::ALL {
        let bytes = written.encode(&tags).unwrap();
        for read in Format::ALL {
            let _ = read.decode(&bytes);
            let _ = read.one(&bytes, 3);
        }
    }
}

#[test]
fn damaged_compression_is_an_error() {
    let bytes = Format::Capnp.encode(&device(2000)).unwrap();
    for compression in Compression::all().filter(|&compression| compression != Compression::None) {
        let compressed = compression.compress(&bytes).unwrap();
        for length in places(compressed.len()) {
            let cut = compression.decompress(&compressed.slice(..length), bytes.len());
            assert!(cut.is_err(), "{compression:?} cut at {length}");
        }
        for at in places(compressed.len()) {
            let mut changed = compressed.to_vec();
            changed[at] ^= 0x41;
            // LZ4 and Snappy have no checksum, so decoding may return other bytes.
            let _ = compression.decompress(&Bytes::from(changed), bytes.len());
        }
        assert!(compression.decompress(&compressed, bytes.len() - 1).is_err(), "{compression:?}: shorter");
        assert!(compression.decompress(&compressed, bytes.len() + 1).is_err(), "{compression:?}: longer");
    }
}
