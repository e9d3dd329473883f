//! The merge law: `run(a ++ b) = merge(run(a), run(b))`, however a run is cut, for every analysis of the list and each of its
//! examples.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tagview_core::analysis::NAMES;
use tagview_core::tags::Tag;
use tagview_core::{Code, Error};

use crate::dynamic::{Analysis, EXAMPLES, Example, make};
use crate::tags::{device, late, params, tag, wild};

/// A request of an analysis.
type Request = (&'static str, Example);

/// Runs `test` with the examples of every analysis, each analysis in a thread.
fn each_analysis(test: impl Fn(&[Request]) + Sync) {
    std::thread::scope(|scope| {
        for (name, examples) in EXAMPLES {
            let test = &test;
            let requests: Vec<Request> = examples.iter().map(|example| (*name, *example)).collect();
            scope.spawn(move || test(&requests));
        }
    });
}

#[test]
fn every_analysis_has_examples() {
    let names: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, NAMES);
}

fn runner() -> TestRunner {
    TestRunner::new(ProptestConfig::with_cases(24))
}

#[test]
fn an_empty_run_is_neutral() {
    let tags = [tag(3, 5), tag(15, 5), tag(3, 2), tag(u64::MAX, 9)];
    each_analysis(|requests| {
        for request in requests {
            check(*request, &tags, &[0]);
            check(*request, &tags, &[tags.len()]);
            check(*request, &[], &[0, 0]);
        }
    });
}

#[test]
fn every_cut_of_a_small_run() {
    each_analysis(|requests| {
        let tags = prop_oneof![device(12), late(12), wild(12)];
        let every_cut = |tags: Vec<Tag>| {
            for request in requests {
                let (whole, result) = seen(run(*request, &tags));
                (0..=tags.len()).for_each(|cut| check_states(&whole, *request, &tags, &[cut]));
                // Equal states have equal results. Results take longer to compare, so only those of one cut are compared.
                let parts = tags.split_at(tags.len() / 2);
                assert_eq!(
                    seen(alternately(*request, &[parts.0, parts.1])).1,
                    result,
                    "{request:?} {tags:?}"
                );
            }
            Ok(())
        };
        runner().run(&tags, every_cut).unwrap();
    });
}

#[test]
fn many_cuts_of_a_large_run() {
    each_analysis(|requests| {
        let tags = prop_oneof![device(3000), late(300)];
        let cuts = proptest::collection::vec(any::<proptest::sample::Index>(), 2..8);
        let many_cuts = |(tags, cuts): (Vec<Tag>, Vec<proptest::sample::Index>)| {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(tags.len() + 1)).collect();
            cuts.sort_unstable();
            requests.iter().for_each(|request| check(*request, &tags, &cuts));
            Ok(())
        };
        runner().run(&(tags, cuts), many_cuts).unwrap();
    });
}

/// The state of an accumulator: the error that ended its run early, and its byte form; or the error of an accumulator that
/// passed a bound.
type State = Result<(Option<Error>, Vec<u8>), Code>;

/// The state of an accumulator and its result, as text, in which a missing number equals itself.
type Seen = (State, Option<String>);

/// Asserts that running `tags` at once, and in parts merged from the left, from the right, and alternately with pushing, gives
/// the same state, also if that is an error, and the same result.
fn check(request: Request, tags: &[Tag], cuts: &[usize]) {
    let whole = seen(run(request, tags));
    check_merged(&whole.0, request, tags, cuts);
    assert_eq!(seen(alternately(request, &parts(tags, cuts))), whole, "{request:?} {cuts:?} {tags:?}");
}

/// Compares only states; `whole` is the state after running `tags` at once.
fn check_states(whole: &State, request: Request, tags: &[Tag], cuts: &[usize]) {
    check_merged(whole, request, tags, cuts);
    assert_eq!(state(&alternately(request, &parts(tags, cuts))), *whole, "{request:?} {cuts:?} {tags:?}");
}

fn check_merged(whole: &State, request: Request, tags: &[Tag], cuts: &[usize]) {
    let parts = parts(tags, cuts);
    let context = || format!("{request:?} {cuts:?} {tags:?}");
    assert_eq!(state(&from_left(request, &parts)), *whole, "from the left: {}", context());
    assert_eq!(state(&from_right(request, &parts)), *whole, "from the right: {}", context());
}

fn parts<'a>(tags: &'a [Tag], cuts: &[usize]) -> Vec<&'a [Tag]> {
    let mut begin = 0;
    let ends = cuts.iter().copied().chain([tags.len()]);
    ends.map(|end| &tags[std::mem::replace(&mut begin, end)..end]).collect()
}

/// Pushes `tags`; a run that ends early is a valid outcome.
fn push(run: &mut Analysis, tags: &[Tag]) -> Result<(), Code> {
    match run.push_tags(tags) {
        Err(error) if run.stopped().as_ref() != Some(&error) => Err(error.code),
        _ => Ok(()),
    }
}

fn join(run: &mut Analysis, later: &Analysis) -> Result<(), Code> {
    run.join(&later.save().unwrap()).map_err(|e| e.code)
}

fn new((name, example): Request) -> Analysis {
    make(name, &params(example)).unwrap()
}

fn run(request: Request, tags: &[Tag]) -> Result<Analysis, Code> {
    let mut run = new(request);
    push(&mut run, tags)?;
    Ok(run)
}

fn state(run: &Result<Analysis, Code>) -> State {
    match run {
        Ok(run) => Ok((run.stopped(), run.save().unwrap())),
        Err(code) => Err(*code),
    }
}

fn seen(run: Result<Analysis, Code>) -> Seen {
    (state(&run), run.ok().map(|run| format!("{:?}", run.result())))
}

fn from_left(request: Request, parts: &[&[Tag]]) -> Result<Analysis, Code> {
    let mut all = run(request, parts[0])?;
    for part in &parts[1..] {
        join(&mut all, &run(request, part)?)?;
    }
    Ok(all)
}

fn from_right(request: Request, parts: &[&[Tag]]) -> Result<Analysis, Code> {
    let mut all = new(request);
    for part in parts.iter().rev() {
        let mut earlier = run(request, part)?;
        join(&mut earlier, &all)?;
        all = earlier;
    }
    Ok(all)
}

/// After a join, the run continues with further tags, as in a file that grows.
fn alternately(request: Request, parts: &[&[Tag]]) -> Result<Analysis, Code> {
    let mut all = new(request);
    for (k, part) in parts.iter().enumerate() {
        if k % 2 == 0 {
            join(&mut all, &run(request, part)?)?;
        } else {
            push(&mut all, part)?;
        }
    }
    Ok(all)
}
