//! The merge law: `run(a ++ b) = merge(run(a), run(b))`, however a run is cut.
//!
//! A new analysis is one line in [`laws!`] below.

use proptest::prelude::*;
use tagview_core::analysis::{
    Analysis, AnyAnalysis, Coincidence, Correlation, Delay, Gaps, Heralded, Lifetime, Listing, Pairs, Rate,
    Stability, Summary, make,
};
use tagview_core::request::Params;
use tagview_core::tags::Tag;
use tagview_core::{Code, Error};

use crate::tags::{device, late, params, tag, wild};

macro_rules! laws {
    ($($module:ident: $analysis:ty, [$($params:expr),* $(,)?];)*) => {$(
        mod $module {
            use super::*;

            fn all_params() -> Vec<Params> {
                vec![$(params(&$params)),*]
            }

            #[test]
            fn an_empty_run_is_neutral() {
                let tags = [tag(3, 5), tag(15, 5), tag(3, 2), tag(u64::MAX, 9)];
                for params in all_params() {
                    check::<$analysis>(&params, &tags, &[0]);
                    check::<$analysis>(&params, &tags, &[tags.len()]);
                    check::<$analysis>(&params, &[], &[0, 0]);
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(48))]

                #[test]
                fn every_cut_of_a_small_run(tags in prop_oneof![device(12), late(12), wild(12)]) {
                    for params in all_params() {
                        for cut in 0..=tags.len() {
                            check::<$analysis>(&params, &tags, &[cut]);
                        }
                    }
                }

                #[test]
                fn many_cuts_of_a_large_run(
                    tags in prop_oneof![device(3000), late(300)],
                    cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 2..8),
                ) {
                    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(tags.len() + 1)).collect();
                    cuts.sort_unstable();
                    for params in all_params() {
                        check::<$analysis>(&params, &tags, &cuts);
                    }
                }
            }
        }
    )*};
}

laws! {
    summary: Summary, [[]];
    rate: Rate, [
        [("start", 0)], [("start", -1_000_000)], [("start", i64::MIN)], [("start", 0), ("bin", 7)],
        [("start", -3), ("bin", 1 << 52)], [("start", i64::MIN), ("bin", i64::MAX)],
    ];
    gaps: Gaps, [
        [], [("bin", 1), ("to", 50)], [("from", -200), ("to", 100), ("bin", 64)],
        [("from", i64::MIN), ("to", i64::MAX)], [("log", 1)], [("log", 13)],
        [("log", 20), ("from", 30), ("to", 2000)],
    ];
    correlation: Correlation, [
        [("a", 3), ("b", 15)], [("a", 3), ("b", 3), ("from", -500), ("to", 700), ("bin", 50)],
        [("a", 3), ("b", 15), ("from", 1 << 50), ("to", 1 << 59), ("bin", 1 << 55)],
        [("a", 0), ("b", 259), ("log", 3), ("to", 1000)],
    ];
    coincidence: Coincidence, [
        [("window", 0)], [("window", 700)], [("window", 9), ("period", 80)], [("window", 30), ("period", 7), ("displaced", 3)],
        [("window", 700), ("displaced", 0), ("period", 0)],
    ];
    heralded: Heralded, [
        [("herald", 3), ("a", 15), ("b", 16), ("window", 300)],
        [("herald", 15), ("a", 259), ("b", 0), ("window", 0)],
    ];
    pairs: Pairs, [[("from", -90), ("to", 800)], [("from", -300), ("to", 700), ("bin", 50)]];
    lifetime: Lifetime, [
        [("channel", 15), ("sync", 3), ("range", 90)], [("channel", 3), ("sync", 15), ("range", 700), ("bin", 50)],
        [("channel", 3), ("period", 97)],
    ];
    listing: Listing, [
        [], [("most", 3)], [("most", 1), ("from", 5), ("earlier", 2)], [("from", 40), ("earlier", 100)],
        [("most", 7), ("from", i64::MIN)], [("most", 2), ("from", i64::MAX), ("earlier", 1)],
    ];
    stability: Stability, [[], [("bin", 1 << 53)]];
    delay: Delay, [[("a", 3), ("b", 15), ("from", -90), ("to", 800)]];
}

/// What a user can see of an accumulator (as text, in which a missing number equals itself), why its run ended before
/// its tags did, and its byte form; or why an accumulator passed a bound.
type Seen = Result<(String, Option<Error>, Vec<u8>), Code>;

/// Asserts that running `tags` at once, and in parts merged from the left, from the right, and by
/// their byte forms, comes to the same, be it an error.
fn check<A: Analysis>(params: &Params, tags: &[Tag], cuts: &[usize]) {
    let mut parts = Vec::new();
    let mut begin = 0;
    for cut in cuts.iter().chain([&tags.len()]) {
        parts.push(&tags[begin..*cut]);
        begin = *cut;
    }
    let whole = seen(run::<A>(params, tags));
    let context = || format!("{params:?} {cuts:?} {tags:?}");
    assert_eq!(seen(from_left::<A>(params, &parts)), whole, "from the left: {}", context());
    assert_eq!(seen(from_right::<A>(params, &parts)), whole, "from the right: {}", context());
    assert_eq!(by_bytes::<A>(params, &parts), whole, "by bytes: {}", context());
}

/// Pushes `tags`; that the run ends at one of them is part of what it comes to.
fn push(run: &mut dyn AnyAnalysis, tags: &[Tag]) -> Result<(), Code> {
    match run.push_tags(tags) {
        Err(error) if run.stopped().as_ref() != Some(&error) => Err(error.code),
        _ => Ok(()),
    }
}

fn run<A: Analysis>(params: &Params, tags: &[Tag]) -> Result<A, Code> {
    let mut run = A::new(params).unwrap();
    push(&mut run, tags)?;
    Ok(run)
}

fn seen<A: Analysis>(run: Result<A, Code>) -> Seen {
    run.map(|run| all_of(&run))
}

fn all_of(run: &dyn AnyAnalysis) -> (String, Option<Error>, Vec<u8>) {
    (format!("{:?}", run.result()), run.stopped(), run.save().unwrap())
}

fn from_left<A: Analysis>(params: &Params, parts: &[&[Tag]]) -> Result<A, Code> {
    let mut all = run::<A>(params, parts[0])?;
    for part in &parts[1..] {
        all.merge(run::<A>(params, part)?.partial().into_owned()).map_err(|e| e.code)?;
    }
    Ok(all)
}

fn from_right<A: Analysis>(params: &Params, parts: &[&[Tag]]) -> Result<A, Code> {
    let mut all = A::new(params).unwrap();
    for part in parts.iter().rev() {
        let mut earlier = run::<A>(params, part)?;
        earlier.merge(all.partial().into_owned()).map_err(|e| e.code)?;
        all = earlier;
    }
    Ok(all)
}

/// As an engine outside does it: the name and bytes are all that is known. After a join, the run
/// goes on by pushing, as in a file that grows.
fn by_bytes<A: Analysis>(params: &Params, parts: &[&[Tag]]) -> Seen {
    let new = || make(A::NAME, params).unwrap();
    let mut all = new();
    for (k, part) in parts.iter().enumerate() {
        if k % 2 == 0 {
            let mut later = new();
            push(&mut *later, part)?;
            all.join(&later.save().unwrap()).map_err(|e| e.code)?;
        } else {
            push(&mut *all, part)?;
        }
    }
    Ok(all_of(&*all))
}
