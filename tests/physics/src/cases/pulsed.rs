//! Pulsed light: its period, the delay modulo it, and g2 by the areas of peaks.

use serde_json::{Value as Json, json};

use tagview_bridge::Value;

use crate::answer::{ask, at, number};
use crate::coverage::{Coverage, percent};
use crate::light::{TICK, tags};
use crate::pairs::Random;
use crate::runs::{Effort, each};
use crate::table::Table;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    vec![periods(effort), areas(effort)]
}

fn pulses(period: f64, width: f64) -> Json {
    json!({ "rate": 1.0 / (period * TICK), "width": width })
}

/// A detector of the beam.
fn detector(channel: u64, efficiency: f64, delay: i64, dark_rate: f64) -> Json {
    json!({ "channel": channel, "efficiency": efficiency, "dark_rate": dark_rate, "delay": delay,
        "dead_time": 0, "afterpulsing": 0, "jitter": 1.4 })
}

/// The period that the hint of an answer offers.
pub fn hint(answer: &Value) -> Option<f64> {
    let Value::List(hints) = at(answer, "hints") else { return None };
    let pulsed = Value::Text("pulsed".into());
    let pulsed = hints.iter().find(|hint| hint.get("code") == Some(&pulsed))?;
    number(pulsed, "option.ticks")
}

/// A case: name, period in ticks, photons a pulse, width in ticks, milliseconds, dark rate in Hz.
const LASERS: [(&str, f64, f64, f64, f64, f64); 6] = [
    ("80 MHz", 80.0, 0.004, 1.4, 20.0, 0.0),
    ("76.3 MHz", 83.8793, 0.004, 1.4, 20.0, 0.0),
    ("80 MHz, wide pulses", 80.0, 0.02, 10.0, 20.0, 0.0),
    ("20 MHz", 320.0, 0.01, 1.4, 20.0, 0.0),
    ("80 MHz, dark counts", 80.0, 0.002, 1.4, 50.0, 6.4e4),
    ("5 MHz", 1280.7, 0.02, 7.0, 50.0, 0.0),
];

fn periods(effort: Effort) -> Table {
    let runs = effort.runs(20, 1000);
    let head = [
        "laser light, uncorrelated",
        "period (ticks)",
        "hinted %",
        "period: mean error",
        "a pulse stands out",
        "delay modulo the period: off by",
        "68 %",
        "95 %",
    ];
    let mut table = Table::new("pulsed-periods", &head);
    for (name, period, photons, width, milliseconds, dark) in LASERS {
        let found = each(runs, |seed| {
            let delay = seed as i64 * 7 % 61 - 30;
            let request = json!({ "duration": (milliseconds * 1e-3 / TICK) as i64, "extra": false,
                "light": { "statistics": "coherent", "rate": photons / (period * TICK) },
                "pulses": pulses(period, width), "a": detector(3, 1.0, 0, dark), "b": detector(15, 1.0, delay, dark) });
            let tags = tags(request, seed);
            let hint = hint(&ask(&tags, "delay", &json!({ "a": 3, "b": 15 })));
            let answer = ask(&tags, "delay", &json!({ "a": 3, "b": 15, "period": hint.unwrap_or(period) }));
            let of = |key| number(&answer, key);
            let off = of("centre")
                .map(|centre| (centre - delay as f64 + period / 2.0).rem_euclid(period) - period / 2.0);
            (hint, of("delay_modulo").is_none(), off.zip(of("centre_error")))
        });
        let mut wrong = Vec::new();
        let right: Vec<f64> = found
            .iter()
            .filter_map(|run| run.0)
            .map(|p| (p - period).abs())
            .filter(|off| off / period < 1e-5)
            .collect();
        let seen = found.iter().filter(|run| run.0.is_some()).count();
        let standing = found.iter().filter(|run| run.0.is_some() && run.1).count();
        let share = right.len() as f64 / runs as f64;
        if share < 0.9 || seen > right.len() {
            wrong.push(format!("{} of {runs} found, {} right", seen, right.len()));
        }
        if standing as u64 > runs / 100 {
            wrong.push(format!("{standing} pulses stand out"));
        }
        let mut place = Coverage::new(0.0);
        for (off, error) in found.iter().filter(|run| run.0.is_some()).filter_map(|run| run.2) {
            place.add(off, error);
        }
        wrong.extend(place.wrong_mean(0.1));
        let mean = right.iter().sum::<f64>() / right.len().max(1) as f64;
        let mut cells = vec![
            name.to_owned(),
            period.to_string(),
            percent(share),
            format!("{mean:.6}"),
            standing.to_string(),
        ];
        cells.extend(place.cells(3));
        table.row(&cells, wrong);
    }
    table
}

/// g2, photons a pulse, efficiency, milliseconds; an emitter but for 1.
const AREAS: [(f64, f64, f64, f64); 5] = [
    (1.0, 0.02, 1.0, 10.0),
    (0.25, 0.1, 0.4, 20.0),
    (0.05, 0.2, 0.4, 20.0),
    (0.05, 0.1, 0.2, 20.0),
    (0.02, 0.2, 0.1, 20.0),
];

fn areas(effort: Effort) -> Table {
    let runs = effort.runs(40, 1000);
    let head = ["g2", "pairs in a side peak", "g2: mean", "68 %", "95 %", "limit of 95 % holds %"];
    let mut table = Table::new("pulsed-areas", &head);
    for (truth, photons, efficiency, milliseconds) in AREAS {
        let period = 80.0;
        let pairs =
            photons * photons * efficiency * efficiency / 4.0 * milliseconds * 1e-3 / TICK / period * truth;
        let found = each(runs, |seed| {
            // Small numbers of pairs are whole: their means are drawn from values around the truth.
            let off = if pairs < 20.0 { 2.0 * Random::new("areas", seed).uniform() - 1.0 } else { 0.0 };
            let truth = truth * (1.0 + off / pairs.sqrt()).max(0.2);
            let statistics = if truth < 1.0 { "emitter" } else { "coherent" };
            let mut light = json!({ "statistics": statistics, "rate": photons / (period * TICK) });
            if truth < 1.0 {
                light["lifetime"] = json!(3.0);
                light["g2"] = json!(truth);
            }
            let request = json!({ "duration": (milliseconds * 1e-3 / TICK) as i64, "extra": false, "light": light,
                "pulses": pulses(period, 0.5), "a": detector(3, efficiency, 0, 0.0), "b": detector(15, efficiency, 5, 0.0) });
            let range = json!({ "a": 3, "b": 15, "from": -1600, "to": 1600, "bin": 1, "period": period });
            (truth, ask(&tags(request, seed), "correlation", &range))
        });
        let mut g2 = Coverage::new(truth);
        let (mut seen, mut sides, mut bounded, mut limits) = (0_u64, 0.0, 0, 0);
        for (truth, answer) in &found {
            g2.move_truth(*truth);
            seen += 1;
            let of = |key: &str| number(answer, &format!("pulsed.{key}"));
            let Some(value) = of("g2") else { continue };
            sides += of("side_counts").unwrap_or(0.0);
            match of("g2_error") {
                Some(error) => g2.add(value, error),
                None => {
                    if let Value::List(ends) = at(answer, "pulsed.g2_interval") {
                        let end = |k: usize| match ends[k] {
                            Value::Float(x) => x,
                            _ => f64::NAN,
                        };
                        g2.add_interval(value, end(0), end(1));
                    }
                    bounded += 1;
                    limits += u64::from(of("g2_upper").is_some_and(|upper| *truth <= upper));
                }
            }
        }
        let mut wrong = g2.wrong_mean(0.003);
        wrong.extend(g2.wrong_shares());
        let mut cells = vec![truth.to_string(), format!("{:.0}", sides / seen as f64)];
        cells.extend(g2.cells(4));
        cells.push(if bounded > 20 { percent(limits as f64 / f64::from(bounded)) } else { String::new() });
        table.row(&cells, wrong);
    }
    table
}
