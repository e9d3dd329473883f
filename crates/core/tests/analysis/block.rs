//! Tags split by channel, compared with a map.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tagview_core::tags::Tag;
use tagview_core::tags::{BLOCK_TAGS, TagBlocks};

/// What the blocks of `tags` have of each channel, one after another, and whether each is in order.
fn split(blocks: &mut TagBlocks, tags: &[Tag]) -> (BTreeMap<u64, Vec<i64>>, Vec<bool>) {
    let mut columns = BTreeMap::<_, Vec<i64>>::new();
    let mut sorted = Vec::new();
    let each = blocks.each(tags, |block| {
        for (channel, times) in block.columns() {
            columns.entry(channel).or_default().extend(times);
        }
        sorted.push(block.is_sorted());
        Ok(())
    });
    each.unwrap();
    (columns, sorted)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Few channels take another way than many, and a channel may first occur anywhere.
    #[test]
    fn any_number_of_channels(
        batches in proptest::collection::vec((1..=6_u64, 1..2 * BLOCK_TAGS + 100, any::<u32>()), 1..4),
    ) {
        let mut blocks = TagBlocks::default();
        for (channels, length, seed) in batches {
            let mut state = u64::from(seed);
            let mut time = 0;
            let mut tags = Vec::new();
            for _ in 0..length {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let draw = state >> 33;
                time += if draw % 5000 == 0 { -7 } else { (draw % 50) as i64 };
                tags.push(Tag { time, channel: (draw >> 8) % channels * 256 });
            }
            let mut expected = BTreeMap::<_, Vec<i64>>::new();
            for tag in &tags {
                expected.entry(tag.channel).or_default().push(tag.time);
            }
            let order: Vec<bool> = tags.chunks(BLOCK_TAGS).map(|tags| tags.is_sorted_by_key(|tag| tag.time)).collect();
            prop_assert_eq!(split(&mut blocks, &tags), (expected, order));
        }
    }
}
