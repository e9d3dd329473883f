//! A recording whose frames were made run by run equals the output of a single writer.

use proptest::prelude::*;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::{FileSummary, Tag, TagSink, Writer};
use tagview_core::transform::pack::{FramePacker, PackJoiner};
use tagview_core::transform::tag_runs::TagRuns;
use tagview_core::{Code, Error};

fn options(frame_tags: usize) -> PackingOptions {
    PackingOptions::default().level(1).frame_tags(frame_tags)
}

fn in_one_go(tags: &[Tag], frame_tags: usize) -> Result<(Vec<u8>, FileSummary), Error> {
    let (mut out, mut writer) = (Vec::new(), Box::new(Writer::new(1, frame_tags)?));
    writer.push(tags, &mut out)?;
    let described = TagSink::finish(writer, &mut out)?.unwrap();
    Ok((out, described))
}

/// Packs with two alternating packers, the tags pushed in batches. Also returns the number of runs.
fn in_runs(tags: &[Tag], frame_tags: usize, batch: usize) -> Result<(Vec<u8>, FileSummary, usize), Error> {
    let mut runs = Box::new(TagRuns::new(&options(frame_tags))?);
    let mut portions = Vec::new();
    for tags in tags.chunks(batch) {
        runs.push(tags, &mut portions)?;
    }
    assert_eq!(runs.finish(&mut portions)?, None);

    let mut packers = [FramePacker::new(&options(frame_tags))?, FramePacker::new(&options(frame_tags))?];
    let mut joiner = PackJoiner::new(&options(frame_tags))?;
    let (mut file, mut frames, mut left, mut begun, mut count) =
        (joiner.beginning().to_vec(), Vec::new(), portions.as_slice(), false, 0);
    while let Some((header, rest)) = left.split_first_chunk::<8>() {
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (bytes, rest) = rest.split_at(word(0) as usize);
        assert!(bytes.len() <= 512 << 10, "a portion fits into a buffer");
        left = rest;
        if !begun {
            packers.swap(0, 1);
            packers[0].begin(0, 0);
            count += 1;
        }
        packers[0].push_tags(bytes, &mut frames);
        begun = word(4) == 0 && !left.is_empty();
        if !begun {
            joiner.join(&packers[0].finish(&mut frames)?)?;
            file.append(&mut frames);
        }
    }
    let described = joiner.finish(&mut file)?;
    Ok((file, described, count))
}

fn tags() -> impl Strategy<Value = Vec<Tag>> {
    let time = prop_oneof![20 => 0i64..1 << 20, 1 => any::<i64>()];
    let channel = prop_oneof![20 => 0u64..5, 1 => any::<u64>()];
    prop::collection::vec((time, channel).prop_map(|(time, channel)| Tag { time, channel }), 0..300)
}

proptest! {
    #[test]
    fn runs_give_what_one_go_gives(tags in tags(), frame_tags in 1usize..200, batch in 1usize..100) {
        let (file, described, _) = in_runs(&tags, frame_tags, batch).unwrap();
        prop_assert_eq!((file, described), in_one_go(&tags, frame_tags).unwrap());
    }
}

#[test]
fn many_runs_give_what_one_go_gives() {
    let tag = |i: i64| Tag { time: i * 1000, channel: (i % 3) as u64 };
    let tags: Vec<Tag> = (0..1 << 20).map(tag).collect();
    // Frames that end with a run, that are larger than one, and tags that end with one.
    for (frame_tags, length, runs) in [(1 << 16, 1 << 20, 4), (300_000, 700_000, 3), (1000, 262_000 * 2, 2)] {
        for batch in [8192, 100_000] {
            let tags = &tags[..length];
            let (file, described, count) = in_runs(tags, frame_tags, batch).unwrap();
            let expected = in_one_go(tags, frame_tags).unwrap();
            assert_eq!(described, expected.1);
            assert!(file == expected.0, "{frame_tags} tags per frame");
            assert_eq!(count, runs);
        }
    }
}

#[test]
fn tags_far_apart_fit_into_portions_too() {
    let tags: Vec<Tag> = (0..400_000).map(|i| Tag { time: i << 40, channel: i as u64 % 300 }).collect();
    let (file, described, _) = in_runs(&tags, 100_000, 8000).unwrap();
    assert!((file, described) == in_one_go(&tags, 100_000).unwrap());
}

#[test]
fn too_many_channels_are_the_same_error() {
    let tags: Vec<Tag> = (0..200_000).map(|i| Tag { time: i, channel: i as u64 }).collect();
    let error = in_one_go(&tags, 1 << 20).unwrap_err();
    assert_eq!(error.code, Code::TooManyChannels);
    assert_eq!(in_runs(&tags, 1 << 20, 8192).unwrap_err(), error);
}
