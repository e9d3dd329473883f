use tagview_core::import::{ImportFacts, TextOptions, source_of};
use tagview_core::native::RecordingFacts;
use tagview_core::{Code, OpenOptions, OpenedFile, open_any, open_any_bytes, open_bytes};

use crate::{TemporaryFile, random_tags, recording};

/// The file by its path; from memory, it is the same.
fn opened(name: &str, bytes: &[u8]) -> Result<OpenedFile, tagview_core::Error> {
    let by_path = open_any(TemporaryFile::new(name, bytes).path());
    assert_eq!(format!("{by_path:?}"), format!("{:?}", open_any_bytes(bytes, name)));
    by_path
}

#[test]
fn a_file_is_opened_with_the_reader_of_its_format() {
    let tags = recording(&random_tags(100), 10);
    let OpenedFile::Recording(own) = opened("own", &tags).unwrap() else { panic!("not a recording") };
    assert_eq!(own.import(), None);
    let OpenedFile::Recording(text) = opened("text", b"3\t100\n15\t126\n").unwrap() else {
        panic!("not tags")
    };
    assert_eq!(text.import(), Some("columns"));
    let headers = b"X-Read-Consistency-Offsets: v1=0:100,1:200\n";
    let OpenedFile::OffsetHeader(header) = opened("offsets", headers).unwrap() else { panic!("no header") };
    assert_eq!((header.count, header.complete), (2, true));
    let file = include_bytes!("../../../../web/public/sample-index-header");
    let OpenedFile::IndexHeader(index) = opened("index", file).unwrap() else { panic!("no index-header") };
    assert!(index.is_complete());
    assert_eq!(index.values(), Some(932));
    let rows: String = (0..50).map(|k| format!("{},{}\n", 4 * k, 100 + k % 7)).collect();
    let histogram = format!("delay (ps),counts\n{rows}");
    let OpenedFile::Histograms(file) = opened("histogram", histogram.as_bytes()).unwrap() else {
        panic!("no histogram")
    };
    assert_eq!(file.curves.len(), 1);
}

#[test]
fn a_damaged_file_has_the_error_of_its_reader() {
    let cut = opened("icechunk", b"ICE\xf0\x9f\xa7\x8aCHUNK and no more").unwrap_err();
    assert_eq!(cut.code, Code::Truncated);
    let toc = opened("index", b"\xba\xaa\xd7\x92\x01 and no more").unwrap();
    assert!(matches!(toc, OpenedFile::IndexHeader(file) if !file.is_complete()));
}

#[test]
fn a_file_without_a_reader_is_named_with_what_opens_it() {
    let archive = opened("archive.zip", b"PK\x03\x04\0\0\0\0").unwrap_err();
    assert_eq!(archive.to_string(), "this is a zip archive: open it with `unzip`");
    let unknown = opened("unknown", &[0xff; 100]).unwrap_err();
    assert_eq!(
        (unknown.code, &unknown.message[..]),
        (Code::UnknownFormat, "this is a file of an unknown format")
    );
    assert_eq!(open_any("/nowhere/x").unwrap_err().code, Code::OpenFailed);
}

#[test]
fn another_format_is_named_where_a_recording_is_expected() {
    let error = |bytes: &[u8]| open_bytes(bytes, &OpenOptions::default()).unwrap_err().to_string();
    let reader = "not a recording of time tags (at byte 0): open it with the reader of its format";
    assert_eq!(error(b"\xba\xaa\xd7\x92\x01 and no more"), format!("this is a TSDB index-header, {reader}"));
    assert_eq!(
        error(b"ICE\xf0\x9f\xa7\x8aCHUNK and no more"),
        format!("this is Icechunk metadata, {reader}")
    );
    assert_eq!(error(b"v1=0:100,1:200"), format!("this is an offset header, {reader}"));
}

#[test]
fn a_text_that_is_too_long_is_refused_instead_of_cut() {
    let file = TemporaryFile::new("long", "v1=0:100,1:200\n".repeat(10_000).as_bytes());
    let long = std::fs::OpenOptions::new().write(true).open(file.path()).unwrap();
    long.set_len((256 << 20) + 1).unwrap();
    let error = open_any(file.path()).unwrap_err();
    assert_eq!((error.code, &error.message[..]), (Code::TooLarge, "this text is longer than 256 MiB"));
}

#[test]
fn facts_of_a_file_of_which_only_the_beginning_was_read_have_no_counts() {
    let record = |kind: u8, missed: u8, time: i64| {
        [&[kind, 0, missed, 0, 1, 0, 0, 0][..], &time.to_le_bytes()].concat()
    };
    let mut file = record(4, 5, 0);
    file.extend((1..200).flat_map(|k| record(0, 0, 1000 * k)));
    let recording = open_bytes(file.as_slice(), &OpenOptions::default()).unwrap();
    assert_eq!(recording.import(), Some("swabian"));
    let RecordingFacts::Import(ImportFacts::Swabian(facts)) = recording.facts() else {
        panic!("other facts")
    };
    assert_eq!((facts.missed_events, facts.events_dropped), (None, None));
    let mut source = source_of("swabian", &TextOptions::default()).unwrap();
    source.push(&file, &mut |_| {});
    source.finish(&mut |_| {});
    let ImportFacts::Swabian(facts) = source.facts() else { panic!("other facts") };
    assert_eq!((facts.missed_events, facts.events_dropped), (Some(5), Some(true)));
}
