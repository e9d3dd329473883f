//! Output of the writer, read back by independent programs and libraries.
#![cfg(feature = "libzstd")]

use std::io::Write;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::tags::index::{self, TAIL};
use tagview_core::tags::writer::{DEFAULT_FRAME_TAGS, FrameEncoder, MAX_FRAME_TAGS, encode_frame};
use tagview_core::tags::{Index, Tag, Writer, message::tags_capnp, text as tsv};

const SCHEMA: &str = "@0xd932ef88b339497e;
struct Tags @0xb1642a9902d01394 { tags @0 :List(List(Tag)); }
struct Tag @0x8995b3a3aece585b { time @0 :Int64; channel @1 :UInt64; }
";

fn tag(time: i64, channel: u64) -> Tag {
    Tag { time, channel }
}

fn write(tags: &[Tag], frame_tags: usize, batch: usize) -> (Vec<u8>, Index) {
    let mut out = Vec::new();
    let mut writer = Writer::new(3, frame_tags).unwrap();
    for batch in tags.chunks(batch) {
        writer.push(batch, &mut out).unwrap();
    }
    let index = writer.finish(&mut out).unwrap();
    (out, index)
}

/// One frame's content by libzstd, which verifies the checksum.
fn decompress(frame: &[u8]) -> Vec<u8> {
    let size = zstd_safe::get_frame_content_size(frame).unwrap().expect("a content size");
    let mut content = Vec::with_capacity(size as usize);
    zstd_safe::decompress(&mut content, frame).unwrap();
    content
}

/// All tags of one message by the capnp crate.
fn read_message(mut content: &[u8]) -> Vec<Tag> {
    let options = capnp::message::ReaderOptions { traversal_limit_in_words: None, nesting_limit: 8 };
    let message = capnp::serialize::read_message(&mut content, options).unwrap();
    assert!(content.is_empty(), "the frame is exactly one message");
    let root: tags_capnp::tags::Reader = message.get_root().unwrap();
    let lists = root.get_tags().unwrap();
    let lists = (0..lists.len()).map(|at| lists.get(at).unwrap());
    lists
        .flat_map(|list| list.iter().map(|t| tag(t.get_time(), t.get_channel())).collect::<Vec<_>>())
        .collect()
}

fn read(file: &[u8], index: &Index) -> Vec<Tag> {
    let frames = index.frames().iter();
    frames
        .flat_map(|frame| {
            let frame_bytes = &file[frame.offset as usize..(frame.offset + frame.length) as usize];
            assert_eq!(zstd_safe::find_frame_compressed_size(frame_bytes).unwrap() as u64, frame.length);
            assert_eq!(frame_bytes[4] & 0b100, 0b100, "the frame has a checksum");
            let tags = read_message(&decompress(frame_bytes));
            assert_eq!(tags.len() as u64, frame.tags);
            tags
        })
        .collect()
}

fn installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: the program {program} is not installed");
    }
    found
}

/// Runs a program on `input` and returns what it prints.
fn pipe(program: &str, args: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child =
        Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert!(output.status.success(), "{program} {args:?} refuses the file");
    output.stdout
}

// The message of two tags, one word a line. Sizes count words, in the upper half:
//
//   segments - 1 = 0 | 8 words
//   struct, offset 0 | 0 data words, 1 pointer (1 << 16)
//   list (1)         | element size 6 (pointers), 1 element (1 << 3)
//   list (1)         | element size 7 (structs), 4 words (4 << 3)
//   2 tags (2 << 2)  | 2 data words, 0 pointers
//   time -1, channel 3, time 26, channel 2^64 - 1
#[test]
fn a_frame_is_one_message_of_one_segment() {
    let mut out = Vec::new();
    encode_frame(&[tag(-1, 3), tag(26, u64::MAX)], 3, &mut out).unwrap();
    let expected: [[u8; 8]; 9] = [
        [0, 0, 0, 0, 8, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 1, 0],
        [1, 0, 0, 0, 14, 0, 0, 0],
        [1, 0, 0, 0, 39, 0, 0, 0],
        [8, 0, 0, 0, 2, 0, 0, 0],
        [255; 8],
        [3, 0, 0, 0, 0, 0, 0, 0],
        [26, 0, 0, 0, 0, 0, 0, 0],
        [255; 8],
    ];
    assert_eq!(decompress(&out), expected.concat());
}

#[test]
fn no_tags_give_one_frame_with_an_empty_list() {
    let (file, index) = write(&[], 10, 1);
    assert_eq!((index.frames().len(), index.tags()), (1, 0));
    assert_eq!(read(&file, &index), []);
}

#[test]
fn frames_are_full_but_the_last() {
    let tags: Vec<_> = (0..25).map(|n| tag(n, 1)).collect();
    let sizes = |frame_tags| -> Vec<_> {
        write(&tags, frame_tags, 7).1.frames().iter().map(|frame| frame.tags).collect()
    };
    assert_eq!(sizes(10), [10, 10, 5]);
    assert_eq!(sizes(5), [5; 5]);
    assert_eq!(sizes(25), [25]);
    assert_eq!(sizes(DEFAULT_FRAME_TAGS), [25]);
}

#[test]
fn a_reused_encoder_starts_each_frame_empty() {
    let mut encoder = FrameEncoder::new(1).unwrap();
    let (mut one, mut two) = (Vec::new(), Vec::new());
    encoder.push(&[tag(1, 1), tag(2, 2)]).unwrap();
    encoder.finish(&mut one).unwrap();
    encoder.push(&[tag(3, 3)]).unwrap();
    let frame = encoder.finish(&mut two).unwrap();
    assert_eq!(read_message(&decompress(&two)), [tag(3, 3)]);
    assert_eq!((frame.tags, frame.length), (1, two.len() as u64));
}

#[test]
fn sizes_and_levels_out_of_range_are_refused() {
    for (level, frame_tags) in [(3, 0), (3, MAX_FRAME_TAGS + 1), (23, 10), (-100, 10)] {
        assert_eq!(Writer::new(level, frame_tags).err().map(|error| error.code), Some(Code::Usage));
    }
}

#[test]
fn the_original_programs_read_it() {
    if !installed("zstd") || !installed("capnp") {
        return;
    }
    let tags = [tag(-5, 3), tag(7, 15), tag(7, u64::MAX), tag(i64::MAX, 0), tag(i64::MIN, 1)];
    let (file, _) = write(&tags, 2, 5);
    let schema = std::env::temp_dir().join(format!("tagview-{}.capnp", std::process::id()));
    std::fs::write(&schema, SCHEMA).unwrap();
    let path = schema.to_str().unwrap();
    let text = pipe("capnp", &["convert", "binary:text", path, "Tags"], &pipe("zstd", &["-dcq"], &file));
    std::fs::remove_file(&schema).unwrap();
    let text: String = String::from_utf8(text).unwrap().split_whitespace().collect();
    assert_eq!(
        text,
        "(tags=[[(time=-5,channel=3),(time=7,channel=15)]])\
         (tags=[[(time=7,channel=18446744073709551615),(time=9223372036854775807,channel=0)]])\
         (tags=[[(time=-9223372036854775808,channel=1)]])"
    );
}

#[test]
fn a_real_recording_is_small_and_comes_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags/500k.tsv.zst");
    let Ok(packed) = std::fs::read(path) else {
        eprintln!("skipped: {path} is not there");
        return;
    };
    let mut text = Vec::with_capacity(32 << 20);
    zstd_safe::decompress(&mut text, &packed).unwrap();
    let mut tags = Vec::new();
    let mut parse = tsv::Parse::default();
    parse.push(&text, &mut tags).unwrap();
    parse.finish(&mut tags).unwrap();
    let (file, index) = write(&tags, DEFAULT_FRAME_TAGS, 10_000);
    println!("{} bytes with index", file.len());
    assert!(file.len() <= 1_800_000, "{} bytes", file.len());
    assert!(read(&file, &index) == tags);
    let channels: Vec<_> = index.frames()[0].channels.iter().map(|c| (c.channel, c.tags)).collect();
    assert_eq!(channels, [(3, 223_058), (15, 251_662), (16, 25_280)]);
    assert_eq!(index.frames()[0].first, 585_950_217_716);
    assert_eq!(index.frames()[0].last, 600_777_947_963);
    assert_eq!(index.frames()[0].out_of_order, 0);

    let mut lines = Vec::new();
    tsv::format(&tags, &mut lines);
    text.retain(|byte| *byte != b'\r');
    assert!(lines == text);
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        tags in prop::collection::vec((any::<i64>(), prop_oneof![0u64..4, any::<u64>()]), 0..60),
        frame_tags in 1usize..20,
        batch in 1usize..20,
    ) {
        let tags: Vec<_> = tags.into_iter().map(|(time, channel)| tag(time, channel)).collect();
        let (file, index) = write(&tags, frame_tags, batch);
        prop_assert_eq!(read(&file, &index), tags);
        let located = Index::locate(&file[file.len() - TAIL..], file.len() as u64).unwrap().unwrap();
        prop_assert_eq!(&located.parse(&file[located.offset as usize..]).unwrap(), &index);
        prop_assert_eq!(&index::locate(&file, file.len() as u64).unwrap(), &Some(located));
    }
}
