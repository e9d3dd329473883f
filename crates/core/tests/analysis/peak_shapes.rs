//! Peaks of known position and width: next to crosstalk, with rounded times, and from a blinking emitter.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::naive::answer;
use crate::tags::tag;

/// Uniform and normal random numbers: Marsaglia's xorshift, Box and Muller.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Pairs of a tag of channel 3 and one of channel 15 a delay later, each time rounded to a whole tick. The mean time
/// between pairs is 100,000 ticks.
fn pairs_with(delays: &[f64], random: &mut Random) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut time = 0.0;
    for delay in delays {
        time -= 100_000.0 * (1.0 - random.uniform()).ln();
        tags.extend([tag(3, time.round() as i64), tag(15, (time + delay).round() as i64)]);
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

fn peak_of(tags: &[Tag], more: &[(&str, i64)]) -> Value {
    let entries = [&[("a", 3), ("b", 15), ("from", -6400), ("to", 6400)], more].concat();
    answer("delay", &entries, tags)
}

fn float(peak: &Value, name: &str) -> f64 {
    match peak.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{name}: {other:?} {peak:?}"),
    }
}

fn list_of<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    match value.get(name) {
        Some(Value::List(all)) => all,
        other => panic!("{name}: {other:?}"),
    }
}

fn hint_codes(value: &Value) -> Vec<String> {
    let code = |hint: &'_ Value| match hint.get("code") {
        Some(Value::Text(code)) => code.clone(),
        other => panic!("{other:?}"),
    };
    list_of(value, "hints").iter().map(code).collect()
}

#[test]
fn a_peak_is_listed_once_on_any_level_and_beside_smaller_ones() {
    for seed in 1..=12 {
        let mut random = Random(0x9e37_79b9 * seed);
        let level = [4000, 6400, 8000, 9000][seed as usize % 4];
        let mut delays: Vec<f64> = (0..level).map(|_| 12_800.0 * random.uniform() - 6400.0).collect();
        delays.extend((0..2500).map(|_| 300.0 + 15.0 * random.normal()));
        let one = peak_of(&pairs_with(&delays, &mut random), &[]);
        assert_eq!(list_of(&one, "peaks").len(), 1, "{one:?}");
        for place in [100.0, 500.0] {
            delays.extend((0..200).map(|_| place + 15.0 * random.normal()));
        }
        let three = peak_of(&pairs_with(&delays, &mut random), &[]);
        let mut places: Vec<f64> = list_of(&three, "peaks").iter().map(|peak| float(peak, "delay")).collect();
        places.sort_by(f64::total_cmp);
        assert_eq!(places.len(), 3, "{places:?}");
        assert!(places.iter().zip([100.0, 300.0, 500.0]).all(|(found, truth)| (found - truth).abs() < 8.0));
    }
}

#[test]
fn one_peak_is_a_list_of_one_and_steady_light_has_none() {
    for seed in 1..=10 {
        let mut random = Random(0x2545_f491 * seed);
        let flat = |random: &mut Random| 12_800.0 * random.uniform() - 6400.0;
        let mut delays: Vec<f64> = (0..4000).map(|_| flat(&mut random)).collect();
        let steady = peak_of(&pairs_with(&delays, &mut random), &[]);
        assert!(list_of(&steady, "peaks").is_empty(), "{steady:?}");
        delays.extend((0..500).map(|_| -700.0 + 40.0 * random.normal()));
        let one = peak_of(&pairs_with(&delays, &mut random), &[]);
        let [peak] = list_of(&one, "peaks") else { panic!("{one:?}") };
        for (name, of_list) in [("centre", "delay"), ("centre_error", "delay_error"), ("fwhm", "fwhm")] {
            assert_eq!(float(&one, name), float(peak, of_list));
        }
        assert!(hint_codes(&one).is_empty());
    }
}

/// A peak of two exponentials with a lifetime of 20 ticks, which falls to its half at 20 ln 2, and peaks at 200 ticks
/// to either side, which a Gaussian may include.
#[test]
fn the_width_at_half_of_the_height_is_that_of_a_peak_of_any_shape() {
    for (seed, sides, period) in [(1, 0, 0), (2, 6000, 0), (3, 0, 800), (4, 12_000, 800), (5, 12_000, 0)] {
        let mut random = Random(0x9e37_79b9 * seed);
        let mut delays = Vec::new();
        for (number, place) in [(24_000, 0.0), (sides, -200.0), (sides, 200.0)] {
            delays.extend((0..number).map(|k| {
                let pulse = if period > 0 { (k % 9 - 4) * period } else { 0 };
                let sign = if random.uniform() < 0.5 { -1.0 } else { 1.0 };
                f64::from(pulse) + place - sign * 20.0 * (1.0 - random.uniform()).ln()
            }));
        }
        delays.extend((0..2000).map(|_| 12_800.0 * random.uniform() - 6400.0));
        let peak = peak_of(&pairs_with(&delays, &mut random), &[("bin", 4), ("period", i64::from(period))]);
        let (width, error) = (float(&peak, "half_width"), float(&peak, "half_width_error"));
        let truth = 40.0 * std::f64::consts::LN_2;
        // Bins of 4 ticks round the tip of the peak off.
        assert!(
            (width - truth).abs() < 3.0 * error + 1.5 && error < 5.0,
            "{seed}: {width} +- {error} {peak:?}"
        );
    }
}

/// Crosstalk of the detectors at 77 ticks to either side of a peak at 19, of as many pairs.
#[test]
fn crosstalk_beside_a_peak_does_not_move_it() {
    for seed in 1..=10 {
        let mut random = Random(0x9e37_79b9 * seed);
        let mut delays: Vec<f64> = (0..2000).map(|_| 19.2 + 2.0 * random.normal()).collect();
        delays.extend((0..3000).map(|k| if k % 2 == 0 { 96.0 } else { -58.0 } + 2.0 * random.normal()));
        delays.extend((0..400).map(|_| 12_800.0 * random.uniform() - 6400.0));
        let peak = peak_of(&pairs_with(&delays, &mut random), &[]);
        let (centre, error) = (float(&peak, "centre"), float(&peak, "centre_error"));
        assert!((centre - 19.2).abs() < 4.0 * error && error < 0.2, "{centre} {error}");
        let mut listed: Vec<[f64; 4]> = list_of(&peak, "peaks")
            .iter()
            .map(|one| ["delay", "delay_error", "pairs", "pairs_error"].map(|name| float(one, name)))
            .collect();
        listed.sort_by(|x, y| x[0].total_cmp(&y[0]));
        assert_eq!(listed.len(), 3, "{listed:?}");
        for ([delay, delay_error, pairs, pairs_error], (place, number)) in
            listed.iter().zip([(-58.0, 1500.0), (19.2, 2000.0), (96.0, 1500.0)])
        {
            assert!((delay - place).abs() < 4.0 * delay_error && *delay_error < 0.2, "{delay} {delay_error}");
            assert!(
                (pairs - number).abs() < 4.0 * pairs_error && *pairs_error < 60.0,
                "{pairs} {pairs_error}"
            );
        }
        assert_eq!(hint_codes(&peak), ["crosstalk"]);
    }
}

/// The standard deviation of 0.42 ticks is the one before rounding. Rounding one time adds 0.29 ticks.
#[test]
fn a_width_does_not_contain_the_rounding_of_times() {
    let truth = 2.354_82 * 0.424;
    let mut off = Vec::new();
    for seed in 1..=20 {
        let mut random = Random(0x51_7cc1 * seed);
        let delays: Vec<f64> = (0..4000).map(|_| 19.3 + 0.424 * random.normal()).collect();
        let peak = peak_of(&pairs_with(&delays, &mut random), &[]);
        off.push((float(&peak, "fwhm") - truth) / float(&peak, "fwhm_error"));
    }
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    assert!(mean.abs() < 1.0, "{mean} standard errors: {off:?}");
}

/// A blinking emitter: no pairs at 0, and more in near pulses than in far ones on both sides.
#[test]
fn no_side_peak_of_a_blinking_emitter_is_the_delay() {
    for seed in 1..=10 {
        let mut random = Random(0xabcd_ef01 * seed);
        let mut delays = Vec::new();
        for pulse in (-70..=70_i32).filter(|pulse| *pulse != 0) {
            let pairs = 100.0 * (1.0 + 1.5 * (-f64::from(pulse.abs()) / 6.0).exp());
            delays.extend((0..pairs as usize).map(|_| f64::from(pulse) * 80.0 + 3.0 * random.normal()));
        }
        let peak = peak_of(&pairs_with(&delays, &mut random), &[("period", 80)]);
        assert_eq!(float(&peak, "delay_modulo"), 80.0, "{peak:?}");
    }
}

/// Returns the share of recordings whose peak is reported as not Gaussian. A recording has `pairs` pairs with delays
/// from `delay`, on a level of `level` pairs per tick.
fn share_not_gaussian(recordings: u64, pairs: usize, level: f64, delay: impl Fn(&mut Random) -> f64) -> f64 {
    let mut reported = 0;
    for seed in 1..=recordings {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let mut delays: Vec<f64> = (0..pairs).map(|_| delay(&mut random)).collect();
        delays.extend((0..(2000.0 * level) as usize).map(|_| 2000.0 * random.uniform() - 1000.0));
        let range = [("from", -1000), ("to", 1000), ("period", 0)];
        let peak = answer(
            "delay",
            &[&[("a", 3), ("b", 15)], &range[..]].concat(),
            &pairs_with(&delays, &mut random),
        );
        assert!(float(&peak, "fwhm") > 0.0, "{peak:?}");
        let code = Value::Text("peak-not-gaussian".into());
        reported += u32::from(list_of(&peak, "remarks").iter().any(|one| one.get("code") == Some(&code)));
    }
    f64::from(reported) / recordings as f64
}

#[test]
fn few_gaussian_peaks_are_reported_as_another_shape() {
    for (pairs, sigma, level) in [(300, 2.0, 0.0), (300, 12.0, 0.1), (1500, 3.0, 0.02), (1500, 25.0, 0.5)] {
        let share = share_not_gaussian(100, pairs, level, |random| 40.0 + sigma * random.normal());
        assert!(share <= 0.01, "{pairs} pairs, sigma {sigma}, level {level}: {share}");
    }
}

/// A third of the pairs is later by an exponential time of three standard deviations, as by diffusion in a detector.
#[test]
fn a_peak_with_a_tail_is_reported_as_another_shape() {
    for (pairs, sigma) in [(1500, 3.0), (1500, 12.0)] {
        let share = share_not_gaussian(20, pairs, 0.02, |random| {
            let late = if random.uniform() < 1.0 / 3.0 { -3.0 * (1.0 - random.uniform()).ln() } else { 0.0 };
            40.0 + sigma * (random.normal() + late)
        });
        assert!(share >= 0.95, "{pairs} pairs, sigma {sigma}: {share}");
    }
}
