//! Dips of known depth and width.

use serde_json::json;

use crate::answer::{ask, at, number};
use crate::coverage::{Coverage, percent};
use crate::pairs::{A, B, Random, background, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

/// Range of delays, ticks.
const RANGE: i64 = 6400;

/// The missing share of the level at a delay.
#[derive(Clone, Copy)]
enum Dip {
    /// Antibunching: depth and time constant in ticks.
    Emitter(f64, f64),
    /// A dead time in ticks on both sides.
    DeadTime(i64),
}

impl Dip {
    fn missing(self, delay: i64) -> f64 {
        match self {
            Self::Emitter(depth, tau) => depth * (-(delay.abs() as f64) / tau).exp(),
            Self::DeadTime(dead) => f64::from(u8::from(delay.abs() < dead)),
        }
    }

    fn width(self) -> f64 {
        match self {
            Self::Emitter(_, tau) => 2.0 * tau,
            Self::DeadTime(dead) => (2 * dead - 1) as f64,
        }
    }
}

/// Name, dip and level a tick.
const DIPS: [(&str, Dip, f64); 8] = [
    ("emitter, time constant 100", Dip::Emitter(1.0, 100.0), 2.0),
    ("emitter, depth 0.6", Dip::Emitter(0.6, 100.0), 2.0),
    ("dead time 320 on both sides", Dip::DeadTime(320), 2.0),
    ("emitter, time constant 100", Dip::Emitter(0.9, 100.0), 20.0),
    ("emitter, depth 0.6", Dip::Emitter(0.6, 100.0), 20.0),
    ("emitter, time constant 20", Dip::Emitter(0.9, 20.0), 20.0),
    ("emitter, time constant 100", Dip::Emitter(0.9, 100.0), 100.0),
    ("dead time 100 on both sides", Dip::DeadTime(100), 0.5),
];

/// Results of one recording: the dip's delay, whether a peak is significant, and the fitted depth, time constant and
/// centre.
type Seen = (Option<f64>, bool, [Option<(f64, f64)>; 3]);

fn one(random: &mut Random, dip: Dip, level: f64) -> Seen {
    let mut delays = background(random, RANGE, level);
    delays.retain(|delay| random.uniform() >= dip.missing(*delay));
    let tags = tags(&delays);
    let request = json!({ "a": A, "b": B, "from": -RANGE, "to": RANGE });
    let answer = ask(&tags, "delay", &request);
    let tagview_bridge::Value::List(dips) = at(&answer, "dips") else { panic!("a list") };
    let delay = dips.first().and_then(|dip| number(dip, "delay"));
    let is_peak = number(&answer, "delay").is_some();
    if matches!(dip, Dip::DeadTime(_)) {
        return (delay, is_peak, [None; 3]);
    }
    let request = json!({ "a": A, "b": B, "from": -RANGE, "to": RANGE - 1, "bin": 8, "fit": "two-level" });
    let answer = ask(&tags, "correlation", &request);
    let parameter = |name: &str| {
        let tagview_bridge::Value::List(all) = at(&answer, "fit").get("parameters")? else { return None };
        let is_called = |of: &&tagview_bridge::Value| {
            of.get("name") == Some(&tagview_bridge::Value::Text(name.to_owned()))
        };
        let found = all.iter().find(is_called)?;
        number(found, "value").zip(number(found, "error"))
    };
    (delay, is_peak, ["depth", "tau", "centre"].map(parameter))
}

/// The table of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut found = Table::new("dips", &["dip", "level a tick", "found", "farthest from the middle"]);
    let head = [
        "dip",
        "level a tick",
        "depth",
        "depth: mean",
        "68 %",
        "95 %",
        "tau",
        "tau: mean",
        "68 %",
        "95 %",
        "centre: mean",
        "68 %",
        "95 %",
    ];
    let mut fits = Table::new("fits", &head);
    for (name, dip, level) in DIPS {
        let runs = effort.runs(if level > 10.0 { 12 } else { 30 }, if level > 10.0 { 300 } else { 1000 });
        let all = each(runs, |seed| one(&mut Random::new(name, seed * 100 + level as u64), dip, level));
        let seen: Vec<f64> = all.iter().filter_map(|run| run.0).collect();
        let share = seen.len() as f64 / runs as f64;
        let farthest = seen.iter().fold(0.0, |far: f64, delay| far.max(delay.abs()));
        let mut wrong = Vec::new();
        if share < 0.8 {
            wrong.push(format!("{} % found", percent(share)));
        }
        if all.iter().any(|run| run.1) {
            wrong.push("a peak beside a dip".to_owned());
        }
        if farthest > dip.width() {
            wrong.push(format!("a dip at {farthest}"));
        }
        found.row(&[name.to_owned(), level.to_string(), percent(share), format!("{farthest:.0}")], wrong);
        let Dip::Emitter(depth, tau) = dip else { continue };
        let mut coverages = [Coverage::new(depth), Coverage::new(tau), Coverage::new(0.0)];
        for (_, _, fitted) in &all {
            for (coverage, number) in coverages.iter_mut().zip(fitted) {
                match number {
                    Some((value, error)) => coverage.add(*value, *error),
                    None => coverage.add_none(),
                }
            }
        }
        let [of_depth, of_tau, of_centre] = coverages;
        let mut cells = vec![name.to_owned(), level.to_string(), depth.to_string()];
        cells.extend(of_depth.cells(3));
        cells.push(tau.to_string());
        cells.extend(of_tau.cells(1));
        cells.extend(of_centre.cells(2));
        let mut wrong = Vec::new();
        wrong.extend(of_depth.wrong_mean(0.05));
        wrong.extend(of_tau.wrong_mean(0.05 * tau));
        fits.row(&cells, wrong);
    }
    vec![found, fits]
}
