//! The pairs of all channels with distant tags, counted in their order, compared with a correlation of each pair of channels.

use proptest::prelude::*;
use tagview_core::tags::Tag;

use crate::dynamic::{Analysis, Params, Value, make};
use crate::pairs::{list, run, run_with};
use crate::tags::{CHANNELS, params, tag};

/// Generates tags of `channels` channels, mostly some thousand ticks apart, with a few bursts and steps back.
fn sparse(channels: usize) -> impl Strategy<Value = Vec<Tag>> {
    let step = prop_oneof![20 => 0..8000_i64, 6 => 0..=30_i64, 1 => Just(0), 1 => -40..=0_i64];
    proptest::collection::vec((0..channels, step), 0..400).prop_map(|steps| {
        let mut time = 0;
        let next = |(channel, step): (usize, i64)| {
            time += step;
            tag(CHANNELS[channel], time)
        };
        steps.into_iter().map(next).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_pair_of_channels_is_correlated(
        tags in (2..=CHANNELS.len()).prop_flat_map(sparse),
        from in prop_oneof![-6400..=0_i64, 0..50_i64],
        to in 50..6400_i64,
        bin in prop_oneof![Just(1), Just(8), 2..100_i64],
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let range = [("from", from), ("to", to), ("bin", bin)];
        let mut pairs = make("pairs", &params(&range)).unwrap();
        pairs.push_tags(&tags).unwrap();
        let answer = run("pairs", &range, &tags, &cuts).unwrap();
        prop_assert_eq!(text(&answer), text(&pairs.result()));
        for pair in list(&answer, "pairs") {
            let between = ["a", "b"].map(|name| (name.to_owned().into(), pair.get(name).unwrap().clone()));
            let range = range.map(|(name, n)| (name.to_owned().into(), Value::Int(n)));
            let request = Value::Map([&between[..], &range].concat());
            let expected = run_with("correlation", &request, &tags, &[]).unwrap();
            let Some(Value::Counts(counts)) = expected.get("counts") else { panic!() };
            prop_assert_eq!(pair.get("counts"), Some(&Value::Count(counts.iter().sum())));
            // The correlation is derived only if the bins of `pairs` are fine enough.
            if let Some(derived) = pairs.derive("correlation", &Params::new(request).unwrap(), false).unwrap() {
                prop_assert_eq!(text(&derived), text(&expected));
            }
        }
    }
}

/// Where it has numbers that are none, they are the same as well.
fn text(value: &Value) -> String {
    format!("{value:?}")
}

#[test]
fn a_bin_may_hold_more_than_16_bits() {
    let n = 70_000;
    let tags: Vec<Tag> = (0..n)
        .flat_map(|k| [tag(3, 100_000 * k), tag(15, 100_000 * k + 5), tag(16, 100_000 * k + 50_000)])
        .collect();
    let request = params(&[("a", 3), ("b", 15), ("from", 4), ("to", 6)]);
    let mut pairs = make("pairs", &params(&[])).unwrap();
    let counts = |pairs: &Analysis| {
        pairs.derive("correlation", &request, false).unwrap().unwrap().get("counts").cloned()
    };
    let (begin, end) = tags.split_at(150_000);
    pairs.push_tags(begin).unwrap();
    assert_eq!(counts(&pairs), Some(Value::Counts(vec![0, 50_000, 0])));
    let saved = pairs.save().unwrap();
    pairs.push_tags(end).unwrap();
    assert_eq!(counts(&pairs), Some(Value::Counts(vec![0, n as u64, 0])));
    // A saved and restored run continues like one that was never saved.
    let mut joined = make("pairs", &params(&[])).unwrap();
    joined.join(&saved).unwrap();
    joined.push_tags(end).unwrap();
    assert_eq!(joined.result(), pairs.result());
}
