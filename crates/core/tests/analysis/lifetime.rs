//! `lifetime`: its histograms compared with a direct count, its fits with simulated decays.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::{list, run};
use crate::tags::tag;

/// Ticks from pulse to pulse in the recordings of [`pulsed`].
const PERIOD: i64 = 100;

fn counts(value: &Value, name: &str) -> Vec<u64> {
    match value.get(name) {
        Some(Value::Counts(counts)) => counts.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

pub fn number(value: &Value, name: &str) -> Option<f64> {
    match value.get(name) {
        Some(Value::Float(x)) => Some(*x),
        Some(Value::Count(n)) => Some(*n as f64),
        Some(Value::Null) => None,
        other => panic!("{name}: {other:?}"),
    }
}

pub fn codes(value: &Value) -> Vec<String> {
    let code = |remark: &Value| match remark.get("code") {
        Some(Value::Text(code)) => code.clone(),
        other => panic!("{other:?}"),
    };
    list(value, "remarks").iter().map(code).collect()
}

fn ask(tags: &[Tag], entries: Vec<(&str, Value)>) -> Value {
    let entries = entries.into_iter().map(|(name, value)| (name.to_owned().into(), value)).collect();
    let mut run = make("lifetime", &Params::new(Value::Map(entries)).unwrap()).unwrap();
    run.push_tags(tags).unwrap();
    run.result()
}

pub fn clocked(tags: &[Tag], more: Vec<(&str, Value)>) -> Value {
    ask(tags, [("channel", Value::UInt(15)), ("sync", Value::UInt(3))].into_iter().chain(more).collect())
}

/// A pulse of channel 3 every 100 ticks, some of them missing, tags of 15 anywhere (too few for a fit, which takes
/// long), in an order that is off by up to a few hundred ticks.
fn pulsed() -> impl Strategy<Value = Vec<Tag>> {
    let pulses = proptest::collection::vec(0..10_u8, 2..400);
    let tags = proptest::collection::vec((0..40_000_i64, -300..300_i64), 0..95);
    (pulses, tags, -5000..5000_i64).prop_map(|(pulses, tags, start)| {
        let pulses = pulses.iter().enumerate().filter(|(k, x)| **x > 0 || *k < 2);
        let pulses =
            pulses.map(|(k, x)| (k as i64 * PERIOD + i64::from(*x), tag(3, start + k as i64 * PERIOD)));
        let tags = tags.into_iter().map(|(time, late)| (time + late, tag(15, start + time)));
        let mut all: Vec<(i64, Tag)> = pulses.chain(tags).collect();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, tag)| tag).collect()
    })
}

/// Counts in bins of one tick of a period, of all tags and of the first ones after a pulse; and how many have no pulse
/// in the range before them.
fn naive(tags: &[Tag], range: i64) -> (Vec<u64>, Vec<u64>, u64) {
    let (mut all, mut first, mut without) = (vec![0; 100], vec![0; 100], 0);
    let of = |channel| {
        let mut times: Vec<i64> =
            tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect();
        times.sort_unstable();
        times
    };
    let pulses = of(3);
    let mut last_with = None;
    for time in of(15) {
        let pulse = pulses.iter().rev().find(|pulse| **pulse <= time && time - **pulse <= range);
        let Some(pulse) = pulse else {
            without += 1;
            continue;
        };
        let bin = ((time - pulse) % PERIOD) as usize;
        all[bin] += 1;
        if last_with != Some(pulse) {
            first[bin] += 1;
        }
        last_with = Some(pulse);
    }
    (all, first, without)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_tag_is_counted_after_the_last_pulse(
        tags in pulsed(),
        range in 150..700_i64,
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let entries = [("channel", 15), ("sync", 3), ("range", range)];
        let result = run("lifetime", &entries, &tags, &cuts).unwrap();
        prop_assert_eq!(number(&result, "period"), Some(100.0));
        let (all, first, without) = naive(&tags, range);
        prop_assert_eq!(counts(&result, "counts"), all);
        prop_assert_eq!(counts(&result, "first"), first);
        prop_assert_eq!(number(&result, "without_sync"), Some(without as f64));
    }

    #[test]
    fn without_a_clock_times_are_folded(tags in pulsed(), period in 7..3000_i64) {
        let result = run("lifetime", &[("channel", 15), ("period", period)], &tags, &[]).unwrap();
        let bins = counts(&result, "counts");
        let mut wanted = vec![0; bins.len()];
        let width = number(&result, "bin").unwrap();
        for tag in tags.iter().filter(|tag| tag.channel == 15) {
            let place = (tag.time.rem_euclid(period) as f64 + 0.5) / width;
            wanted[(place as usize).min(bins.len() - 1)] += 1;
        }
        prop_assert_eq!(bins, wanted);
    }
}

pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.uniform()).ln()
    }

    pub fn gauss(&mut self) -> f64 {
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Light that decays after pulses, which channel 3 has for every `divider`-th of them.
pub struct Light {
    pub period: f64,
    pub pulses: u32,
    pub divider: u32,
    /// Parts and lifetimes.
    pub decays: Vec<(f64, f64)>,
    /// Where pulses are, and their standard deviation.
    pub start: f64,
    pub sigma: f64,
    /// Tags of a decay and of no decay for each pulse.
    pub seen: f64,
    pub dark: f64,
}

pub const LIGHT: Light = Light {
    period: 400.3,
    pulses: 60_000,
    divider: 1,
    decays: Vec::new(),
    start: 50.0,
    sigma: 3.0,
    seen: 0.04,
    dark: 0.002,
};

impl Light {
    pub fn tags(&self, seed: u64) -> Vec<Tag> {
        let mut random = Random::new(seed);
        let mut tags = Vec::new();
        for k in 0..self.pulses {
            let pulse = f64::from(k) * self.period;
            if k % self.divider == 0 {
                tags.push(tag(3, pulse.floor() as i64));
            }
            if random.uniform() < self.seen {
                let mut which = random.uniform();
                let decay = self.decays.iter().find(|(part, _)| {
                    which -= part;
                    which < 0.0
                });
                let lifetime = decay.or(self.decays.last()).map_or(0.0, |(_, lifetime)| *lifetime);
                let time = pulse + self.start + self.sigma * random.gauss() + random.exponential(lifetime);
                tags.push(tag(15, time.floor() as i64));
            }
            if random.uniform() < self.dark {
                tags.push(tag(15, (pulse + self.period * random.uniform()).floor() as i64));
            }
        }
        tags.sort_by_key(|tag| (tag.time, tag.channel));
        tags
    }
}

pub fn lifetime(value: &Value) -> (f64, f64) {
    let found = number(value, "lifetime").zip(number(value, "lifetime_error"));
    found.unwrap_or_else(|| panic!("{:?}", codes(value)))
}

/// Whether `value` is within 4 errors of `truth`.
fn assert_near((value, error): (f64, f64), truth: f64) {
    assert!((value - truth).abs() < 4.0 * error, "{value} +- {error}, not {truth}");
}

#[test]
fn a_lifetime_is_found_with_its_error() {
    for (seed, tau) in [(1, 40.0), (2, 4.0), (3, 150.0), (4, 1.5)] {
        let result = clocked(&Light { decays: vec![(1.0, tau)], ..LIGHT }.tags(seed), vec![]);
        assert_near(lifetime(&result), tau);
        let (_, error) = lifetime(&result);
        // Of n counts without a background the error is tau / sqrt(n), about 2 %.
        assert!(error > 0.015 * tau && error < 0.3 * tau, "{tau}: {error}");
        assert_eq!(number(&result, "decays"), Some(1.0));
        assert!((number(&result, "period").unwrap() - 400.3).abs() < 1e-3);
        assert!(!codes(&result).contains(&"fit-poor".to_owned()), "{:?}", codes(&result));
    }
}

/// Of a decay longer than the period, what is seen is nearly a constant, as the background is: those that come out ten
/// times too short would have the least errors.
#[test]
fn a_lifetime_that_counts_do_not_determine_is_not_reported() {
    let mut reported = 0;
    for seed in 0..20 {
        let light = Light { decays: vec![(1.0, 500.0)], pulses: 20_000, seen: 0.15, dark: 0.01, ..LIGHT };
        let result = clocked(&light.tags(seed), vec![]);
        if number(&result, "lifetime").is_some() {
            reported += 1;
            assert_near(lifetime(&result), 500.0);
            continue;
        }
        assert!(codes(&result).contains(&"not-determined".to_owned()), "{seed}: {:?}", codes(&result));
        let fits = list(&result, "fits");
        assert!(number(&fits[0], "counts_error").is_none() && number(&fits[0], "counts").is_some());
    }
    assert!(reported < 5, "{reported}");
}

#[test]
fn the_share_of_lifetimes_within_their_error_is_that_of_a_normal_distribution() {
    let runs: u64 = 80;
    let mut within = 0;
    let mut sum = 0.0;
    for seed in 0..runs {
        let light = Light { decays: vec![(1.0, 30.0)], pulses: 8000, ..LIGHT };
        let (value, error) = lifetime(&clocked(&light.tags(100 + seed), vec![]));
        within += usize::from((value - 30.0).abs() < error);
        sum += (value - 30.0) / error;
    }
    // 3 standard deviations of a binomial distribution, and of a mean.
    let share = within as f64 / runs as f64;
    assert!((share - 0.683).abs() < 3.0 * (0.683 * 0.317 / runs as f64).sqrt(), "{share}");
    assert!((sum / runs as f64).abs() < 3.5 / (runs as f64).sqrt(), "{sum}");
}

#[test]
fn two_decays_are_fitted_where_two_are_requested() {
    let light = Light { decays: vec![(0.6, 10.0), (0.4, 80.0)], pulses: 300_000, seen: 0.2, ..LIGHT };
    let one = clocked(&light.tags(9), vec![]);
    assert_eq!((number(&one, "lifetime"), codes(&one).contains(&"fit-poor".to_owned())), (None, true));
    let result = clocked(&light.tags(9), vec![("decays", Value::Int(2))]);
    assert_eq!(number(&result, "decays"), Some(2.0));
    let fit = &list(&result, "fits")[0];
    for (component, (share, lifetime)) in list(fit, "components").iter().zip(&light.decays) {
        let of =
            |name: &str, error: &str| (number(component, name).unwrap(), number(component, error).unwrap());
        assert_near(of("lifetime", "lifetime_error"), *lifetime);
        assert_near(of("share", "share_error"), *share);
    }
    assert_near(lifetime(&result), 0.6 * 10.0 + 0.4 * 80.0);
}

#[test]
fn two_decays_that_are_fitted_are_at_least_as_likely_as_one() {
    for (seed, start) in [(1, 0.0), (2, 0.0), (3, 50.0), (4, 639.0)] {
        let light = Light {
            decays: vec![(1.0, 25.6)],
            period: 640.0,
            pulses: 100_000,
            start,
            sigma: 2.2,
            seen: 0.5,
            dark: 0.0,
            ..LIGHT
        };
        let tags = light.tags(seed);
        let (one, two) = (clocked(&tags, vec![]), clocked(&tags, vec![("decays", Value::Int(2))]));
        assert_near(lifetime(&one), 25.6);
        let deviance = |result: &Value| number(list(result, "fits").first()?, "deviance");
        // Counts of one decay may not determine a second one.
        let Some(deviance_of_two) = deviance(&two) else { continue };
        assert!(deviance_of_two < deviance(&one).unwrap() + 0.01, "seed {seed}: {two:?}");
        let fits = list(&two, "fits");
        for component in list(&fits[0], "components") {
            let error = number(component, "share_error").unwrap();
            assert!(error < 1.0, "seed {seed}: {component:?}");
        }
    }
}

#[test]
fn a_measured_response_takes_the_place_of_a_gaussian() {
    // A response with two maxima, which no Gaussian describes.
    let bumps = |decay: f64, pulses: u32, seed: u64| {
        let light =
            |start: f64, seen: f64| Light { decays: vec![(1.0, decay)], start, seen, pulses, ..LIGHT };
        let mut tags = light(50.0, 0.2).tags(seed);
        let second = light(75.0, 0.2).tags(seed + 1);
        tags.extend(second.into_iter().filter(|tag| tag.channel == 15));
        tags.sort_by_key(|tag| (tag.time, tag.channel));
        tags
    };
    let response = counts(&clocked(&bumps(0.01, 400_000, 20), vec![]), "counts");
    let response = response.into_iter().map(Value::Count).collect();
    let decay = bumps(40.0, 30_000, 30);
    let result = clocked(&decay, vec![("response", Value::List(response))]);
    assert_near(lifetime(&result), 40.0);
    assert!(!codes(&result).contains(&"fit-poor".to_owned()));
    assert!(codes(&clocked(&decay, vec![])).contains(&"fit-poor".to_owned()));
    let other = clocked(&decay, vec![("response", Value::List(vec![Value::Count(5); 7]))]);
    assert_eq!(number(&other, "lifetime"), None);
    assert!(codes(&other).contains(&"no-fit".to_owned()));
}

#[test]
fn what_no_decay_describes_has_no_lifetime() {
    // Two pulses of light for each of the clock, which no two decays and no Gaussian response describe.
    let light = |start: f64| Light { decays: vec![(1.0, 40.0)], start, ..LIGHT };
    let mut tags = light(50.0).tags(11);
    tags.extend(light(220.0).tags(12).into_iter().filter(|tag| tag.channel == 15));
    tags.sort_by_key(|tag| (tag.time, tag.channel));
    let result = clocked(&tags, vec![]);
    assert!(codes(&result).contains(&"fit-poor".to_owned()), "{:?}", codes(&result));
    assert_eq!((number(&result, "lifetime"), number(&result, "lifetime_error")), (None, None));
    assert!(number(&result, "decays").is_some());
    for fit in list(&result, "fits") {
        let errors = ["counts_error", "background_error", "start_error", "response_fwhm_error"];
        assert!(errors.iter().all(|name| number(fit, name).is_none()), "{fit:?}");
        for component in list(fit, "components") {
            assert!(number(component, "lifetime").is_some());
            assert_eq!(number(component, "lifetime_error"), None);
            assert_eq!(number(component, "share_error"), None);
        }
    }
}

#[test]
fn a_clock_may_have_a_tag_for_every_few_pulses() {
    let light = Light { decays: vec![(1.0, 40.0)], divider: 16, ..LIGHT };
    let tags = light.tags(5);
    // The given period is wrong by more than a tick over 16 periods.
    let result = clocked(&tags, vec![("period", Value::Float(400.4))]);
    assert_eq!(number(&result, "divider"), Some(16.0));
    assert!((number(&result, "period").unwrap() - 400.3).abs() < 1e-3);
    assert_near(lifetime(&result), 40.0);
    assert!(codes(&result).contains(&"divided".to_owned()));
    let other = clocked(&tags, vec![("period", Value::Float(390.0))]);
    assert!(codes(&other).contains(&"not-the-clock".to_owned()));
}

#[test]
fn without_a_clock_the_period_is_taken_as_exact() {
    let light = Light { decays: vec![(1.0, 40.0)], period: 400.25, ..LIGHT };
    let tags: Vec<Tag> = light.tags(6).into_iter().filter(|tag| tag.channel == 15).collect();
    let result = ask(&tags, vec![("channel", Value::UInt(15)), ("period", Value::Float(400.25))]);
    assert_near(lifetime(&result), 40.0);
    assert_eq!(codes(&result), ["given", "gaussian-response"]);
}

#[test]
fn values_that_cannot_be_determined_have_a_remark() {
    let few = clocked(&Light { decays: vec![(1.0, 40.0)], pulses: 500, ..LIGHT }.tags(7), vec![]);
    assert_eq!(number(&few, "lifetime"), None);
    assert!(codes(&few).contains(&"too-few-counts".to_owned()));
    let no_clock = clocked(&[tag(15, 4), tag(15, 90)], vec![]);
    assert_eq!((number(&no_clock, "period"), number(&no_clock, "bin")), (None, None));
    assert_eq!(codes(&no_clock), ["range-too-short"]);
    let crowded = Light { decays: vec![(1.0, 40.0)], pulses: 9000, seen: 0.5, ..LIGHT };
    assert!(codes(&clocked(&crowded.tags(8), vec![])).contains(&"pile-up".to_owned()));
}

#[test]
fn pulses_that_are_missing_or_counted_twice_leave_the_period_alone() {
    let mut tags: Vec<Tag> = (0..5000_i64).filter(|k| k % 7 != 3).map(|k| tag(3, k * 1003 / 10)).collect();
    tags.extend((0..40_i64).map(|k| tag(3, k * 10_030 + 5)));
    tags.sort_by_key(|tag| tag.time);
    let period = number(&clocked(&tags, vec![]), "period").unwrap();
    assert!((period - 100.3).abs() < 0.01, "{period}");
}
