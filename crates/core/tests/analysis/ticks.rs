//! The same light taken with ticks of several lengths: what is said of it does not depend on the tick.

use tagview_core::Value;
use tagview_core::tags::Tag;

use crate::pairs::list;
use crate::period::{ask, codes, float};
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

/// In each of so many pulses, a pair with a chance of `pair`, of which each channel sees its photon with `seen`, and a
/// photon of each channel's own with `own`; jitter of 100 ps.
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

/// Steady light of so many photons per second on each channel.
fn steady(seed: u64, seconds: f64, rate: f64) -> Times {
    let mut random = Random(seed);
    let many = (seconds * rate) as u64;
    (0..2 * many).map(|k| (if k % 2 == 0 { 3 } else { 15 }, 1e12 * seconds * random.uniform())).collect()
}

/// In ticks of so many ps.
fn in_ticks(times: &Times, tick: f64) -> Vec<Tag> {
    let mut all: Vec<Tag> =
        times.iter().map(|(channel, time)| tag(*channel, (time / tick).floor() as i64)).collect();
    all.sort_by_key(|tag| tag.time);
    all
}

/// What is said of channels 3 and 15 where nothing is asked but a window of so many ps, and again with the period that
/// was found where that says no CAR.
fn coincidences(times: &Times, tick: f64, window: f64) -> Value {
    let tags = in_ticks(times, tick);
    let own = [("window", Value::Int((window / tick).round() as i64))];
    let first = list(&ask("coincidence", &own, &tags), "patterns")[0].clone();
    match (float(&first, "car"), first.get("period")) {
        (None, Some(Value::Float(period))) => {
            assert!(codes(&first).contains(&Value::Text("pulsed".into())), "{first:?}");
            let own = [own[0].clone(), ("period", Value::Float(*period))];
            list(&ask("coincidence", &own, &tags), "patterns")[0].clone()
        }
        _ => first,
    }
}

/// That light of this period in ps is told to be pulsed, and its CAR is this one.
fn assert_car(times: &Times, (tick, window): (f64, f64), period: f64, truth: f64, precise: f64) {
    let found = coincidences(times, tick, window);
    let said = float(&found, "period").map(|said| said * tick);
    assert!(said.is_some_and(|said| (said / period - 1.0).abs() < 1e-3), "tick {tick}: {said:?} {found:?}");
    let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
    assert!((car - truth).abs() < 4.0 * error && error < precise, "tick {tick}: {car} +- {error}");
}

#[test]
fn a_source_of_pairs_has_the_same_car_in_ticks_of_any_length() {
    // Half of the pulses' pairs come alone: with a chance of 0.1 a pulse that a pair comes, CAR is 10.
    let times = pulses(1, (4_000_000, 12_500.0), (0.1, 0.1), 0.0);
    for tick in [156.25, 50.0, 10.0, 7.0, 4.0, 1.0] {
        // Of one pair a pulse at most, no coincidence comes by two pairs of one pulse: the truth is 1/0.1 - 1.
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
    // Pairs of photons at 1 MHz, whose CAR is known as that of others.
    let times = pulses(6, (1_000_000, 1e6), (0.05, 0.3), 0.0);
    for tick in [1.0, 4.0, 25.0, 156.25] {
        assert_car(&times, (tick, 2000.0), 1e6, 19.0, 1.5);
    }
}

#[test]
fn pairs_that_are_rare_in_pulses_are_compared_with_few_by_chance() {
    // Nearly all pairs of tags come together: the others tell the period.
    let times = pulses(5, (60_000_000, 12_500.0), (0.003, 0.2), 0.0);
    assert_car(&times, (1.0, 1000.0), 12_500.0, 1.0 / 0.003 - 1.0, 120.0);
}

#[test]
fn steady_light_has_no_period_in_ticks_of_any_length() {
    for (seed, tick) in [156.25, 25.0, 4.0, 1.0].into_iter().enumerate() {
        let found = coincidences(&steady(seed as u64, 0.1, 1e6), tick, 1000.0);
        assert_eq!(float(&found, "period"), None, "{found:?}");
        assert_eq!(found.get("accidentals_from"), Some(&Value::Text("rates".into())));
        let (car, error) = (float(&found, "car").unwrap(), float(&found, "car_error").unwrap());
        assert!(car.abs() < 4.0 * error, "{car} +- {error}");
    }
}

/// What `delay` and `pairs` say of channels 3 and 15, in ticks of so many ps.
fn delays(times: &Times, tick: f64) -> [Value; 2] {
    let tags = in_ticks(times, tick);
    let delay = ask("delay", &[("a", Value::Int(3)), ("b", Value::Int(15))], &tags);
    let pairs = ask("pairs", &[], &tags);
    let pair = list(&pairs, "pairs").iter().find(|pair| pair.get("a") != pair.get("b")).unwrap().clone();
    [delay, pair]
}

#[test]
fn uncorrelated_pulses_have_a_delay_modulo_their_period_in_ticks_of_any_length() {
    for (seed, tick) in [(7, 156.25), (8, 10.0), (9, 4.0), (10, 1.0)] {
        let times = pulses(seed, (16_000_000, 12_500.0), (0.0, 0.0), 0.004);
        for found in delays(&times, tick) {
            let modulo = float(&found, "delay_modulo").map(|ticks| ticks * tick);
            assert!(modulo.is_some_and(|ps| (ps / 12_500.0 - 1.0).abs() < 1e-3), "tick {tick}: {found:?}");
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
        let given = in_ticks(&times, 1.0);
        let entries = [("a", Value::Int(3)), ("b", Value::Int(15)), ("period", Value::Float(period))];
        for found in delays(&times, 1.0).into_iter().chain([ask("delay", &entries, &given)]) {
            let modulo = float(&found, "delay_modulo");
            assert!(modulo.is_some_and(|ticks| (ticks / period - 1.0).abs() < 1e-3), "{period}: {found:?}");
        }
    }
}

#[test]
fn a_source_of_pairs_has_its_delay_in_ticks_of_any_length() {
    let times = pulses(11, (4_000_000, 12_500.0), (0.1, 0.1), 0.0);
    for tick in [156.25, 10.0, 4.0, 1.0] {
        for found in delays(&times, tick) {
            let period = float(&found, "period").map(|ticks| ticks * tick);
            assert!(period.is_some_and(|ps| (ps / 12_500.0 - 1.0).abs() < 1e-3), "tick {tick}: {found:?}");
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
            for found in delays(&times, tick) {
                let said = |key| float(&found, key).unwrap_or_else(|| panic!("{key} at {tick}: {found:?}"));
                let centre = said("centre") * tick;
                assert!((centre - 2000.0).abs() < 4.5 * said("centre_error") * tick, "{tick}: {found:?}");
                let fwhm = 2.0 * (2.0 * 2.0_f64.ln()).sqrt() * (jitter * jitter + tick * tick / 6.0).sqrt();
                assert!(
                    (said("fwhm") * tick - fwhm).abs() < 4.5 * said("fwhm_error") * tick,
                    "{fwhm} at {tick}: {found:?}"
                );
                let background = 1e5 * 1e5 * tick / (1_u64 << 33) as f64;
                assert!(
                    (said("background") / background - 1.0).abs() < 0.3,
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
            // Every second pair, which are two of four tags.
            if *channel == 15 && k % 8 == 1 {
                *time += 40.0;
            }
        }
        for found in delays(&times, 1.0) {
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
