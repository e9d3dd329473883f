//! Every workload does all of its work in each round.
#![allow(clippy::unwrap_used)]

use tagview_bench::{IndexHeaderWorkload, OffsetsWorkload, TagWorkload};
use tagview_core::offsets::{Encoding, open};

#[test]
fn tags_are_counted_and_run_through_any_analysis() {
    let workload = TagWorkload::new(100_001).unwrap();
    assert_eq!(workload.length(), 100_001);
    workload.run("summary").unwrap();
    workload.run("delay a=3 b=15").unwrap();
    assert!(workload.run("delay a=3 b").unwrap_err().contains("PARAMETER=NUMBER"));
    workload.run("fortune").unwrap_err();
}

#[test]
fn offsets_are_written_read_and_found_in_every_round() {
    let text = "v1=0:100,1:200,2:-1";
    for encoding in Encoding::ALL {
        let workload = OffsetsWorkload::new(text, encoding.name()).unwrap();
        let bytes = open(text, None).encode(encoding).unwrap().len();
        assert_eq!((workload.encode(7), workload.decode(7), workload.lookup(100)), (7 * bytes, 21, 100));
    }
    OffsetsWorkload::new("v1=1:5", "offsets-fixed-snappy").unwrap_err();
    OffsetsWorkload::new("v2=0/1:5", "text").unwrap_err();
    OffsetsWorkload::new(text, "gzip").unwrap_err();
}

#[test]
fn an_index_header_is_opened_and_looked_up_in_every_round() {
    let file = include_bytes!("../../../web/public/sample-index-header");
    let scanned = IndexHeaderWorkload::new(file.to_vec(), Vec::new());
    assert_eq!(scanned.scan(), 932.0);
    assert!(scanned.write_sparse() > 100 && scanned.memory() > 100);
    assert_eq!((scanned.lookup(100), scanned.symbols(100), scanned.open_sparse()), (100, 100, 0));
}
