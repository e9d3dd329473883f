//! The language of definitions: what is refused, and at which character.

use proptest::prelude::*;
use tagview_core::run::virtual_channels::Definitions;

fn read(texts: &[&str], tick: Option<&str>) -> Result<Vec<String>, String> {
    let texts: Vec<String> = texts.iter().map(|one| (*one).to_owned()).collect();
    let read = Definitions::read(&texts, tick);
    read.map(|read| read.map(|read| read.texts()).unwrap_or_default()).map_err(|error| error.message)
}

#[test]
fn each_form_has_one_canonical_text() {
    let texts = ["100=3+15", " 101 = 15 & 3 @ 2 ns ", "102=3@+4ns", "103=15~3:0..5ns", "104=101@-1us"];
    let canonical = ["100=3+15", "101=3&15@13", "102=3@+26", "103=15~3:0..32", "104=101@-6400"];
    assert_eq!(read(&[" 15 = 15 @ -5ns ", "100=3+15"], None).unwrap(), ["15=15@-32", "100=3+15"]);
    assert_eq!(read(&texts, None).unwrap(), canonical);
    assert_eq!(read(&["101=3&15@2ns"], Some("1ps")).unwrap(), ["101=3&15@2000"]);
    assert_eq!(read(&canonical, Some("1ps")).unwrap(), canonical);
    assert_eq!(read(&[], None).unwrap(), [""; 0]);
}

#[test]
fn errors_are_reported_with_their_position() {
    let cases = [
        ("", "character 1: expected the number of a channel, found the end"),
        ("100", "character 4: expected =, found the end"),
        ("100=", "character 5: expected the number of a channel, found the end"),
        ("100=3", "character 6: expected +, &, @ or ~, found the end"),
        ("100=3%15", "character 6: expected +, &, @ or ~, found '%'"),
        ("100=3+", "character 7: expected the number of a channel, found the end"),
        ("100=3+3", "character 7: channel 3 is listed twice here"),
        ("100=100+3", "character 5: the definition of channel 100 uses channel 100"),
        ("100=100~3:0..5", "character 5: the definition of channel 100 uses channel 100"),
        ("100=100@5", "character 9: expected + or - of a delay, found '5'"),
        ("100=3&15", "character 9: expected @, found the end"),
        ("100=3&15@-2ns", "character 10: a window can't be negative"),
        ("100=3&15@2parsecs", "character 10: the unit is none of fs, ps, ns, us, ms and s"),
        ("100=3@2ns", "character 7: expected + or - of a delay, found '2'"),
        ("100=3@+", "character 7: expected a time such as 2ns, found '+'"),
        ("100=3@+1.5", "character 7: a time without a unit is a whole number of ticks"),
        ("100=3@+999999999s", "character 7: the time is longer than 2^60 ticks"),
        ("100=15~3:5ns", "character 13: expected .., found the end"),
        ("100=15~3:5ns..0", "character 15: the gate ends before it begins"),
        ("100=3+15 and more", "character 10: expected the end, found 'a'"),
        ("99999999999999999999=3+15", "character 1: the channel's number does not fit 64 bits"),
        ("100=3 + \u{1F41F}", "character 9: expected the number of a channel, found '🐟'"),
    ];
    for (definition, wrong) in cases {
        let message = read(&[definition], None).unwrap_err();
        assert_eq!(message, format!("the definition \"{definition}\", {wrong}"));
    }
}

#[test]
fn definitions_build_on_earlier_ones_only() {
    assert!(read(&["100=3+15", "101=100&16@2ns"], None).is_ok());
    let later = read(&["101=100&16@2ns", "100=3+15"], None).unwrap_err();
    assert!(later.ends_with("character 5: channel 100 is not defined yet"), "{later}");
    let moved = read(&["100=3+15", "3=3@+5"], None).unwrap_err();
    assert!(moved.ends_with("character 5: channel 3 is not defined yet"), "{moved}");
    let twice = read(&["100=3+15", "100=3+16"], None).unwrap_err();
    assert!(twice.ends_with("character 1: channel 100 is defined already"), "{twice}");
}

#[test]
fn there_are_bounds() {
    let many: Vec<String> = (0..65).map(|n| format!("{}=3@+1", 100 + n)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(read(&many, None).unwrap_err().contains("65 definitions"));
    assert!(read(&many[..64], None).is_ok());
    let long = format!("100=3{}", "+4".repeat(1000));
    assert!(read(&[&long], None).unwrap_err().contains("more than 500 characters"));
    let half = format!("{}", 1_i64 << 60);
    let far = [format!("100=3@+{half}"), format!("101=100@+{half}")];
    assert!(read(&[&far[0], &far[1]], None).unwrap_err().contains("ticks apart"));
    // Each has as many tags as the two before it together.
    let doubling: Vec<String> = (0..40).map(|n| format!("{}={}+{}", 102 + n, 100 + n, 101 + n)).collect();
    let mut doubling: Vec<&str> = doubling.iter().map(String::as_str).collect();
    doubling.splice(0..0, ["100=3@+1", "101=3@+2"]);
    assert!(read(&doubling, None).unwrap_err().contains("with channel 114, one recorded tag"));
    assert!(read(&doubling[..14], None).is_ok());
    assert!(read(&["100=3@+1"], Some("0ps")).is_err());
    assert!(read(&["100=3@+1"], Some("156")).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(definition in "[0-9=+&@~:. \u{b5}a-z-]{0,30}|\\PC{0,20}", tick in "\\PC{0,8}") {
        let _ = read(&[&definition], None);
        let _ = read(&["100=3@+1", &definition], Some(&tick));
    }
}
