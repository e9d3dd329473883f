//! Files dropped by mistake, and malicious files.

use tagview_core::Code;
use tagview_core::tags::{Tag, TagSource, TagStream};

use crate::files::{compressed, frame, message, read, read_all, skippable, tags};
use crate::hand;

#[track_caller]
fn refused(file: &[u8], code: Code, word: &str) {
    let read = read_all(file);
    assert_eq!(read.tags, []);
    assert_eq!(read.codes(), [code]);
    let sentence = read.findings[0].to_string();
    assert!(sentence.contains(word), "{sentence:?} does not contain {word:?}");
    assert!(read.findings[0].offset.is_some());
}

#[test]
fn empty_file_is_reported_as_empty() {
    refused(b"", Code::Empty, "empty");
}

#[test]
fn text_is_named_with_the_option_that_reads_it() {
    refused(b"3\t585950383902\r\n15\t585950217716\r\n", Code::UnknownFormat, "`columns: ");
}

#[test]
fn text_with_zeros_is_named_with_what_to_do() {
    refused(b"ti\0me,channel\n100,1\n", Code::UnknownFormat, "text with a NUL byte (at byte 2)");
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        for text in ["time,channel\n100,1\n", "\u{feff}time,channel\n100,1\n"] {
            let file: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
            refused(&file, Code::UnknownFormat, "save it as UTF-8");
        }
    }
}

#[test]
fn known_other_files_are_named() {
    refused(b"\x1f\x8b\x08\0\0\0\0\0\0\x03abc", Code::GzipFile, "gzip");
    refused(b"PK\x03\x04\0\0\0\0", Code::UnknownFormat, "zip");
}

#[test]
fn one_byte_is_no_recording() {
    refused(b"\x28", Code::UnknownFormat, "");
}

#[test]
fn compressed_text_is_named_and_its_other_frames_are_not_tried() {
    let text = compressed(b"3\t585950383902\n15\t585950217716\n16\t585950289379\n");
    refused(&[text.clone(), text.clone(), text].concat(), Code::ZstdFile, "text");
}

#[test]
fn frames_of_something_unknown_are_reported_once() {
    for file in [compressed(&[0xee; 1000]).repeat(3), compressed(&[0xee; 12]), compressed(&[0xee; 1 << 20])] {
        refused(&file, Code::UnknownFormat, "no time tags");
        assert_eq!(read(file.chunks(1)), read_all(&file));
        // This also holds for an interrupted download.
        let cut = read_all(&file[..file.len() - 1]);
        assert_eq!((cut.tags.len(), cut.codes()[0]), (0, Code::UnknownFormat));
    }
}

#[test]
fn frames_of_something_unknown_do_not_hide_the_recording_after_them() {
    let file = [compressed(&[0xee; 1000]).repeat(3), frame(&tags(0, 10))].concat();
    let read = read_all(&file);
    assert_eq!((read.tags, read.findings.len()), (tags(0, 10), 3));
}

#[test]
fn no_message_is_looked_for_without_end() {
    let mut recording = TagStream::default();
    recording.push(&compressed(&[0xee; 1000]), &mut |_| {});
    let chunk = vec![0; 16 << 20];
    let chunks = (0..).take_while(|_| {
        recording.push(&chunk, &mut |_| {});
        recording.wants_more()
    });
    assert_eq!(chunks.take(100).count(), 256 / 16 - 1, "whole chunks within 256 MiB");
    let codes: Vec<_> = recording.totals().findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::UnknownFormat, Code::TrailingBytes]);
}

#[test]
fn recordings_within_another_file_are_not_looked_for() {
    let noise: Vec<_> =
        (0..300).map(|i| Tag { time: (i * 7919 * 7919 % 10_007) << 40, channel: i as u64 }).collect();
    let inner = frame(&noise);
    // Stored blocks, as for compressed data; the second one after a header like that of an archive.
    let within = [hand::raw(false, b"\x02archive\xff"), hand::raw(true, &inner)];
    for (file, code, word) in [
        (hand::frame(&[hand::raw(true, &inner)]), Code::ZstdFile, "another zstd file"),
        (hand::frame(&within), Code::UnknownFormat, "no time tags"),
    ] {
        refused(&file, code, word);
        refused(&file.repeat(2), code, word);
    }
}

#[test]
fn messages_of_another_schema_are_not_something_else() {
    let read = read_all(&[compressed(&message_with_text()), compressed(&[0xee; 1000])].concat());
    assert_eq!(read.codes(), [Code::WrongSchema, Code::BadMessage]);
}

#[test]
fn only_skippable_frames_hold_no_tags_and_no_damage() {
    let read = read_all(&skippable(b"nothing but this"));
    assert_eq!((read.tags.len(), read.frames), (0, 0));
    assert_eq!(read.findings, []);
}

/// A message whose first field is text.
fn message_with_text() -> Vec<u8> {
    // segments - 1 = 0 | 3 words; struct: 1 data word, 1 pointer; data; text of 6 bytes.
    let words: [u64; 5] = [4 << 32, 1 << 32 | 1 << 48, 42, 1 | 2 << 32 | 6 << 35, 0x0021_6f6c_6c65_6800];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn message_of_another_schema_is_refused() {
    let read = read_all(&compressed(&message_with_text()));
    assert_eq!((read.tags.len(), read.codes()), (0, vec![Code::WrongSchema]));
}

#[test]
fn list_that_claims_2_to_the_60_tags_is_refused_at_once() {
    // The tag word of the inner list states 2^30 - 1 elements of 2 words, but 4 words are left.
    let mut file = message(&tags(0, 2));
    file[32..40].copy_from_slice(&(((1u64 << 30) - 1) << 2 | 2 << 32).to_le_bytes());
    let read = read_all(&compressed(&file));
    assert_eq!(read.codes(), [Code::BadPointer]);
    // And a segment table that claims 32 GiB where 100 bytes follow.
    let mut file = message(&tags(0, 2));
    file[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    let read = read_all(&compressed(&file));
    assert_eq!(read.tags.len(), 2, "what is there is read");
    assert_eq!(read.codes(), [Code::Truncated]);
    // Or 2^32 segments, in a message after a sound one.
    file[..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let read = read_all(&[compressed(&message(&tags(0, 2))), compressed(&file)].concat());
    let message = "a message states 4294967296 segments; tagview reads at most 65536";
    assert!(read.findings[0].message.starts_with(message), "{:?}", read.findings);
}

#[test]
fn zeros_do_not_become_endless_empty_messages() {
    let read = read_all(&compressed(&vec![0; 1 << 20]));
    assert_eq!(read.messages, 0);
    assert_eq!(read.findings.len(), 1);
}

/// A frame of RLE blocks (RFC 8878, 3.1.1.2.2): 4 bytes of file a 128 KiB of content.
///
/// ```text
/// 28 b5 2f fd | 00 | 58         magic; no single segment, no checksum; window 2 MiB
/// 02 00 10    | b                RLE block of 131072 times b, not the last: 131072 << 3 | 1 << 1
/// ```
#[test]
fn frame_that_inflates_to_terabytes_is_left_after_a_gigabyte() {
    let start = message(&tags(0, 1));
    let claims = {
        // One segment of 2^32 - 1 words with one list of 2^28 - 1 tags: what follows is tags of zeros.
        let mut header = start[..40].to_vec();
        header[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        let tags = (1u64 << 28) - 1;
        header[24..32].copy_from_slice(&(1 | 7 << 32 | (2 * tags) << 35).to_le_bytes());
        header[32..40].copy_from_slice(&(tags << 2 | 2 << 32).to_le_bytes());
        header
    };
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    // A raw block with the message's start, then 2^18 RLE blocks: 32 GiB in 1 MiB.
    bomb.extend(&((claims.len() as u32) << 3).to_le_bytes()[..3]);
    bomb.extend(&claims);
    for _ in 0..1 << 18 {
        bomb.extend([0x02, 0x00, 0x10, 0x00]);
    }
    let after = frame(&tags(9000, 3));
    let last = [0x03, 0x00, 0x10, 0x00];
    let file = [bomb, last.to_vec(), after].concat();

    let mut recording = TagStream::default();
    let (mut count, mut end) = (0u64, Vec::new());
    recording.push(&file, &mut |batch| {
        count += batch.len() as u64;
        end = batch.to_vec();
    });
    recording.finish(&mut |_| {});
    let codes: Vec<_> = recording.totals().findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::Inflation]);
    assert!(count < (2 << 30) / 16, "{count} tags were read of a bomb");
    assert_eq!(end, tags(9000, 3), "the frame after the bomb is read");
}
