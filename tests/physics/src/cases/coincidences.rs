//! Coincidences of two channels: accidentals, CAR and efficiencies, of steady, drifting, interrupted, bunched and paired
//! light; and of three, two of them paired.

use serde_json::{Value as Json, json};
use tagview_bridge::Value;
use tagview_core::tags::Tag;

use crate::answer::{ask, at, number};
use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 8] =
    ["light", "coincidences", "accidentals: truth", "mean", "from", "CAR: truth", "68 %", "95 %"];

const WINDOW: i64 = 20;
/// Ticks of delay that count.
const WIDTH: f64 = 41.0;

/// A recording of two detectors, and what is true of it.
struct Case {
    name: String,
    source: Json,
    accidentals: f64,
    /// True pairs within the window.
    pairs: f64,
    runs: u64,
}

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("coincidences", &HEAD);
    for from in ["measured", "rates"] {
        for mean in [2.0, 5.0, 10.0, 30.0, 100.0, 3000.0] {
            steady_light(&mut table, effort, mean, from);
        }
    }
    for (name, window, delay) in WIDE {
        wide(&mut table, effort, name, window, delay);
    }
    for case in unsteady(effort) {
        row(&mut table, &case);
    }
    let mut efficiencies = Table::new("efficiency", &["efficiency", "mean", "68 %", "95 %"]);
    for (efficiency, duration) in [(0.02, 40_000_000), (0.3, 20_000_000), (0.9, 20_000_000)] {
        paired(&mut table, &mut efficiencies, effort, efficiency, duration);
    }
    let mut several =
        Table::new("several", &["light", "coincidences", "accidentals", "CAR: truth", "mean", "68 %"]);
    three(&mut several, effort);
    vec![table, efficiencies, several]
}

/// Answers to one pattern of channels, with measured accidentals or those from rates.
fn answer(light: &[Tag], channels: &[u64], from: &str) -> Value {
    let request = json!({ "window": WINDOW, "patterns": [channels], "accidentals": from });
    at(&ask(light, "coincidence", &request), "patterns.0").clone()
}

/// A number of an answer with its error or interval.
pub fn add(found: &mut Coverage, answer: &Value, key: &str) {
    let (value, error) = (number(answer, key), number(answer, &format!("{key}_error")));
    match (value, error) {
        (Some(value), Some(error)) => found.add(value, error),
        (Some(value), None) => {
            let (stem, channel) = key.split_once('.').unwrap_or((key, ""));
            let path = if channel.is_empty() {
                format!("{stem}_interval")
            } else {
                format!("{stem}_interval.{channel}")
            };
            let end = |k: usize| number(at(answer, &path), &k.to_string()).unwrap_or(f64::NAN);
            found.add_interval(value, end(0), end(1));
        }
        _ => found.add_none(),
    }
}

fn two(duration: i64, a: Json, b: Json) -> Json {
    json!({ "duration": duration, "pair_rate": 0, "extra": false, "a": a, "b": b })
}

/// The mean is drawn for every run within one standard deviation.
fn steady_light(table: &mut Table, effort: Effort, mean: f64, from: &str) {
    let duration = 10_000_000_i64;
    let runs = if mean > 1000.0 { effort.runs(20, 400) } else { effort.runs(50, 1000) };
    let (mut car, mut counts, mut accidentals) = (Coverage::new(0.0), 0.0, Coverage::new(mean));
    let one = |seed: u64| {
        let place = (seed as f64 * 0.618_033_988_75).fract() * 2.0 - 1.0;
        let expected = mean + place * mean.sqrt().min(mean / 2.0);
        let rate = (expected / (WIDTH * duration as f64)).sqrt() / TICK;
        // Other seeds for other means.
        let seed = seed + 10_000 * mean as u64;
        (expected, answer(&tags(two(duration, steady(3, rate), steady(15, rate)), seed), &[3, 15], from))
    };
    for (expected, answer) in each(runs, one) {
        add(&mut car, &answer, "car");
        counts += number(&answer, "counts").unwrap_or(0.0) / runs as f64;
        accidentals.move_truth(expected);
        add_value(&mut accidentals, &answer);
    }
    // CAR is a ratio whose denominator is counted, too.
    judge(table, &format!("steady, mean {mean}"), counts, &accidentals, from, &car, 0.0, 2.0 / mean);
}

/// Windows, and delays of the second channel, that are a large part of a recording of 10,000,000 ticks.
const WIDE: [(&str, i64, i64); 4] = [
    ("steady, a window of a fiftieth of T", 200_000, 0),
    ("steady, a window of a tenth of T", 1_000_000, 0),
    ("steady, a window of seven tenths of T", 7_000_000, 0),
    ("steady, a channel later by a fifth of T", 5_000, 2_000_000),
];

/// A thousand tags of each of two channels.
fn wide(table: &mut Table, effort: Effort, name: &str, window: i64, delay: i64) {
    let duration = 10_000_000_i64;
    let span = duration as f64;
    let request =
        json!({ "window": window, "delays": [[15, delay]], "patterns": [[3, 15]], "accidentals": "rates" });
    let source = two(duration, steady(3, 1000.0 / span / TICK), steady(15, 1000.0 / span / TICK));
    // Pairs of tags `d` apart are there for `T - |d|` ticks.
    let overlap: f64 =
        (delay - window..=delay + window).map(|d| (1.0 - d.abs() as f64 / span).max(0.0)).sum();
    let mut accidentals = Coverage::new(1e6 * overlap / span);
    let (mut car, mut counts) = (Coverage::new(0.0), 0.0);
    let runs = effort.runs(40, 1000);
    let one = |seed: u64| {
        at(&ask(&tags(source.clone(), seed + 500_000), "coincidence", &request), "patterns.0").clone()
    };
    for answer in each(runs, one) {
        add(&mut car, &answer, "car");
        add_value(&mut accidentals, &answer);
        counts += number(&answer, "counts").unwrap_or(0.0) / runs as f64;
    }
    // T is from the first to the last tag, a thousandth less.
    judge(table, name, counts, &accidentals, "rates", &car, 0.0, 0.002);
}

fn add_value(found: &mut Coverage, answer: &Value) {
    match number(answer, "accidentals") {
        Some(value) => found.add_value(value),
        None => found.add_none(),
    }
}

#[expect(clippy::too_many_arguments, reason = "a row has as many cells")]
fn judge(
    table: &mut Table,
    name: &str,
    counts: f64,
    accidentals: &Coverage,
    from: &str,
    car: &Coverage,
    truth: f64,
    tolerance: f64,
) {
    let [mean, ..] = accidentals.cells(2);
    let [_, share_68, share_95] = car.cells(3);
    let expected = accidentals.mean_truth();
    // Where only some runs counted enough for an error, those are not a fair sample for 95 %.
    let fair = counts > 45.0;
    let wrong: Vec<String> = car
        .wrong(tolerance.max(0.01))
        .into_iter()
        .filter(|what| fair || !what.contains("95 %"))
        .chain(accidentals.wrong_mean(0.01 * expected))
        .collect();
    let cells = [
        name.into(),
        format!("{counts:.1}"),
        format!("{expected:.2}"),
        mean,
        from.into(),
        format!("{truth:.3}"),
        share_68,
        if fair { share_95 } else { String::new() },
    ];
    table.row(&cells, wrong);
}

fn row(table: &mut Table, case: &Case) {
    let truth = case.pairs / case.accidentals;
    let (mut car, mut accidentals, mut counts) = (Coverage::new(truth), Coverage::new(case.accidentals), 0.0);
    for answer in each(case.runs, |seed| answer(&tags(case.source.clone(), seed), &[3, 15], "measured")) {
        add(&mut car, &answer, "car");
        add_value(&mut accidentals, &answer);
        counts += number(&answer, "counts").unwrap_or(0.0) / case.runs as f64;
    }
    judge(table, &case.name, counts, &accidentals, "measured", &car, truth, 0.02 * (1.0 + truth));
}

fn unsteady(effort: Effort) -> Vec<Case> {
    let light = |duration: i64, rate: f64, more: Json| {
        let mut source = two(duration, steady(3, 0.0), steady(15, 0.0));
        source["light"] = json!({ "statistics": "coherent", "rate": rate });
        for channel in ["a", "b"] {
            source[channel]["efficiency"] = json!(1);
            source[channel]["delay"] = json!(0);
            source[channel]["jitter"] = json!(0);
        }
        if let (Some(source), Json::Object(more)) = (source.as_object_mut(), more) {
            source.extend(more);
        }
        source
    };
    // Each detector sees half of the light.
    let by_chance = |rate: f64, duration: i64| (rate / 2.0 * TICK).powi(2) * WIDTH * duration as f64;
    let second = 6_400_000_000_i64;
    let pause = json!({ "transmission": { "pauses": [[second / 2, 9 * second / 2]] } });
    let ramp = json!({ "transmission": { "start": 0.0, "end": 1.0 } });
    let thermal =
        |ticks: f64| json!({ "light": { "statistics": "thermal", "rate": 25.6e6, "coherence_time": ticks } });
    let bunched = |tc: f64| {
        let g2 = |d: i64| (-2.0 * d.abs() as f64 / tc).exp();
        (-WINDOW..=WINDOW).map(g2).sum::<f64>() / WIDTH
    };
    let mut afterpulses = two(300_000_000, steady(3, 1.92e6), steady(15, 1.92e6));
    for channel in ["a", "b"] {
        afterpulses[channel]["afterpulsing"] = json!(0.05);
        afterpulses[channel]["afterpulse_decay"] = json!(300.0);
    }
    // A coincidence of an afterpulse with the other tag of the pair that it follows is one, too.
    let beside = 1.0 + 2.0 * 0.05 * (1.0 - (-(WINDOW as f64 + 0.5) / 960.0).exp());
    let paired_rate = |efficiency: f64| 640_000.0 * efficiency / 0.95 * TICK;
    let mut paired = two(64_000_000, steady(3, 0.0), steady(15, 0.0));
    paired["pair_rate"] = json!(640_000.0);
    for (channel, efficiency) in [("a", 0.5), ("b", 0.3)] {
        let more = json!({ "efficiency": efficiency, "afterpulsing": 0.05, "afterpulse_decay": 960, "delay": 0, "jitter": 3 });
        if let (Some(detector), Json::Object(more)) = (paired[channel].as_object_mut(), more) {
            detector.extend(more);
        }
    }
    let duration = 10_000_000;
    let thermal_accidentals = by_chance(25.6e6, duration);
    vec![
        Case {
            name: "a pause of 4 s in 5 s".into(),
            source: light(5 * second, 2e5, pause),
            accidentals: by_chance(2e5, second),
            pairs: 0.0,
            runs: effort.runs(20, 400),
        },
        Case {
            name: "a ramp from 0".into(),
            source: light(5 * second, 2e5, ramp),
            accidentals: by_chance(2e5, 5 * second) / 3.0,
            pairs: 0.0,
            runs: effort.runs(20, 200),
        },
        Case {
            name: "afterpulses of 5 %".into(),
            source: afterpulses,
            accidentals: (1.92e6 * TICK * 1.05).powi(2) * WIDTH * 3e8,
            pairs: 0.0,
            runs: effort.runs(20, 200),
        },
        Case {
            name: "pairs, afterpulses of 5 %".into(),
            source: paired,
            accidentals: paired_rate(0.5) * paired_rate(0.3) * WIDTH * 64e6,
            pairs: 640_000.0 * TICK * 0.5 * 0.3 * 64e6 * beside,
            runs: effort.runs(20, 1000),
        },
        Case {
            name: "thermal, coherence of 200 ticks".into(),
            source: light(duration, 25.6e6, thermal(200.0)),
            accidentals: thermal_accidentals,
            pairs: thermal_accidentals * bunched(200.0),
            runs: effort.runs(20, 400),
        },
        Case {
            name: "thermal, coherence of 2000 ticks".into(),
            source: light(duration, 25.6e6, thermal(2000.0)),
            accidentals: thermal_accidentals,
            pairs: thermal_accidentals * bunched(2000.0),
            runs: effort.runs(20, 400),
        },
    ]
}

fn paired(table: &mut Table, efficiencies: &mut Table, effort: Effort, efficiency: f64, duration: i64) {
    let (rate, dark) = (640_000.0, 128_000.0);
    let detector = |channel: u64, efficiency: f64, dark: f64| {
        json!({
            "channel": channel, "efficiency": efficiency, "dark_rate": dark, "delay": 0, "jitter": 3,
            "dead_time": 0, "afterpulsing": 0,
        })
    };
    let source = json!({
        "duration": duration, "pair_rate": rate, "extra": false,
        "a": detector(3, 0.5, 0.0), "b": detector(15, efficiency, dark),
    });
    let ticks = duration as f64;
    let pairs = rate * TICK * 0.5 * efficiency * ticks;
    let accidentals = rate * TICK * 0.5 * ticks * (rate * efficiency + dark) * TICK * WIDTH;
    let runs = effort.runs(40, 1000);
    let name = format!("pairs, efficiency {efficiency}");
    let case = Case { name, source: source.clone(), accidentals, pairs, runs };
    row(table, &case);
    let mut found = Coverage::new(efficiency);
    for answer in each(runs, |seed| answer(&tags(source.clone(), seed + 10_000), &[3, 15], "measured")) {
        let by_channel = |key: &str| at(&answer, key).get("15").cloned().unwrap_or(Value::Null);
        match (by_channel("efficiency"), by_channel("efficiency_error")) {
            (Value::Float(value), Value::Float(error)) => found.add(value, error),
            (Value::Float(value), _) => {
                let Value::List(ends) = by_channel("efficiency_interval") else { continue };
                let [Value::Float(low), Value::Float(high)] = ends[..] else { continue };
                found.add_interval(value, low, high);
            }
            _ => found.add_none(),
        }
    }
    let [mean, share_68, share_95] = found.cells(4);
    efficiencies.row(&[format!("{efficiency}"), mean, share_68, share_95], found.wrong(0.005 * efficiency));
}

/// Two detectors of pairs and an independent third one: threefold coincidences are pairs with an accidental tag.
fn three(table: &mut Table, effort: Effort) {
    for (name, pair_rate, single, pauses) in [
        ("independent", 0.0, 12.8e6, false),
        ("two paired, one single", 1.28e6, 2.56e6, false),
        ("independent, a pause of four fifths", 0.0, 12.8e6, true),
        ("two paired, one single, a pause of four fifths", 1.28e6, 2.56e6, true),
    ] {
        let detector = |channel: u64| {
            json!({
                "channel": channel, "efficiency": 0.6, "delay": 0, "jitter": 4, "dead_time": 0, "afterpulsing": 0,
                "dark_rate": if pair_rate == 0.0 { single } else { 3e5 },
            })
        };
        let source = json!({
            "duration": if pauses { 100_000_000 } else { 20_000_000 }, "pair_rate": pair_rate,
            "a": detector(3), "b": detector(15), "extra": steady(16, single),
        });
        let runs = effort.runs(40, 1000);
        let (mut car, mut counts, mut accidentals) = (Coverage::new(0.0), 0.0, 0.0);
        let light = |seed| {
            let mut all = tags(source.clone(), seed);
            if pauses {
                all.retain(|tag| !(10_000_000..90_000_000).contains(&tag.time));
            }
            all
        };
        for answer in each(runs, |seed| answer(&light(seed), &[3, 15, 16], "measured")) {
            add(&mut car, &answer, "car");
            counts += number(&answer, "counts").unwrap_or(0.0) / runs as f64;
            accidentals += number(&answer, "accidentals").unwrap_or(0.0) / runs as f64;
        }
        let [mean, share_68, _] = car.cells(3);
        let wrong: Vec<String> =
            car.wrong(1.0 / counts.max(1.0)).into_iter().filter(|what| !what.contains("95 %")).collect();
        let cells =
            [name.into(), format!("{counts:.1}"), format!("{accidentals:.1}"), "0".into(), mean, share_68];
        table.row(&cells, wrong);
    }
}
