//! Coincidences of pulsed light: accidentals and CAR from whole periods, and light with a given period.

use serde_json::{Value as Json, json};

use super::coincidences::add;
use super::pulsed::hint;
use crate::answer::{ask, at, number};
use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags};
use crate::pairs::Random;
use crate::runs::{Effort, each};
use crate::table::Table;

/// Ticks from pulse to pulse: 80 MHz.
const PERIOD: f64 = 80.0;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    vec![accidentals(effort), given(effort)]
}

/// A case: name, ticks, photons or pairs a pulse, efficiencies of the two, whether these are pairs, ticks of the window.
type Case = (&'static str, i64, f64, (f64, f64), bool, i64);

const CASES: [Case; 8] = [
    ("laser, mean 5", 128_000_000, 0.0035, (1.0, 1.0), false, 20),
    ("laser, mean 30", 128_000_000, 0.0087, (1.0, 1.0), false, 20),
    ("laser, mean 100", 128_000_000, 0.0158, (1.0, 1.0), false, 20),
    ("laser, mean 1000", 256_000_000, 0.0354, (1.0, 1.0), false, 20),
    ("laser, window over 3 pulses", 128_000_000, 0.0087, (1.0, 1.0), false, 100),
    ("pairs, 0.1 a pulse", 64_000_000, 0.1, (0.05, 0.05), true, 20),
    ("pairs, 0.01 a pulse", 128_000_000, 0.01, (0.3, 0.5), true, 20),
    ("pairs, 0.05 a pulse", 64_000_000, 0.05, (0.9, 0.8), true, 20),
];

fn detector(channel: u64, efficiency: f64) -> Json {
    json!({ "channel": channel, "efficiency": efficiency, "dark_rate": 0, "delay": 0, "dead_time": 0,
        "afterpulsing": 0, "jitter": 1.4 })
}

fn accidentals(effort: Effort) -> Table {
    let head = [
        "light of 80 MHz",
        "coincidences",
        "accidentals: truth",
        "mean",
        "CAR: truth",
        "mean",
        "68 %",
        "95 %",
    ];
    let mut table = Table::new("pulsed-coincidences", &head);
    for case in CASES {
        row(&mut table, effort, case);
    }
    table
}

fn row(table: &mut Table, effort: Effort, case: Case) {
    let (name, duration, photons, (eta_a, eta_b), paired, window) = case;
    let runs = effort.runs(40, 1000);
    let pulses = duration as f64 / PERIOD;
    // In a window over several pulses, chance has as many times what it has in one.
    let within = (2.0 * (window as f64 / PERIOD).floor()) + 1.0;
    let share = if paired { 1.0 } else { 0.5 };
    let by_chance = |photons: f64| pulses * within * (photons * share).powi(2) * eta_a * eta_b;
    let truth = if paired { 1.0 / photons } else { 0.0 };
    let found = each(runs, |seed| {
        let expected = by_chance(photons);
        // Few counts are whole numbers: their means are drawn from around the truth.
        let off =
            if expected < 20.0 && !paired { 2.0 * Random::new(name, seed).uniform() - 1.0 } else { 0.0 };
        let photons = photons * (1.0 + off / expected.sqrt()).sqrt();
        let rate = photons / (PERIOD * TICK);
        let mut request = json!({ "duration": duration, "extra": false,
            "pulses": { "rate": 1.0 / (PERIOD * TICK), "width": 1.0 },
            "a": detector(3, eta_a), "b": detector(15, eta_b) });
        if paired {
            request["pair_rate"] = json!(rate);
        } else {
            request["light"] = json!({ "statistics": "coherent", "rate": rate });
        }
        let asked = json!({ "window": window, "patterns": [[3, 15]], "period": PERIOD });
        // Other seeds for other cases.
        let seed = seed + 100_000 * (duration as f64 * photons) as u64;
        (by_chance(photons), at(&ask(&tags(request, seed), "coincidence", &asked), "patterns.0").clone())
    });
    let (mut car, mut chance) = (Coverage::new(truth), Coverage::new(by_chance(photons)));
    let mut counts = 0.0;
    for (expected, answer) in &found {
        counts += number(answer, "counts").unwrap_or(0.0) / runs as f64;
        chance.move_truth(*expected);
        match number(answer, "accidentals") {
            Some(value) => chance.add_value(value),
            None => chance.add_none(),
        }
        add(&mut car, answer, "car");
    }
    let fair = counts > 45.0;
    let mut wrong = chance.wrong_mean(0.005 * by_chance(photons));
    // CAR is a ratio whose denominator is counted, too.
    wrong.extend(car.wrong_mean(0.01 + 0.02 * truth + 1.0 / by_chance(photons)));
    wrong.extend(car.wrong_shares().into_iter().filter(|what| fair || !what.contains("95 %")));
    let [mean, ..] = chance.cells(2);
    let [car_mean, share_68, share_95] = car.cells(3);
    let cells = [
        name.into(),
        format!("{counts:.1}"),
        format!("{:.2}", chance.mean_truth()),
        mean,
        format!("{truth:.3}"),
        car_mean,
        share_68,
        if fair { share_95 } else { String::new() },
    ];
    table.row(&cells, wrong);
}

/// Name, request, whether it is pulsed, runs in short and in long.
fn lights() -> Vec<(&'static str, Json, bool, (u64, u64))> {
    let two = |duration: i64, rate: f64| json!({ "duration": duration, "pair_rate": 0, "extra": false, "a": steady(3, rate), "b": steady(15, rate) });
    let mut afterpulses = two(20_000_000, 3e6);
    for channel in ["a", "b"] {
        afterpulses[channel]["afterpulsing"] = json!(0.05);
        afterpulses[channel]["afterpulse_decay"] = json!(300.0);
        afterpulses[channel]["dead_time"] = json!(320);
    }
    let light = |statistics: Json, more: Json| {
        let mut all = json!({ "duration": 20_000_000, "extra": false, "light": statistics, "a": detector(3, 1.0), "b": detector(15, 1.0) });
        if let (Some(all), Json::Object(more)) = (all.as_object_mut(), more) {
            all.extend(more);
        }
        all
    };
    let thermal = json!({ "statistics": "thermal", "rate": 6e6, "coherence_time": 200.0 });
    let emitter = json!({ "statistics": "emitter", "rate": 6e6, "lifetime": 30.0 });
    let mut pairs = two(20_000_000, 1e6);
    pairs["pair_rate"] = json!(1e6);
    for channel in ["a", "b"] {
        pairs[channel]["efficiency"] = json!(0.5);
    }
    let laser = |rate: f64| json!({ "statistics": "coherent", "rate": rate });
    let pulses = json!({ "pulses": { "rate": 1.0 / (PERIOD * TICK), "width": 1.0 } });
    vec![
        ("steady, all pairs kept", two(20_000_000, 1e6), false, (50, 1000)),
        ("steady, pairs left out", two(20_000_000, 6e6), false, (50, 1000)),
        ("dead time, afterpulses", afterpulses, false, (50, 1000)),
        ("thermal", light(thermal, json!({})), false, (50, 1000)),
        ("emitter", light(emitter, json!({})), false, (50, 1000)),
        ("pairs", pairs, false, (50, 1000)),
        ("laser of 80 MHz, pairs left out", light(laser(12e6), pulses), true, (20, 300)),
    ]
}

/// Frequency of the hint for pulsed light, if the request has no period.
fn given(effort: Effort) -> Table {
    let head = ["light", "recordings", "hinted to be pulsed", "CAR without a period"];
    let mut table = Table::new("pulsed-given", &head);
    for (name, request, pulsed, (short, long)) in lights() {
        let runs = effort.runs(short, long);
        let asked = json!({ "window": 20, "patterns": [[3, 15]] });
        let found = each(runs, |seed| {
            let answer = ask(&tags(request.clone(), seed), "coincidence", &asked);
            (hint(&answer).is_some(), number(at(&answer, "patterns.0"), "car").is_some())
        });
        let hinted = found.iter().filter(|run| run.0).count();
        let with_car = found.iter().filter(|run| run.1).count();
        let mut wrong = Vec::new();
        if !pulsed && (hinted as u64 > runs / 1000 || with_car as u64 + runs / 20 < runs) {
            wrong.push(format!("{hinted} of {runs} are hinted to be pulsed, {with_car} have a CAR"));
        }
        if pulsed && (with_car > 0 || (hinted as u64) < runs) {
            wrong.push(format!("{hinted} of {runs} are hinted to be pulsed, {with_car} have a CAR"));
        }
        table.row(&[name.into(), runs.to_string(), hinted.to_string(), with_car.to_string()], wrong);
    }
    table
}
