//! `listing` compared with sorting all tags.

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::run::MAX_LISTED;
use tagview_core::tags::{Tag, TagBlocks};

use crate::dense::crowd;
use crate::dynamic::{Value, make};
use crate::pairs::{list, run};
use crate::tags::{device, params, tag, wild};

/// Number of tags, number of tags before the list, and the list.
type Listed = (u64, u64, Vec<Tag>);

fn listed(result: &Value) -> Listed {
    let number = |name: &str| match result.get(name) {
        Some(Value::Count(n)) => *n,
        other => panic!("{name}: {other:?}"),
    };
    let Some(Value::Times(times)) = result.get("times") else { panic!() };
    let channels = list(result, "channels");
    assert_eq!(times.len(), channels.len());
    let tags = times.iter().zip(channels).map(|(time, channel)| match channel {
        Value::UInt(channel) => tag(*channel, *time),
        other => panic!("{other:?}"),
    });
    (number("tags"), number("skipped"), tags.collect())
}

fn naive(tags: &[Tag], most: usize, from: i64, earlier: usize) -> Listed {
    let mut all = tags.to_vec();
    all.sort_by_key(|tag| (tag.time, tag.channel));
    let place = all.iter().filter(|tag| tag.time < from).count();
    let (begin, end) = (place.saturating_sub(earlier), all.len().min(place + most));
    (all.len() as u64, begin as u64, all[begin..end].to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_tags_around_a_time(
        tags in prop_oneof![device(300), crowd(60), wild(20)],
        most in 1..40_usize,
        earlier in 0..20_usize,
        at in any::<prop::sample::Index>(),
        off in -1..=1_i64,
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let from = if tags.is_empty() { 5 } else { tags[at.index(tags.len())].time.saturating_add(off) };
        let mut entries = vec![("most", most as i64), ("from", from)];
        if earlier > 0 {
            entries.push(("earlier", earlier as i64));
        }
        let result = run("listing", &entries, &tags, &cuts).unwrap();
        prop_assert_eq!(listed(&result), naive(&tags, most, from, earlier));
    }
}

#[test]
fn ten_thousand_tags_are_listed_by_default() {
    // 30,000 tags from 2^62 on, so no double holds them.
    let tags: Vec<Tag> = (0..30_000).map(|n| tag(3 + n as u64 % 2, (1 << 62) + n)).collect();
    let result = run("listing", &[], &tags, &[]).unwrap();
    assert_eq!(listed(&result), naive(&tags, 10_000, i64::MIN, 0));
}

/// Held tags are stored as columns, which do not keep the order of equal times.
#[test]
fn columns_are_listed_as_the_file_is() {
    let tags = [tag(15, 5), tag(3, 5), tag(u64::MAX, 5), tag(3, 5), tag(15, 9)];
    let mut of_columns = make("listing", &params(&[("most", 4)])).unwrap();
    let mut blocks = TagBlocks::default();
    for (channel, times) in [(u64::MAX, vec![5]), (15, vec![5, 9]), (3, vec![5, 5])] {
        blocks.set(channel, times.into_iter()).unwrap();
    }
    of_columns.push(&blocks.block()).unwrap();
    let found = listed(&of_columns.result());
    assert_eq!(found, naive(&tags, 4, i64::MIN, 0));
    assert_eq!(found, listed(&run("listing", &[("most", 4)], &tags, &[]).unwrap()));
}

#[test]
fn longer_lists_than_there_can_be_are_refused() {
    for name in ["most", "earlier"] {
        let refused = make("listing", &params(&[(name, MAX_LISTED as i64 + 1)])).err().unwrap();
        assert_eq!(refused.code, Code::Usage, "{name}");
        assert!(make("listing", &params(&[(name, MAX_LISTED as i64)])).is_ok(), "{name}");
    }
}
