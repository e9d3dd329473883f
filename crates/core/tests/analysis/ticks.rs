//! The same light recorded with ticks of several lengths: its results do not depend on the tick.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, float, hinted};
use crate::tags::tag;

/// Numbers at random, always the same ones for a seed.
pub struct Random(pub u64);

impl Random {
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// How many failures there are before a success.
    fn failures(&mut self, chance: f64) -> u64 {
        ((1.0 - self.uniform()).ln() / (1.0 - chance).ln()) as u64
    }

    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// Times in ps of channels 3 and 15.
type Times = Vec<(u64, f64)>;

/// Makes a pair in each of `many` pulses with the probability `pair`. Each channel detects its photon of a pair with
/// the probability `seen`, and a photon of its own with the probability `own`. The jitter is 100 ps.
fn pulses(seed: u64, (many, period): (u64, f64), (pair, seen): (f64, f64), own: f64) -> Times {
    let mut random = Random(seed);
    let mut all = Vec::new();
    let mut take = |random: &mut Random, channel: u64, pulse: u64| {
        all.push((channel, pulse as f64 * period + 100.0 * random.normal()));
    };
    let each = |chance: f64, random: &mut Random, found: &mut dyn FnMut(&mut Random, u64)| {
        if chance == 0.0 {
            return;
        }
        let mut pulse = random.failures(chance);
        while pulse < many {
            found(random, pulse);
            pulse += 1 + random.failures(chance);
        }
    };
    each(pair, &mut random, &mut |random, pulse| {
        for channel in [3, 15] {
            if random.uniform() < seen {
                take(random, channel, pulse);
            }
        }
    });
    for channel in [3, 15] {
        each(own, &mut random, &mut |random, pulse| take(random, channel, pulse));
    }
    all
}

/// Steady light of `rate` photons per second on each channel.
fn steady(seed: u64, seconds: f64, rate: f64) -> Times {
    let mut random = Random(seed);
    let many = (seconds * rate) as u64;
    (0..2 * many).map(|k| (if k % 2 == 0 { 3 } else { 15 }, 1e12 * seconds * random.uniform())).collect()
}

/// Converts `times` to tags in order of time, with ticks of `tick` ps.
fn in_ticks(times: &Times, tick: f64) -> Vec<Tag> {
    let mut all: Vec<Tag> =
        times.iter().map(|(channel, time)| tag(*channel, (time / tick).floor() as i64)).collect();
    all.sort_by_key(|tag| tag.time);
    all
}

/// The result of channels 3 and 15 for a window in ps, with a period in ticks or without one.
fn coincidences(tags: &[Tag], window: i64, period: Option<f64>) -> Value {
    let mut own = vec![("window", Value::Int(window))];
    own.extend(period.map(|period| ("period", Value::Float(period))));
    ask("coincidence", &own, tags)
}

/// Asserts that light of this period in ps is hinted to be pulsed, and that its CAR with the period of the hint is `truth`.
fn assert_car(times: &Times, (tick, window): (f64, f64), period: f64, truth: f64, precise: f64) {
    let (tags, window) = (in_ticks(times, tick), (window / tick).round() as i64);
    let without = coincidences(&tags, window, None);
    let hint = hinted(&without).map(|ticks| ticks * tick);
    assert!(hint.is_some_and(|hint| (hint / period - 1.0).abs() < 3e-5), "tick {tick}: {hint:?} of {period}");
    assert_eq!(list(&without, "patterns")[0].get("car"), Some(&Value::Null), "tick {tick}: {without:?}");
    let with = coincidences(&tags, window, hinted(&without));
    let found = &list(&with, "patterns")[0];
    let (car, error) = (float(found, "car").unwrap(), float(found, "car_error").unwrap());
    assert!((car - truth).abs() < 4.0 * error && error < precise, "tick {tick}: {car} +- {error}");
}

#[test]
fn a_source_of_pairs_has_the_same_car_in_ticks_of_any_length() {
    // Half of the pulses' pairs come alone: with a chance of 0.1 a pulse that a pair comes, CAR is 10.
    let times = pulses(1, (4_000_000, 12_500.0), (0.1, 0.1), 0.0);
    for tick in [156.25, 50.0, 10.0, 7.0, 4.0, 1.0] {
        // With at most one pair per pulse, no coincidence comes from two pairs of one pulse: the truth is 1/0.1 - 1.
        assert_car(&times, (tick, 1000.0), 12_500.0, 9.0, 0.5);
    }
}

#[test]
fn uncorrelated_pulses_have_no_car_in_ticks_of_any_length() {
    let times = pulses(2, (16_000_000, 12_500.0), (0.0, 0.0), 0.004);
    for tick in [156.25, 20.0, 1.0] {
        assert_car(&times, (tick, 1000.0), 12_500.0, 0.0, 0.3);
    }
    // 40 MHz.
    let times = pulses(3, (8_000_000, 25_000.0), (0.0, 0.0), 0.005);
    assert_car(&times, (2.0, 1000.0), 25_000.0, 0.0, 0.4);
}

#[test]
fn pulses_far_apart_have_no_car() {
    // 2 MHz, 1 MHz, 500 kHz.
    for (many, period) in [(1_000_000, 5e5), (1_000_000, 1e6), (1_000_000, 2e6)] {
        let times = pulses(4, (many, period), (0.0, 0.0), 0.025);
        assert_car(&times, (156.25, 3000.0), period, 0.0, 0.2);
    }
}

#[test]
fn pulses_far_apart_have_no_car_in_fine_ticks() {
    // 20 MHz, 5 MHz, 2 MHz, 500 kHz.
    for (many, period) in [(4_000_000, 5e4), (1_000_000, 2e5), (1_000_000, 5e5), (1_000_000, 2e6)] {
        let own = if many > 1_000_000 { 0.01 } else { 0.025 };
        let times = pulses(4, (many, period), (0.0, 0.0), own);
        assert_car(&times, (1.0, 3000.0), period, 0.0, 0.25);
    }
    // 100 kHz and 10 kHz, with a photon of either channel in every tenth pulse and in every second one.
    for (many, period, own) in [(400_000, 1e7, 0.1), (40_000, 1e8, 0.5)] {
        assert_car(&pulses(4, (many, period), (0.0, 0.0), own), (1.0, 3000.0), period, 0.0, 0.1);
    }
    // Pairs of photons at 1 MHz, whose CAR is known as that of others.
    let times = pulses(6, (1_000_000, 1e6), (0.05, 0.3), 0.0);
    for tick in [1.0, 4.0, 25.0, 156.25] {
        assert_car(&times, (tick, 2000.0), 1e6, 19.0, 1.5);
    }
}

#[test]
fn pairs_that_are_rare_in_pulses_are_compared_with_few_by_chance() {
    // Nearly all pairs of tags have one delay: the remaining ones determine the period.
    let times = pulses(5, (60_000_000, 12_500.0), (0.003, 0.2), 0.0);
    assert_car(&times, (1.0, 1000.0), 12_500.0, 1.0 / 0.003 - 1.0, 120.0);
}

#[test]
fn steady_light_has_no_period_in_ticks_of_any_length() {
    for (seed, tick) in [156.25, 25.0, 4.0, 1.0].into_iter().enumerate() {
        let tags = in_ticks(&steady(seed as u64, 0.1, 1e6), tick);
        let answer = coincidences(&tags, (1000.0 / tick).round() as i64, None);
        assert_eq!(hinted(&answer), None, "{answer:?}");
        let found = &list(&answer, "patterns")[0];
        let (car, error) = (float(found, "car").unwrap(), float(found, "car_error").unwrap());
        assert!(car.abs() < 4.0 * error, "{car} +- {error}");
    }
}

/// The results of `delay` and `pairs` for channels 3 and 15 in ticks of `tick` ps, with a period in ps or without one.
fn delays(times: &Times, tick: f64, period: Option<f64>) -> [Value; 2] {
    let tags = in_ticks(times, tick);
    let mut more: Vec<(&str, Value)> = Vec::new();
    if let Some(period) = period {
        // Forty periods.
        let reach = (20.0 * period / tick) as i64;
        more.extend([
            ("period", Value::Float(period / tick)),
            ("from", Value::Int(-reach)),
            ("to", Value::Int(reach)),
        ]);
    }
    let delay =
        ask("delay", &[&[("a", Value::Int(3)), ("b", Value::Int(15))], more.as_slice()].concat(), &tags);
    let pairs = ask("pairs", &more, &tags);
    let pair = list(&pairs, "pairs").iter().find(|pair| pair.get("a") != pair.get("b")).unwrap().clone();
    [delay, pair]
}

#[test]
fn uncorrelated_pulses_have_a_delay_modulo_their_period_in_ticks_of_any_length() {
    for (seed, tick) in [(7, 156.25), (8, 10.0), (9, 4.0), (10, 1.0)] {
        let times = pulses(seed, (16_000_000, 12_500.0), (0.0, 0.0), 0.004);
        for found in delays(&times, tick, None) {
            assert_eq!(found.get("delay"), Some(&Value::Null), "tick {tick}: {found:?}");
        }
        for found in delays(&times, tick, Some(12_500.0)) {
            assert_eq!(float(&found, "delay_modulo"), Some(12_500.0 / tick), "tick {tick}: {found:?}");
            let significance = float(&found, "significance").unwrap();
            assert!(significance < 4.5, "tick {tick}: {found:?}");
        }
    }
}

#[test]
fn many_uncorrelated_pulses_have_no_delay() {
    // 5 million a second of 80 MHz, and a third of 300 kHz.
    for (many, period, own) in [(8_000_000, 12_500.0, 0.0625), (300_000, 2_500_000.0, 0.3)] {
        let times = pulses(50, (many, period), (0.0, 0.0), own);
        for found in delays(&times, 1.0, None) {
            assert_eq!(found.get("delay"), Some(&Value::Null), "{period}: {found:?}");
        }
        for found in delays(&times, 1.0, Some(period)) {
            assert_eq!(float(&found, "delay_modulo"), Some(period), "{period}: {found:?}");
        }
    }
}

#[test]
fn a_source_of_pairs_has_its_delay_in_ticks_of_any_length() {
    let times = pulses(11, (4_000_000, 12_500.0), (0.1, 0.1), 0.0);
    for tick in [156.25, 10.0, 4.0, 1.0] {
        for found in delays(&times, tick, Some(12_500.0)) {
            assert_eq!(float(&found, "delay_modulo"), None, "tick {tick}: {found:?}");
            let (centre, error) = (float(&found, "centre").unwrap(), float(&found, "centre_error").unwrap());
            assert!(centre.abs() < 4.0 * error, "tick {tick}: {centre} +- {error}");
        }
    }
}

/// Pairs whose second photon comes 2,000 ps after the first, with jitter of this standard deviation between them, and as
/// many photons of each channel's own, in 2^33 ps.
fn jittered(seed: u64, many: u64, jitter: f64) -> Times {
    const SPAN: f64 = (1_u64 << 33) as f64;
    let mut random = Random(seed);
    let mut all = Vec::new();
    for _ in 0..many {
        let time = SPAN * random.uniform();
        all.extend([(3, time), (15, time + 2000.0 + jitter * random.normal())]);
        all.extend([3, 15].map(|channel| (channel, SPAN * random.uniform())));
    }
    all
}

#[test]
fn a_peak_has_its_width_and_its_background_in_ticks_of_any_length() {
    // As detectors have it: 235 ps to 1.4 ns wide at half its height.
    for (seed, jitter) in [(20, 100.0), (21, 200.0), (22, 400.0), (23, 600.0)] {
        for tick in [1.0, 4.0, 25.0] {
            let times = jittered(seed, 50_000, jitter);
            for found in delays(&times, tick, None) {
                let value = |key| float(&found, key).unwrap_or_else(|| panic!("{key} at {tick}: {found:?}"));
                let centre = value("centre") * tick;
                assert!((centre - 2000.0).abs() < 4.5 * value("centre_error") * tick, "{tick}: {found:?}");
                let fwhm = 2.0 * (2.0 * 2.0_f64.ln()).sqrt() * (jitter * jitter + tick * tick / 6.0).sqrt();
                assert!(
                    (value("fwhm") * tick - fwhm).abs() < 4.5 * value("fwhm_error") * tick,
                    "{fwhm} at {tick}: {found:?}"
                );
                let background = 1e5 * 1e5 * tick / (1_u64 << 33) as f64;
                assert!(
                    (value("background") / background - 1.0).abs() < 0.3,
                    "{background} at {tick}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn nothing_is_missing_between_two_peaks() {
    for seed in 30..38 {
        let mut times = jittered(seed, 10_000, 5.0);
        for (k, (channel, time)) in times.iter_mut().enumerate() {
            // Every second pair: two of four tags.
            if *channel == 15 && k % 8 == 1 {
                *time += 40.0;
            }
        }
        for found in delays(&times, 1.0, None) {
            assert_eq!(list(&found, "dips"), [], "{found:?}");
        }
    }
}

#[test]
fn chopped_light_is_compared_with_light_that_is_as_bright() {
    // Displaced windows lie where one channel is lit and the other mostly is not.
    for (seed, half) in [(40, 25e6), (41, 50e6), (42, 100e6)] {
        let all = steady(seed, 2.0, 250e3);
        let times: Times = all.into_iter().filter(|(_, time)| time % (2.0 * half) < half).collect();
        assert_car(&times, (156.25, 2000.0), 2.0 * half, 0.0, 0.2);
    }
}
