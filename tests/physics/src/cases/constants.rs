//! Recordings at a limit of the analyses, at half of it and at twice as much: what each limit keeps out.

use serde_json::json;
use tagview_bridge::{from_value, to_value};
use tagview_core::estimate::interference;
use tagview_core::tags::Tag;

use super::lifetime::{lifetime_of, light};
use crate::answer::{ask, number, remarks, value};
use crate::coverage::{Coverage, percent};
use crate::pairs::{A, B, Random, background, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 8] = [
    "limit",
    "recordings",
    "number",
    "truth",
    "mean of all runs",
    "standard deviation",
    "68 %",
    "null or with a remark %",
];

/// The table of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("constants", &HEAD);
    for share in [0.01, 0.02, 0.04] {
        counts_between_peaks(&mut table, effort.runs(20, 200), share);
    }
    for counts in [1600.0, 400.0] {
        loose_lifetimes(&mut table, effort.runs(60, 600), counts);
    }
    for periods in [0.5, 0.75, 1.0, 1.5] {
        short_scans(&mut table, effort.runs(60, 600), periods);
    }
    for gaps in [300, 600] {
        edges_of_noise(&mut table, effort.runs(300, 3000), gaps);
    }
    vec![table]
}

/// Values of a number, and the share of recordings that have none or a remark.
fn row(table: &mut Table, names: [&str; 3], truth: f64, found: &Coverage, flagged: f64, wrong: Vec<String>) {
    let [limit, recordings, of] = names.map(str::to_owned);
    let known = |x: f64| if x.is_finite() { format!("{x:.3}") } else { String::new() };
    let mean = if found.runs() > 1 {
        format!("{:.3} +- {:.3}", found.mean(), found.mean_error())
    } else {
        String::new()
    };
    let spread = if found.runs() > 1 { known(found.spread()) } else { String::new() };
    let cells =
        [limit, recordings, of, known(truth), mean, spread, percent(found.share_68()), percent(flagged)];
    table.row(&cells, wrong);
}

/// Period of the pulses, and the standard deviation of the peaks of their correlation, ticks.
const PERIOD: i64 = 800;
const WIDTH: f64 = 50.0;

/// Pulses of a single emitter with a background between its peaks, as a share of their height.
fn counts_between_peaks(table: &mut Table, runs: u64, share: f64) {
    let pairs = 2000;
    let level = share * f64::from(pairs) / (WIDTH * std::f64::consts::TAU.sqrt()) / (1.0 - share);
    let answers = each(runs, |seed| {
        let mut random = Random::new("overlap", seed);
        let mut delays = background(&mut random, 8 * PERIOD, level);
        for peak in (-7..=7).filter(|peak| *peak != 0) {
            for _ in 0..pairs {
                delays.push(peak * PERIOD + (WIDTH * random.normal()).round() as i64);
            }
        }
        let request = json!({ "a": A, "b": B, "from": -6400, "to": 6399, "bin": 10, "period": PERIOD });
        ask(&tags(&delays), "correlation", &request)
    });
    let mut found = Coverage::new(0.0);
    let mut flagged = 0.0;
    for answer in &answers {
        found.add_value(number(answer, "pulsed.g2").unwrap_or(f64::NAN));
        let overlap = remarks(answer, "pulsed", "g2").contains(&"peaks-overlap".to_owned());
        flagged += f64::from(u8::from(overlap));
    }
    let flagged = flagged / runs as f64;
    let expected = if share < 0.02 { 0.0..=0.05 } else { 0.0..=1.0 };
    let wrong = (share > 0.02 && flagged < 0.95) || !expected.contains(&flagged);
    let wrong = wrong.then(|| format!("{flagged} have a remark")).into_iter().collect();
    let name = format!("pulses of an emitter, {} % between peaks", 100.0 * share);
    row(table, ["counts between peaks: 2 %", &name, "g2"], 0.0, &found, flagged, wrong);
}

/// Decays of half the period of 1,280 ticks: their errors depend on the number of tags.
fn loose_lifetimes(table: &mut Table, runs: u64, counts: f64) {
    let truth = 640.0;
    let mut found = Coverage::new(1.0);
    let mut unknown = 0.0;
    for answer in each(runs, |seed| lifetime_of(&light(counts, truth, seed), json!({}))) {
        match number(&answer, "lifetime").zip(number(&answer, "lifetime_error")) {
            Some((lifetime, error)) => found.add(lifetime / truth, error / truth),
            None => unknown += 1.0 / runs as f64,
        }
    }
    let name = format!("decays of half the period, {counts} tags");
    row(table, ["error of a lifetime: 0.2", &name, "lifetime over truth"], 1.0, &found, unknown, Vec::new());
}

/// Scans over a part of a fringe, with 200 counts a position.
fn short_scans(table: &mut Table, runs: u64, periods: f64) {
    let (visibility, positions) = (0.8, 41);
    let answers = each(runs, |seed| {
        let mut random = Random::new("periods", seed);
        let phase = std::f64::consts::TAU * random.uniform();
        let places: Vec<f64> = (0..positions).map(f64::from).collect();
        let turn = std::f64::consts::TAU * periods / f64::from(positions - 1);
        let mean = |x: &f64| 200.0 * (1.0 + visibility * (turn * x + phase).cos());
        let counts: Vec<usize> = places.iter().map(|x| random.poisson(mean(x))).collect();
        let exposure = vec![1.0; places.len()];
        let request =
            json!({ "shape": "fringe", "positions": places, "counts": counts, "exposure": exposure });
        let request = from_value(&value(&request)).expect("a sound request");
        to_value(&interference(&request).expect("a sound scan"))
    });
    let mut found = Coverage::new(visibility);
    let mut unknown = 0.0;
    for answer in &answers {
        match number(answer, "visibility").zip(number(answer, "visibility_error")) {
            Some((value, error)) => found.add(value, error),
            None => unknown += 1.0 / runs as f64,
        }
    }
    let name = format!("fringes of {periods} periods");
    row(table, ["periods of a scan: 0.75", &name, "visibility"], visibility, &found, unknown, Vec::new());
}

/// Steady light without a dead time: every edge is noise.
fn edges_of_noise(table: &mut Table, runs: u64, gaps: u32) {
    let answers = each(runs, |seed| {
        let mut random = Random::new("edges", seed);
        let mut time = 0.0;
        let mut next = || {
            time -= 10_000.0 * (1.0 - random.uniform()).ln();
            Tag { channel: A, time: time as i64 }
        };
        let tags: Vec<Tag> = (0..=gaps).map(|_| next()).collect();
        number(&ask(&tags, "gaps", &json!({})), "channels.0.dead_time")
    });
    let edges = answers.iter().flatten().count() as f64 / runs as f64;
    let mut found = Coverage::new(0.0);
    answers.iter().flatten().for_each(|ticks| found.add_value(*ticks));
    let name = format!("steady light, {gaps} gaps");
    let wrong = (edges > 0.05).then(|| format!("{edges} have an edge")).into_iter().collect();
    row(table, ["gaps of a channel: 300", &name, "dead time"], 0.0, &found, 1.0 - edges, wrong);
}
