//! Recordings read in parts, split at the offsets that a scout finds.

use proptest::prelude::*;
use tagview_core::import::{TextOptions, import_of, part_of, scout_of, source_of};

use super::files::{Read, read, shared};
use super::picoquant::any_events;
use super::picoquant_files::{KINDS, Kind, file, header, needed, records};

/// Reads `file` in parts, and returns their results in the order of the file, and the number of parts. The
/// scout may split the file after each number of bytes in `cuts`.
fn read_parts(file: &[u8], cuts: &[usize]) -> (Read, usize) {
    let id = import_of(&file[..file.len().min(64)]).expect("the format is known").id;
    let mut scout = scout_of(id).expect("there is such a format").expect("it can be split");
    let mut starts = vec![(0, None)];
    let mut from = 0;
    for to in cuts.iter().copied().filter(|&to| to < file.len()) {
        scout.push(&file[from..to]);
        from = to;
        if let Some((offset, state)) = scout.split() {
            starts.push((offset as usize, Some(state)));
        }
    }
    let ends = starts.iter().skip(1).map(|(offset, _)| *offset).chain([file.len()]);
    let mut whole =
        Read { tags: Vec::new(), findings: Vec::new(), facts: tagview_bridge::Value::Null, tick: None };
    for (number, ((from, state), to)) in starts.iter().zip(ends).enumerate() {
        let mut part = match state {
            Some(state) => part_of(id, state, &TextOptions::default()),
            None => source_of(id, &TextOptions::default()),
        }
        .expect("the scout's own state");
        if number + 1 < starts.len() {
            part.followed();
        }
        // The first of two chunks may end inside a record.
        let (first, second) = file[*from..to].split_at((to - from) / 3);
        for bytes in [first, second] {
            part.push(bytes, &mut |tags| whole.tags.extend_from_slice(tags));
        }
        part.finish(&mut |tags| whole.tags.extend_from_slice(tags));
        assert!(part.at_border());
        let totals = part.totals();
        assert_eq!(totals.bytes, (to - from) as u64);
        whole.findings.extend(totals.findings.all());
        whole.facts = tagview_bridge::to_value(&part.facts());
        whole.tick = part.tick().map(|tick| tick.to_string());
    }
    (whole, starts.len())
}

/// A record that the format does not define.
fn undefined(kind: Kind) -> u32 {
    if kind.picoharp { 9 << 28 } else { 1 << 31 | 30 << 25 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_give_what_the_whole_file_gives(
        (kind, events) in (0..KINDS.len()).prop_flat_map(|k| (Just(KINDS[k]), any_events(KINDS[k]))),
        bad in proptest::collection::vec(0_usize..60, 0..4),
        promised in 0_usize..80,
        cuts in proptest::collection::btree_set(0_usize..900, 0..8),
    ) {
        let mut records = records(kind, &events);
        for at in bad {
            records.insert(at.min(records.len()), undefined(kind));
        }
        // Fewer than exist, all, or none.
        let header = header(needed(kind, if promised < 40 { records.len() } else { promised - 40 }));
        let cuts: Vec<usize> = cuts.into_iter().collect();
        let file = file(header, &records);
        prop_assert_eq!(read_parts(&file, &cuts).0, read(&file));
        prop_assert_eq!(read_parts(&file[..file.len() - 2], &cuts).0, read(&file[..file.len() - 2]));
    }
}

#[test]
fn real_files_give_the_same_in_nine_parts() {
    for name in ["hydraharp-t2.ptu", "hydraharp-t3.timeres"] {
        let Some(file) = shared(name) else { continue };
        let cuts: Vec<usize> = (1..9).map(|n| n * 200_001).collect();
        let (parts, count) = read_parts(&file, &cuts);
        assert_eq!(count, 9, "{name}");
        assert!(parts == read(&file), "{name}");
    }
}

#[test]
fn a_scout_offers_no_place_where_times_no_longer_fit() {
    // Enough overflows that their ticks take 63 bits.
    let kind = KINDS[4];
    let overflows = vec![0x7f << 25 | 0x1ff_ffff; 5000];
    let file = file(header(needed(kind, overflows.len())), &overflows);
    let begin = file.len() - 4 * overflows.len();
    let mut scout = scout_of("ptu").expect("there is such a format").expect("it can be split");
    assert!(scout.push(&file[..begin + 40]));
    assert_eq!(scout.split().map(|(offset, _)| offset), Some(begin as u64 + 40));
    assert!(!scout.push(&file[begin + 40..]));
    assert!(scout.split().is_none());
    assert_eq!(read_parts(&file, &[begin + 40, file.len() - 4]).0, read(&file));
}

#[test]
fn what_is_no_state_is_refused() {
    let cut = part_of("ptu", &[1, 2, 3], &TextOptions::default()).err().expect("it is too short");
    assert_eq!(
        (cut.code.as_str(), cut.message.starts_with("this is not the saved state of a recording")),
        ("mismatch", true)
    );
    assert_eq!(
        part_of("qutag", &[], &TextOptions::default()).err().expect("it can't be split").code.as_str(),
        "usage"
    );
    assert!(scout_of("qutag").expect("there is such a format").is_none());
}
