//! Realistic pastes, recognition, companions, comparison, and the shape of the result.

use proptest::prelude::*;
use tagview_core::numbers::{Integers, Large};
use tagview_core::offsets::companions::duration;
use tagview_core::offsets::diff::{Key, Side};
use tagview_core::offsets::encodings::{decode, encode};
use tagview_core::offsets::recognise::{Sureness, recognise};
use tagview_core::offsets::{
    CODES, DuplicatePartition, Encoding, Options, PartitionKey, diff, header, inspect, open,
};
use tagview_core::{Code, Error};

/// Every notation is found with the header `v1=0:5,1:6`, and the position points at it.
#[test]
fn a_header_is_found_however_it_was_copied() {
    for paste in [
        "v1=0:5,1:6",
        "  v1=0:5,1:6\n",
        "\"v1=0:5,1:6\"",
        "X-Read-Consistency-Offsets: v1=0:5,1:6",
        "x-read-consistency-offsets:v1=0:5,1:6\r\n",
        "* Connected to mimir\n> GET /api HTTP/1.1\n> Host: m\n> X-Read-Consistency: strong\n> X-Read-Consistency-Offsets: v1=0:5,1:6\n> \n< HTTP/1.1 200 OK\n",
        "* [HTTP/2] [1] [x-read-consistency-offsets: v1=0:5,1:6]\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Read-Consistency-Offsets: v1=0:5,1:6\r\n\r\n",
        r#"{"log":{"entries":[{"request":{"headers":[{"name":"Host","value":"m"},{"name":"X-Read-Consistency-Offsets","value":"v1=0:5,1:6"}]}}]}}"#,
        "{\n  \"name\": \"X-Read-Consistency-Offsets\",\n  \"value\": \"v1=0:5,1:6\"\n}",
        r#"{"headers":{"X-Read-Consistency-Offsets":["v1=0:5,1:6"]}}"#,
        "{\"X-Read-Consistency-Offsets\": [\n  \"v1=0:5,1:6\"\n]}",
        "map[__consistency_level__:[strong] __consistency_offsets__:[v1=0:5,1:6] user-agent:[go]]",
        "__consistency_offsets__: v1=0:5,1:6",
        r#"metadata={'__consistency_offsets__': 'v1=0:5,1:6'}"#,
        r#"(('__consistency_level__', 'strong'), ('__consistency_offsets__', 'v1=0:5,1:6'))"#,
        r#"ts=2026-01-01 level=info msg="query" x-read-consistency-offsets=v1=0:5,1:6 took=3s"#,
        r#"ts=2026-01-01 msg="sent X-Read-Consistency-Offsets: v1=0:5,1:6" took=3s"#,
        r#"ts=2026-01-01 msg="waiting" offsets="v1=0:5,1:6" took=3s"#,
        r#"{"msg":"{\"X-Read-Consistency-Offsets\":\"v1=0:5,1:6\"}"}"#,
        r#"curl -H 'X-Read-Consistency-Offsets: v1=0:5,1:6' -H 'X-Read-Consistency: strong' http://m/"#,
        r#"curl -H "X-Read-Consistency-Offsets: v1=0:5,1:6" http://m/"#,
    ] {
        let opened = open(paste, None);
        assert_eq!(opened.value(), "v1=0:5,1:6", "{paste}");
        let field = &opened.fields[opened.chosen.unwrap()];
        assert_eq!(&paste[field.offset..][..10], "v1=0:5,1:6", "{paste}");
        assert_eq!(opened.map.offsets, [5, 6], "{paste}");
        assert!(opened.findings.is_empty(), "{paste}: {:?}", opened.findings);
    }
}

#[test]
fn findings_point_into_the_paste_even_behind_escapes() {
    let paste = r#"{"X-Read-Consistency-Offsets":"v2=0\/0:5,0\/1:x,0\/2:7"}"#;
    let opened = open(paste, None);
    assert_eq!(opened.value(), "v2=0/0:5,0/1:x,0/2:7");
    let finding = opened.findings.iter().find(|f| f.code.as_str() == "malformed-entry").unwrap();
    assert_eq!(&paste[finding.offset.unwrap() as usize..][..finding.length as usize], "x");
    assert_eq!(opened.compartments.len(), 2);
}

#[test]
fn findings_of_a_v2_header_name_the_compartment() {
    let messages = |text: &str| -> Vec<String> {
        open(text, None).findings.into_iter().map(|finding| finding.message).collect()
    };
    assert_eq!(
        messages("v2=0/1:1,0/3:2,1/0:3,7/1:-5"),
        [
            "2 partition numbers of compartment 0 are missing: 0, 2.",
            "1 partition number of compartment 7 is missing: 0.",
            "Partition 1 of compartment 7 has the offset -5; the only valid negative offset is -1, for an empty partition.",
        ]
    );
    assert_eq!(messages("v1=0:1,2:2"), ["1 partition number is missing: 1."]);
    let sentence = open("v2=3/0:1, 3/1:2", None).lookup(3, 1).sentence.unwrap();
    assert!(sentence.starts_with("Mimir finds no partition 1 of compartment 3 in this header"), "{sentence}");
}

#[test]
fn missing_offsets_are_reported_in_a_paste_of_the_companions_alone() {
    let opened = open("> X-Read-Consistency: Strong\n", None);
    let codes: Vec<_> = opened.findings.iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["bad-level", "empty"]);
    assert_eq!(opened.findings[0].offset, Some(22));
}

/// Of several headers the first one is decoded, however they are written, and a note states its line.
#[test]
fn a_note_states_which_of_several_headers_is_used() {
    for (paste, line) in [
        ("X-Read-Consistency-Offsets: v1=0:5\nX-Read-Consistency-Offsets: v1=0:6\n", 1),
        (
            "two requests\n> x-read-consistency-offsets: v1=0:5\n< HTTP/1.1\n> x-read-consistency-offsets: v1=0:6\n",
            2,
        ),
        ("2026-11-29T08:00:00Z v1=0:5\n2026-11-29T08:00:15Z v1=0:6\n", 1),
        ("level=info\nts=1 offsets=\"v1=0:5\" x=3\nts=2 offsets=\"v1=0:6\" x=3\n", 2),
        ("\n v1=0:5\r\n v1=0:6\r\n", 2),
        ("v1=0:5\nv1=0:6", 1),
    ] {
        let opened = open(paste, None);
        assert_eq!(opened.value(), "v1=0:5", "{paste}");
        let notes: Vec<_> = opened.findings.iter().map(|note| (note.code, note.message.as_str())).collect();
        let message = format!("The first offset header (line {line}) is used; 1 more has another value.");
        assert_eq!(notes, [(Code::SeveralHeaders, message.as_str())], "{paste}");
    }
    for paste in ["v1=0:5", " v1=0:5,\n", "v1=0:5\nv1=0:5", "a v1=0:5 b\nc v1=0:5 d"] {
        assert!(
            open(paste, None).findings.iter().all(|finding| finding.code != Code::SeveralHeaders),
            "{paste}"
        );
    }
}

#[test]
fn maximum_delays_are_read_as_go_reads_them() {
    assert_eq!(duration("1m30s"), Ok(90_000_000_000));
    assert_eq!(duration("1.5h"), Ok(5_400_000_000_000));
    assert_eq!(duration("-5s"), Ok(-5_000_000_000));
    assert_eq!(duration("0"), Ok(0));
    assert_eq!(duration(".5s"), Ok(500_000_000));
    assert_eq!(duration("1µs"), Ok(1_000));
    assert_eq!(duration("-9223372036854775808ns"), Ok(i64::MIN));
    assert_eq!(duration("10").unwrap_err(), "time: missing unit in duration \"10\"");
    assert_eq!(duration("1d").unwrap_err(), "time: unknown unit \"d\" in duration \"1d\"");
    for text in ["", "abc", "-", "s", ".s", "9223372036854775808ns", "99999999999h", "1s2", "é"] {
        assert!(duration(text).is_err(), "{text}");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/offsets/cases.json");
    let Ok(cases) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let cases: serde_json::Value = serde_json::from_str(&cases).unwrap();
    for case in cases["maxDelay"]["cases"].as_array().unwrap() {
        let text = case["header"].as_str().unwrap();
        match duration(text) {
            Ok(nanoseconds) => assert_eq!(Some(nanoseconds), case["nanoseconds"].as_i64(), "{text}"),
            Err(why) => assert_eq!(Some(why.as_str()), case["error"].as_str(), "{text}"),
        }
        let paste = format!("X-Read-Consistency-Max-Delay: {text}\nX-Read-Consistency-Offsets: v1=0:1");
        let value = inspect(&paste, &Options::default());
        assert_eq!(value.companions.max_delay_honoured, case["honoured"].as_bool(), "{text}");
    }
}

#[test]
fn each_encoding_of_a_thousand_partitions_is_recognised() {
    let partitions: Vec<i32> = (0..1000).collect();
    for start in [i64::MAX, 5_000_000_000, 200_000, 3_000] {
        let offsets: Vec<i64> = (0..1000).map(|i| start - i * 2).collect();
        for encoding in Encoding::ALL {
            let recognised = recognise(&encode(encoding, &partitions, &offsets).unwrap());
            assert_eq!(recognised.encoding(), encoding, "{start}: {recognised:?}");
        }
    }
}

/// Base64 decodes many words, into numbers that no header has.
#[test]
fn text_that_no_encoding_fits_is_an_error() {
    for text in ["hello world", "hello", "abcd", "helloworld12", "GET /api/v1/query", "{}"] {
        let header = inspect(text, &Options::default());
        assert!(!header.complete && header.error.is_some(), "{text}");
    }
    let header = inspect("abcd", &Options::default());
    assert_eq!(header.error.unwrap().code, Code::Ambiguous);
    // The caller chose the encoding.
    assert!(inspect("abcd", &Options { encoding: Some(Encoding::PairsVarint), rows: true }).complete);
}

#[test]
fn what_could_be_several_encodings_is_reported_as_ambiguous() {
    // Partition 0 at offset 1 in pairs, or partitions 0 and 1 at offsets 0 and 1 alone.
    let recognised = recognise(&encode(Encoding::PairsVarintSnappy, &[0], &[1]).unwrap());
    assert_eq!(recognised.sureness, Sureness::Ambiguous);
    let names: Vec<_> = recognised.candidates.iter().map(|c| c.encoding.name()).collect();
    assert!(names.contains(&"pairs-varint-snappy") && names.contains(&"offsets-varint-snappy"), "{names:?}");
    assert!(recognised.candidates.iter().all(|c| !c.reasons.is_empty()));
    let zeros = recognise(&encode(Encoding::OffsetsFixedSnappy, &[0, 1, 2, 3], &[0, 0, 0, 5]).unwrap());
    let reasons =
        &zeros.candidates.iter().find(|c| c.encoding == Encoding::OffsetsFixedSnappy).unwrap().reasons;
    assert!(reasons.contains(&"3 of the 4 offsets are 0.".to_owned()), "{reasons:?}");
    assert_eq!(recognise("hello world, what now?").encoding(), Encoding::Text);
    assert_eq!(recognise("!!!").sureness, Sureness::Unlikely);
}

proptest! {
    #[test]
    fn the_right_encoding_is_first_for_usual_headers(
        base in 1i64..1 << 50, spread in prop::collection::vec(-100i64..100, 20..60),
    ) {
        let offsets: Vec<i64> = spread.iter().map(|s| (base + base * s / 1000).max(0)).collect();
        let partitions: Vec<i32> = (0..).take(offsets.len()).collect();
        for encoding in Encoding::ALL {
            let text = encode(encoding, &partitions, &offsets).unwrap();
            let recognised = recognise(&text);
            let other = decode(recognised.encoding(), &text);
            let right = recognised.encoding() == encoding
                || other.entries == decode(encoding, &text).entries
                || recognised.candidates.iter().any(|c| c.encoding == encoding);
            prop_assert!(right, "{} taken for {:?}", encoding.name(), recognised);
        }
    }
}

#[test]
fn lag_is_right_minus_left_and_exact_beyond_64_bits() {
    let left = header::decode("v1=0:10,1:-9223372036854775808,2:5,4:1");
    let right = header::decode("v1=1:9223372036854775807,0:25,3:7,2:5");
    let found = diff(&left, &right);
    let lags: Vec<_> = found.rows.iter().map(|row| (row.key.partition, row.lag())).collect();
    assert_eq!(lags, [(0, 15), (1, (1 << 64) - 1), (2, 0)]);
    assert_eq!(found.total_lag(), (1i128 << 64) + 14);
    let report = found.report(true);
    assert_eq!(report.max_lag, Some((1 << 64) - 1));
    assert_eq!(report.only_left, [PartitionKey::Partition(4)]);
    assert_eq!(report.only_right, [PartitionKey::Partition(3)]);
    assert_eq!(report.worst, Some(PartitionKey::Partition(1)));
    assert_eq!(report.columns.lag.as_slice(), [15, i64::MAX, 0]);
    let nothing = diff(&header::decode(""), &header::decode(""));
    assert_eq!((nothing.total_lag(), nothing.max_lag()), (0, None));
}

#[test]
fn what_went_backwards_or_stood_still_between_two_headers() {
    let earlier = header::decode("v1=0:50000,1:7,2:10,3:20,4:-1,5:1,6:30000,7:9");
    let later = header::decode("v1=0:25000,1:7,2:4007,3:25,4:-1,6:30001,7:8,9:1");
    let found = diff(&earlier, &later);
    let partitions = |keys: Vec<Key>| keys.iter().map(|key| key.partition).collect::<Vec<_>>();
    assert_eq!(partitions(found.fell_back()), [0, 7]);
    assert_eq!(partitions(found.stood_still()), [1]);
    assert_eq!(found.median_lag(), Some(0));
    assert_eq!(found.later(), Some(Side::Right));
    assert_eq!(diff(&later, &earlier).later(), Some(Side::Left));
    assert_eq!(diff(&later, &later).later(), None);
    assert_eq!(diff(&header::decode(""), &later).median_lag(), None);
}

#[test]
fn a_v1_header_is_compared_as_compartment_0() {
    let found = diff(&header::decode("v1=7:10"), &header::decode("v2=0/7:13;4,1/7:9"));
    assert_eq!(found.rows.len(), 1);
    assert_eq!(found.rows[0].lag(), 3);
    assert_eq!(found.only_right.len(), 2);
}

#[test]
fn the_result_has_the_documented_shape() {
    let value = inspect("v1=0:-1,2:10,0:7,5:9223372036854775807", &Options::default());
    let json = serde_json::to_value(&value).unwrap();
    let mut names: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let documented = "columns companions complete count duplicate_entries duplicates empty encoding entries error \
                      findings header header_offset max_offset min_offset not_found partitions recognised total version";
    assert_eq!(names, documented.split_whitespace().collect::<Vec<_>>());
    let rows = serde_json::json!([
        {"partition": 0, "offset": 7}, {"partition": 2, "offset": 10}, {"partition": 5, "offset": i64::MAX},
    ]);
    assert_eq!(json["partitions"], rows);
    assert_eq!(json["encoding"], "text");
    assert_eq!(value.count, 3);
    assert_eq!(value.duplicates, [DuplicatePartition::Partition(0)]);
    assert_eq!(value.min_offset, Some(7));
    assert_eq!(value.total, i128::from(i64::MAX) + 17);
    assert!(value.complete);
    assert_eq!(value.version, Some(1));
    let columns = inspect("v1=2:10,0:-1", &Options { rows: false, ..Options::default() });
    assert_eq!(columns.partitions, None);
    assert_eq!(columns.empty, 1);
    assert_eq!(columns.columns.partition.as_slice(), [0, 2]);
}

#[test]
fn encodings_are_written_by_their_names() {
    for encoding in Encoding::ALL {
        assert_eq!(serde_json::to_value(encoding).unwrap(), encoding.name());
    }
}

#[test]
fn rows_of_compartments_name_them() {
    let value = inspect("v2=0/1:5,0/1:7;6,1/2:8", &Options::default());
    let json = serde_json::to_value(&value).unwrap();
    let rows = serde_json::json!([
        {"compartment": 0, "partition": 1, "offsets": [7, 6]},
        {"compartment": 1, "partition": 2, "offsets": [8]},
    ]);
    assert_eq!(json["partitions"], rows);
    assert_eq!(json["duplicates"], serde_json::json!([{"compartment": 0, "partition": 1}]));
    assert_eq!(json["columns"]["cluster"], serde_json::json!([0, 1, 0]));
    let found = diff(&header::decode("v1=1:10"), &header::decode("v2=0/1:13;4")).report(true);
    let key = serde_json::json!({"compartment": 0, "partition": 1, "cluster": 1});
    assert_eq!(serde_json::to_value(&found.only_right).unwrap(), serde_json::json!([key]));
}

#[test]
fn a_damaged_header_is_incomplete_with_its_first_error() {
    let value = inspect("X-Read-Consistency-Offsets: v1=0:1,1:x", &Options::default());
    assert!(!value.complete);
    let error = value.error.unwrap();
    assert_eq!((error.code, error.offset), (Code::MalformedEntry, Some(Large(35))));
}

#[test]
fn a_look_up_is_mimir_s_and_reports_where_a_person_would_read_more() {
    for (text, partition) in [("0:1", 0), ("v1=1: 5", 1), ("v1=00:5", 0), ("v1=0:1, 1:2", 1)] {
        let answer = open(text, None).lookup(0, partition);
        assert_eq!(answer.offsets, None, "{text}");
        assert!(answer.sentence.unwrap().starts_with("Mimir finds no partition"), "{text}");
    }
    let answer = open("  v1=0:1\n", None).lookup(0, 0);
    assert_eq!((answer.offsets, answer.sentence), (Some(Integers(vec![1])), None));
    let answer = open("v1=0:1", None).lookup(0, 3);
    assert_eq!((answer.offsets, answer.sentence), (None, None));
}

#[test]
fn other_encodings_are_written_ascending_and_sizes_listed() {
    let opened = open("v1=1:300,0:-1", None);
    assert_eq!(opened.encode(Encoding::PairsVarint).unwrap(), "AAEC2AQ=");
    let v2 = open("v2=1/2:5;6,0/3:4", None);
    assert_eq!(v2.encode(Encoding::Text).unwrap(), "v2=0/3:4,1/2:5;6");
    assert!(v2.encode(Encoding::PairsFixed).is_err());
}

#[test]
fn every_kind_of_finding_is_in_the_documents() {
    let findings = include_str!("../../../../docs/offsets.md");
    let errors = include_str!("../../../../docs/errors.md");
    for (code, severity) in CODES {
        let row = format!("| `{}` | {} |", code.as_str(), severity.as_str());
        assert!(findings.contains(&row), "{row}");
    }
    for code in Code::ALL {
        let row = format!("`{}`", code.as_str());
        assert!(findings.contains(&row) || errors.contains(&row), "{row}");
    }
}

#[test]
fn sizes_say_why_there_is_none() {
    let sizes = open("v1=1:5", None).sizes();
    assert_eq!(sizes.len(), 7);
    assert_eq!((sizes[0].bytes, &sizes[0].error), (Some(3), &None));
    assert_eq!(sizes[3].bytes, None);
    assert!(matches!(sizes[3].error, Some(Error { code: Code::Mismatch, .. })));
}
