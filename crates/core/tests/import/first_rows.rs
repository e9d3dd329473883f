//! Rows of a text that cannot be read, before the first one that can be.

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
