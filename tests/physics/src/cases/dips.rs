//! Dips of known depth and width.

use serde_json::json;

use crate::answer::{ask, at, number};
use crate::coverage::{Coverage, percent};
use crate::pairs::{A, B, Random, background, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

/// Range of delays, ticks.
const RANGE: i64 = 6400;

/// What is missing: the share of the level at a delay.
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

    fn depth(self) -> f64 {
        match self {
            Self::Emitter(depth, _) => depth,
            Self::DeadTime(_) => 1.0,
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
const DIPS: [(&str, Dip, f64); 9] = [
    ("emitter, time constant 100", Dip::Emitter(1.0, 100.0), 2.0),
    ("emitter, depth 0.6", Dip::Emitter(0.6, 100.0), 2.0),
    ("dead time 320 on both sides", Dip::DeadTime(320), 2.0),
    ("emitter, time constant 100", Dip::Emitter(1.0, 100.0), 20.0),
    ("emitter, depth 0.6", Dip::Emitter(0.6, 100.0), 20.0),
    ("dead time 320 on both sides", Dip::DeadTime(320), 20.0),
    ("emitter, time constant 20", Dip::Emitter(0.9, 20.0), 20.0),
    ("emitter, time constant 100", Dip::Emitter(0.9, 100.0), 100.0),
    ("dead time 100 on both sides", Dip::DeadTime(100), 0.5),
];

/// The table of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let head = [
        "dip",
        "level a tick",
        "found",
        "shape known",
        "depth",
        "depth: mean",
        "68 %",
        "95 %",
        "width",
        "width: mean",
        "68 %",
        "95 %",
        "centre: mean",
        "68 %",
        "95 %",
    ];
    let mut table = Table::new("dips", &head);
    for (name, dip, level) in DIPS {
        let runs = effort.runs(if level > 10.0 { 16 } else { 40 }, if level > 10.0 { 300 } else { 1000 });
        let found = each(runs, |seed| {
            let mut random = Random::new(name, seed * 100 + level as u64);
            let mut delays = background(&mut random, RANGE, level);
            delays.retain(|delay| random.uniform() >= dip.missing(*delay));
            let answer =
                ask(&tags(&delays), "delay", &json!({ "a": A, "b": B, "from": -RANGE, "to": RANGE }));
            let tagview_core::Value::List(dips) = at(&answer, "dips") else {
                return (None, number(&answer, "delay"));
            };
            let of = |dip: &tagview_core::Value, key: &str| {
                number(dip, key).zip(number(dip, &format!("{key}_error")))
            };
            let found = dips.first().map(|dip| (of(dip, "depth"), of(dip, "width"), of(dip, "delay")));
            (found, number(&answer, "delay"))
        });
        let (mut depth, mut width, mut centre) =
            (Coverage::new(dip.depth()), Coverage::new(dip.width()), Coverage::new(0.0));
        let mut seen = 0;
        for (found, peak) in &found {
            if peak.is_some() {
                table.judge(name, vec!["a peak beside a dip".into()]);
            }
            let Some((of_depth, of_width, of_centre)) = found else { continue };
            seen += 1;
            for (coverage, number) in
                [(&mut depth, of_depth), (&mut width, of_width), (&mut centre, of_centre)]
            {
                match number {
                    Some((value, error)) => coverage.add(*value, *error),
                    None => coverage.add_none(),
                }
            }
        }
        let share = f64::from(seen) / runs as f64;
        let known = depth.runs() as f64 / f64::from(seen.max(1));
        let mut cells =
            vec![name.to_owned(), level.to_string(), percent(share), percent(known), dip.depth().to_string()];
        cells.extend(depth.cells(3));
        cells.push(dip.width().to_string());
        cells.extend(width.cells(1));
        cells.extend(centre.cells(2));
        let mut wrong = Vec::new();
        if share < 0.8 {
            wrong.push(format!("{} % found", percent(share)));
        }
        wrong.extend(width.wrong_mean(0.05 * dip.width()));
        wrong.extend(depth.wrong_mean(0.05));
        table.row(&cells, wrong);
    }
    vec![table]
}
