//! Damaged rows of a text: the first ones, and those with more or fewer columns than the others.

use tagview_bridge::Value;

use super::columns::{Read, read_with};

const TAGS: [(u64, i64); 2] = [(2, 9), (1, 12)];

fn read(text: &str, columns: Option<&str>) -> Read {
    let options: Vec<_> = columns.map(|columns| ("columns", columns)).into_iter().collect();
    read_with(text.as_bytes(), &options, usize::MAX).unwrap()
}

#[test]
fn a_damaged_first_row_is_a_finding_and_no_heading() {
    for time in ["1e-2147483648", "1e-400", "-", "nan", "", "12x", "None", "1.2.3", "5x\t7"] {
        for (before, lines) in [("", 1), ("# by hand\n", 2), ("Channel\tTime\n", 2)] {
            let text = format!("{before}1\t{time}\n2\t9\n1\t12\n");
            for columns in [None, Some("channel,time")] {
                let read = read(&text, columns);
                assert_eq!(read.tags, TAGS, "{text:?}");
                let [finding] = &read.findings[..] else { panic!("{text:?}: {:?}", read.findings) };
                assert!(finding.message.starts_with(&format!("line {lines}, ")), "{text:?}: {finding}");
            }
        }
    }
    let damaged = [("1e-400\t1\n9\t2\n12\t1\n", "time,channel"), ("nan,1\n9,2\n12,1\n", "time,channel")];
    for (text, columns) in damaged {
        let read = read(text, Some(columns));
        assert_eq!((&read.tags[..], read.findings.len()), (&TAGS[..], 1), "{text:?}");
    }
    let only_times = read("1e-400\n9\n12\n", Some("time=3"));
    assert_eq!((&only_times.tags[..], only_times.findings.len()), (&[(3, 9), (3, 12)][..], 1));
}

#[test]
fn a_damaged_row_between_names_and_rows_leaves_the_names() {
    let read = read("id,channel,time\n1,2,1e-400\n2,2,9\n3,1,12\n", None);
    assert_eq!((&read.tags[..], read.findings.len()), (&TAGS[..], 1));
}

#[test]
fn skipped_lines_before_the_numbers_are_counted() {
    for (above, skipped) in [
        ("", 0),
        ("# by hand\n\nchannel\ttime\n", 0),
        ("Time unit: ns\n", 0),
        ("1234.5 | 1,,ERR buffer not ready\n", 1),
        ("Instrument 7\nrun 3\nchannel\ttime\n", 2),
    ] {
        let read = read(&format!("{above}2\t9\n1\t12\n"), Some("channel,time"));
        assert_eq!(read.facts.get("skipped_lines"), Some(&Value::Count(skipped)), "{above:?}");
    }
}

#[test]
fn headings_with_numbers_are_not_rows() {
    for heading in [
        "1000",
        "81 ps",
        "3 channels follow",
        "2026-10-01 12:00:00",
        "Resolution\t4",
        "resolution\t4e-12",
        "Channel 1\tTime 2",
        "1st channel\ttime",
        "% 1\tnan",
        "\"Time\"\t\"4\"",
    ] {
        let read = read(&format!("{heading}\n2\t9\n1\t12\n"), Some("channel,time"));
        assert_eq!((&read.tags[..], &read.findings[..]), (&TAGS[..], &[][..]), "{heading:?}");
    }
}

#[test]
fn most_rows_decide_the_separator_and_the_number_of_columns() {
    for first in [".8;1", "1,5", "7 8", "1\t2\t3", "12859340\t1\t2827647\t3", "3;4;5"] {
        for heading in ["", "channel\ttime\n"] {
            let text = format!("{heading}{first}\n2\t9\n1\t12\n");
            let read = read(&text, None);
            assert_eq!((&read.tags[..], read.findings.len()), (&TAGS[..], 1), "{text:?}");
        }
    }
}

#[test]
fn a_row_with_more_or_fewer_columns_than_the_others_is_a_finding() {
    for row in ["12.5,1,tim", "2827647,12859340,1", "1,2,,", "5"] {
        let text = format!("1,0.25\n2,0.5\n{row}\n1,1.5\n");
        for columns in [None, Some("channel,time")] {
            let read = read(&text, columns);
            assert_eq!((read.tags.len(), read.findings.len()), (3, 1), "{row:?}: {:?}", read.findings);
            let message = &read.findings[0].message;
            assert!(message.starts_with("line 3, ") && message.contains("the other lines have"), "{message}");
        }
    }
    let table = read("channel,time,gate\n2,9,1\n1,12,0\n1,15\n2,8", None);
    assert_eq!((&table.tags[..], table.findings.len()), (&TAGS[..], 2));
}

#[test]
fn an_empty_last_column_and_a_comment_after_the_numbers_are_no_damage() {
    for text in [
        "2,9,\n1,12\n",
        "channel,time,note\n2,9,\n1,12,door\n",
        "channel,time,note\n2,9,door\n1,12,\n",
        "2\t9\t\n1\t12\n",
        "2 9\n1 12 # the door\n",
        "2\t9\n1\t12\t% the door\n",
    ] {
        let read = read(text, Some("channel,time"));
        assert_eq!((&read.tags[..], &read.findings[..]), (&TAGS[..], &[][..]), "{text:?}");
    }
}

#[test]
fn a_fraction_far_behind_whole_numbers_is_reported_instead_of_read_as_seconds() {
    let mut text: String = (0..2000).map(|n| format!("{} {}\n", n % 3, 1000 * n)).collect();
    text.push_str("1 2000000.5\n");
    let Read { tags, findings, .. } = read_with(text.as_bytes(), &[], 999).unwrap();
    assert_eq!((tags.len(), findings.len()), (2000, 1));
    assert!(
        findings[0].message.contains("has a time with a fraction, but times before it are whole numbers")
    );
}

#[test]
fn a_time_past_64_bits_names_the_ticks() {
    let text = "1 0.5\n2 1700000000.5\n1 0.75\n";
    let Read { findings, .. } = read(text, None);
    let [finding, ..] = &findings[..] else { panic!("{findings:?}") };
    assert!(finding.message.contains("no unit is stated, and times are taken as seconds"), "{finding}");
    assert!(finding.remedy.contains("`unit: \"ns\"`"), "{finding}");
    let Read { findings, .. } = read_with(text.as_bytes(), &[("unit", "s")], usize::MAX).unwrap();
    let stated = "has a time that does not fit 64 bits of ticks of 1ps";
    assert!(findings[0].message.contains(stated), "{}", findings[0]);
}

#[test]
fn columns_that_are_not_named_may_be_text() {
    for text in ["2,9,door\n1,12,window\n", "kind of run: 3\n2;9;a,b\n1;12;c\n", "2 9 x\n1 12 -\n"] {
        let read = read(text, Some("channel,time,-"));
        assert_eq!((&read.tags[..], &read.findings[..]), (&TAGS[..], &[][..]), "{text:?}");
    }
    let fractions = read("door,0.5,2\nwindow,0.75,1\n", Some("-,time,channel"));
    assert_eq!(fractions.tags, [(2, 500_000_000_000), (1, 750_000_000_000)]);
}
