//! The parameters of the simulated source are measured with `delay`, `coincidence` and `gaps` over many
//! seeds, as standard scores that have to look like those of a fair measurement.

use std::collections::BTreeMap;

use tagview_core::simulate::{Detector, Simulation, Source};

use crate::dynamic::{Analysis, Params, Value, make};

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

/// The full width at half height of the delays of two jitters, before times are rounded to ticks.
fn gaussian() -> f64 {
    (8.0 * 2.0_f64.ln() * 2.0 * JITTER * JITTER).sqrt()
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

/// The results of these analyses for one recording.
fn answers<const N: usize>(source: Source, requests: [(&str, Value); N]) -> [Value; N] {
    let mut all: [Analysis; N] =
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

/// Standard scores by measured quantity.
type Scores = BTreeMap<&'static str, Vec<f64>>;

fn measure(seed: u64, scores: &mut Scores) {
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
    score("fwhm", (of("fwhm") - gaussian()) / of("fwhm_error"));

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
    score("accidentals", (float(wide.get("accidentals_rates")) - chance) / error);
    score("accidentals beside", (float(wide.get("accidentals_measured")) - chance) / (chance / 32.0).sqrt());

    let [of_a, of_b, of_extra] = &list(&gaps, "channels")[..] else { panic!() };
    for ((gaps, arm), name) in [of_a, of_b].into_iter().zip(&arms).zip(["mean gap of a", "mean gap of b"]) {
        let error = 1.0 / arm.light / arm.tags().sqrt();
        score(name, (float(gaps.get("mean")) - arm.dead - 1.0 / arm.light) / error);
    }
    let afterpulsing = [("no afterpulsing", of_a, 0.0), ("no afterpulsing", of_b, 0.0)];
    for (name, gaps, truth) in
        afterpulsing.into_iter().chain([("afterpulsing", of_extra, extra.afterpulsing)])
    {
        // In one of 700, chance makes a lack of three standard errors, which is no afterpulsing.
        if gaps.get("afterpulsing") != Some(&Value::Null) {
            let error = float(gaps.get("afterpulsing_error"));
            score(name, (float(gaps.get("afterpulsing")) - truth) / error);
        }
    }
    for (gaps, dead_time) in [(of_a, 320.0), (of_b, 400.0), (of_extra, 500.0)] {
        // In cells of 2 ticks, of a gap each or fewer.
        let found = float(gaps.get("dead_time"));
        assert!((found - dead_time).abs() <= 12.0, "seed {seed}: {found} ticks dead");
    }
}

#[test]
fn what_was_simulated_is_measured_back() {
    let mut scores = Scores::new();
    for seed in 1..=SEEDS {
        measure(seed, &mut scores);
    }
    let mut wrong = Vec::new();
    let (mut far, mut all) = (0, 0);
    for (name, scores) in &scores {
        let (n, worst) = (scores.len() as f64, scores.iter().fold(0.0, |worst: f64, z| worst.max(z.abs())));
        let (mean, spread) = (mean(scores), spread(scores));
        let line = format!("{name}: {n} scores, mean {mean:.2}, spread {spread:.2}, worst {worst:.2}");
        println!("{line}");
        // Three standard errors of each.
        let error = 3.0 / (2.0 * n).sqrt();
        let fair = mean.abs() < 3.0 / n.sqrt() && (1.0 - error..1.0 + error).contains(&spread);
        if !fair || worst > 4.5 {
            wrong.push(line);
        }
        far += scores.iter().filter(|z| z.abs() > 3.0).count();
        all += scores.len();
    }
    // Chance puts 0.27 % beyond three standard errors.
    let chance = 0.0027 * all as f64;
    println!("{far} of {all} beyond three standard errors, {chance:.1} by chance");
    assert!((far as f64) < chance + 3.0 * chance.sqrt(), "{far} of {all}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
