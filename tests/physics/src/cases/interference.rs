//! `hom`: dips and fringes of known visibility, with steady and with drifting brightness.

use serde_json::json;
use tagview_bridge::{Value, from_value, to_value};
use tagview_core::estimate::interference;

use crate::answer::{number, value};
use crate::coverage::Coverage;
use crate::pairs::Random;
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 7] =
    ["scan", "visibility", "mean", "68 %", "95 %", "place or phase: mean error", "fits that are poor %"];

/// Positions of a scan, and what the model takes for its width, middle, period and phase.
const POSITIONS: i32 = 41;
const WIDTH: f64 = 5.0;
const MIDDLE: f64 = 1.3;
const PERIOD: f64 = 13.0;
const PHASE: f64 = 0.7;

/// Shape, visibility, counts a position without interference, and whether the brightness falls to a half.
const SCANS: [(&str, f64, f64, bool); 9] = [
    ("dip", 0.8, 20.0, false),
    ("fringe", 0.8, 20.0, false),
    ("dip", 0.9, 200.0, false),
    ("fringe", 0.9, 200.0, false),
    ("dip", 0.98, 200.0, false),
    ("fringe", 0.98, 200.0, false),
    ("dip", 0.5, 1000.0, false),
    ("fringe", 0.5, 1000.0, false),
    ("dip", 0.9, 200.0, true),
];

/// The table of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("hom", &HEAD);
    for scan in SCANS {
        row(&mut table, effort.runs(120, 1000), scan);
    }
    vec![table]
}

fn row(table: &mut Table, runs: u64, (shape, visibility, level, drifts): (&str, f64, f64, bool)) {
    let is_dip = shape == "dip";
    let name = format!("{shape}, {level} a position{}", if drifts { ", falling to a half" } else { "" });
    let one = |seed: u64| {
        let mut random = Random::new(&name, seed);
        let positions: Vec<f64> = (0..POSITIONS).map(|k| f64::from(k - POSITIONS / 2)).collect();
        let brightness = |k: usize| if drifts { 1.0 - 0.5 * k as f64 / f64::from(POSITIONS) } else { 1.0 };
        let exposure: Vec<f64> = (0..positions.len()).map(brightness).collect();
        let counts: Vec<usize> = positions
            .iter()
            .zip(&exposure)
            .map(|(x, e)| {
                let relative = if is_dip {
                    1.0 - visibility * (-0.5 * ((x - MIDDLE) / WIDTH).powi(2)).exp()
                } else {
                    1.0 + visibility * (std::f64::consts::TAU * x / PERIOD + PHASE).cos()
                };
                random.poisson(level * e * relative)
            })
            .collect();
        let request =
            json!({ "shape": shape, "positions": positions, "counts": counts, "exposure": exposure });
        to_value(
            &interference(&from_value(&value(&request)).expect("a sound request")).expect("a sound scan"),
        )
    };
    let mut found = Coverage::new(visibility);
    let (mut off, mut poor) = (0.0, 0);
    let place = if is_dip { "centre" } else { "phase" };
    for answer in each(runs, one) {
        match number(&answer, "visibility").zip(number(&answer, "visibility_error")) {
            Some((value, error)) => found.add(value, error),
            None => found.add_none(),
        }
        let truth = if is_dip { MIDDLE } else { PHASE };
        off += number(&answer, place).map_or(0.0, |at| (at - truth).abs()) / runs as f64;
        poor += u64::from(answer.get("remarks") != Some(&Value::List(Vec::new())));
    }
    let mut wrong = found.wrong(0.02);
    if found.missing() > 0 || poor > runs / 50 {
        wrong.push(format!("{} without a fit, {poor} poor ones", found.missing()));
    }
    let [mean, share_68, share_95] = found.cells(4);
    let poor = format!("{:.1}", 100.0 * poor as f64 / runs as f64);
    table.row(
        &[name.clone(), visibility.to_string(), mean, share_68, share_95, format!("{off:.3}"), poor],
        wrong,
    );
}
