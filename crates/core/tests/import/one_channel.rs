//! Text files with only times, and text files that are cut off.

use tagview_core::import::{ImportSource, TextOptions, source_of};

use super::columns::read_with;

#[test]
fn a_text_of_times_alone_is_read_as_one_channel() {
    for (text, columns, expected) in [
        ("10\n25\n30\n", "time", [(0, 10), (0, 25), (0, 30)]),
        ("# a comment\n10\r\n25\r\n30", "time=7", [(7, 10), (7, 25), (7, 30)]),
        ("time\n10\n25\n30\n", "time=18446744073709551615", [(u64::MAX, 10), (u64::MAX, 25), (u64::MAX, 30)]),
        ("1,10\n2,25\n3,30\n", "-,time=5", [(5, 10), (5, 25), (5, 30)]),
        ("10,9\n25,8\n30,7\n", "time,-", [(0, 10), (0, 25), (0, 30)]),
    ] {
        for chunk in [1, 4, 100] {
            let read = read_with(text.as_bytes(), &[("columns", columns)], chunk).unwrap();
            assert_eq!((&read.tags[..], read.findings.len()), (&expected[..], 0), "{text:?} {columns}");
        }
    }
    let in_ns = read_with(b"Zeit/ns\n1.5\n2.25\n", &[("columns", "time=1")], 5).unwrap();
    assert_eq!(in_ns.tags, [(1, 1500), (1, 2250)]);
    // A comma may stand before decimals.
    let refused = read_with(b"1360,125\n1361,5\n", &[("columns", "time")], 9).unwrap();
    assert_eq!((refused.tags.len(), refused.findings.len()), (0, 1));
    assert!(refused.findings[0].remedy.contains("`columns: \"time,-\"`"), "{}", refused.findings[0]);
    for wrong in ["time=x", "time=-1", "channel,time=3", "channel", "time=3,time", "-", "channel=1,time"] {
        assert!(read_with(b"1\n2\n", &[("columns", wrong)], 5).is_err(), "{wrong}");
    }
}

/// As of a gzip file whose content is damaged behind these bytes: the last line has the first digits of a number.
#[test]
fn the_cut_last_line_of_a_text_that_continues_is_no_tag() {
    let long: String = (0..20_000).map(|k| format!("{},{}\n", k % 2 + 1, 1000 * k)).collect();
    for (text, whole_lines) in
        [("channel,time\n3,100\n15,250\n3,25", 2), (&format!("channel,time\n{long}1,20"), 20_000)]
    {
        let tags = |is_followed: bool| {
            let mut source: Box<dyn ImportSource> = source_of("columns", &TextOptions::default()).unwrap();
            if is_followed {
                source.followed();
            }
            source.push(text.as_bytes(), &mut |_| {});
            source.finish(&mut |_| {});
            source.totals().tags
        };
        assert_eq!((tags(true), tags(false)), (whole_lines, whole_lines + 1));
    }
}

/// `.timech`: lines of a time, a tab and a channel. Tabs otherwise separate a channel from a time.
#[test]
fn times_before_channels_with_tabs_are_read_by_the_names_of_their_columns() {
    let expected: Vec<(u64, i64)> = (0..200).map(|k| ([1, 2, 7][k % 3], 81 * k as i64 + 5)).collect();
    let file: String = expected.iter().map(|(channel, time)| format!("{time}\t{channel}\n")).collect();
    for chunk in [1, 9, usize::MAX] {
        let read =
            read_with(file.as_bytes(), &[("columns", "time,channel"), ("unit", "81ps")], chunk).unwrap();
        assert_eq!((&read.tags, read.findings.len()), (&expected, 0));
    }
    let refused = read_with(file.as_bytes(), &[], usize::MAX).unwrap();
    assert_eq!((refused.tags.len(), refused.findings.len()), (0, 1));
    assert!(refused.findings[0].remedy.contains("time,channel"), "{}", refused.findings[0]);
}

#[test]
fn texts_with_zeros_are_refused_with_what_to_do_instead_of_columns() {
    let utf_16: Vec<u8> = "time,channel\n100,1\n200,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let long = [&b"#".repeat(100)[..], b"ti\0me,channel\n100,1\n200,2\n"].concat();
    for (text, offset, words) in
        [(&utf_16[..], 0, "save it as UTF-8"), (&long, 102, "NUL byte"), (b"\xff\xfea", 0, "UTF-16")]
    {
        for columns in ["time,channel", "time"] {
            let read = read_with(text, &[("columns", columns)], 7).unwrap();
            let [finding] = &read.findings[..] else { panic!("{:?}", read.findings) };
            assert_eq!(finding.offset, Some(offset), "{finding}");
            assert!(finding.to_string().contains(words), "{finding}");
        }
    }
}

#[test]
fn the_advice_about_a_text_without_numbers_does_not_repeat_itself() {
    let remedy_of = |columns| {
        let read = read_with(b"Dear Sir or Madam\n", &[("columns", columns)], usize::MAX).unwrap();
        read.findings[0].remedy.clone()
    };
    assert!(remedy_of("channel,time").contains("`columns: \"time=3\"`"));
    assert!(!remedy_of("time=3").contains("`columns: "));
}
