//! The list of findings that all formats share.

use tagview_core::{Code, Error, Finding, Findings, MAX_FINDINGS_OF_A_CODE};

fn made(numbers: impl Iterator<Item = u64>) -> Findings {
    let mut findings = Findings::default();
    for k in numbers {
        let code = if k % 3 == 0 { Code::Checksum } else { Code::BadRecord };
        findings.error(code, k, || format!("fault {k}"), "copy it again");
    }
    findings
}

#[test]
fn the_first_of_each_code_are_listed_and_the_rest_is_counted() {
    let all = made(0..100).all();
    let offsets = |code: Code| -> Vec<u64> {
        all.iter().filter(|finding| finding.code == code).filter_map(|finding| finding.offset).collect()
    };
    assert_eq!(
        offsets(Code::Checksum),
        (0..MAX_FINDINGS_OF_A_CODE as u64).map(|k| 3 * k).collect::<Vec<_>>()
    );
    assert_eq!(offsets(Code::BadRecord), (0..30).filter(|k| k % 3 != 0).collect::<Vec<_>>());
    let more = all.last().unwrap();
    assert_eq!((more.code, all.len()), (Code::More, 2 * MAX_FINDINGS_OF_A_CODE + 1));
    assert_eq!(more.message, "60 more like these are not listed");
    assert_eq!(made(0..25).all().len(), 25);
}

#[test]
fn parts_of_an_input_have_the_findings_of_the_whole() {
    let whole = made(0..100);
    for cut in 0..=100 {
        let mut parts = made(0..cut);
        parts.append(made(cut..100));
        assert_eq!(parts, whole, "cut at {cut}");
    }
}

#[test]
fn a_late_finding_stands_at_its_place_in_the_file() {
    let mut findings = made(0..10);
    findings.push_by_offset(Error::at(Code::OtherTick, 4, "another tick", "split the file"));
    assert_eq!(findings[5].code, Code::OtherTick);
    assert_eq!(findings.len(), 11);
    let mut full = made((0..100).map(|k| 3 * k));
    full.push_by_offset(Error::at(Code::Checksum, 4, "late", "copy it again"));
    assert_eq!(
        (full.len(), full.all().last().unwrap().message.split(' ').next()),
        (MAX_FINDINGS_OF_A_CODE, Some("81"))
    );
}

#[test]
fn an_error_has_a_remedy_even_if_its_finding_has_none() {
    let error_of = |code, message: &str| {
        Error::from(Finding { remedy: None, ..Error::new(code, message, "").into() }).to_string()
    };
    assert_eq!(
        error_of(Code::Gap, "Partition 3 is missing."),
        "Partition 3 is missing: compare it with the partitions of the topic"
    );
    let fallback = error_of(Code::ReadFailed, "reading failed");
    for (code, _) in tagview_core::offsets::CODES {
        assert_ne!(error_of(*code, "reading failed"), fallback, "{code:?}");
    }
}
