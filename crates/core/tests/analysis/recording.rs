//! The real recording of 500,000 tags. Expected values by awk over the text it was made from, and
//! the counts and least gaps that are known of it.
#![cfg(feature = "libzstd")]

use tagview_core::tags::Tag;

use crate::dynamic::{Value, make};
use crate::tags::params;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags/500k.tsv.zst");

fn recording() -> Option<Vec<Tag>> {
    let Ok(packed) = std::fs::read(PATH) else {
        println!("skipped: there is no recording at {PATH}");
        return None;
    };
    let mut text = Vec::with_capacity(16 << 20);
    zstd_safe::decompress(&mut text, &packed).unwrap();
    let tag = |line: &str| {
        let (channel, time) = line.split_once('\t').unwrap();
        Tag { channel: channel.parse().unwrap(), time: time.trim_end().parse().unwrap() }
    };
    Some(std::str::from_utf8(&text).unwrap().lines().map(tag).collect())
}

fn answer(name: &str, entries: &[(&str, i64)], tags: &[Tag]) -> Value {
    let mut analysis = make(name, &params(entries)).unwrap();
    tags.chunks(4096).for_each(|batch| analysis.push_tags(batch).unwrap());
    analysis.result()
}

/// `name` of every channel, channels ascending.
fn column(result: &Value, name: &str) -> Vec<Value> {
    match result.get("channels") {
        Some(Value::List(channels)) => channels.iter().map(|one| one.get(name).unwrap().clone()).collect(),
        other => panic!("no channels: {other:?}"),
    }
}

#[test]
fn summary_of_the_recording() {
    let Some(tags) = recording() else { return };
    let result = answer("summary", &[], &tags);
    assert_eq!(result.get("tags"), Some(&Value::Count(500_000)));
    assert_eq!(result.get("first"), Some(&Value::Int(585_950_217_716)));
    assert_eq!(result.get("last"), Some(&Value::Int(600_777_947_963)));
    assert_eq!(result.get("out_of_order"), Some(&Value::Count(0)));
    assert_eq!(column(&result, "channel"), [3, 15, 16].map(Value::UInt));
    assert_eq!(column(&result, "tags"), [223_058, 251_662, 25_280].map(Value::Count));
    // 82.3, 47.2 and 5.2 ns at 156.25 ps per tick.
    assert_eq!(column(&result, "min_gap"), [527, 302, 33].map(Value::Int));
}

#[test]
fn rate_of_the_recording() {
    let Some(tags) = recording() else { return };
    // Half a second at 156.25 ps per tick.
    let result = answer("rate", &[("bin", 3_200_000_000)], &tags);
    assert_eq!(result.get("start"), Some(&Value::Int(585_950_217_716)));
    let expected = [
        vec![48_079, 48_131, 48_046, 48_165, 30_637],
        vec![54_728, 54_284, 54_211, 54_025, 34_414],
        vec![6642, 6519, 5290, 4165, 2664],
    ];
    assert_eq!(column(&result, "counts"), expected.map(Value::Counts));

    // 14,827,730,247 ticks need bins of 2^23 to be at most 2048: 1768.
    let result = answer("rate", &[], &tags);
    assert_eq!(result.get("bin"), Some(&Value::Int(1 << 23)));
    for (counts, tags) in column(&result, "counts").iter().zip([223_058, 251_662, 25_280]) {
        let Value::Counts(counts) = counts else { panic!() };
        assert_eq!((counts.len(), counts.iter().sum::<u64>()), (1768, tags));
    }
}

#[test]
fn gaps_of_the_recording() {
    let Some(tags) = recording() else { return };
    let result = answer("gaps", &[], &tags);
    assert_eq!(column(&result, "above"), [204_317, 227_243, 24_707].map(Value::Count));
    assert_eq!(column(&result, "below"), [0, 0, 0].map(Value::Count));
    assert_eq!(column(&result, "min"), [527, 302, 33].map(Value::Int));
    assert_eq!(column(&result, "max"), [813_505, 849_120, 7_245_899].map(Value::Int));
    let mean = [(14_827_564_061_u64, 223_057), (14_827_627_028, 251_661), (14_826_956_857, 25_279)];
    assert_eq!(column(&result, "mean"), mean.map(|(sum, n)| Value::Float(sum as f64 / f64::from(n))));
    let bins: Vec<_> = column(&result, "counts")
        .iter()
        .map(|counts| match counts {
            Value::Counts(counts) => (counts.len(), counts[4], counts[8], counts[100]),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bins, [(101, 0, 7, 184), (101, 5, 148, 274), (101, 6, 4, 5)]);

    let decades = answer("gaps", &[("log", 1)], &tags);
    let expected = [
        vec![0, 0, 1061, 28_522, 144_136, 49_338, 0],
        vec![0, 0, 1922, 36_050, 167_875, 45_814, 0],
        vec![0, 7, 91, 730, 3858, 16_046, 4547],
    ];
    assert_eq!(column(&decades, "counts"), expected.map(Value::Counts));
}

/// Counts by delay in ns with four decimals; its first and last row are wrongly 0.
const COINCIDENCE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags/coincidence-3-15.txt");

#[test]
fn correlation_of_the_recording() {
    let Some(tags) = recording() else { return };
    let result = answer("correlation", &[("a", 3), ("b", 15)], &tags);
    let Some(Value::Counts(counts)) = result.get("counts") else { panic!() };
    let text = std::fs::read_to_string(COINCIDENCE).unwrap();
    let known: Vec<u64> =
        text.lines().map(|line| line.split('\t').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(counts.len(), 129);
    assert_eq!(counts[1..128], known[1..128]);
    assert_eq!(counts[64 + 26], 76);
    assert_eq!(counts.iter().max(), Some(&76));
    assert_eq!(result.get("span"), Some(&Value::Int(14_827_730_247)));
    assert_eq!(result.get("tags_a"), Some(&Value::Count(223_058)));
    assert_eq!(result.get("tags_b"), Some(&Value::Count(251_662)));

    // In wide bins the pairs are counted along the edges: the sums must be those of the narrow ones.
    let entries = |bin| [("a", 3), ("b", 15), ("from", -1 << 20), ("to", (1 << 20) - 1), ("bin", bin)];
    let Some(Value::Counts(wide)) = answer("correlation", &entries(1 << 19), &tags).get("counts").cloned()
    else {
        panic!()
    };
    let Some(Value::Counts(narrow)) = answer("correlation", &entries(1), &tags).get("counts").cloned() else {
        panic!()
    };
    assert_eq!(wide, narrow.chunks(1 << 19).map(|bin| bin.iter().sum()).collect::<Vec<u64>>());
}
