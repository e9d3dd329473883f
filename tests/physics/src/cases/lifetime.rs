//! Lifetimes of simulated decays, and their errors.

use serde_json::{Value as Json, json};
use tagview_bridge::Value;
use tagview_core::tags::Tag;

use crate::answer::{ask, at, number};
use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 5] = ["decay", "truth (ticks)", "mean", "68 %", "95 %"];

/// Pulses of 5 MHz are 1280 ticks apart.
const PULSES: f64 = 5e6;
const CLOCK: u64 = 9;
const CHANNEL: u64 = 3;

/// Standard deviation of the response, ticks.
const WIDTH: f64 = 3.0;

/// Photons per second that a detector sees: one in 25 pulses.
const RATE: f64 = 2e5;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("lifetime", &HEAD);
    for (name, counts, lifetime) in [
        ("one, 200 tags", 200.0, 60.0),
        ("one, 2,000 tags", 2e3, 60.0),
        ("one, 2,000 tags, shorter than the response", 2e3, 2.0),
        ("one, 20,000 tags", 2e4, 5.0),
        ("one, 20,000 tags, a third of the period", 2e4, 400.0),
    ] {
        let runs = if counts > 1e4 { effort.runs(20, 400) } else { effort.runs(40, 1000) };
        one(&mut table, runs, name, counts, lifetime);
    }
    two(&mut table, effort.runs(10, 200));
    measured_response(&mut table, effort.runs(40, 400));
    vec![table]
}

/// About `counts` tags of a decay and a tenth as many of the dark, after pulses of a clock.
pub fn light(counts: f64, lifetime: f64, seed: u64) -> Vec<Tag> {
    let detector = |channel: u64| {
        let mut detector = steady(channel, RATE / 10.0);
        detector["efficiency"] = json!(1);
        detector
    };
    let request = json!({
        "duration": (counts / RATE / TICK) as i64,
        "light": { "statistics": "emitter", "rate": 2.0 * RATE, "lifetime": lifetime },
        "pulses": { "rate": PULSES, "width": WIDTH, "clock": { "channel": CLOCK } },
        "a": detector(CHANNEL),
        "b": detector(4),
        "extra": false,
    });
    tags(request, seed)
}

/// The lifetime of the channel, with more fields of the request.
pub fn lifetime_of(tags: &[Tag], more: Json) -> Value {
    let mut request = json!({ "sync": CLOCK, "channel": CHANNEL });
    if let (Json::Object(request), Json::Object(more)) = (&mut request, more) {
        request.extend(more);
    }
    ask(tags, "lifetime", &request)
}

fn add(found: &mut Coverage, result: &Value, value: &str, error: &str) {
    match number(result, value).zip(number(result, error)) {
        Some((value, error)) => found.add(value, error),
        None => found.add_none(),
    }
}

/// A row of the table. A fit whose lifetime is off by a hundredth at a few hundred tags is as good as its likelihood is.
fn row(table: &mut Table, name: &str, truth: f64, tolerance: f64, found: &Coverage) {
    let [mean, within_68, within_95] = found.cells(3);
    let mut wrong = found.wrong(tolerance);
    if found.missing() * 20 > found.runs() {
        wrong.push(format!("{} runs have no fit", found.missing()));
    }
    table.row(&[name.into(), format!("{truth}"), mean, within_68, within_95], wrong);
}

fn one(table: &mut Table, runs: u64, name: &str, counts: f64, lifetime: f64) {
    let mut found = Coverage::new(lifetime);
    for result in each(runs, |seed| lifetime_of(&light(counts, lifetime, seed), json!({}))) {
        add(&mut found, &result, "fits.0.components.0.lifetime", "fits.0.components.0.lifetime_error");
    }
    row(table, name, lifetime, lifetime * 2.0 / counts, &found);
}

/// Three fifths of 20 ticks and two of 100.
fn two(table: &mut Table, runs: u64) {
    let (mut fast, mut slow) = (Coverage::new(20.0), Coverage::new(100.0));
    let results = each(runs, |seed| {
        let mut all = light(60_000.0, 20.0, seed);
        let other = light(40_000.0, 100.0, seed + 1_000_000);
        all.extend(other.into_iter().filter(|tag| tag.channel == CHANNEL));
        all.sort_by_key(|tag| tag.time);
        lifetime_of(&all, json!({ "decays": 2 }))
    });
    for result in results {
        add(&mut fast, &result, "fits.0.components.0.lifetime", "fits.0.components.0.lifetime_error");
        add(&mut slow, &result, "fits.0.components.1.lifetime", "fits.0.components.1.lifetime_error");
    }
    row(table, "two, 100,000 tags: the fast one", 20.0, 0.1, &fast);
    row(table, "two, 100,000 tags: the slow one", 100.0, 0.5, &slow);
}

/// The response is what a decay of next to no length leaves of the pulses.
fn measured_response(table: &mut Table, runs: u64) {
    let response = lifetime_of(&light(200_000.0, 0.01, 77), json!({}));
    let Value::Counts(counts) = at(&response, "counts") else { panic!("counts") };
    let mut found = Coverage::new(60.0);
    for result in each(runs, |seed| lifetime_of(&light(5e3, 60.0, seed), json!({ "response": counts }))) {
        add(&mut found, &result, "fits.0.components.0.lifetime", "fits.0.components.0.lifetime_error");
    }
    row(table, "one, 5,000 tags, measured response", 60.0, 0.02, &found);
}
