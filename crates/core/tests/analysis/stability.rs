//! `stability` compared with a direct computation and with closed forms.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::{list, run};
use crate::tags::{device, tag};

fn floats(value: &Value, name: &str) -> Vec<f64> {
    match value.get(name) {
        Some(Value::Floats(all)) => all.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

fn times(value: &Value) -> Vec<i64> {
    match value.get("times") {
        Some(Value::Times(all)) => all.clone(),
        other => panic!("{other:?}"),
    }
}

/// Allan deviation and Fano's factor of `channel` over slices of `time` ticks that are whole in a run, from the first
/// whole slice of `bin` on.
fn naive(tags: &[Tag], channel: u64, bin: i64, time: i64) -> (f64, f64) {
    let all = tags.iter().map(|tag| tag.time);
    let (first, last) = (all.clone().min().unwrap(), all.max().unwrap());
    let begin = (first.div_euclid(bin) + 1) * bin;
    let whole = (last.div_euclid(bin) * bin - begin) / time;
    let of = |k: i64| {
        let from = begin + k * time;
        tags.iter().filter(|tag| tag.channel == channel && (from..from + time).contains(&tag.time)).count()
            as f64
    };
    let counts: Vec<f64> = (0..whole).map(of).collect();
    let mean = counts.iter().sum::<f64>() / whole as f64;
    let allan: f64 =
        counts.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>() / (2.0 * (whole - 1) as f64);
    let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (whole - 1) as f64;
    (allan.sqrt() / mean, variance / mean)
}

fn assert_same(found: f64, wanted: f64) {
    assert!(
        found.is_nan() && wanted.is_nan() || (found - wanted).abs() < 1e-9 * wanted.abs(),
        "{found} {wanted}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn counts_of_whole_slices(
        tags in device(300),
        bin in prop_oneof![Just(None), (50..3000_i64).prop_map(Some)],
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let entries: Vec<(&str, i64)> = bin.iter().map(|bin| ("bin", *bin)).collect();
        let result = run("stability", &entries, &tags, &cuts).unwrap();
        for row in list(&result, "channels") {
            let Some(Value::UInt(channel)) = row.get("channel") else { panic!() };
            let (allan, fano) = (floats(row, "allan_deviation"), floats(row, "fano"));
            // There are many fine automatic slices, so only the coarse ones are compared.
            let all: Vec<(usize, i64)> = times(&result).into_iter().enumerate().collect();
            for (k, time) in all.iter().rev().take(6) {
                let (wanted_allan, wanted_fano) = naive(&tags, *channel, times(&result)[0], *time);
                assert_same(allan[*k], wanted_allan);
                assert_same(fano[*k], wanted_fano);
            }
        }
    }
}

fn poisson(seed: u64, mean_gap: f64, dead: f64, end: f64) -> Vec<Tag> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut time = 0.0;
    let mut tags = Vec::new();
    loop {
        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        time += dead - mean_gap * (1.0 - uniform).ln();
        if time > end {
            return tags;
        }
        tags.push(tag(3, time as i64));
    }
}

#[test]
fn steady_light_is_as_steady_as_counts_can_be() {
    let result = run("stability", &[("bin", 1 << 12)], &poisson(1, 300.0, 0.0, 3e7), &[]).unwrap();
    let row = &list(&result, "channels")[0];
    for (name, error, truth) in [
        ("allan_deviation", "allan_deviation_error", floats(row, "poisson_deviation")),
        ("fano", "fano_error", vec![1.0; times(&result).len()]),
        ("mandel_q", "fano_error", vec![0.0; times(&result).len()]),
    ] {
        for ((value, error), truth) in floats(row, name).iter().zip(floats(row, error)).zip(truth) {
            assert!((value - truth).abs() < 3.5 * error, "{name}: {value} +- {error}, not {truth}");
        }
    }
}

fn distribution(row: &Value) -> Vec<u64> {
    match row.get("distribution") {
        Some(Value::Counts(all)) => all.clone(),
        other => panic!("{other:?}"),
    }
}

/// The distribution of counts of steady light is Poisson's, its moments are those of `fano`, and a slice with too many tags ends it.
#[test]
fn slices_are_counted_by_their_tags() {
    let tags = poisson(5, 300.0, 0.0, 3e7);
    let result = run("stability", &[("bin", 1000)], &tags, &[]).unwrap();
    let row = &list(&result, "channels")[0];
    let counted = distribution(row);
    let slices: u64 = counted.iter().sum();
    let tags_of: u64 = counted.iter().zip(0..).map(|(n, k)| n * k).sum();
    let mean = tags_of as f64 / slices as f64;
    let variance = counted.iter().zip(0..).map(|(n, k)| *n as f64 * (f64::from(k) - mean).powi(2));
    assert_same(variance.sum::<f64>() / (slices - 1) as f64 / mean, floats(row, "fano")[0]);
    let mut poisson_share = (-1000.0_f64 / 300.0).exp();
    for (k, n) in counted.iter().enumerate().take(10) {
        let expected = poisson_share * slices as f64;
        assert!((*n as f64 - expected).abs() < 4.0 * expected.sqrt(), "{k}: {n} {expected}");
        poisson_share *= 1000.0 / 300.0 / (k + 1) as f64;
    }
    let wide = run("stability", &[("bin", 3_000_000)], &tags, &[]).unwrap();
    assert!(distribution(&list(&wide, "channels")[0]).is_empty());
}

#[test]
fn the_error_of_fanos_factor_of_few_counts_is_as_large_as_it_scatters() {
    // 0.05 counts a slice, 2,000 slices.
    let runs = 200;
    let within = (0..runs).filter(|seed| {
        let tags = poisson(100 + seed, 20_000.0, 0.0, 2e6);
        let result = run("stability", &[("bin", 1000)], &tags, &[]).unwrap();
        let row = &list(&result, "channels")[0];
        (floats(row, "fano")[0] - 1.0).abs() < floats(row, "fano_error")[0]
    });
    // 3 standard deviations of a binomial distribution.
    let share = within.count() as f64 / runs as f64;
    assert!((share - 0.683).abs() < 3.0 * (0.683 * 0.317 / runs as f64).sqrt(), "{share}");
}

/// Mueller, Nucl. Instrum. Meth. 117, 401 (1974): counts with a dead time have the variance `mean / (1 + r tau)^2`.
#[test]
fn a_dead_time_makes_counts_more_even() {
    let result = run("stability", &[("bin", 1 << 15)], &poisson(2, 500.0, 200.0, 1e8), &[]).unwrap();
    let row = &list(&result, "channels")[0];
    let (fano, error) = (floats(row, "fano")[0], floats(row, "fano_error")[0]);
    let truth = (1.0_f64 + 200.0 / 500.0).powi(-2);
    assert!((fano - truth).abs() < 4.0 * error, "{fano} +- {error}, not {truth}");
}

#[test]
fn a_short_run_has_a_remark_and_no_values() {
    let result = run("stability", &[("bin", 100)], &[tag(3, 0), tag(3, 850)], &[]).unwrap();
    assert!(times(&result).is_empty());
    assert!(list(&result, "remarks")[0].get("code") == Some(&Value::Text("range-too-short".to_owned())));
}

/// The hint of steady light that is dimmed to `1 + depth cos(2 pi t / period)` of its mean, with a mean gap of 300 ticks.
fn mains_hint(seed: u64, depth: f64, period: f64, drift: f64) -> Option<String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let end = 3e7;
    let brightest = (1.0 + depth) * (1.0 + drift);
    let tags: Vec<Tag> = poisson(1000 + seed, 300.0 / brightest, 0.0, end)
        .into_iter()
        .filter(|tag| {
            let time = tag.time as f64;
            let light =
                (1.0 + depth * (std::f64::consts::TAU * time / period).cos()) * (1.0 + drift * time / end);
            (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * brightest < light
        })
        .collect();
    let result = run("stability", &[("bin", 1 << 10)], &tags, &[]).unwrap();
    list(&result, "hints").first().map(|hint| match (hint.get("code"), hint.get("message")) {
        (Some(Value::Text(code)), Some(Value::Text(message))) if code == "mains" => message.clone(),
        other => panic!("{other:?}"),
    })
}

/// Returns the number before a word of a message.
fn number_before(message: &str, unit: &str) -> f64 {
    let words: Vec<&str> = message.split(' ').collect();
    let place = words.iter().position(|word| word.starts_with(unit)).unwrap();
    words[place - 1].parse().unwrap()
}

#[test]
fn a_flickering_lamp_is_a_hint_with_period_and_depth() {
    for (seed, depth, period) in
        [(1, 0.1, 123_456.7), (2, 0.06, 50_000.0), (3, 0.5, 7_000.3), (4, 0.07, 200_000.0)]
    {
        let message = mains_hint(seed, depth, period, 0.3).unwrap();
        let (found, ticks) = (number_before(&message, "%") / 100.0, number_before(&message, "ticks"));
        // 60,000 counts determine an amplitude to 0.006, and a frequency to a fraction of 1 / length of the recording.
        assert!((found - depth).abs() < 0.015 + 0.1 * depth, "{message}");
        assert!((ticks / period - 1.0).abs() < 0.5 * period / 3e7, "{message}");
    }
}

#[test]
fn light_without_flicker_and_clocks_have_no_hint() {
    // At most one in a thousand by chance.
    assert_eq!((0..60).filter_map(|seed| mains_hint(seed, 0.0, 1.0, 0.0)).count(), 0);
    assert_eq!((0..20).filter_map(|seed| mains_hint(seed, 0.0, 1.0, 5.0)).count(), 0, "drift");
    let clock: Vec<Tag> = (0..100_000).map(|k| tag(3, (f64::from(k) * 300.7) as i64)).collect();
    assert!(list(&run("stability", &[("bin", 1 << 10)], &clock, &[]).unwrap(), "hints").is_empty());
}
