//! Whether a file is complete, according to its content.

use tagview_bridge::Value;
use tagview_core::Code;
use tagview_core::tags::index::ANNOUNCEMENT;
use tagview_core::tags::{TagSource, TagStream, Totals, Writer};

use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::files::{LEVEL, frame, message, read, skippable, tags};

/// Five frames of 20 tags as `pack` writes them, and where frames begin and end.
fn written() -> (Vec<u8>, Vec<usize>) {
    let mut file = Vec::new();
    let mut writer = Writer::new(LEVEL, 20).unwrap();
    writer.push(&tags(0, 100), &mut file).unwrap();
    let index = writer.finish(&mut file).unwrap();
    let borders = index.frames().iter().map(|frame| frame.offset).chain([index.end()]);
    (file, borders.map(|offset| offset as usize).collect())
}

fn totals(file: &[u8], chunk: usize) -> Totals {
    let mut recording = TagStream::default();
    for bytes in file.chunks(chunk) {
        recording.push(bytes, &mut |_| {});
    }
    recording.finish(&mut |_| {});
    recording.totals()
}

fn codes(file: &[u8], chunk: usize) -> Vec<Code> {
    totals(file, chunk).findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn file_cut_at_any_border_lacks_its_end() {
    let (file, borders) = written();
    for chunk in [1, 50, usize::MAX] {
        assert_eq!(codes(&file, chunk), []);
        assert!(totals(&file, chunk).indexed);
        for border in &borders {
            let cut = totals(&file[..*border], chunk);
            let found: Vec<_> = cut.findings.iter().map(|finding| (finding.code, finding.offset)).collect();
            assert_eq!(found, [(Code::Truncated, Some(*border as u64))], "cut at {border}");
            assert!(!cut.indexed);
        }
    }
}

#[test]
fn file_of_others_is_taken_for_whole_and_known_to_have_no_index() {
    let file = [frame(&tags(0, 20)), frame(&tags(5000, 20))].concat();
    assert_eq!(codes(&file, 100), []);
    assert!(!totals(&file, 100).indexed);
    assert!(!totals(&message(&tags(0, 20)), 100).indexed);
}

/// A part is read in pieces of bounded content, and ends where its last frame does.
#[test]
fn every_frame_of_a_part_that_is_read_in_pieces_counts() {
    let (file, borders) = written();
    let end = file.len();
    for (from, to) in borders.windows(2).map(|pair| (pair[0], pair[1])).chain([(borders[5], end)]) {
        let mut part = TagStream::part(from as u64);
        let mut rest = &file[from..to];
        while !rest.is_empty() {
            rest = &rest[part.push_some(rest, 0, &mut |_| {})..];
        }
        assert!(part.at_border());
        part.finish(&mut |_| {});
        let frames = u64::from(to < end);
        assert_eq!((part.totals().frames, part.totals().ending.seen.frames), (frames, frames), "from {from}");
    }
}

/// Reading the whole file detects a missing frame, even without a check of every tag.
#[test]
fn frame_that_is_missing_is_noticed_by_the_index() {
    let (file, borders) = written();
    for pair in borders.windows(2) {
        let dropped = [&file[..pair[0]], &file[pair[1]..]].concat();
        assert_eq!(codes(&dropped, 64), [Code::BadIndex], "{pair:?}");
        // The index stands at the offset that it states: something of the same length replaced the frame.
        let blank =
            [&file[..pair[0]], &skippable(&vec![0; pair[1] - pair[0] - 8]), &file[pair[1]..]].concat();
        let found = totals(&blank, 64);
        assert_eq!(found.findings[0].code, Code::BadIndex, "{pair:?}");
        assert!(found.findings[0].message.contains("lists 5 frames, but the file has 4"), "{found:?}");
        assert_eq!(found.passed_over, (pair[1] - pair[0]) as u64);
    }
}

/// The parts of a file that are read side by side, joined; `parts` are byte ranges.
fn joined(file: &[u8], parts: &[(usize, usize)]) -> Value {
    let request = |at: usize, followed: bool| {
        Value::map([
            ("analyses", Value::List(vec![])),
            ("at", Value::UInt(at as u64)),
            ("followed", Value::Bool(followed)),
        ])
    };
    let mut joiner = PartJoiner::new(request(0, false)).unwrap();
    for &(from, to) in parts {
        let mut reader = PartReader::new(&request(from, to < file.len())).unwrap();
        reader.push(&file[from..to]);
        reader.finish();
        joiner.join(&reader.save().unwrap()).unwrap();
    }
    joiner.conclude();
    joiner.snapshot()
}

#[test]
fn parts_read_side_by_side_notice_the_same() {
    let (file, borders) = written();
    let [second, third, end] = [borders[1], borders[2], borders[5]];
    let whole = joined(&file, &[(0, second), (second, third), (third, file.len())]);
    assert_eq!(
        (whole.get("complete"), whole.get("indexed")),
        (Some(&Value::Bool(true)), Some(&Value::Bool(true)))
    );
    let cut = joined(&file[..end], &[(0, second), (second, end)]);
    assert_eq!(cut.get("complete"), Some(&Value::Bool(false)));
    let blank = [&file[..second], &skippable(&vec![0; third - second - 8]), &file[third..]].concat();
    let blank = joined(&blank, &[(0, second), (second, third), (third, blank.len())]);
    assert_eq!(blank.get("complete"), Some(&Value::Bool(false)));
}

/// The join is reported, but not as damage; `verify` reports it as an error.
#[test]
fn recordings_one_behind_the_other_are_read_and_the_last_ones_end_is_missed() {
    let (file, borders) = written();
    assert_eq!(codes(&[&file[..], &file].concat(), 64), []);
    let cut = [&file[..], &file[..borders[3]]].concat();
    assert_eq!(codes(&cut, 64), [Code::Truncated]);
    let parts = [(0, file.len()), (file.len(), 2 * file.len())];
    let twice = [&file[..], &file].concat();
    let found = joined(&twice, &parts);
    assert_eq!(found.get("complete"), Some(&Value::Bool(true)));
    assert_eq!(found, joined(&twice, &[(0, twice.len())]));
    let mut checked = TagStream::checked();
    checked.push(&twice, &mut |_| {});
    checked.finish(&mut |_| {});
    assert_eq!(
        found.get("joined"),
        checked.totals().errors().map(|error| Value::from(&error)).next().as_ref()
    );
    assert_eq!(joined(&file, &parts[..1]).get("joined"), Some(&Value::Null));
}

/// The error of the file made of `pieces`, which must not depend on the way it is split.
#[track_caller]
fn finding_however_split(pieces: &[&[u8]]) -> Option<(Code, String)> {
    let file = pieces.concat();
    let found = totals(&file, 64).findings.first().map(|finding| (finding.code, finding.message.clone()));
    let mut cuts = vec![0];
    for piece in pieces {
        cuts.push(cuts[cuts.len() - 1] + piece.len());
    }
    let error = |parts: &[(usize, usize)]| joined(&file, parts).get("error").cloned();
    let whole = error(&[(0, file.len())]);
    assert_eq!(whole.as_ref().is_some_and(|error| *error != Value::Null), found.is_some());
    let each: Vec<_> = cuts.windows(2).map(|cut| (cut[0], cut[1])).collect();
    assert_eq!(error(&each), whole, "every piece by itself");
    for &cut in &cuts[1..cuts.len() - 1] {
        assert_eq!(error(&[(0, cut), (cut, file.len())]), whole, "cut at {cut}");
    }
    found
}

/// Another recording, of four frames of 20 tags.
fn other() -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(LEVEL, 20).unwrap();
    writer.push(&tags(9000, 80), &mut file).unwrap();
    writer.finish(&mut file).unwrap();
    file
}

/// The announcement with the first frame, the other frames, and the index.
fn pieces(file: &[u8]) -> Vec<&[u8]> {
    let at = file.len() - tagview_core::tags::index::TAIL;
    let located = tagview_core::tags::Index::locate(&file[at..], file.len() as u64).unwrap().unwrap();
    let index = located.parse(&file[located.offset as usize..]).unwrap();
    let starts = index.frames()[1..].iter().map(|frame| frame.offset as usize);
    let borders: Vec<_> = [0].into_iter().chain(starts).chain([index.end() as usize, file.len()]).collect();
    borders.windows(2).map(|pair| &file[pair[0]..pair[1]]).collect()
}

fn join<'a>(parts: &[&[&'a [u8]]]) -> Vec<&'a [u8]> {
    parts.concat()
}

#[test]
fn each_of_the_recordings_one_behind_the_other_is_compared_with_its_own_index() {
    let (one, other) = (written().0, other());
    let (one, other) = (pieces(&one), pieces(&other));
    let foreign = frame(&tags(0, 20));
    let foreign: &[&[u8]] = &[&foreign];
    for sound in [
        join(&[&one, &other]),
        join(&[&one, &one]),
        join(&[&one, &other, &one]),
        // A recording of others announces nothing.
        join(&[foreign, &one]),
        join(&[foreign, &one, &other]),
        join(&[foreign, &one, foreign]),
    ] {
        assert_eq!(finding_however_split(&sound), None);
    }
    let cases: Vec<(&str, Vec<&[u8]>)> = vec![
        ("lists 5 frames, but the recording has 6", join(&[&one[..2], &one[1..]])),
        ("lists 5 frames, but the recording has 6", join(&[&one[..5], &one[4..]])),
        ("lists 4 frames, but the recording has 5", join(&[&one, &other[..2], &other[1..]])),
        ("lists 4 frames, but the recording has 3", join(&[&one, &other[..1], &other[2..]])),
        ("does not describe its frames", join(&[&one, &other[..1], &other[2..3], &other[1..2], &other[3..]])),
        ("does not describe its frames", join(&[&one, &other[..1], &one[2..3], &other[2..]])),
        ("does not describe its frames", join(&[&one[..1], &one[3..4], &one[2..], &other])),
        ("lists 5 frames, but the recording has 4", join(&[&one[..1], &one[2..], &other])),
        ("lists 5 frames, but the recording has 4", join(&[&one[..1], &one[2..], &other, &one])),
        ("lists 5 frames, but the recording has 6", join(&[&one[..2], &one[1..], &other])),
    ];
    for (sentence, parts) in cases {
        let (code, message) = finding_however_split(&parts).expect(sentence);
        assert!(code == Code::BadIndex && message.contains(sentence), "{message}");
    }
    for cut in 1..5 {
        let found = finding_however_split(&join(&[&one[..cut], &other]));
        let (code, message) = found.expect("one recording lacks its end");
        assert!(code == Code::Truncated && message.contains("another recording begins here"), "{message}");
    }
    let (code, _) = finding_however_split(&join(&[foreign, &one[..3]])).expect("the end");
    assert_eq!(code, Code::Truncated);
}

#[test]
fn verify_reports_the_damage_of_one_of_the_recordings_and_not_only_that_they_are_joined() {
    let (file, borders) = written();
    let other = other();
    let mut checked = TagStream::checked();
    checked.push(&[&file[..borders[1]], &file[borders[2]..], &other].concat(), &mut |_| {});
    checked.finish(&mut |_| {});
    let found: Vec<_> = checked.totals().findings.iter().map(|finding| finding.message.clone()).collect();
    assert!(found.len() == 1 && found[0].contains("lists 5 frames, but the recording has 4"), "{found:?}");
}

#[test]
fn frames_in_a_skippable_frame_are_found() {
    let hidden = [frame(&tags(5000, 30)), frame(&tags(9000, 30))].concat();
    let rest = frame(&tags(20000, 30));
    // The forged length is that of the hidden bytes: only they reveal that it hides two frames.
    let file = [frame(&tags(0, 30)), skippable(&hidden), rest.clone()].concat();
    for chunk in [1, 7, 30, 64, usize::MAX] {
        let found = totals(&file, chunk);
        let at = frame(&tags(0, 30)).len() as u64;
        assert_eq!((found.tags, found.frames), (120, 4), "in chunks of {chunk}");
        assert_eq!(found.findings.len(), 1, "in chunks of {chunk}: {:?}", found.findings);
        assert_eq!(found.passed_over, 8, "in chunks of {chunk}");
        let finding = &found.findings[0];
        assert_eq!((finding.code, finding.offset), (Code::CorruptFrame, Some(at)));
        assert!(finding.message.contains(&format!("begins at byte {}", at + 8)), "{}", finding.message);
    }
    // A skippable frame that claims to be tagview's hides nothing either.
    let mut forged = ANNOUNCEMENT[..4].to_vec();
    let payload = [b"tagv.idx", &hidden[..]].concat();
    forged.extend((payload.len() as u32).to_le_bytes());
    let forged = [frame(&tags(0, 30)), forged, payload, rest].concat();
    for chunk in [1, 64, usize::MAX] {
        assert_eq!(codes(&forged, chunk), [Code::BadIndex], "in chunks of {chunk}");
    }
}

#[test]
fn skippable_frames_of_others_are_counted() {
    let file = [skippable(&[7; 100]), frame(&tags(0, 30)), skippable(b""), skippable(&[9; 5])].concat();
    for chunk in [1, 64, usize::MAX] {
        let found = totals(&file, chunk);
        assert_eq!((found.passed_over, found.tags), (108 + 8 + 13, 30), "in chunks of {chunk}");
        assert_eq!(found.findings.all(), []);
    }
}

#[test]
fn an_announcement_whose_length_is_forged_hides_no_frame() {
    let mut forged = ANNOUNCEMENT.to_vec();
    forged[5] ^= 1;
    let file = [forged, frame(&tags(0, 300)), frame(&tags(5000, 30))].concat();
    for chunk in [1, 7, file.len()] {
        assert_eq!(codes(&file, chunk), [Code::CorruptFrame], "in chunks of {chunk}");
        let read = read(file.chunks(chunk));
        assert_eq!(read.tags, [tags(0, 300), tags(5000, 30)].concat(), "in chunks of {chunk}");
    }
}
