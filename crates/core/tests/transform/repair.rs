//! Repair keeps every sound frame of a damaged file, and the part before the end of a cut one.

use tagview_core::Error;
use tagview_core::random_access::{RandomAccess, drive};
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Tag, Writer};
use tagview_core::transform::repair::{LostRange, Repair, RepairOptions};

use crate::tags_of;

const LEVEL: i32 = 1;

fn tags(from: i64, n: i64) -> Vec<Tag> {
    (0..n).map(|i| Tag { time: from + 7 * i, channel: 1 + (i * i) as u64 % 3 }).collect()
}

fn frame(tags: &[Tag]) -> Vec<u8> {
    let mut out = Vec::new();
    encode_frame(tags, LEVEL, &mut out).unwrap();
    out
}

struct Repaired {
    tags: Vec<Tag>,
    /// `(from, to, frames, tags_estimate, tags_held_back)`.
    lost: Vec<[Option<u64>; 5]>,
    complete: bool,
}

fn repair_with(file: &[u8], keeps_doubtful: bool, chunk: usize) -> Result<Repaired, Error> {
    let options = RepairOptions::new(file.len() as u64)
        .packing(PackingOptions::default().level(LEVEL).frame_tags(50))
        .keep_doubtful(keeps_doubtful);
    let mut repair = Repair::new(&options)?;
    let mut out = drive(&mut repair, &[file], chunk)?;
    assert_eq!(repair.wants(), None);
    let read = repair.finish(&mut out)?.read;
    let lost = |lost: &LostRange| {
        let LostRange { from, to, frames, tags_estimate, tags_held_back, .. } = *lost;
        [Some(from), Some(to), Some(frames), tags_estimate, Some(tags_held_back)]
    };
    let lost = read.lost.iter().map(lost).collect();
    Ok(Repaired { tags: tags_of(&out), lost, complete: read.findings.is_complete() })
}

fn repair(file: &[u8]) -> Result<Repaired, Error> {
    repair_with(file, false, 1000)
}

/// Three frames of 200 tags each, with their start and end positions.
fn three() -> (Vec<u8>, [usize; 4]) {
    let frames = [frame(&tags(0, 200)), frame(&tags(5000, 200)), frame(&tags(9000, 200))];
    let mut ends = [0; 4];
    for (k, frame) in frames.iter().enumerate() {
        ends[k + 1] = ends[k] + frame.len();
    }
    (frames.concat(), ends)
}

#[test]
fn sound_file_is_written_whole_and_nothing_is_lost() {
    let (file, _) = three();
    let all = [tags(0, 200), tags(5000, 200), tags(9000, 200)].concat();
    let repaired = repair(&file).unwrap();
    assert!(repaired.tags == all && repaired.complete && repaired.lost.is_empty());
}

#[test]
fn damaged_frame_is_left_out_whole_wherever_it_is_damaged() {
    let (file, ends) = three();
    for at in ends[1] + 7..ends[2] {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        let Repaired { tags: found, lost, complete } = repair(&damaged).unwrap();
        if complete {
            // Some bits of a block mean nothing.
            assert_eq!(found.len(), 600, "flip at {at}");
            continue;
        }
        assert!(found == [tags(0, 200), tags(9000, 200)].concat(), "flip at {at}");
        let [[from, to, frames, estimate, _]] = lost[..] else { panic!("flip at {at}: {lost:?}") };
        let range = (from, to, frames);
        assert_eq!(range, (Some(ends[1] as u64), Some(ends[2] as u64), Some(1)), "flip at {at}");
        assert!((190..=210).contains(&estimate.unwrap()), "flip at {at}: about {estimate:?} tags");
    }
}

/// A wrong checksum shows that some tag is wrong, but not which one.
#[test]
fn doubtful_tags_are_written_where_that_is_wanted() {
    let (mut file, ends) = three();
    file[ends[2] - 1] ^= 1;
    let kept = repair_with(&file, true, 64).unwrap();
    assert_eq!(kept.tags.len(), 600);
    assert_eq!(kept.lost[0][3..], [Some(0), Some(0)]);
    let held_back = repair_with(&file, false, 64).unwrap();
    assert_eq!(held_back.tags.len(), 400);
    assert_eq!(held_back.lost[0][3..], [Some(200), Some(200)]);
}

#[test]
fn cut_file_keeps_what_was_decoded_before_its_end() {
    let (file, ends) = three();
    for cut in ends[2] + 8..ends[3] {
        let all = [tags(0, 200), tags(5000, 200), tags(9000, 200)].concat();
        let Repaired { tags, lost, complete } = repair(&file[..cut]).unwrap();
        assert!(!complete && tags.len() >= 400 && all.starts_with(&tags), "cut at {cut}");
        let kept = (tags.len() - 400) as u64;
        let expected = [ends[2] as u64, cut as u64, 1, 200 - kept, 0].map(Some);
        assert_eq!(lost, [expected], "cut at {cut}");
    }
}

#[test]
fn index_states_how_many_tags_are_lost() {
    let mut file = Vec::new();
    let mut writer = Writer::new(LEVEL, 100).unwrap();
    writer.push(&tags(0, 1000), &mut file).unwrap();
    let index = writer.finish(&mut file).unwrap();
    let [from, to] = [3, 6].map(|k| index.frames()[k].offset);
    file[from as usize..to as usize].fill(0);
    let repaired = repair(&file).unwrap();
    assert!(repaired.tags == [&tags(0, 1000)[..300], &tags(0, 1000)[600..]].concat());
    assert_eq!(repaired.lost, [[from, to, 0, 300, 0].map(Some)]);
}

#[test]
fn file_without_a_sound_frame_is_an_error_that_states_what_is_left() {
    let file = frame(&tags(0, 20000));
    let mut damaged = file.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    let error = repair(&damaged).err().unwrap();
    assert!(error.message.contains("no frame of this file is sound"), "{error}");
    assert!(error.remedy.contains("20000 tags") && error.remedy.contains("`keepDoubtful`"), "{error}");
    let error = repair(b"1\t100\n2\t200\n").err().unwrap();
    assert!(error.message.contains("nothing can be saved of this file: this is text"), "{error}");
}

#[test]
fn messages_without_compression_are_written_up_to_the_damage() {
    let words =
        [2004_u64 << 32, 1 << 48, 1 | 6 << 32 | 1 << 35, 1 | 7 << 32 | 2000 << 35, 1000 << 2 | 2 << 32];
    let mut file: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    for tag in tags(0, 1000) {
        file.extend(tag.time.to_le_bytes());
        file.extend(tag.channel.to_le_bytes());
    }
    let repaired = repair(&file[..10_000]).unwrap();
    assert!(!repaired.complete && repaired.tags == tags(0, 1000)[..(10_000 - 40) / 16]);
}
