//! Dead time and afterpulsing, from the gaps of one channel.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tagview_core::tags::Tag;

use crate::answer::{ask, number, remarks};
use crate::coverage::{Coverage, percent};
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 9] = [
    "detector and light",
    "dead time: truth, ticks",
    "mean",
    "68 %",
    "afterpulsing: truth, %",
    "mean, %",
    "68 %",
    "95 %",
    "null, and why",
];

/// The analysis' constants were chosen on lower seeds.
const FIRST_SEED: u64 = 1_000_000;

/// The simulation of one row, and its expected results.
struct Row {
    name: &'static str,
    request: Json,
    /// In ticks; `None` if there is none to detect.
    dead_time: Option<f64>,
    /// `None` if it cannot be determined.
    afterpulsing: Option<f64>,
    /// Second clicks 1.9 ns after others.
    double_triggers: usize,
    /// The mean's known bias, as a part of one run's error.
    bias: f64,
    runs: (u64, u64),
}

impl Row {
    /// About 100,000 tags of a detector in steady light of `rate` per second.
    fn new(name: &'static str, rate: f64, dead_time: f64, afterpulsing: f64, decay: f64) -> Self {
        let mut detector = steady(1, rate);
        detector["dead_time"] = json!(dead_time);
        detector["afterpulsing"] = json!(afterpulsing);
        detector["afterpulse_decay"] = json!(decay);
        let request = json!({ "duration": (1e5 / rate / TICK) as i64, "pair_rate": 0, "a": detector,
            "b": steady(2, 0.0), "extra": false });
        let dead = (dead_time > 0.0).then_some(dead_time);
        let truth = Some(afterpulsing);
        let runs = (20, 300);
        Self { name, request, dead_time: dead, afterpulsing: truth, double_triggers: 0, bias: 0.0, runs }
    }

    /// Afterpulses that last as long as light: what is known to first order only is off by part of the error.
    fn slow(mut self) -> Self {
        self.bias = 0.4;
        self
    }

    /// Per cent of the tags.
    fn few(mut self, percent: i64) -> Self {
        self.request["duration"] = json!(self.request["duration"].as_i64().unwrap_or(0) * percent / 100);
        self
    }

    /// Few and rare gaps, so the errors have to include the missed ones. There are enough runs to show that they do.
    fn rare(mut self, percent: i64) -> Self {
        self.bias = 0.8;
        self.runs = (200, 400);
        self.few(percent)
    }

    fn doubled(mut self, triggers: usize) -> Self {
        self.double_triggers = triggers;
        self
    }

    /// Light that is `part` of the request in place of dark counts.
    fn in_light(mut self, light: Json, more: (&str, Json)) -> Self {
        self.request["a"]["dark_rate"] = json!(0);
        self.request["a"]["efficiency"] = json!(1);
        self.request["a"]["jitter"] = json!(0);
        self.request["light"] = light;
        self.request[more.0] = more.1;
        self
    }

    /// Tags of light whose transmission falls from 1 to `end`. Curvature of the hazard is part of the error.
    fn drifting(mut self, rate: f64, end: f64) -> Self {
        self.bias = 1.0;
        self.in_light(coherent(rate), ("transmission", json!({ "start": 1, "end": end })))
    }

    fn unknown(mut self) -> Self {
        self.afterpulsing = None;
        self
    }
}

/// A beam of which one detector sees `rate` photons per second.
fn coherent(rate: f64) -> Json {
    json!({ "statistics": "coherent", "rate": 2.0 * rate })
}

fn rows() -> Vec<Row> {
    let hundred = 1e5;
    vec![
        Row::new("dead for 50 ns, 100 kHz", hundred, 320.0, 0.0, 1.0),
        Row::new("one double trigger of 1.9 ns", hundred, 320.0, 0.0, 1.0).doubled(1),
        Row::new("300 double triggers", hundred, 320.0, 0.0, 1.0).doubled(300),
        Row::new("4.9 %, after 30 ns", hundred, 320.0, 0.049, 192.0),
        Row::new("4.9 %, after 300 ns", hundred, 320.0, 0.049, 1920.0).slow(),
        Row::new("4.9 %, after 1 us", hundred, 320.0, 0.049, 6400.0).slow(),
        Row::new("4.9 %, after 100 ns, 1 MHz", 10.0 * hundred, 320.0, 0.049, 640.0).slow(),
        Row::new("dead for 22 ns, 1 %, after 30 ns, 3 MHz", 30.0 * hundred, 141.0, 0.01, 192.0).slow(),
        Row::new("dead for 20 us, 3 %, after 5 us, 2 kHz", hundred / 50.0, 128_000.0, 0.03, 32_000.0),
        Row::new("dead for 20.1 us, 2 kHz", hundred / 50.0, 128_900.0, 0.0, 1.0),
        Row::new("3,000 tags, 4.9 %, after 30 ns", hundred, 320.0, 0.049, 192.0).few(3),
        Row::new("20,000 tags, 0.6 %, after 500 ns", hundred, 320.0, 0.006, 3200.0).rare(20),
        Row::new("20,000 tags, 1 %, after 1 us", hundred, 320.0, 0.01, 6400.0).rare(20),
        Row::new("40,000 tags, 0.6 %, after 1 us", hundred, 320.0, 0.006, 6400.0).rare(40),
        Row::new("no dead time", hundred, 0.0, 0.0, 1.0),
        Row::new("drift from 200 to 100 kHz", hundred, 320.0, 0.0, 1.0).drifting(2.0 * hundred, 0.5),
        Row::new("drift from 200 to 100 kHz, 0.5 %, after 100 ns", hundred, 320.0, 0.005, 640.0)
            .drifting(2.0 * hundred, 0.5),
        Row::new("drift from 200 to 100 kHz, 1.5 %, after 100 ns", hundred, 320.0, 0.015, 640.0)
            .drifting(2.0 * hundred, 0.5),
        Row::new("drift from 200 to 20 kHz, 1.5 %, after 100 ns", hundred, 320.0, 0.015, 640.0)
            .drifting(2.0 * hundred, 0.1),
        Row::new("drift from 200 to 0 kHz, 4.9 %, after 30 ns", hundred, 320.0, 0.049, 192.0)
            .drifting(2.0 * hundred, 0.0),
        Row::new("pulses of 80 MHz, 1.6 MHz", hundred, 320.0, 0.0, 1.0)
            .in_light(coherent(16.0 * hundred), ("pulses", json!({ "rate": 80e6, "width": 2 })))
            .unknown(),
    ]
}

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("gaps", &HEAD);
    for row in rows() {
        let runs = effort.runs(row.runs.0, row.runs.1);
        let found = each(runs, |seed| {
            let seed = seed + FIRST_SEED;
            let mut all = tags(row.request.clone(), seed);
            double(&mut all, row.double_triggers, seed);
            let answer = ask(&all, "gaps", &json!({}));
            ["dead_time", "afterpulsing"].map(|key| {
                let at = |key: &str| number(&answer, &format!("channels.0.{key}"));
                match at(key).zip(at(&format!("{key}_error"))) {
                    Some(found) => Ok(found),
                    None => Err(remarks(&answer, "channels.0", key).join(", ")),
                }
            })
        });
        show(&mut table, &row, &found);
    }
    vec![table]
}

type Found = Result<(f64, f64), String>;

fn show(table: &mut Table, row: &Row, found: &[[Found; 2]]) {
    let mut nulls = BTreeMap::<String, usize>::new();
    let mut cover = |which: usize, what: &str, truth: Option<f64>| {
        let mut coverage = Coverage::new(truth.unwrap_or(f64::NAN));
        for run in found {
            match &run[which] {
                Ok((value, error)) => coverage.add(*value, *error),
                Err(why) => {
                    coverage.add_none();
                    *nulls.entry(format!("{what}: {why}")).or_default() += 1;
                }
            }
        }
        coverage
    };
    let dead = cover(0, "dead time", row.dead_time);
    let after = cover(1, "afterpulsing", row.afterpulsing).at_least();
    let mean = |coverage: &Coverage, factor: f64, digits: usize| {
        let (mean, error) = (factor * coverage.mean(), factor * coverage.mean_error());
        if coverage.runs() < 2 { String::new() } else { format!("{mean:.digits$} +- {error:.digits$}") }
    };
    let truth = |truth: Option<f64>, factor: f64| truth.map_or(String::new(), |x| format!("{}", factor * x));
    let nulls: Vec<_> = nulls.iter().map(|(why, n)| format!("{why} ({n} of {})", found.len())).collect();
    let cells = [
        row.name.to_owned(),
        truth(row.dead_time, 1.0),
        mean(&dead, 1.0, 2),
        percent(dead.share_68()),
        truth(row.afterpulsing, 100.0),
        mean(&after, 100.0, 3),
        percent(after.share_68()),
        percent(after.share_95()),
        nulls.join("; "),
    ];
    let wrong = match row.dead_time {
        // Half of a cell is what an edge is known to at best.
        Some(truth) => dead.wrong_mean(truth / 256.0 + 0.5),
        None => unsaid(&dead),
    };
    table.row(&cells, wrong);
    let wrong = match row.afterpulsing {
        Some(_) if after.runs() > found.len() / 2 => {
            [after.wrong_mean(row.bias * after.spread()), after.wrong_shares()].concat()
        }
        Some(_) => vec!["it is null in most runs".to_owned()],
        None => unsaid(&after),
    };
    table.judge(&format!("{}, afterpulsing", row.name), wrong);
}

/// Errors for runs that should have been null.
fn unsaid(coverage: &Coverage) -> Vec<String> {
    if coverage.runs() == 0 { vec![] } else { vec![format!("{} runs have a value", coverage.runs())] }
}

/// Adds second clicks 12 to 15 ticks after some tags, evenly spread.
fn double(tags: &mut Vec<Tag>, triggers: usize, seed: u64) {
    let step = tags.len() / (triggers + 1);
    for k in 1..=triggers {
        let Tag { channel, time } = tags[k * step];
        tags.push(Tag { channel, time: time + 12 + ((k as i64 + seed as i64) % 4) });
    }
    tags.sort_unstable_by_key(|tag| tag.time);
}
