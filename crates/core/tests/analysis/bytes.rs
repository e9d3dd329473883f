//! The byte form of a partial result of each analysis. If it changes, stored bytes can no longer be read:
//! then raise [`PARTIAL_VERSION`] and replace the values in this file.

use tagview_core::run::PARTIAL_VERSION;
use tagview_core::tags::Tag;

use crate::dynamic::{EXAMPLES, make};
use crate::tags::{params, tag};

const TAGS: [Tag; 5] = [
    Tag { channel: 3, time: 1 },
    Tag { channel: 15, time: 4 },
    Tag { channel: 3, time: 300 },
    Tag { channel: 15, time: 298 },
    Tag { channel: 16, time: 70_000 },
];

/// Each line: name, parameters, and the bytes in hexadecimal.
const GOLDEN: &str = "tests/analysis/bytes.txt";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares the bytes of every analysis with those that were kept; with `UPDATE_GOLDEN=1`, keeps them.
#[test]
fn bytes_of_every_analysis() {
    assert_eq!(PARTIAL_VERSION, 14);
    let mut all = String::new();
    for (name, examples) in EXAMPLES {
        for example in *examples {
            let mut run = make(name, &params(example)).unwrap();
            run.push_tags(&TAGS).unwrap();
            let bytes = run.save().unwrap();
            // What was written can be read.
            let mut read = make(name, &params(example)).unwrap();
            read.join(&bytes).unwrap();
            assert_eq!(read.save().unwrap(), bytes, "{} {example:?}", name);
            all += &format!("{} {example:?} {}\n", name, hex(&bytes));
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &all).unwrap();
    }
    assert_eq!(all, std::fs::read_to_string(GOLDEN).unwrap());
}

#[test]
fn bytes_of_a_run_that_ended_early() {
    let entries = [("a", 3), ("b", 15), ("from", 0), ("to", 1), ("bin", 1)];
    let mut run = make("correlation", &params(&entries)).unwrap();
    run.push_tags(&[tag(3, 1_100_000), tag(15, 1)]).unwrap_err();
    assert_eq!(
        hex(&run.save().unwrap()),
        "0b636f7272656c6174696f6e0eea352a74d33cab5f01020002030f008280800102030f01c0a38601c0a386010103c0a386010001c0a38601010103010101c0a3860101c0a38601c0a3860101010101020102000001030001c0a38601"
    );
}
