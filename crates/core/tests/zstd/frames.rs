//! Frames found by their headers, in any chunks, in sound and in damaged input.

use crate::hand::{block_header, frame, framed, noise, raw, rle, skippable, tags};
use proptest::prelude::*;
use tagview_core::random_access::{RandomAccess, Wanted, drive};
use tagview_core::zstd::{
    DataHeader, Encoder, Frame, FrameKind, FramePart, FrameScanner, FrameStarts, find_frame,
};
use tagview_core::{Code, Error};

/// The result of a scan, with the bodies joined.
#[derive(Debug, Default, PartialEq)]
struct Scanned {
    frames: Vec<Frame>,
    /// Per frame begun: its bytes as delivered.
    bytes: Vec<Vec<u8>>,
    error: Option<Error>,
}

fn scan<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Scanned {
    let mut scanner = FrameScanner::new();
    let mut scanned = Scanned::default();
    let mut result = chunks.into_iter().try_for_each(|mut chunk| {
        while let Some(part) = scanner.next(&mut chunk)? {
            match part {
                FramePart::Start(header) => scanned.bytes.push(header.bytes().to_vec()),
                FramePart::Body(body) => scanned.bytes.last_mut().unwrap().extend_from_slice(body),
                FramePart::End(frame) => scanned.frames.push(frame),
            }
        }
        assert!(chunk.is_empty(), "bytes were left without an error");
        Ok(())
    });
    if result.is_ok() {
        result = scanner.finish();
    }
    scanned.error = result.err();
    scanned
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Encoder::new(1).unwrap().compress(content, &mut out).unwrap();
    out
}

fn only_header(bytes: &[u8]) -> (FrameKind, usize) {
    let mut input = bytes;
    match FrameScanner::new().next(&mut input) {
        Ok(Some(FramePart::Start(header))) => (header.kind, header.bytes().len()),
        other => panic!("no header: {other:?}"),
    }
}

fn error_of(bytes: &[u8]) -> (Code, u64) {
    let error = scan([bytes]).error.expect("an error");
    (error.code, error.offset.expect("an offset"))
}

#[test]
fn frames_and_skippable_frames_are_reported_with_their_positions() {
    let (a, b, c) = (frame(&[raw(true, b"photons")]), skippable(3, b"index"), compressed(&tags(30_000)));
    let file = [&a[..], &b, &c].concat();
    let scanned = scan([&file[..]]);
    assert_eq!(scanned.error, None);
    assert_eq!(scanned.bytes, [a.clone(), b.clone(), c.clone()]);
    let places: Vec<_> = scanned.frames.iter().map(|frame| (frame.offset, frame.length)).collect();
    let (la, lb, lc) = (a.len() as u64, b.len() as u64, c.len() as u64);
    assert_eq!(places, [(0, la), (la, lb), (la + lb, lc)]);
    assert_eq!(scanned.frames[1].kind, FrameKind::Skippable { magic: 0x184D_2A53, length: 5 });
    let FrameKind::Data(data) = scanned.frames[2].kind else { panic!("a data frame") };
    assert_eq!((data.content_size, data.checksum), (Some(480_000), true));
}

// descriptor: content size flag 2 bits | single segment | unused | reserved | checksum | dict 2 bits
#[test]
fn every_form_of_the_header_is_read() {
    let data = |content_size, window_size, checksum, dict_id| {
        FrameKind::Data(DataHeader { content_size, window_size, checksum, dict_id })
    };
    let cases: [(&[u8], FrameKind); 12] = [
        // No content size; window exponent 0 and mantissa 0 is 1 KiB.
        (&[0x00, 0x00], data(None, 1 << 10, false, None)),
        // Exponent 7, mantissa 3: 2^17 + 3 * 2^14.
        (&[0x00, 0x3B], data(None, (1 << 17) + 3 * (1 << 14), false, None)),
        // The largest: exponent 31, mantissa 7.
        (&[0x00, 0xFF], data(None, (1 << 41) + 7 * (1 << 38), false, None)),
        (&[0x04, 0x38], data(None, 1 << 17, true, None)),
        // The unused bit has no meaning.
        (&[0x10, 0x38], data(None, 1 << 17, false, None)),
        // One segment: no window descriptor, one byte of size.
        (&[0x20, 0xFF], data(Some(255), 255, false, None)),
        // Two bytes of size, plus 256.
        (&[0x60, 0x00, 0x00], data(Some(256), 256, false, None)),
        (&[0x40, 0x38, 0xFF, 0xFF], data(Some(65_791), 1 << 17, false, None)),
        (&[0x80, 0x38, 1, 2, 3, 4], data(Some(0x0403_0201), 1 << 17, false, None)),
        (
            &[0xE0, 1, 2, 3, 4, 5, 6, 7, 8],
            data(Some(0x0807_0605_0403_0201), 0x0807_0605_0403_0201, false, None),
        ),
        // Dictionary ids of 1 and 2 bytes; 0 is none.
        (&[0x01, 0x38, 0x00], data(None, 1 << 17, false, None)),
        (&[0x22, 0x34, 0x12, 0x09], data(Some(9), 9, false, Some(0x1234))),
    ];
    for (header, kind) in cases {
        let bytes = framed(header, &[raw(true, b"")]);
        assert_eq!(only_header(&bytes), (kind, 4 + header.len()), "{header:02x?}");
    }
    // The longest: window, dictionary id of 4 bytes, size of 8.
    let longest = [0xC7, 0x38, 1, 0, 0, 0x80, 5, 0, 0, 0, 0, 0, 0, 0];
    let kind = data(Some(5), 1 << 17, true, Some(0x8000_0001));
    assert_eq!(only_header(&framed(&longest, &[])), (kind, 18));
}

#[test]
fn the_bodies_of_blocks_need_not_be_read() {
    let file = [compressed(&noise(400_000, 1)), skippable(0, &[7; 5000]), frame(&[rle(true, 1, 9)])].concat();
    let mut scanner = FrameScanner::new();
    let (mut frames, mut touched) = (Vec::new(), 0);
    loop {
        let at = scanner.offset() as usize;
        // Three bytes at a time: no header is skipped.
        let mut input = &file[at..file.len().min(at + 3)];
        touched += input.len();
        let empty = input.is_empty();
        while let Some(part) = scanner.next(&mut input).unwrap() {
            if let FramePart::End(frame) = part {
                frames.push(frame);
            }
        }
        let left = scanner.body_left();
        assert_eq!(scanner.skip(u64::MAX), left);
        if empty && left == 0 {
            break;
        }
    }
    assert_eq!(scanner.finish(), Ok(()));
    assert_eq!(frames, scan([&file[..]]).frames);
    assert!(touched < 200, "{touched} bytes were read");
}

#[test]
fn damage_is_named_with_its_place() {
    let sound = frame(&[raw(true, b"x")]);
    // Not zstd at all.
    assert_eq!(error_of(b"channel\ttime\n"), (Code::UnknownFormat, 0));
    assert_eq!(error_of(b"\x28\xB5\x2F"), (Code::Truncated, 3));
    assert_eq!(error_of(b"\x28\xB5!"), (Code::UnknownFormat, 0));
    // Something else after a sound frame of 10 bytes.
    assert_eq!(error_of(&[&sound[..], b"junk"].concat()), (Code::TrailingBytes, 10));
    assert_eq!(error_of(&[&sound[..], b"\0"].concat()), (Code::TrailingBytes, 10));
    // The reserved bit of the descriptor, at byte 4 of the second frame.
    assert_eq!(error_of(&[sound.clone(), framed(&[0x08, 0x38], &[])].concat()), (Code::CorruptFrame, 14));
    // Block type 3 in the second block: header 6, first block 4.
    let reserved = frame(&[raw(false, b"x"), block_header(true, 3, 1).to_vec()]);
    assert_eq!(error_of(&reserved), (Code::CorruptFrame, 10));
    // A block over 128 KiB, and one over a window of 1 KiB.
    assert_eq!(error_of(&frame(&[rle(true, 0, (1 << 17) + 1)])), (Code::CorruptFrame, 6));
    assert_eq!(error_of(&framed(&[0x00, 0x00], &[rle(true, 0, 1025)])), (Code::CorruptFrame, 6));
    assert_eq!(scan([&frame(&[rle(true, 0, 1 << 17)])[..]]).error, None);
}

#[test]
fn a_file_cut_anywhere_but_between_frames_is_truncated() {
    let parts = [frame(&[raw(false, b"abc"), rle(true, 1, 9)]), skippable(15, b"xyz"), compressed(b"photon")];
    let file = parts.concat();
    let borders = [0, parts[0].len(), parts[0].len() + parts[1].len(), file.len()];
    for length in 0..=file.len() {
        let error = scan([&file[..length]]).error;
        if borders.contains(&length) {
            assert_eq!(error, None, "cut at {length}");
        } else {
            let error = error.expect("truncated");
            assert_eq!((error.code, error.offset), (Code::Truncated, Some(length as u64)));
        }
    }
}

#[test]
fn the_next_frame_is_found_after_damage() {
    let next = compressed(b"after the damage");
    for damage in [&b""[..], b"\x28\xB5\x2F", &noise(1000, 5), b"\x28\xB5\x2F\xFD\x08", &crate::hand::MAGIC] {
        let bytes = [damage, &next].concat();
        assert_eq!(find_frame(&bytes), Some(damage.len()), "{damage:02x?}");
    }
    assert_eq!(find_frame(b"no frame at all"), None);
    // The first block has the reserved type, is too long, or the frame needs a dictionary.
    assert_eq!(find_frame(&frame(&[block_header(true, 3, 1).to_vec()])), None);
    assert_eq!(find_frame(&framed(&[0x00, 0x00], &[rle(true, 0, 1025)])), None);
    assert_eq!(find_frame(&framed(&[0x01, 0x38, 9], &[raw(true, b"")])), None);
    // If the bytes end inside a frame header, the check ends there.
    assert_eq!(find_frame(&[b"xx", &next[..4]].concat()), Some(2));
    // A scan can go on there.
    let file = [&b"damage"[..], &next].concat();
    let at = find_frame(&file).unwrap();
    let mut scanner = FrameScanner::at(at as u64);
    let mut input = &file[at..];
    let mut last = None;
    while let Some(part) = scanner.next(&mut input).unwrap() {
        last = Some(part);
    }
    let Some(FramePart::End(found)) = last else { panic!("a frame") };
    assert_eq!((found.offset, found.length), (6, next.len() as u64));
}

#[test]
fn real_recordings_have_their_frames() {
    let Some(folder) = crate::hand::recordings() else { return };
    for (name, frames) in [("500k", 1), ("500k-10-frames", 10), ("500k-one-segment", 1)] {
        let file = std::fs::read(folder.join(format!("{name}.tags.zst"))).unwrap();
        let scanned = scan(file.chunks(4099));
        assert_eq!((scanned.frames.len(), &scanned.error), (frames, &None), "{name}");
        assert_eq!(scanned.bytes.concat(), file);
    }
}

fn any_frame() -> impl Strategy<Value = Vec<u8>> {
    let content = proptest::collection::vec(any::<u8>(), 0..300);
    prop_oneof![
        content.clone().prop_map(|content| compressed(&content)),
        (0..16_u8, content.clone()).prop_map(|(kind, payload)| skippable(kind, &payload)),
        (content, 0..1000_u32)
            .prop_map(|(content, count)| frame(&[raw(false, &content), rle(true, 7, count)])),
    ]
}

fn chunks<'a>(bytes: &'a [u8], cuts: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    cuts.sort_unstable();
    let mut from = 0;
    let mut chunks: Vec<_> =
        cuts.into_iter().map(|cut| &bytes[std::mem::replace(&mut from, cut)..cut]).collect();
    chunks.push(&bytes[from..]);
    chunks
}

proptest! {
    #[test]
    fn the_cut_of_the_input_does_not_matter(
        frames in proptest::collection::vec(any_frame(), 0..6),
        damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut file = frames.concat();
        if let (Some((place, byte)), false) = (damage, file.is_empty()) {
            let place = place.index(file.len());
            file[place] = byte;
        }
        let whole = scan([&file[..]]);
        if damage.is_none() {
            prop_assert_eq!(&whole.bytes, &frames);
            prop_assert_eq!(&whole.error, &None);
        }
        prop_assert_eq!(&scan(chunks(&file, &cuts)), &whole);
        prop_assert_eq!(&scan(file.chunks(1)), &whole);
    }

    #[test]
    fn any_bytes_are_scanned_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&crate::hand::MAGIC[..], &bytes].concat();
        prop_assert_eq!(scan(bytes.chunks(1)), scan([&bytes[..]]));
        prop_assert!(find_frame(&bytes).is_none_or(|at| bytes[at..].starts_with(&crate::hand::MAGIC)));
    }
}

#[test]
fn frame_starts_are_found_by_reading_headers_alone() {
    let mut encoder = Encoder::new(1).unwrap();
    let mut file = skippable(3, b"first");
    let mut expected = vec![0];
    for (length, seed) in [(0, 1), (10, 2), (300_000, 3), (70, 4)] {
        expected.push(file.len() as u64);
        encoder.compress(&noise(length, seed), &mut file).unwrap();
    }
    let mut starts = FrameStarts::new();
    let mut read = 0;
    let mut found = Vec::new();
    while let Some(Wanted { offset, length, .. }) = starts.wants() {
        let from = (offset as usize).min(file.len());
        let bytes = &file[from..(from + length as usize).min(file.len())];
        read += bytes.len();
        starts.push(bytes, &mut found).unwrap();
        starts.end(&mut found).unwrap();
    }
    assert_eq!(found, expected);
    assert!(read < 2000, "{read} of {} bytes", file.len());
    for chunk in [1, 7, 1000] {
        assert_eq!(drive(&mut FrameStarts::new(), &[&file], chunk).unwrap(), expected);
    }
    let broken = [&file[..], b"not a frame"].concat();
    assert_eq!(drive(&mut FrameStarts::new(), &[&broken], 1000).unwrap(), expected);
}

#[test]
fn the_last_whole_frame_of_a_file_that_grows_is_known() {
    let mut encoder = Encoder::new(1).unwrap();
    let mut file = skippable(3, b"first");
    let mut ends = vec![0, file.len()];
    for (length, seed) in [(0, 1), (10, 2), (300, 3), (70, 4)] {
        encoder.compress(&noise(length, seed), &mut file).unwrap();
        ends.push(file.len());
    }
    for step in [1, 3, 100] {
        let mut starts = FrameStarts::new();
        for size in (0..=file.len()).step_by(step) {
            while let Some(Wanted { offset, length, .. }) =
                starts.wants().filter(|it| it.offset < size as u64)
            {
                let from = offset as usize;
                let bytes = &file[from..(from + length as usize).min(size)];
                starts.push(bytes, &mut Vec::new()).unwrap();
                starts.end(&mut Vec::new()).unwrap();
            }
            let expected = ends.iter().rfind(|end| **end <= size).unwrap();
            assert_eq!(starts.whole(size as u64), *expected as u64, "of {size} bytes, by {step}");
        }
    }
    let mut later = FrameStarts::at(ends[2] as u64);
    let mut found = Vec::new();
    // The length of a header depends on the encoder.
    while found.is_empty() {
        let Wanted { offset, length, .. } = later.wants().unwrap();
        later.push(&file[offset as usize..][..length as usize], &mut found).unwrap();
    }
    assert_eq!(found.first(), Some(&(ends[2] as u64)));
}
