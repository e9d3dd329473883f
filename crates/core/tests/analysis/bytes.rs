//! The byte form of a partial result of each analysis. Where one changes, bytes that were kept can't be read any more:
//! [`PARTIAL_VERSION`] is to be raised then, and what stands here replaced.

use tagview_core::analysis::{ANALYSES, PARTIAL_VERSION, make};
use tagview_core::tags::Tag;

use crate::tags::{params, tag};

const TAGS: [Tag; 5] = [
    Tag { channel: 3, time: 1 },
    Tag { channel: 15, time: 4 },
    Tag { channel: 3, time: 300 },
    Tag { channel: 15, time: 298 },
    Tag { channel: 16, time: 70_000 },
];

/// Name, parameters, and the bytes in hexadecimal.
type Golden = (&'static str, &'static [(&'static str, i64)], &'static str);

const GOLDEN: &[Golden] = &[
    (
        "summary",
        &[],
        "0773756d6d617279030502e0c508010103050208d804d404e0c5080003030202d804d6040f0208d404cc041001e0c508e0c508feffffffffffffffff01",
    ),
    ("rate", &[("bin", 50_000)], "04726174650300a08d06010200030301020f010210020001"),
    (
        "gaps",
        &[("bin", 100), ("to", 300)],
        "04676170730301c8010004030302d804d604d60406000000010000019502010f08d404cc04cc04060000000100000193020110e0c508e0c508feffffffffffffffff01ffffffffffffffffff010600000000000000",
    ),
    (
        "gaps",
        &[("log", 1), ("to", 50)],
        "04676170730302020202030302d804d604d6040400000001019502010f08d404cc04cc0404000000010193020110e0c508e0c508feffffffffffffffff01ffffffffffffffffff01040000000000",
    ),
    (
        "correlation",
        &[("a", 3), ("b", 15), ("from", -3), ("to", 3), ("bin", 1)],
        "0b636f7272656c6174696f6e0301020507030f86800802030f0502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d404000005010000000110010000000000000700010000000001",
    ),
    (
        "correlation",
        &[("a", 3), ("b", 15), ("log", 1), ("to", 50)],
        "0b636f7272656c6174696f6e0302020202030fc6810802030f0502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d40400000501000000011001000000000000020100",
    ),
    (
        "coincidence",
        &[("window", 3)],
        "0b636f696e636964656e6365030680d00f0e0000808010808018000502e0c508010302010302010801d80401030302010202d8040202d804000501000000010f02010208d4040208d4040005010000000110010101e0c50801e0c5088a110101000102030f0001020000000180640000010001030f0001140404cf040103010601d20401000180801080640401000203100001140202884401ac4401000f100001140202884401ac44010000010003030202d8040f0208d4041001e0c508",
    ),
    (
        "delay",
        &[("a", 3), ("b", 15), ("from", -3), ("to", 3)],
        "0564656c61790301020507030f86800802030f0502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d404000005010000000110010000000000000700010000000001",
    ),
    (
        "lifetime",
        &[("channel", 15), ("sync", 3), ("range", 9)],
        "086c69666574696d65030f92800802030f0502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d404000005010000000110010000000000000103000212000000000000",
    ),
    (
        "lifetime",
        &[("channel", 15), ("period", 90), ("bin", 30)],
        "086c69666574696d65030f808008010f0502e0c508010302010302010801d8040103030200000000000f02010208d4040000050100000001100100000000000000808080808080d0053c00000000000000",
    ),
    (
        "stability",
        &[],
        "0973746162696c69747903010402e0c5080303009701010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010f0494010100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000110f0a2040101",
    ),
    (
        "listing",
        &[("most", 2), ("from", 298), ("earlier", 1)],
        "076c697374696e67030201d40401050201080f02d4040fd80403",
    ),
    (
        "pairs",
        &[("from", -1), ("to", 3)],
        "0570616972730301060002868008000502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d40400000501000000011001010001e0c5088a1101010003030f101e000000000000000000010000000000000000000000000000000000000000",
    ),
    (
        "heralded",
        &[("herald", 3), ("a", 15), ("b", 16), ("window", 3)],
        "08686572616c64656403030f10060098800803030f100502e0c508010302010302010801d80401030302010202d80400000501000000010f02010208d40400000501000000011001010001e0c5088a1101010002000000",
    ),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn bytes_of_every_analysis() {
    assert_eq!(PARTIAL_VERSION, 3);
    let mut all = Vec::new();
    for (name, entries, _) in GOLDEN {
        let mut run = make(name, &params(entries)).unwrap();
        run.push_tags(&TAGS).unwrap();
        let bytes = run.save().unwrap();
        // What was written can be read.
        let mut read = make(name, &params(entries)).unwrap();
        read.join(&bytes).unwrap();
        assert_eq!(read.save().unwrap(), bytes, "{name} {entries:?}");
        all.push((*name, *entries, hex(&bytes)));
    }
    let golden: Vec<_> =
        GOLDEN.iter().map(|(name, entries, golden)| (*name, *entries, (*golden).to_owned())).collect();
    assert_eq!(all, golden);
    let listed = |name: &&str| GOLDEN.iter().any(|(listed, ..)| listed == name);
    assert!(
        ANALYSES.iter().map(|analysis| analysis.name).all(|name| listed(&name)),
        "an analysis is missing"
    );
}

#[test]
fn bytes_of_a_run_that_ended_early() {
    let entries = [("a", 3), ("b", 15), ("from", 0), ("to", 1), ("bin", 1)];
    let mut run = make("correlation", &params(&entries)).unwrap();
    run.push_tags(&[tag(3, 70_000), tag(15, 1)]).unwrap_err();
    assert_eq!(
        hex(&run.save().unwrap()),
        "0b636f7272656c6174696f6e0301020002030f82800802030f01e0c508e0c5080103e0c5080001e0c508010103010101e0c50801e0c508e0c5080101010102020000"
    );
}
