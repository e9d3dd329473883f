//! Text of tags in columns.

use tagview_bridge::{Value, to_value};
use tagview_core::import::{ImportSource, TextOptions, import_of, source_of};
use tagview_core::{Error, tags::Tag};

/// Result of reading a text file in chunks of some bytes.
pub(super) struct Read {
    pub(super) tags: Vec<(u64, i64)>,
    tick: Option<String>,
    pub(super) findings: Vec<Error>,
    pub(super) facts: Value,
}

pub(super) fn read_with(text: &[u8], options: &[(&str, &str)], chunk: usize) -> Result<Read, Error> {
    let stated =
        |name: &str| options.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    let mut options = TextOptions::default();
    (options.columns, options.unit, options.tick) = (stated("columns"), stated("unit"), stated("tick"));
    let mut source: Box<dyn ImportSource> = source_of("columns", &options)?;
    let mut tags = Vec::new();
    let mut take = |batch: &[Tag]| tags.extend(batch.iter().map(|tag| (tag.channel, tag.time)));
    for bytes in text.chunks(chunk) {
        source.push(bytes, &mut take);
    }
    source.finish(&mut take);
    let totals = source.totals();
    assert_eq!((totals.bytes, totals.tags), (text.len() as u64, tags.len() as u64));
    let tick = source.tick().map(|tick| tick.to_string());
    Ok(Read { tags, tick, findings: totals.errors().collect(), facts: to_value(&source.facts()) })
}

/// Asserts that the result does not depend on the chunks.
fn read(text: &str) -> Read {
    let whole = read_with(text.as_bytes(), &[], usize::MAX).unwrap();
    for chunk in [1, 2, 7] {
        let parts = read_with(text.as_bytes(), &[], chunk).unwrap();
        assert_eq!((&parts.tags, &parts.findings), (&whole.tags, &whole.findings), "in chunks of {chunk}");
    }
    whole
}

const TAGS: [(u64, i64); 3] = [(3, 100), (15, 250), (3, 251)];

#[test]
fn lines_of_either_order_and_any_separator_are_read() {
    for text in [
        "3\t100\n15\t250\n3\t251\n",
        "100,3\n250,15\n251,3\n",
        "3,100\r\n15,250\r\n3,251\r\n",
        "3;100\r15;250\r3;251",
        "  3   100\n 15   250\n  3\t251\n\n",
        "\"3\",\"100\"\n\"15\",\"250\"\n\"3\",\"251\"\n",
        "\u{feff}3, 100\n15, 250\n3, 251\n",
        "# a comment\n3 100\n15 250\n# another\n3 251\n",
        "channel,time\n3,100\n15,250\n3,251\n",
        "#channel\ttime\n3\t100\n15\t250\n3\t251\n",
        "Run 5, by hand\n\nTime Tag;Channel\n100;3\n250;15\n251;3\n",
        "no,channel,timestamp,note\n1,3,100,\"a, b\"\n2,15,250,\n3,3,251,x\n",
    ] {
        let Read { tags, tick, findings, .. } = read(text);
        assert_eq!((tags.as_slice(), tick, findings), (&TAGS[..], None, vec![]), "{text:?}");
    }
}

/// Lines as `tagview cat` prints them, with any content.
#[test]
fn two_whole_columns_with_a_tab_between_are_channel_and_time() {
    let all = |count: u64, tag: fn(u64) -> (u64, i64)| (0..count).map(tag).collect::<Vec<_>>();
    for tags in [
        vec![(1, 1000), (1, 990), (1, 1005), (1, 1020)],
        vec![(1, 1000), (2, 990), (3, 1005)],
        vec![(100, 3), (250, 15), (251, 3)],
        vec![(1, -5), (2, -5)],
        vec![(u64::MAX, 1000)],
        vec![(1, 1000), (1 << 63, 1000), (3, 900)],
        // An array of more detectors than are taken for channels elsewhere.
        all(100, |n| (n, 1000)),
        all(600, |n| (n % 70, 123_456 + (n / 70) as i64)),
        all(600, |n| (n % 70, 1000 * n as i64)),
        all(600, |n| (u64::MAX - n % 70, 7 * n as i64)),
    ] {
        let text: String = tags.iter().map(|(channel, time)| format!("{channel}\t{time}\n")).collect();
        assert_eq!(import_of(text.as_bytes()).map(|import| import.id), Some("columns"), "{text:?}");
        let read = read_with(text.as_bytes(), &[], 99).unwrap();
        assert_eq!((read.tags, read.findings), (tags, vec![]), "{text:?}");
    }
    for (text, tags) in [
        ("-100\t3\n250\t15\n251\t3\n", [(3, -100), (15, 250), (3, 251)]),
        ("time\tchannel\n100\t3\n250\t15\n251\t3\n", TAGS),
    ] {
        assert_eq!(read(text).tags, tags, "{text:?}");
    }
}

/// It may be either.
#[test]
fn many_ascending_numbers_before_a_few_that_do_not_ascend_are_refused() {
    let text: String = (0..100).map(|n| format!("{}\t{}\n", 1000 * n, n % 3)).collect();
    let Read { tags, findings, .. } = read(&text);
    let [error] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((tags.len(), error.code.as_str()), (0, "ambiguous"));
    assert!(error.remedy.contains("`columns: \"time,channel\"`"), "{error}");
    let with_columns = read_with(text.as_bytes(), &[("columns", "time,channel")], 9).unwrap();
    assert_eq!((with_columns.tags.len(), with_columns.tags[99]), (100, (0, 99_000)));
}

#[test]
fn times_with_a_fraction_are_seconds_and_those_of_a_named_unit_that_unit() {
    for (text, length, times) in [
        ("0.000001 3\n0.0000025 15\n1e-5 3\n", "1ps", [1_000_000, 2_500_000, 10_000_000]),
        ("3;0,000001\n15;0,0000025\n3;0,00001\n", "1ps", [1_000_000, 2_500_000, 10_000_000]),
        ("time_ps,channel\n10,3\n20,15\n30,3\n", "1ps", [10, 20, 30]),
        ("channel,Time (ns)\n3,1.5\n15,2\n3,2.25\n", "1ps", [1500, 2000, 2250]),
        ("channel,Time [ns]\n3,1\n15,2\n3,3\n", "1000ps", [1, 2, 3]),
        ("t/us\tch\n-1\t3\n0\t15\n7\t3\n", "1000000ps", [-1, 0, 7]),
    ] {
        let Read { tags, tick, findings, .. } = read(text);
        let expected = [(3, times[0]), (15, times[1]), (3, times[2])];
        assert_eq!(
            (tags.as_slice(), tick.as_deref(), findings),
            (&expected[..], Some(length), vec![]),
            "{text:?}"
        );
    }
}

#[test]
fn times_with_a_unit_are_converted_to_the_ticks_that_are_asked_for() {
    let read = |text: &str, options: &[(&str, &str)]| {
        let Read { tags, tick, findings, facts } = read_with(text.as_bytes(), options, 7).unwrap();
        assert_eq!(findings, []);
        let times: Vec<i64> = tags.iter().map(|(_, time)| *time).collect();
        (times, tick, facts.get("rounded_times").cloned())
    };
    let exact = |times: &[i64], tick: &str| (times.to_vec(), Some(tick.to_owned()), Some(Value::Count(0)));
    let text = "time_ns,channel\n1.5,1\n2.5,2\n1000.25,1\n";
    assert_eq!(read(text, &[("tick", "50ps")]), exact(&[30, 50, 20_005], "50ps"));
    let rounded = (vec![15, 25, 10_003], Some("100ps".to_owned()), Some(Value::Count(1)));
    assert_eq!(read(text, &[("tick", "100ps")]), rounded);
    assert_eq!(read(text, &[("tick", "0.1 ns")]), rounded);
    let bare = "t,channel\n1,1\n2,2\n1000,1\n";
    assert_eq!(read(bare, &[("unit", "ns"), ("tick", "100ps")]), exact(&[10, 20, 10_000], "100ps"));
    assert_eq!(read(bare, &[("unit", "81ps"), ("tick", "1ps")]), exact(&[81, 162, 81_000], "1ps"));
    // Seconds, as numbers with a fraction and no unit are.
    let seconds = "t,channel\n0.5,1\n1.25,2\n2.0,1\n";
    assert_eq!(read(seconds, &[("tick", "1us")]), exact(&[500_000, 1_250_000, 2_000_000], "1000000ps"));
    // The request states ticks.
    for options in [&[("tick", "100ps")][..], &[("unit", "ticks"), ("tick", "100ps")]] {
        assert_eq!(read(bare, options), (vec![1, 2, 1000], None, Some(Value::Count(0))));
    }
    let wrong = read_with(b"1,2\n", &[("tick", "long")], 9).map(|_| ()).unwrap_err();
    assert_eq!(wrong.code.as_str(), "usage");
}

#[test]
fn multiples_of_a_unit_are_ticks_of_that_length() {
    for (name, unit, tick, times) in [
        ("time (81 ps)", "81 ps", "81ps", [1, 2, 1000]),
        ("time (units of 10 ns)", "10 ns", "10000ps", [1, 2, 1000]),
        ("time_100ps", "100 ps", "100ps", [1, 2, 1000]),
        ("Time (min)", "min", "60000000000000ps", [1, 2, 1000]),
        ("Time (ticks)", "ticks", "", [1, 2, 1000]),
    ] {
        let Read { tags, tick: text, findings, facts } = read(&format!("{name},channel\n1,1\n2,2\n1000,1\n"));
        assert_eq!(findings, [], "{name}");
        assert_eq!(tags.iter().map(|(_, time)| *time).collect::<Vec<_>>(), times, "{name}");
        assert_eq!(text.unwrap_or_default(), tick, "{name}");
        assert_eq!(facts.get("unit"), Some(&Value::Text(unit.to_owned())));
    }
    let Read { tags, tick, .. } = read("Time (h),channel\n1.5,1\n2.5,2\n");
    assert_eq!((tags[1], tick.as_deref()), ((2, 9_000_000_000_000_000), Some("1ps")));
}

/// As programs write it in a comment, or in the lines above the names.
#[test]
fn a_line_before_the_numbers_states_the_unit() {
    for line in [
        "# unit: ns",
        "#Time unit = ns",
        "% times in ns",
        "Units of time tags:\t1 ns",
        "# the unit of all timestamps: \"ns\".",
        "# UNIT: NS",
    ] {
        for text in [
            format!("{line}\nchannel\ttime\n3\t100\n15\t250\n3\t251\n"),
            format!("channel,time\n{line}\n3,100\n15,250\n3,251\n"),
            format!("{line}\n3\t100\n15\t250\n3\t251\n"),
            format!("{line}\n{line}\nchannel,time (ns)\n3,100\n15,250\n3,251\n"),
        ] {
            let Read { tags, tick, findings, .. } = read(&text);
            assert_eq!(
                (tags.as_slice(), tick.as_deref(), findings),
                (&TAGS[..], Some("1000ps"), vec![]),
                "{text:?}"
            );
            let ticks = read_with(text.as_bytes(), &[("unit", "ticks")], 7).unwrap();
            assert_eq!((ticks.tags.as_slice(), ticks.tick), (&TAGS[..], None), "{text:?}");
        }
    }
    for line in [
        "# unit:",
        "# unit 7: detector",
        "# tags in 10 s",
        "# time: 12:30 s",
        "# times in the dark",
        "# rate in ns",
    ] {
        let Read { tags, tick, findings, .. } = read(&format!("{line}\n3\t100\n15\t250\n3\t251\n"));
        assert_eq!((tags.as_slice(), tick, findings), (&TAGS[..], None, vec![]), "{line}");
    }
    for (lines, message) in [
        ("# unit: ns\nchannel,time (ps)", "the text states two units of its times"),
        ("# unit: ns\n# unit: ps\nchannel,time", "the text states two units of its times"),
        ("# unit: Ms\nchannel,time", "the unit \"Ms\" of the times is not known"),
    ] {
        let text = format!("{lines}\n3,100\n15,250\n3,251\n");
        let Read { tags, findings, .. } = read(&text);
        let [error] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((tags, error.code.as_str(), error.message.as_ref()), (vec![], "ambiguous", message));
        assert_eq!(read_with(text.as_bytes(), &[("unit", "ns")], 9).unwrap().tags, TAGS);
    }
}

#[test]
fn a_unit_that_is_not_known_is_refused() {
    for (name, unit) in
        [("Time (Ms)", "Ms"), ("Time (m)", "m"), ("time (1e-9 s)", "1e-9 s"), ("time_days", "days")]
    {
        let text = format!("{name},channel\n1,1\n2,2\n");
        let Read { tags, findings, .. } = read(&text);
        let [error] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((tags, error.code.as_str()), (vec![], "ambiguous"));
        let message = format!("the unit \"{unit}\" in the name \"{name}\" of the times is not known");
        assert_eq!(error.message, message);
        assert!(error.remedy.contains("`unit: "), "{error}");
        let with_unit = read_with(text.as_bytes(), &[("unit", "ms")], 5).unwrap();
        assert_eq!(with_unit.tick.as_deref(), Some("1000000000ps"));
    }
}

#[test]
fn the_greatest_and_least_integers_are_exact() {
    let text = format!("channel,time\n{},{}\n0,{}\n", u64::MAX, i64::MAX, i64::MIN);
    assert_eq!(read(&text).tags, [(u64::MAX, i64::MAX), (0, i64::MIN)]);
}

#[test]
fn more_digits_than_picoseconds_are_rounded_and_counted() {
    let Read { tags, facts, .. } = read("1 0.0000000000015\n2 0.0000000000024\n1 0.000000000003\n");
    assert_eq!(tags, [(1, 2), (2, 2), (1, 3)]);
    assert_eq!(facts.get("rounded_times"), Some(&Value::Count(2)));
}

#[test]
fn a_broken_line_is_reported_with_its_position_and_the_other_lines_are_read() {
    let text = "channel,time\n3,100,\n15,250\n3,251\n3;300\n4,\n5,x\n-1,400\n3,500\n";
    let Read { tags, findings, facts, .. } = read(text);
    assert_eq!(tags, [(3, 100), (15, 250), (3, 251), (3, 500)]);
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let remedy = "correct it, or remove it; the other lines were read";
    assert_eq!(
        messages,
        [
            format!(
                "line 5, \"3;300\", has no comma between its columns, as the other lines have (at byte 33): {remedy}"
            ),
            format!(
                "line 6, \"4,\", has 1 of the 2 columns that the other lines have (at byte 39): {remedy}"
            ),
            format!("line 7, \"5,x\", has a time that is not a number (at byte 42): {remedy}"),
            format!(
                "line 8, \"-1,400\", has a channel that is not a whole number from 0 to 18446744073709551615 (at byte 46): {remedy}"
            ),
        ]
    );
    assert_eq!(facts.get("broken_lines"), Some(&Value::Count(4)));
}

#[test]
fn an_ambiguous_text_is_refused_with_the_option_that_resolves_it() {
    for (text, what) in [
        ("1,2\n2,3\n3,4\n", "either column of the text may be the channel"),
        ("1,2,3\n2,3,4\n", "the text has 3 columns, and no names that identify the channel and the time"),
        ("a,b\n1,200\n2,300\n", "the names of the columns do not identify the channel"),
        ("0.5 1.5\n0.75 2.5\n", "no column of the text looks like channel numbers"),
    ] {
        let Read { tags, findings, .. } = read(text);
        assert_eq!(tags, []);
        let [error] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!(error.code.as_str(), "ambiguous");
        assert!(
            error.message.contains(what) && error.remedy.contains("`columns: \"time,channel\"`"),
            "{error}"
        );
    }
    let chosen = read_with(b"1,2\n2,3\n3,4\n", &[("columns", "time,channel"), ("unit", "ns")], 3).unwrap();
    assert_eq!((chosen.tags, chosen.tick.as_deref()), (vec![(2, 1), (3, 2), (4, 3)], Some("1000ps")));
    for options in [[("columns", "time,time")], [("columns", "time,foo")], [("unit", "weeks")]] {
        assert_eq!(
            read_with(b"1,2\n", &options, 9).map(|_| ()).unwrap_err().code.as_str(),
            "usage",
            "{options:?}"
        );
    }
}

#[test]
fn a_text_is_recognised_by_its_numbers_and_names() {
    let is = |text: &str| import_of(text.as_bytes()).map(|import| import.id) == Some("columns");
    for text in ["3\t100\n", "1,2\n2,3\n", "time_s;channel\n0,5;3\n", "# x\n5 0.25\n"] {
        assert!(is(text), "{text:?}");
    }
    // What `rate --tsv` prints, a list of channels, prose, numbers alone.
    for text in
        ["#time_s\t3\n0\t5\n0.1\t7\n", "channel,name,delay\n3,signal,12\n", "Five 5 and 6\n", "12\n13\n", ""]
    {
        assert!(!is(text), "{text:?}");
    }
}

#[test]
fn a_long_text_is_read_to_its_end_and_a_long_line_is_no_line() {
    let mut text = String::from("time,channel\n");
    (0..20_000_u64).for_each(|n| text.push_str(&format!("{},{}\n", 1000 * n, n % 4)));
    text.push_str(&"9".repeat(10_000));
    text.push_str("\n20000000,1");
    let read = read_with(text.as_bytes(), &[], 4096).unwrap();
    assert_eq!((read.tags.len(), read.tags.last()), (20_001, Some(&(1, 20_000_000))));
    assert_eq!(read.findings.len(), 1);
    assert!(read.findings[0].message.starts_with("line 20002, \"9999"), "{}", read.findings[0]);
}

/// Equally spaced delays and counts that rise and fall, as a histogram is written without a header.
fn histogram(line: impl Fn(u32, u64) -> String) -> String {
    (0..40_u32).map(|n| line(n, 50 - u64::from(n.abs_diff(12)) + u64::from(n * 7919 % 11))).collect()
}

/// Formats a number with five significant digits, without zeros at the end.
fn five_digits(number: f64) -> String {
    let decimals = (4.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.decimals$}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn a_histogram_is_no_recording_unless_its_columns_are_named() {
    for text in [
        histogram(|n, counts| format!("{:.3}\t{counts}\n", f64::from(n) * 0.1)),
        // Delays are rounded to their last digit, and zeros at their ends are left out.
        histogram(|n, counts| {
            format!("{}\t{counts}\n", (f64::from(n) * 1562.5 - 30000.0).round() / 10_000.0)
        }),
        // Delays have five significant digits: -10, -9.8438, 0.15625.
        histogram(|n, counts| format!("{}\t{counts}\n", five_digits(0.15625 * f64::from(n) - 10.0))),
        histogram(|n, counts| format!("{}\t{counts}\n", five_digits(1.5625e-4 * f64::from(n)))),
        histogram(|n, counts| format!("{}\t{counts}\n", 64 * n)),
        histogram(|n, counts| format!("{n};{counts}\r\n")),
    ] {
        assert_eq!(import_of(text.as_bytes()).map(|import| import.id), None, "{text}");
        let refused = read_with(text.as_bytes(), &[], 7).unwrap();
        let [error] = &refused.findings[..] else { panic!("{:?}", refused.findings) };
        assert_eq!((refused.tags.len(), error.code.as_str()), (0, "ambiguous"));
        assert!(error.message.contains("looks like a histogram"), "{error}");
        assert!(error.remedy.contains("`columns: "), "{error}");
        let named = read_with(text.as_bytes(), &[("columns", "time,channel")], 7).unwrap();
        assert_eq!((named.tags.len(), named.findings), (40, vec![]));
    }
}

#[test]
fn equally_spaced_times_of_one_channel_and_times_that_are_not_are_tags() {
    for text in [
        histogram(|n, _| format!("{} 3\n{} 3\n", 2000 * n, 2000 * n + 1000)),
        histogram(|n, counts| format!("{} {}\n", 1000 * n + (n % 3), counts % 5)),
        histogram(|n, counts| format!("{}\t{}\n", counts % 5, 1000 * n)),
    ] {
        assert_eq!(import_of(text.as_bytes()).map(|import| import.id), Some("columns"), "{text}");
        assert_eq!(read(&text).tags.len(), text.lines().count());
    }
}

#[test]
fn an_exponent_of_any_size_is_no_number_or_a_small_one() {
    for exponent in ["e-2147483648", "e2147483647", "e99999999999", "e-100"] {
        let Read { tags, findings, .. } = read(&format!("channel\ttime\n1\t5\n2\t1{exponent}\n3\t7\n"));
        assert_eq!((tags.as_slice(), findings.len()), (&[(1, 5), (3, 7)][..], 1), "{exponent}");
        // The only content, so that it is also the sample.
        read(&format!("1\t1{exponent}\n"));
    }
}
