//! Allan deviations, Fano factors and Mandel's Q of simulated light.

use serde_json::{Value as Json, json};
use tagview_bridge::Value;

use crate::answer::{ask, at};
use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 6] = ["light", "averaging time (ticks)", "truth", "mean", "68 %", "95 %"];

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("stability", &HEAD);
    poisson(&mut table, effort.runs(50, 1000));
    thermal(&mut table, effort.runs(20, 400));
    dead_time(&mut table, effort.runs(20, 300));
    vec![table]
}

fn stability(request: &Json, bin: i64, seed: u64) -> Value {
    ask(&tags(request.clone(), seed), "stability", &json!({ "bin": bin }))
}

fn value(result: &Value, key: &str, octave: usize) -> f64 {
    match at(result, &format!("channels.0.{key}")) {
        Value::Floats(all) => all[octave],
        other => panic!("{key}: {other:?}"),
    }
}

fn row(
    table: &mut Table,
    name: &str,
    (time, truth): (i64, f64),
    tolerance: f64,
    found: &Coverage,
    wrong: Vec<String>,
) {
    let [mean, within_68, within_95] = found.cells(4);
    let cells = [name.into(), time.to_string(), format!("{truth:.4}"), mean, within_68, within_95];
    table.row(&cells, [found.wrong_mean(tolerance), wrong].concat());
}

/// 100 kHz over 0.2 s: of the longest times there are few, and a variance of few values is not normal.
fn poisson(table: &mut Table, runs: u64) {
    const RATE: f64 = 1e5;
    let request = json!({ "duration": 1_i64 << 30, "pair_rate": 0, "a": steady(1, RATE) });
    let octaves: [usize; 4] = [0, 2, 4, 8];
    let mut allan = octaves.map(|k| Coverage::new((RATE * TICK * (1_i64 << (18 + k)) as f64).sqrt().recip()));
    let mut fano = octaves.map(|_| Coverage::new(1.0));
    for result in each(runs, |seed| stability(&request, 1 << 18, seed)) {
        for (n, k) in octaves.into_iter().enumerate() {
            allan[n].add(value(&result, "allan_deviation", k), value(&result, "allan_deviation_error", k));
            fano[n].add(value(&result, "fano", k), value(&result, "fano_error", k));
        }
    }
    for (name, all) in [("Poisson's, Allan deviation", &allan), ("Poisson's, Fano factor", &fano)] {
        for (n, found) in all.iter().enumerate() {
            let time = 1_i64 << (18 + octaves[n]);
            let truth =
                if name.ends_with("factor") { 1.0 } else { (RATE * TICK * time as f64).sqrt().recip() };
            // The root of a variance of few values is low by a fraction of their number.
            let few = (1_i64 << 30) / time < 64;
            let wrong = if few { Vec::new() } else { found.wrong_shares() };
            row(table, name, (time, truth), if few { 0.15 * truth } else { 0.01 * truth }, found, wrong);
        }
    }
}

/// Mandel's Q is the mean count times `2 (u - 1 + exp(-u)) / u^2`, u twice the averaging over the coherence time.
fn thermal(table: &mut Table, runs: u64) {
    const RATE: f64 = 1e6;
    const COHERENCE: f64 = 16_384.0;
    let mut detector = steady(1, 0.0);
    detector["efficiency"] = json!(1);
    let request = json!({
        "duration": 1_i64 << 27,
        "light": { "statistics": "thermal", "rate": 2.0 * RATE, "coherence_time": COHERENCE },
        "a": detector.clone(),
        "extra": false,
    });
    let bin = 4096_i64;
    let truth = |k: usize| {
        let time = (bin << k) as f64;
        let u = 2.0 * time / COHERENCE;
        RATE * TICK * time * 2.0 * (u - 1.0 + (-u).exp()) / (u * u)
    };
    let octaves: [usize; 3] = [0, 2, 4];
    let mut found = octaves.map(|k| Coverage::new(truth(k)));
    for result in each(runs, |seed| stability(&request, bin, seed)) {
        for (n, k) in octaves.into_iter().enumerate() {
            found[n].add_value(value(&result, "mandel_q", k));
        }
    }
    for (n, k) in octaves.into_iter().enumerate() {
        let wrong = Vec::new();
        row(table, "thermal, Mandel's Q", (bin << k, truth(k)), 0.01 * truth(k), &found[n], wrong);
    }
}

/// A dead time d makes counts at the rate r of light more even: the Fano factor is `1 / (1 + r d)^2` over times far
/// longer.
fn dead_time(table: &mut Table, runs: u64) {
    const RATE: f64 = 4e6;
    const DEAD: i64 = 640;
    let mut detector = steady(1, RATE);
    detector["dead_time"] = json!(DEAD);
    let request = json!({ "duration": 1_i64 << 28, "pair_rate": 0, "a": detector });
    // The dead time begins at a whole tick: on average half a tick late.
    let truth = (1.0 + RATE * TICK * (DEAD as f64 - 0.5)).powi(-2);
    let time = 1 << 16;
    let mut found = Coverage::new(truth);
    for result in each(runs, |seed| stability(&request, time, seed)) {
        found.add_value(value(&result, "fano", 0));
    }
    row(table, "4 MHz, dead for 100 ns, Fano factor", (time, truth), 0.01 * truth, &found, Vec::new());
}
