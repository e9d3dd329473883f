//! The published sizes of a recording of 500,000 tags, if that recording is available.

use tagview_bridge::Value;
use tagview_compare::{Compression, Format, Layout, Sample};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags/500k.tags.zst");

/// Thousands of bytes, rounded down.
const PUBLISHED: &[(Format, Compression, usize)] = &[
    (Format::CsvWindows, Compression::None, 8276),
    (Format::Capnp, Compression::None, 8000),
    (Format::FlatBuffers, Compression::None, 8000),
    (Format::CsvUnix, Compression::None, 7776),
    (Format::Protobuf, Compression::None, 5500),
    (Format::Custom, Compression::None, 4500),
    (Format::CapnpPacked, Compression::None, 3992),
    (Format::CapnpPacked, Compression::Zstd(-5), 3611),
    (Format::CapnpPacked, Compression::Lz4, 2829),
    (Format::CsvWindows, Compression::Zstd(3), 2764),
    (Format::CapnpPacked, Compression::Zstd(1), 2739),
    (Format::CsvUnix, Compression::Zstd(3), 2738),
    (Format::Custom, Compression::Zstd(3), 2338),
    (Format::Protobuf, Compression::Zstd(3), 2004),
    (Format::CapnpPacked, Compression::Zstd(3), 1835),
    (Format::Capnp, Compression::Zstd(3), 1788),
    (Format::FlatBuffers, Compression::Zstd(3), 1787),
    (Format::CapnpPacked, Compression::Zstd(19), 1780),
    (Format::CsvUnix, Compression::Zstd(19), 1728),
];

#[test]
fn the_published_sizes_come_out() {
    let Ok(file) = std::fs::read(FILE) else { return };
    let mut sample = Sample::new(Value::map([])).unwrap();
    sample.push(&file);
    sample.finish();
    let tags = sample.into_tags();
    let mut wrong = Vec::new();
    for &(format, compression, published) in PUBLISHED {
        let bytes = format.encode(&tags).unwrap();
        let length = compression.compress(&bytes).unwrap().len();
        let off = (length as f64 / 1000.0 / published as f64 - 1.0) * 100.0;
        println!("{} {compression:?}: {length} bytes, {off:+.2} % of the published size", format.id());
        let is_right = match compression {
            Compression::None => length / 1000 == published,
            // Published with an older zstd, whose streams were larger at this level: see docs/compare.md.
            Compression::Zstd(-5) => off.abs() <= 3.0,
            _ => off.abs() <= 2.0,
        };
        if !is_right {
            wrong.push((format, compression, length, published));
        }
    }
    assert_eq!(wrong, []);
}
