//! Both implementations of zstd pass the same tests and agree with each other.
#![cfg(all(feature = "libzstd", feature = "ruzstd"))]

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::corpus::*;
use crate::hand::{block_header, frame, framed, noise, raw, rle, skippable, tags};
use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::zstd::{Decode, FrameKind, FramePart, FrameScanner, MAX_WINDOW, libzstd, ruzstd};

macro_rules! both {
    ($($(#[$attribute:meta])* fn $name:ident<$d:ident>() $body:block)*) => {
        mod with_libzstd {
            use super::*;
            $($(#[$attribute])* #[test] fn $name() { super::$name::<libzstd::Decoder>() })*
        }
        mod with_ruzstd {
            use super::*;
            $($(#[$attribute])* #[test] fn $name() { super::$name::<ruzstd::Decoder>() })*
        }
        $(fn $name<$d: Decode + Default>() $body)*
    };
}

both! {
    fn a_header_that_holds_another_frame_is_one_header<D>() {
        // Its dictionary's number and content size, 50 2a 4d 18 and zeros, look like an empty skippable frame.
        let file = [&[0x28, 0xb5, 0x2f, 0xfd, 0xe6, 0x50, 0x2a, 0x4d, 0x18][..], &[0; 11], &[0xa8, 6]].concat();
        for piece in [1, 5, 7, file.len()] {
            let mut decoder = D::default();
            let mut output = [0; 100];
            let mut failed = None;
            for mut bytes in file.chunks(piece) {
                while failed.is_none() && !bytes.is_empty() {
                    match decoder.decode(bytes, &mut output) {
                        Ok(step) => {
                            assert!(!step.frame_done, "in pieces of {piece}");
                            bytes = &bytes[step.read..];
                        }
                        Err(error) => failed = Some(error.code),
                    }
                }
            }
            assert_eq!(failed, Some(Code::FrameTooLarge), "in pieces of {piece}");
        }
    }

    fn the_corpus_is_decoded_in_pieces_of_any_size<D>() {
        for (name, file, content, frames) in corpus() {
            let whole = decode::<D>(&file, usize::MAX >> 1, 1 << 20);
            assert!(whole.content == content, "{name}: another content");
            assert_eq!((whole.ends.len(), &whole.error), (frames, &None), "{name}");
            for (input_piece, output_piece) in [(1, 1 << 17), (2, 7), (5, 1 << 20), (4099, 1), (1 << 20, 1000), (131_075, 131_072)] {
                let chunks = decode::<D>(&file, input_piece, output_piece);
                assert!(chunks == whole, "{name}: chunks of {input_piece} and {output_piece}");
            }
        }
    }

    fn small_files_are_decoded_in_every_cut<D>() {
        let file = [golden().1, skippable(1, b"xyz"), libzstd_frame(b"photon", 3)].concat();
        let content = [&golden().0[..], b"photon"].concat();
        let mut output = vec![0; 2000];
        for cut in 0..=file.len() {
            let (mut decoder, mut decoded, mut done) = (D::default(), Vec::new(), 0);
            for mut chunk in [&file[..cut], &file[cut..]] {
                loop {
                    let step = decoder.decode(chunk, &mut output).unwrap();
                    chunk = &chunk[step.read..];
                    decoded.extend_from_slice(&output[..step.written]);
                    done += usize::from(step.frame_done);
                    if step.read == 0 && step.written == 0 && !step.frame_done {
                        break;
                    }
                }
            }
            assert!(decoded == content && done == 3, "cut at {cut}");
        }
    }

    fn the_zstd_programs_frames_are_read<D>() {
        let (content, file) = golden();
        assert_eq!(decode::<D>(&file, 9999, 9999), Decoded { content, ends: vec![file.len()], error: None });
        // `zstd < /dev/null`: one segment, no content, the checksum of nothing.
        let nothing = [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x00, 0x01, 0x00, 0x00, 0x99, 0xE9, 0xD8, 0x51];
        assert_eq!(decode::<D>(&nothing, 99, 99), Decoded { content: vec![], ends: vec![13], error: None });
    }

    fn frames_end_where_the_scanner_reports_it<D>() {
        for (name, file, _, _) in corpus() {
            let (mut scanner, mut input, mut ends) = (FrameScanner::new(), &file[..], Vec::new());
            while let Some(part) = scanner.next(&mut input).unwrap() {
                if let FramePart::End(frame) = part {
                    ends.push((frame.offset + frame.length) as usize);
                }
            }
            assert_eq!(decode::<D>(&file, 10_000, 10_000).ends, ends, "{name}");
        }
    }

    fn a_frame_cut_anywhere_is_not_done_and_keeps_its_whole_blocks<D>() {
        let blocks = [raw(false, b"first block"), rle(false, b'2', 50), raw(true, b"third")];
        let contents = [&b"first block"[..], &[b'2'; 50], b"third"];
        for file in [frame(&blocks), golden().1, libzstd_frame(b"photon", 1)] {
            for length in 0..file.len() {
                let cut = decode::<D>(&file[..length], 3, 100);
                assert_eq!((cut.ends.len(), cut.error), (0, None), "cut at {length}");
            }
        }
        let (file, mut whole_blocks, mut border) = (frame(&blocks), 0, 6 + blocks[0].len());
        for length in 0..file.len() {
            if length == border {
                whole_blocks += 1;
                border += blocks[whole_blocks].len();
            }
            let rescued = rescue::<D>(&file[..length], 7);
            assert!(rescued.ends.is_empty());
            // A decoder may return a part of a stored block.
            assert!(rescued.content.starts_with(&contents[..whole_blocks].concat()), "cut at {length}");
            assert!(contents.concat().starts_with(&rescued.content), "cut at {length}");
        }
        let (content, file) = (tags(100_000), libzstd_frame(&tags(100_000), 3));
        for length in [file.len() / 2, file.len() - 1] {
            let rescued = rescue::<D>(&file[..length], 1 << 16);
            assert!(content.starts_with(&rescued.content) && rescued.content.len() > content.len() * length / file.len() - (1 << 18));
        }
    }

    fn blocks_before_a_damaged_one_are_kept<D>() {
        // The second block has the reserved type; then: a compressed block that holds nonsense.
        let reserved = frame(&[raw(false, b"sound"), block_header(true, 3, 5).to_vec()]);
        let nonsense = frame(&[raw(false, b"sound"), [&block_header(true, 2, 9)[..], &[0xFF; 9]].concat()]);
        for file in [reserved, nonsense] {
            for output_piece in [2, 5, 100] {
                let rescued = rescue::<D>(&file, output_piece);
                let error = rescued.error.expect("an error");
                assert_eq!((&rescued.content[..], error.code), (&b"sound"[..], Code::CorruptFrame));
                // Header 6, first block 8; a body may be named by its own place.
                let offset = error.offset.unwrap();
                assert!((14..=26).contains(&offset), "{offset}");
            }
        }
    }

    fn each_damage_has_its_code<D>() {
        let first_error = |file: &[u8]| {
            let error = decode::<D>(file, 1000, 1000).error.expect("an error");
            (error.code, error.offset.expect("an offset"))
        };
        assert_eq!(first_error(b"channel\ttime\n"), (Code::CorruptFrame, 0));
        assert_eq!(first_error(&framed(&[0x08, 0x38], &[raw(true, b"")])).0, Code::CorruptFrame);
        // A wrong checksum, in the last four bytes.
        let mut wrong = libzstd_frame(b"photon", 3);
        *wrong.last_mut().unwrap() ^= 1;
        let (code, offset) = first_error(&wrong);
        assert_eq!(code, Code::Checksum);
        assert!(offset >= wrong.len() as u64 - 4);
        // 5 bytes announced; 4 or 6 come.
        assert_eq!(first_error(&framed(&[0x20, 5], &[raw(true, b"abcd")])).0, Code::CorruptFrame);
        assert_eq!(first_error(&framed(&[0x20, 5], &[raw(false, b"abcd"), raw(true, b"ef")])).0, Code::CorruptFrame);
        assert_eq!(first_error(&framed(&[0x80, 0x38, 5, 0, 0, 0], &[raw(true, b"abcdef")])).0, Code::CorruptFrame);
        // A block over 128 KiB.
        assert_eq!(first_error(&frame(&[rle(true, 0, (1 << 17) + 1)])).0, Code::CorruptFrame);
        // Dictionary 9.
        assert_eq!(first_error(&framed(&[0x01, 0x38, 9], &[raw(true, b"")])), (Code::FrameTooLarge, 0));
        // A window of 2^(10+17) is the largest; then one with mantissa 1, and 3.75 TiB.
        let window = |descriptor: u8| framed(&[0x00, descriptor], &[raw(true, b"x")]);
        assert_eq!(decode::<D>(&window(17 << 3), 99, 99).content, b"x");
        assert_eq!(first_error(&window(17 << 3 | 1)), (Code::FrameTooLarge, 0));
        assert_eq!(first_error(&window(0xFF)), (Code::FrameTooLarge, 0));
        // One segment of more than that.
        let size = (MAX_WINDOW as u32 + 1).to_le_bytes();
        assert_eq!(first_error(&framed(&[&[0xA0][..], &size].concat(), &[rle(true, 0, 9)])), (Code::FrameTooLarge, 0));
    }

    fn no_flipped_bit_of_a_frame_with_checksum_goes_unnoticed<D>() {
        let samples = [golden(), (tags(300), libzstd_frame(&tags(300), 19)), (tags(60), ruzstd_frame(&tags(60)))];
        for (content, sound) in samples {
            for bit in 0..sound.len() * 8 {
                let mut file = sound.clone();
                file[bit / 8] ^= 1 << (bit % 8);
                let found = decode::<D>(&file, usize::MAX >> 1, 1000);
                let whole = found.error.is_none() && found.ends == [file.len()];
                assert!(!whole || found.content == content, "bit {bit}");
            }
        }
    }
}

#[test]
fn flipped_bits_without_a_checksum_do_no_harm() {
    // In compressed blocks the two differ in which breaches of the format they notice.
    for sound in
        [libzstd_frame(&tags(300), 3), libzstd_frame(&tags(500), 19), golden().1, ruzstd_frame(&tags(99))]
    {
        let mut plain = sound;
        // The checksum flag off and the checksum away.
        plain[4] &= !0x04;
        plain.truncate(plain.len() - 4);
        let mut input = &plain[..];
        let Ok(Some(FramePart::Start(header))) = FrameScanner::new().next(&mut input) else {
            panic!("a header")
        };
        let headers = header.bytes().len() + 3;
        for bit in 0..plain.len() * 8 {
            let mut file = plain.clone();
            file[bit / 8] ^= 1 << (bit % 8);
            let ours = decode::<libzstd::Decoder>(&file, usize::MAX >> 1, 1 << 17);
            let theirs = decode::<ruzstd::Decoder>(&file, usize::MAX >> 1, 1 << 17);
            for decoded in [&ours, &theirs] {
                assert!(decoded.content.len() <= 1 << 17, "bit {bit}: more than a block holds");
                assert!(decoded.ends.is_empty() || decoded.ends == [file.len()], "bit {bit}");
            }
            if bit / 8 < headers {
                let whole = |decoded: Decoded| (!decoded.ends.is_empty()).then_some(decoded.content);
                assert!(whole(ours) == whole(theirs), "bit {bit} of the headers");
            }
        }
    }
}

#[test]
fn every_level_is_read_back_by_both() {
    let content = tags(3_000);
    for level in libzstd::LEVELS {
        let file = libzstd_frame(&content, level);
        assert!(decode::<libzstd::Decoder>(&file, 1 << 20, 1 << 20).content == content, "level {level}");
        assert!(decode::<ruzstd::Decoder>(&file, 1 << 20, 1 << 20).content == content, "level {level}");
    }
    for level in [-8, 20] {
        assert_eq!(libzstd::Encoder::new(level).err().unwrap().code, Code::Usage);
    }
    for level in [-1, 0, 3] {
        let error = ruzstd::Encoder::new(level).err().unwrap();
        assert!(error.code == Code::Usage && error.message.contains(&level.to_string()), "{error}");
    }
}

#[test]
fn frames_are_appended_with_content_size_and_checksum() {
    for (name, content) in contents() {
        let mut file = b"before".to_vec();
        libzstd::Encoder::new(3).unwrap().compress(&content, &mut file).unwrap();
        let border = file.len();
        ruzstd::Encoder::new(1).unwrap().compress(&content, &mut file).unwrap();
        assert!(file.starts_with(b"before"));
        for mut part in [&file[6..border], &file[border..]] {
            let Ok(Some(FramePart::Start(header))) = FrameScanner::new().next(&mut part) else {
                panic!("{name}")
            };
            let FrameKind::Data(data) = header.kind else { panic!("{name}") };
            assert_eq!((data.content_size, data.checksum), (Some(content.len() as u64), true), "{name}");
        }
    }
}

#[test]
fn the_zstd_program_reads_our_frames() {
    for (name, file, content, _) in corpus() {
        let Ok(mut zstd) =
            Command::new("zstd").args(["-d", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
        else {
            println!("skipped: there is no zstd program");
            return;
        };
        let mut stdin = zstd.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(&file));
        let output = zstd.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert!(output.status.success() && output.stdout == content, "{name}");
    }
}

#[test]
fn real_recordings_are_decoded_alike() {
    let Some(folder) = crate::hand::recordings() else { return };
    // Segment table, root and list pointers and tag word in words of 8 bytes, then 500,000 tags.
    for (name, length) in [
        ("500k.tags.zst", Some(8_000_056)),
        ("500k-one-segment.tags.zst", Some(8_000_040)),
        ("500k-10-frames.tags.zst", Some(8_000_000 + 10 * 56)),
        ("500k.tsv.zst", None),
    ] {
        let file = std::fs::read(folder.join(name)).unwrap();
        let ours = decode::<libzstd::Decoder>(&file, 1 << 20, 1 << 20);
        let theirs = decode::<ruzstd::Decoder>(&file, 4099, 1 << 18);
        assert!(ours == theirs && ours.error.is_none(), "{name}");
        assert!(
            length.is_none_or(|length: usize| ours.content.len() == length),
            "{name}: {}",
            ours.content.len()
        );
    }
}

#[test]
fn the_version_named_is_the_version_locked() {
    let lock = include_str!("../../../../Cargo.lock");
    let version = ruzstd::IMPLEMENTATION.strip_prefix("ruzstd ").unwrap();
    assert!(lock.contains(&format!("name = \"ruzstd\"\nversion = \"{version}\"")), "{version}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_compressed_comes_back(
        // Runs of one byte, noise and tags in any order.
        runs in proptest::collection::vec((0..3, 0..40_000_usize, any::<u64>()), 0..6),
        level in libzstd::LEVELS,
        input_piece in 1..100_000_usize,
        output_piece in 1..100_000_usize,
    ) {
        let content: Vec<u8> = runs.into_iter().flat_map(|(kind, length, seed)| match kind {
            0 => vec![seed as u8; length],
            1 => noise(length, seed),
            _ => tags(length / 16),
        }).collect();
        for file in [libzstd_frame(&content, level), ruzstd_frame(&content)] {
            let expected = Decoded { content: content.clone(), ends: vec![file.len()], error: None };
            prop_assert!(decode::<libzstd::Decoder>(&file, input_piece, output_piece) == expected);
            prop_assert!(decode::<ruzstd::Decoder>(&file, input_piece, output_piece) == expected);
        }
    }

    #[test]
    fn any_flips_do_no_harm(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        level in libzstd::LEVELS,
    ) {
        let content = tags(20_000);
        let mut file = if level == 0 { ruzstd_frame(&content) } else { libzstd_frame(&content, level) };
        for (place, byte) in flips {
            let place = place.index(file.len());
            file[place] = byte;
        }
        for decoded in [rescue::<libzstd::Decoder>(&file, 1 << 16), rescue::<ruzstd::Decoder>(&file, 1 << 16)] {
            prop_assert!(decoded.ends != [file.len()] || decoded.content == content);
        }
    }
}
