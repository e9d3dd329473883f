//! Files of every kind, made here or by the programs that write them.

use std::fs;
use std::path::Path;

use tagview_core::formats::{FileKind, HEAD_BYTES, recognise};
use tagview_core::signatures::odd_text;
use tagview_core::tags::{Tag, Writer};
use tagview_core::zstd::Encoder;

fn format(head: &[u8]) -> Option<&'static str> {
    recognise(head, &head[head.len().saturating_sub(64)..], "").format
}

fn recording() -> Vec<u8> {
    let (mut file, mut writer) = (Vec::new(), Writer::new(1, 100).unwrap());
    let tags: Vec<Tag> = (0..500).map(|k| Tag { time: 10 * k, channel: 3 }).collect();
    writer.push(&tags, &mut file).unwrap();
    writer.finish(&mut file).unwrap();
    file
}

#[test]
fn recordings_are_recognised_by_their_first_bytes() {
    let file = recording();
    assert_eq!(format(&file), Some("tags"));
    assert_eq!(format(&file[..HEAD_BYTES]), Some("tags"));
    assert_eq!(format(b"\x50\x2a\x4d\x18\x02\0\0\0hi"), Some("tags"), "a skippable frame comes first");
    let message: Vec<u8> = [2_u64 << 32, 1 << 48, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(format(&message), Some("tags"), "without compression");
    let mut other = Vec::new();
    Encoder::new(1).unwrap().compress(b"anything", &mut other).unwrap();
    assert_eq!(format(&other), Some("tags"), "what a zstd frame holds shows only when it is decoded");
    let known = recognise(&file, &[], "x.tags.zst");
    assert_eq!(
        (known.kind, known.opens, known.name),
        (Some(FileKind::Recording), None, Some("a recording of time tags"))
    );
}

#[test]
fn offset_headers_are_recognised_by_their_content() {
    for text in [
        "v1=0:15,1:16",
        "v1=",
        "  v1=0:15\n",
        "0:100,1:-1,2:5",
        "v2=0/1:5;6,1/1:7",
        "v1=0:15,1:16,2:17,3",
        "HTTP/1.1 200 OK\r\nx-read-consistency-offsets: v1=0:15,1:16\r\n",
        r#"level=info msg="query" offsets="v1=0:15,1:16" took=1s"#,
        r#"{"X-Read-Consistency-Offsets": ["v1=0:15"]}"#,
    ] {
        assert_eq!(format(text.as_bytes()), Some("offsets"), "{text}");
    }
    for text in
        ["", "hello", "password", "a: b, c: d", "x,y\n1,2\n", "12:30 lunch", "v1=x", "ABCDEFGHIJKLMNOPQRST"]
    {
        assert_ne!(format(text.as_bytes()), Some("offsets"), "{text}");
    }
}

#[test]
fn lines_of_tags_and_other_text() {
    for text in ["3\t100\n15\t126\n", "3\t100", "#channel\ttime\n3\t100\n15\t12", "3\t-5\r\n"] {
        let known = recognise(text.as_bytes(), &[], "");
        assert_eq!(
            (known.format, known.import, known.kind),
            (Some("tags"), Some("columns"), Some(FileKind::Recording)),
            "{text}"
        );
    }
    for text in ["hello\n", "a,b\n1,2\n", "3 100 5 6\n", "\u{e9}t\u{e9}"] {
        assert_eq!(format(text.as_bytes()), Some("text"), "{text}");
    }
    assert_eq!(format(b""), None);
    assert_eq!(format(&[0xff; 100]), None);
}

#[test]
fn others_are_named_with_what_opens_them() {
    for (head, id) in
        [(&b"\x1f\x8b\x08\0"[..], "gzip"), (b"SITT", "ttbin"), (b"%PDF-1.7", "pdf"), (b"\x7fELF\x02", "elf")]
    {
        let known = recognise(head, &[], "");
        assert_eq!((known.format, known.kind, known.opens.is_some()), (Some(id), None, true));
    }
    let icechunk = recognise(b"ICE\xf0\x9f\xa7\x8aCHUNK", &[], "");
    assert_eq!((icechunk.format, icechunk.kind), (Some("icechunk"), Some(FileKind::Icechunk)));
    assert_eq!(recognise(&[0x87; 40], &[], "run.qutag").format, None);
    assert_eq!(recognise(&[0x87; 40], b"....PARE", "x").format, Some("parquet"));
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn texts_with_zeros_are_named_with_what_to_do() {
    let text = "time (\u{b5}s),channel\r\n100,1\r\n200,2\r\n";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for marked in [text.to_owned(), format!("\u{feff}{text}")] {
            let file = utf_16(&marked, order);
            let known = recognise(&file, &[], "");
            assert_eq!((known.format, known.kind), (Some("utf-16"), None));
            let error = odd_text(&file).unwrap().to_string();
            assert!(error.contains("this text is UTF-16") && error.contains("save it as UTF-8"), "{error}");
        }
    }
    let known = recognise(b"ti\0me,channel\n100,1\n", &[], "");
    assert_eq!((known.format, known.kind), (Some("nul-text"), None));
    let error = odd_text(b"ti\0me,channel\n100,1\n").unwrap();
    assert_eq!((error.offset, &error.message[..]), (Some(2), "this is text with a NUL byte"));
    // Numbers of 16, 32 and 64 bits, zeros, and text without NUL bytes.
    let small: Vec<u8> =
        [70_u32, 80, 90, 65, 66, 67].iter().flat_map(|number| number.to_le_bytes()).collect();
    let odd = [0x4101_u16, 0x4203, 0x4305].map(u16::to_le_bytes).concat();
    for file in [&small[..], &odd, &[0; 64], b"", b"time,channel\n", &[0xff; 64]] {
        assert_eq!((odd_text(file), format(file) == Some("nul-text")), (None, false), "{file:?}");
    }
}

#[test]
fn tables_and_archives_of_tags_are_recordings() {
    let import = |head: &[u8]| recognise(head, &[], "").import;
    assert_eq!(import(b"PAR1\x15\x04"), Some("parquet"));
    assert_eq!(import(b"ARROW1\0\0"), Some("arrow"));
    assert_eq!(import(b"\x89HDF\r\n\x1a\n\0"), Some("hdf5"));
    let member = |name: &[u8]| [b"PK\x03\x04", &[0; 22][..], &[name.len() as u8, 0, 0, 0], name].concat();
    assert_eq!(import(&member(b"times.npy")), Some("npz"));
    assert_eq!(import(&member(b"times.txt")), None);
}

#[test]
fn index_headers_by_what_they_begin_with() {
    // gzip with a stored block: no symbols, and no label.
    let sparse = |message: &[u8]| {
        let (length, header) = (message.len() as u16, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
        [&header[..], &length.to_le_bytes(), &(!length).to_le_bytes(), message, &[0; 8]].concat()
    };
    let known = |head: &[u8], name: &str| recognise(head, &[], name).name;
    assert_eq!(known(b"\xba\xaa\xd7\x92\x01", ""), Some("a TSDB index-header"));
    assert_eq!(known(b"\xba\xaa\xd7\x00\x02", ""), Some("a TSDB index"));
    assert_eq!(known(&sparse(b"\x0a\x00\x12\x00"), "x"), Some("a Mimir sparse index-header"));
    // Symbols: packed, one byte, 8; then their number.
    assert_eq!(known(&sparse(b"\x0a\x05\x0a\x01\x08\x10\x0b"), "x"), Some("a Mimir sparse index-header"));
    assert_eq!(known(&sparse(b"hello"), "x"), Some("a gzip file"));
    assert_eq!(known(&sparse(b"hello")[..20], "sparse-index-header"), Some("a Mimir sparse index-header"));
    assert_eq!(recognise(b"\xba\xaa\xd7\x92\x01", &[], "").kind, Some(FileKind::IndexHeader));
}

/// Where the example files of other programs are, or `None` with a printed reason.
fn examples() -> Option<&'static Path> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: there are no example files in {}", path.display());
    None
}

#[test]
fn files_of_the_programs_that_write_them() {
    let Some(examples) = examples() else { return };
    let check = |folder: &str, expected: &dyn Fn(&str) -> Option<&'static str>| {
        let mut seen = 0;
        for entry in fs::read_dir(examples.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let Some(id) = expected(&name) else { continue };
            let bytes = fs::read(&path).unwrap();
            let tail = &bytes[bytes.len().saturating_sub(64)..];
            assert_eq!(recognise(&bytes[..bytes.len().min(1 << 16)], tail, &name).format, Some(id), "{name}");
            seen += 1;
        }
        assert!(seen > 0, "{folder}");
    };
    check("tags", &|name| name.contains(".tags").then_some("tags"));
    check("offsets", &|name| name.ends_with(".txt").then_some("offsets"));
    check("other-taggers", &|name| (!name.ends_with(".json")).then_some("tags"));
    check("index-header/small", &|name| (!name.ends_with(".json")).then_some("index-header"));
}

#[test]
fn files_of_taggers_that_are_not_read_are_named() {
    let library = "Swabian's Time Tagger library (FileReader): its format is not published";
    for (head, id, opens, kind) in [
        (&b"PQHISTO\x001.0.00\0\0"[..], "histogram", None, Some(FileKind::Histograms)),
        (b"SITT\x40\0\0\0", "ttbin", Some(library), None),
    ] {
        let known = recognise(head, &[], "");
        assert_eq!((known.format, known.opens, known.kind), (Some(id), opens, kind));
    }
}
