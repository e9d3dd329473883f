//! Tags as text: written and read.

use proptest::prelude::*;
use tagview_core::tags::{Tag, text as tsv};
use tagview_core::{Code, Error};

fn tag((time, channel): (i64, u64)) -> Tag {
    Tag { time, channel }
}

/// The tags that were read, and the error that ended it.
fn parse(chunks: &[&[u8]]) -> (Vec<Tag>, Result<(), Error>) {
    let mut tags = Vec::new();
    let mut parse = tsv::Parse::default();
    for chunk in chunks {
        if let Err(error) = parse.push(chunk, &mut tags) {
            return (tags, Err(error));
        }
    }
    let end = parse.finish(&mut tags);
    (tags, end)
}

fn tags(text: &str) -> Vec<Tag> {
    let (tags, end) = parse(&[text.as_bytes()]);
    end.unwrap();
    tags
}

#[test]
fn lines_are_those_of_tcat() {
    let mut out = Vec::new();
    tsv::format(&[tag((585_950_217_716, 15)), tag((i64::MIN, u64::MAX)), tag((0, 0))], &mut out);
    assert_eq!(out, b"15\t585950217716\n18446744073709551615\t-9223372036854775808\n0\t0\n");
}

#[test]
fn every_kind_of_line_is_read() {
    let two = [tag((5, 1)), tag((-6, 2))];
    for text in [
        "1\t5\n2\t-6\n",
        "1\t5\r\n2\t-6\r\n",
        "1\t5\n2\t-6",
        "1\t5\r\n2\t-6\r",
        "1\t5\n2\t-6\n\n",
        "1\t5\r\n2\t-6\r\n\r\n",
        "1\t5\n2\t-6\n\n\n\r\n",
        "#channel\ttime\n1\t5\n2\t-6\n",
        "#\r\n1\t5\n2\t-6\n",
        "001\t005\n2\t-00000000000000000000000006\n",
    ] {
        assert_eq!(tags(text), two, "{text:?}");
    }
    for text in ["", "\n", "\r\n", "#only a header", "#only a header\n"] {
        assert_eq!(tags(text), [], "{text:?}");
    }
    assert_eq!(tags("18446744073709551615\t9223372036854775807"), [tag((i64::MAX, u64::MAX))]);
    assert_eq!(tags("0\t-9223372036854775808\n"), [tag((i64::MIN, 0))]);
}

#[test]
fn a_header_may_be_of_any_length() {
    let text = format!("#{}\n1\t5\n", "x".repeat(100_000));
    assert_eq!(tags(&text), [tag((5, 1))]);
}

#[test]
fn every_kind_of_bad_line_is_reported_with_its_number_and_offset() {
    let cases: [(&[u8], &str); 22] = [
        (b"abc", "no tab"),
        (b"1 5", "no tab"),
        (b"1", "no tab"),
        (b"#late header", "no tab"),
        (b"\t5", "channel"),
        (b"-1\t5", "channel"),
        (b"+1\t5", "channel"),
        (b" 1\t5", "channel"),
        (b"\xef\xbb\xbf1\t5", "channel"),
        (b"1.0\t5", "channel"),
        (b"18446744073709551616\t5", "channel past"),
        (b"99999999999999999999999\t5", "channel past"),
        (b"1\t", "time"),
        (b"1\t-", "time"),
        (b"1\t+5", "time"),
        (b"1\t--5", "time"),
        (b"1\t5 ", "time"),
        (b"1\t5\t", "time"),
        (b"1\t5\r\r", "time"),
        (b"1\t5e3", "time"),
        (b"1\t9223372036854775808", "fit 64 bits"),
        (b"1\t-9223372036854775809", "fit 64 bits"),
    ];
    for (line, what) in cases {
        for end in ["", "\n", "\r\n", "\n1\t6\n"] {
            let text = [b"1\t5\n2\t6\r\n", line, end.as_bytes()].concat();
            let (tags, result) = parse(&[&text]);
            let error = result.expect_err("a bad line");
            assert_eq!((error.code, error.offset), (Code::BadLine, Some(9)), "{error}");
            assert!(error.message.starts_with("line 3, ") && error.message.contains(what), "{error}");
            assert_eq!(tags, [tag((5, 1)), tag((6, 2))], "the lines before it are kept");
        }
    }
}

#[test]
fn a_blank_line_in_the_middle_is_reported() {
    let (tags, result) = parse(&[b"1\t5\n\n\n1\t6\n"]);
    let error = result.unwrap_err();
    assert_eq!((error.code, error.offset), (Code::BadLine, Some(4)));
    assert!(error.message.starts_with("line 2, ") && error.message.contains("blank"), "{error}");
    assert_eq!(tags.len(), 1);
}

#[test]
fn a_line_that_never_ends_is_reported_at_once() {
    let mut parse = tsv::Parse::default();
    let mut tags = Vec::new();
    parse.push(b"#h\n1\t5\n", &mut tags).unwrap();
    let error = parse.push(&[b'0'; 1 << 20], &mut tags).unwrap_err();
    assert_eq!((error.code, error.offset), (Code::BadLine, Some(7)));
    assert!(error.message.starts_with("line 3, ") && error.message.len() < 250, "{error}");
}

/// Generates lines, most of them good.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        6 => (any::<u64>(), any::<i64>()).prop_map(|(c, t)| format!("{c}\t{t}")),
        6 => (0u64..20, 0i64..1_000_000_000_000).prop_map(|(c, t)| format!("{c}\t{t}")),
        1 => "[0-9\t -]{0,12}",
        1 => Just(String::new()),
        1 => Just("#channel\ttime".to_owned()),
        1 => (200usize..300).prop_map(|zeros| format!("{}1\t5", "0".repeat(zeros))),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n")];
    (prop::collection::vec((line, end), 0..12), any::<bool>()).prop_map(|(lines, cut)| {
        let mut text: Vec<u8> = lines.into_iter().flat_map(|(line, end)| (line + end).into_bytes()).collect();
        if cut {
            text.pop();
        }
        text
    })
}

proptest! {
    #[test]
    fn what_is_formatted_is_parsed(tags in prop::collection::vec((any::<i64>(), any::<u64>()), 0..50)) {
        let tags: Vec<_> = tags.into_iter().map(tag).collect();
        let mut out = Vec::new();
        tsv::format(&tags, &mut out);
        let (read, end) = parse(&[&out]);
        prop_assert_eq!(end, Ok(()));
        prop_assert_eq!(read, tags);
    }

    #[test]
    fn any_split_gives_what_the_whole_gives(text in text(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let whole = parse(&[&text]);
        let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.sort_unstable();
        cuts.insert(0, 0);
        cuts.push(text.len());
        let chunks: Vec<_> = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect();
        prop_assert_eq!(&parse(&chunks), &whole);
        let bytes: Vec<_> = text.chunks(1).collect();
        prop_assert_eq!(&parse(&bytes), &whole);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let (tags, end) = parse(&[&bytes]);
        prop_assert!(tags.len() <= bytes.len());
        if let Err(error) = end {
            prop_assert_eq!(error.code, Code::BadLine);
        }
    }
}
