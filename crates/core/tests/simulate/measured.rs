//! What the simulated source was told is measured back: by `delay`, `coincidence` and `gaps`, over
//! many seeds, as standard scores that have to look like those of a fair measurement.

use std::collections::BTreeMap;

use tagview_core::Value;
use tagview_core::analysis::{AnyAnalysis, make};
use tagview_core::request::Params;
use tagview_core::simulate::{Detector, Simulation, Source};

const SEEDS: u64 = 150;

/// Half of a second.
const DURATION: i64 = 3_200_000_000;
const TICK: f64 = 156.25e-12;
const PAIR_RATE: f64 = 400e3;
const DELAY: i64 = 26;
const JITTER: f64 = 2.2;

/// Cuts tails off: the jitter of both is 3.1 ticks.
const WINDOW: i64 = 5;
/// For many accidentals.
const WIDE: i64 = 100;

fn source(seed: u64) -> Source {
    let detector = |channel, efficiency, dark_rate, delay, dead_time| Detector {
        channel,
        efficiency,
        dark_rate,
        delay,
        dead_time,
        jitter: JITTER,
        afterpulsing: 0.0,
        ..Detector::default()
    };
    Source {
        seed,
        duration: DURATION,
        tick: TICK,
        pair_rate: PAIR_RATE,
        a: detector(3, 0.25, 5e3, 0, 320),
        b: detector(15, 0.30, 8e3, DELAY, 400),
        extra: Some(Detector {
            afterpulsing: 0.03,
            afterpulse_decay: 300.0,
            ..detector(16, 0.0, 50e3, 0, 500)
        }),
        ..Source::default()
    }
}

/// A detector's clicks: each is Poisson light, in which pairs do not show, through a dead time.
struct Arm {
    /// Per tick, before the dead time.
    light: f64,
    /// A click's whole tick is where the dead time begins: on average it is half a tick shorter.
    dead: f64,
}

impl Arm {
    fn new(detector: &Detector) -> Self {
        let light = (PAIR_RATE * detector.efficiency + detector.dark_rate) * TICK;
        Self { light, dead: detector.dead_time as f64 - 0.5 }
    }

    /// The share of time it is not dead.
    fn alive(&self) -> f64 {
        1.0 / (1.0 + self.light * self.dead)
    }

    fn tags(&self) -> f64 {
        self.light * self.alive() * DURATION as f64
    }
}

/// The chance that the difference of both clicks' whole ticks is at most `window` from the delay.
fn within(window: i64) -> f64 {
    let sigma = JITTER * 2.0_f64.sqrt();
    let density = |d: f64| (-d * d / (2.0 * sigma * sigma)).exp() / (sigma * std::f64::consts::TAU.sqrt());
    // The difference `d` of exact times is one of the two whole ones next to it, in proportion.
    let inside = |d: f64| (window as f64 + 1.0 - d.abs()).clamp(0.0, 1.0);
    let step = 1e-3;
    (-40_000..40_000).map(|k| (f64::from(k) + 0.5) * step).map(|d| density(d) * inside(d) * step).sum()
}

/// Mean and standard deviation of the width at half height of `pairs` delays, smoothed over three
/// bins of a tick: what `fwhm` is and its standard error.
fn width_of_toys(pairs: f64) -> (f64, f64) {
    let mut state = 1_u64;
    let mut uniform = || {
        // Splitmix64, https://prng.di.unimi.it/splitmix64.c
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut click = |delay: f64, phase: f64| {
        let gauss = (-2.0 * (1.0 - uniform()).ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos();
        (delay + phase + JITTER * gauss).floor()
    };
    let mut phase = 0.0_f64;
    let mut width = || {
        let mut counts = [0.0_f64; 101];
        for _ in 0..pairs as usize {
            phase = (phase + 0.618_033_988_749_894_9).fract();
            let d = click(DELAY as f64, phase) - click(0.0, phase);
            counts[(d as i64 - DELAY + 50) as usize] += 1.0;
        }
        let counts: Vec<f64> = counts.windows(3).map(mean).collect();
        let top = (0..99).max_by(|a, b| counts[*a].total_cmp(&counts[*b])).unwrap();
        let half = counts[top] / 2.0;
        let right = (top..99).find(|k| counts[*k] < half).unwrap();
        let left = (0..top).rev().find(|k| counts[*k] < half).unwrap();
        let part = |out: usize, inner: usize| (half - counts[out]) / (counts[inner] - counts[out]);
        let width = (right as f64 - part(right, right - 1)) - (left as f64 + part(left, left + 1));
        // Three bins have a variance of 2/3.
        (width * width - 8.0 * 2.0_f64.ln() * 2.0 / 3.0).sqrt()
    };
    let widths: Vec<f64> = (0..400).map(|_| width()).collect();
    (mean(&widths), spread(&widths))
}

/// The full width at half height of the delays: of two jitters, each in whole ticks.
fn gaussian() -> f64 {
    (8.0 * 2.0_f64.ln() * (2.0 * JITTER * JITTER + 2.0 / 12.0)).sqrt()
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

fn spread(all: &[f64]) -> f64 {
    let m = mean(all);
    (all.iter().map(|x| (x - m).powi(2)).sum::<f64>() / (all.len() - 1) as f64).sqrt()
}

fn float(value: Option<&Value>) -> f64 {
    match value {
        Some(Value::Float(x)) => *x,
        Some(Value::Count(n)) => *n as f64,
        Some(Value::Int(n)) => *n as f64,
        other => panic!("{other:?}"),
    }
}

fn list(value: &Value, name: &str) -> Vec<Value> {
    match value.get(name) {
        Some(Value::List(list)) => list.clone(),
        other => panic!("{other:?}"),
    }
}

fn coincidence(window: i64) -> Value {
    let pair = |a: i64, b: i64| Value::List(vec![Value::List(vec![Value::Int(a), Value::Int(b)])]);
    Value::map([("window", Value::Int(window)), ("patterns", pair(3, 15)), ("delays", pair(15, DELAY))])
}

/// The answers of these analyses to one recording.
fn answers<const N: usize>(source: Source, requests: [(&str, Value); N]) -> [Value; N] {
    let mut all: [Box<dyn AnyAnalysis>; N] =
        requests.map(|(name, request)| make(name, &Params::new(request).unwrap()).unwrap());
    let mut simulation = Simulation::new(source).unwrap();
    let mut batch = Vec::new();
    while simulation.next_batch(&mut batch) {
        for analysis in &mut all {
            analysis.push_tags(&batch).unwrap();
        }
    }
    all.map(|analysis| analysis.result())
}

/// Standard scores by what was measured.
type Scores = BTreeMap<&'static str, Vec<f64>>;

fn measure(seed: u64, toys: (f64, f64), scores: &mut Scores) {
    let source = source(seed);
    let arms = [&source.a, &source.b].map(Arm::new);
    let [a, b] = &arms;
    let pairs_seen = PAIR_RATE * TICK * source.a.efficiency * source.b.efficiency;
    // Neither is dead; a pair that was seen makes both so at once.
    let both_dead = pairs_seen * a.dead.min(b.dead) + (1.0 - a.alive()) * (1.0 - b.alive());
    let both_alive = a.alive() + b.alive() - 1.0 + both_dead;
    let pairs = pairs_seen * both_alive * DURATION as f64;

    let delay = Value::map([("a", Value::Int(3)), ("b", Value::Int(15))]);
    let requests = [
        ("delay", delay),
        ("coincidence", coincidence(WINDOW)),
        ("coincidence", coincidence(WIDE)),
        ("gaps", Value::map([])),
    ];
    let extra = source.extra.clone().unwrap();
    let [delay, near, wide, gaps] = answers(source, requests);
    let mut score = |name, score: f64| scores.entry(name).or_default().push(score);

    let of = |name| float(delay.get(name));
    score("centre", (of("centre") - DELAY as f64) / of("centre_error"));
    score("fwhm", (of("fwhm") - toys.0) / toys.1);

    let [near] = &list(&near, "patterns")[..] else { panic!() };
    let of = |name| float(near.get(name));
    let chance = a.tags() * b.tags() / DURATION as f64;
    let expected = pairs * within(WINDOW) + chance * (2 * WINDOW + 1) as f64;
    score("coincidences", (of("counts") - expected) / expected.sqrt());
    for (name, channel, other) in [("efficiency of b", "15", a), ("efficiency of a", "3", b)] {
        let of = |name: &str| float(near.get(name).and_then(|all| all.get(channel)));
        let expected = pairs * within(WINDOW) / other.tags();
        score(name, (of("efficiency") - expected) / of("efficiency_error"));
    }

    let [wide] = &list(&wide, "patterns")[..] else { panic!() };
    let chance = chance * (2 * WIDE + 1) as f64;
    // The product of two numbers of tags that share their pairs.
    let error = chance * (1.0 / a.tags() + 1.0 / b.tags() + 2.0 * pairs / (a.tags() * b.tags())).sqrt();
    score("accidentals", (float(wide.get("accidentals")) - chance) / error);
    score("accidentals beside", (float(wide.get("accidentals_measured")) - chance) / (chance / 32.0).sqrt());

    let [of_a, of_b, of_extra] = &list(&gaps, "channels")[..] else { panic!() };
    for ((gaps, arm), name) in [of_a, of_b].into_iter().zip(&arms).zip(["mean gap of a", "mean gap of b"]) {
        let error = 1.0 / arm.light / arm.tags().sqrt();
        score(name, (float(gaps.get("mean")) - arm.dead - 1.0 / arm.light) / error);
        score("no afterpulsing", float(gaps.get("afterpulsing")) / float(gaps.get("afterpulsing_error")));
    }
    let found = float(of_extra.get("afterpulsing")) - extra.afterpulsing;
    score("afterpulsing", found / float(of_extra.get("afterpulsing_error")));

    for (gaps, dead_time) in [(of_a, 320), (of_b, 400), (of_extra, 500)] {
        let Some(Value::Int(found)) = gaps.get("dead_time") else { panic!() };
        assert!((dead_time..dead_time + 12).contains(found), "seed {seed}: {found} ticks dead");
    }
    for ((gaps, arm), dead_time) in [of_a, of_b].into_iter().zip(&arms).zip([320.0, 400.0]) {
        // The shortest of so many exponential gaps, in whole ticks, is geometric.
        let rate = arm.light * arm.tags();
        let expected = 1.0 / rate.exp_m1();
        let error = (expected * (1.0 + expected)).sqrt();
        score("dead time", (float(gaps.get("dead_time")) - dead_time - expected) / error);
    }
}

#[test]
fn what_was_simulated_is_measured_back() {
    let pairs = PAIR_RATE * 0.25 * 0.30 * 0.99 * TICK * DURATION as f64;
    let toys = width_of_toys(pairs);
    assert!((toys.0 / gaussian() - 1.0).abs() < 0.01, "{toys:?} against {}", gaussian());
    let mut scores = Scores::new();
    for seed in 1..=SEEDS {
        measure(seed, toys, &mut scores);
    }
    let mut wrong = Vec::new();
    let (mut far, mut all) = (0, 0);
    for (name, scores) in &scores {
        let (n, worst) = (scores.len() as f64, scores.iter().fold(0.0, |worst: f64, z| worst.max(z.abs())));
        let (mean, spread) = (mean(scores), spread(scores));
        let line = format!("{name}: {n} scores, mean {mean:.2}, spread {spread:.2}, worst {worst:.2}");
        println!("{line}");
        // Three standard errors of each.
        let fair = mean.abs() < 3.0 / n.sqrt() && (spread - 1.0).abs() < 3.0 / (2.0 * n).sqrt();
        // Geometric, where a score of 5 is nothing rare; all others are about Gaussian.
        let geometric = *name == "dead time";
        if !fair || (worst > 4.5 && !geometric) {
            wrong.push(line);
        }
        if !geometric {
            far += scores.iter().filter(|z| z.abs() > 3.0).count();
            all += scores.len();
        }
    }
    // Chance puts 0.27 % beyond three standard errors.
    let chance = 0.0027 * all as f64;
    println!("{far} of {all} beyond three standard errors, {chance:.1} by chance");
    assert!((far as f64) < chance + 3.0 * chance.sqrt(), "{far} of {all}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
