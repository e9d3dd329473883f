//! Everything before the damage is read, and reading continues at the next intact frame.

use tagview_core::Code;
use tagview_core::tags::{TagSource, TagStream};

use crate::files::{compressed, frame, message, read, read_all, tags};
use crate::hand;

/// Three frames of 200 tags each, with their positions.
fn three() -> (Vec<u8>, [usize; 3]) {
    let frames = [frame(&tags(0, 200)), frame(&tags(5000, 200)), frame(&tags(9000, 200))];
    let starts = [0, frames[0].len(), frames[0].len() + frames[1].len()];
    (frames.concat(), starts)
}

#[test]
fn cut_at_every_byte_gives_the_frames_before_and_reports_where_it_ends() {
    let (file, starts) = three();
    for cut in 1..file.len() {
        let read = read_all(&file[..cut]);
        let whole = starts[1..].iter().filter(|start| **start <= cut).count();
        let expected: Vec<_> = [tags(0, 200), tags(5000, 200), tags(9000, 200)][..whole].concat();
        assert!(read.tags.starts_with(&expected), "cut at {cut}");
        assert!(read.tags.len() <= expected.len() + 200, "cut at {cut}");
        if starts.contains(&cut) {
            assert_eq!(read.findings, [], "cut between frames at {cut}");
        } else if cut >= 4 {
            assert_eq!(read.codes(), [Code::Truncated], "cut at {cut}");
            assert_eq!(read.findings[0].offset, Some(cut as u64));
        }
    }
}

#[test]
fn cut_message_gives_its_whole_tags() {
    // Without compression, 5 header words, then 16 bytes a tag.
    let file = message(&tags(0, 50));
    for cut in 64..file.len() {
        let read = read_all(&file[..cut]);
        let whole = (cut - 40) / 16;
        assert_eq!(read.tags, tags(0, 50)[..whole], "cut at {cut}");
        assert_eq!(read.codes(), [Code::Truncated]);
        assert_eq!(read.findings[0].offset, Some(cut as u64));
    }
}

/// Magic number, descriptor, a content size of two bytes; then the header of the one block.
const FRAME_HEADER: usize = 4 + 1 + 2;
const BLOCK_HEADER: usize = 3;

fn with_flip(file: &[u8], at: usize, bit: u32) -> Vec<u8> {
    let mut damaged = file.to_vec();
    damaged[at] ^= 1 << bit;
    damaged
}

/// The first frame is treated like the others: unreadable content does not change the format of the file.
#[test]
fn flipped_bit_in_a_block_loses_no_more_than_its_frame() {
    let (file, starts) = three();
    let before = [vec![], tags(0, 200)];
    let after = [[tags(5000, 200), tags(9000, 200)].concat(), tags(9000, 200)];
    for (frame, (before, after)) in before.iter().zip(&after).enumerate() {
        let (start, end) = (starts[frame], starts[frame + 1]);
        for at in start + FRAME_HEADER + BLOCK_HEADER..end {
            for bit in [0, 3, 7] {
                let damaged = with_flip(&file, at, bit);
                let read = read_all(&damaged);
                let split = self::read(damaged.chunks(1));
                assert!(split.tags == read.tags, "flip of bit {bit} at {at}, byte by byte");
                assert_eq!(split.codes(), read.codes(), "flip of bit {bit} at {at}, byte by byte");
                if read.findings.is_empty() {
                    // Some bits of a block mean nothing.
                    let all = [tags(0, 200), tags(5000, 200), tags(9000, 200)].concat();
                    assert_eq!(read.tags, all, "flip of bit {bit} at {at} changed tags unnoticed");
                    continue;
                }
                assert_eq!(read.findings.len(), 1, "flip of bit {bit} at {at}: {:?}", read.findings);
                assert!(read.tags.starts_with(before), "flip at {at}");
                assert!(read.tags.ends_with(after), "flip of bit {bit} at {at}: {:?}", read.findings);
                let offset = read.findings[0].offset.unwrap() as usize;
                assert!((start..=end).contains(&offset), "flip at {at} was found at {offset}");
            }
        }
    }
}

/// A block that claims to be longer than it is swallows the next frames' beginnings; they are
/// found all the same.
#[test]
fn flipped_bit_in_a_header_loses_no_more_than_its_frame() {
    let (file, starts) = three();
    let first = starts[0] + hand::MAGIC.len()..starts[0] + FRAME_HEADER + BLOCK_HEADER;
    let second = starts[1]..starts[1] + FRAME_HEADER + BLOCK_HEADER;
    // Of the first one's magic number, it depends whether the file is taken for zstd at all.
    for (start, at) in first.map(|at| (starts[0], at)).chain(second.map(|at| (starts[1], at))) {
        for bit in 0..8 {
            let damaged = with_flip(&file, at, bit);
            for chunks in [damaged.len(), 100, 1] {
                let read = read(damaged.chunks(chunks));
                // One bit of the descriptor is unused (RFC 8878, 3.1.1.1.1.3).
                let unused = at == start + 4 && bit == 4;
                assert_eq!(read.findings.is_empty(), unused, "flip of bit {bit} at {at}");
                assert!(start == 0 || read.tags.starts_with(&tags(0, 200)), "flip at {at}");
                assert!(
                    read.tags.ends_with(&tags(9000, 200)),
                    "flip of bit {bit} at {at} in chunks of {chunks}: {:?}",
                    read.findings
                );
            }
        }
    }
}

/// Nothing in a block without compression shows that its length is wrong. The reader detects it only in the bytes
/// that it reads as the next blocks' headers, after the beginning of the next frame.
#[test]
fn stored_block_that_claims_more_does_not_hide_the_frames_after_it() {
    let first = message(&tags(0, 20));
    let (head, rest) = first.split_at(100);
    let stored = hand::frame(&[hand::raw(false, &message(&tags(3000, 20))), hand::raw(true, b"")]);
    let after = [stored, frame(&tags(5000, 200))].concat();
    for more in 1..after.len() as u32 {
        let mut block = hand::block_header(false, 0, rest.len() as u32 + more).to_vec();
        block.extend(rest);
        let damaged = [hand::frame(&[hand::raw(false, head), block, hand::raw(true, b"")]), after.clone()];
        let damaged = damaged.concat();
        let whole = read_all(&damaged);
        assert!(whole.tags.ends_with(&tags(5000, 200)), "{more} bytes more: {:?}", whole.findings);
        for chunks in [100, 1] {
            assert!(
                read(damaged.chunks(chunks)).tags == whole.tags,
                "{more} bytes more, in chunks of {chunks}"
            );
        }
    }
}

/// As the original writer makes them: without a checksum, so that damaged content cannot be distinguished from the
/// content of another file.
#[test]
fn damaged_first_frame_without_a_checksum_does_not_hide_the_others() {
    let first = message(&tags(0, 20));
    let stored = hand::frame(&[hand::raw(false, &first[..100]), hand::raw(true, &first[100..])]);
    // A segment table that claims more takes the content of the next frames for the message's.
    let behind_table = hand::MAGIC.len() + 2 + BLOCK_HEADER + 8;
    let file = [&stored[..], &frame(&tags(5000, 200)), &frame(&tags(9000, 200))].concat();
    for at in behind_table..stored.len() {
        for bit in 0..8 {
            let damaged = with_flip(&file, at, bit);
            let whole = read_all(&damaged);
            let rest = [tags(5000, 200), tags(9000, 200)].concat();
            assert!(whole.tags.ends_with(&rest), "flip of bit {bit} at {at}: {:?}", whole.findings);
            assert!(read(damaged.chunks(1)).tags == whole.tags, "flip of bit {bit} at {at}, byte by byte");
        }
    }
}

/// Power was lost while a frame was written, and later recordings were appended to the stump.
#[test]
fn frame_cut_at_every_byte_does_not_hide_the_frame_after_it() {
    let (file, starts) = three();
    for cut in starts[1] + 1..starts[2] {
        let damaged = [&file[..cut], &file[starts[2]..]].concat();
        for chunks in [1, 2, 3, 50] {
            let read = read(damaged.chunks(damaged.len().div_ceil(chunks)));
            assert!(!read.findings.is_empty(), "cut at {cut}");
            assert!(read.tags.starts_with(&tags(0, 200)), "cut at {cut}");
            assert!(read.tags.ends_with(&tags(9000, 200)), "cut at {cut} in {chunks}: {:?}", read.findings);
        }
    }
}

/// Every few bytes another frame seems to begin, whose block claims 128 KiB and does not decode.
#[test]
fn false_beginnings_cost_no_more_than_the_files_length() {
    let false_start = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x05, 0x00, 0x10];
    let file = false_start.repeat(1 << 20 >> 3);
    let read = read(file.chunks(1 << 16));
    assert_eq!(read.tags, []);
    assert!((2..100).contains(&read.frames), "{} frames were tried", read.frames);
    // Also far after the beginning of a file that is read in parts.
    let mut part = TagStream::part(1 << 36);
    part.push(&file, &mut |_| {});
    part.finish(&mut |_| {});
    assert!(part.totals().frames < 100, "{} frames were tried", part.totals().frames);
}

#[test]
fn bytes_put_between_frames_are_passed_over() {
    let (file, starts) = three();
    for garbage in [&b"x"[..], b"\x28", b"\x28\xb5\x2f", b"\x28\xb5\x2f\xfd\xff", &[0; 1000]] {
        let damaged = [&file[..starts[1]], garbage, &file[starts[1]..]].concat();
        let read = read_all(&damaged);
        assert!(read.tags.ends_with(&[tags(5000, 200), tags(9000, 200)].concat()), "{garbage:?}");
        let offset = read.findings[0].offset.unwrap() as usize;
        assert!((starts[1]..=starts[1] + garbage.len()).contains(&offset), "{garbage:?} found at {offset}");
    }
}

#[test]
fn bytes_after_the_last_frame_are_a_finding() {
    let (mut file, _) = three();
    let end = file.len() as u64;
    file.extend(b"appended by mistake");
    let read = read_all(&file);
    assert_eq!(read.tags.len(), 600);
    assert_eq!(read.codes(), [Code::TrailingBytes]);
    assert_eq!(read.findings[0].offset, Some(end));
}

#[test]
fn wrong_checksum_keeps_the_tags_and_is_reported() {
    let (mut file, starts) = three();
    file[starts[2] - 1] ^= 0xff;
    let read = read_all(&file);
    assert_eq!(read.codes(), [Code::Checksum]);
    assert_eq!(read.tags.len(), 600);
    // The last of three frames of 200 tags is sound, and so is the first.
    let mut recording = TagStream::default();
    recording.push(&file, &mut |_| {});
    recording.finish(&mut |_| {});
    assert_eq!((recording.totals().tags, recording.totals().doubtful), (600, 200));
}

#[test]
fn message_across_frames_whose_first_is_damaged_does_not_hide_the_frames_after_it() {
    let across = message(&tags(0, 300));
    for at in 0..20 {
        let mut parts =
            [compressed(&across[..1000]), compressed(&across[1000..2000]), compressed(&across[2000..])];
        parts[0][FRAME_HEADER + at] ^= 0x0e;
        let file = [&parts.concat()[..], &frame(&tags(9000, 10)), &frame(&tags(9500, 10))].concat();
        let read = read_all(&file);
        assert!(!read.findings.is_empty(), "damage at {at}");
        assert!(
            read.tags.ends_with(&[tags(9000, 10), tags(9500, 10)].concat()),
            "damage at {at}: {:?}",
            read.findings
        );
    }
}

#[test]
fn missing_middle_of_a_message_across_frames_is_not_joined() {
    let across = message(&tags(0, 300));
    let (head, rest) = across.split_at(1000);
    let (middle, tail) = rest.split_at(1000);
    let mut damaged = compressed(middle);
    damaged[FRAME_HEADER] |= 0b110; // block type 3 is reserved
    let file = [compressed(head), damaged, compressed(tail), frame(&tags(9000, 10))].concat();
    let read = read_all(&file);
    assert!(!read.findings.is_empty());
    assert!(read.tags.starts_with(&tags(0, 60)));
    assert!(read.tags.ends_with(&tags(9000, 10)), "the frame after goes on: {:?}", read.findings);
    let times: Vec<_> = read.tags.iter().map(|tag| tag.time).collect();
    assert!(times.is_sorted(), "tags were put together from two places: {times:?}");
}

#[test]
fn the_times_of_lost_frames_are_those_of_the_tags_beside_them() {
    let (file, starts) = three();
    assert_eq!(read_times(&file), []);
    let parts = [tags(0, 200), tags(5000, 200), tags(9000, 200)];
    for lost in 0..3 {
        let mut damaged = file.clone();
        damaged[starts[lost] + FRAME_HEADER + BLOCK_HEADER..][..8].fill(0xff);
        let from = lost.checked_sub(1).map(|k| parts[k][199].time);
        let to = parts.get(lost + 1).map(|part| part[0].time);
        assert_eq!(read_times(&damaged), [(from, to)], "{lost}");
    }
    // A wrong checksum loses no tags.
    let mut doubtful = file;
    doubtful[starts[2] - 1] ^= 0xff;
    assert_eq!(read_times(&doubtful), []);
}

/// Times before and after each lost part.
fn read_times(file: &[u8]) -> Vec<(Option<i64>, Option<i64>)> {
    let mut stream = TagStream::default();
    file.chunks(100).for_each(|bytes| stream.push(bytes, &mut |_| {}));
    stream.finish(&mut |_| {});
    stream.totals().lost.all().into_iter().map(|lost| (lost.from, lost.to)).collect()
}
