//! The errors and intervals of counts: of a bin of g2, of one that holds each pair of a channel with itself twice, and of
//! one so wide that a tag is part of many pairs.

use serde_json::json;

use crate::answer::{ask, at};
use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;
use tagview_bridge::Value;

const HEAD: [&str; 5] = ["bin of g2", "mean count", "mean of g2", "68 %", "95 %"];

/// Ticks of a run.
const DURATION: i64 = 4_000_000;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("intervals", &HEAD);
    for mean in [2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1000.0] {
        row(&mut table, effort, mean, false);
    }
    for mean in [5.0, 30.0, 300.0] {
        row(&mut table, effort, mean, true);
    }
    wide(&mut table, effort, "two channels, a fifth of the recording wide", 15);
    wide(&mut table, effort, "a channel with itself, as wide", 3);
    vec![table]
}

/// The last bin of delays that are not short compared with the recording: pairs share tags, and have larger errors than
/// the same number of independent ones.
fn wide(table: &mut Table, effort: Effort, name: &str, b: u64) {
    let one = |seed: u64| {
        let source = json!({
            "duration": DURATION, "pair_rate": 0, "extra": false, "a": steady(3, 1e6), "b": steady(15, 1e6),
        });
        let (from, bin) = (DURATION * 3 / 10, DURATION / 5);
        let request = json!({ "a": 3, "b": b, "from": from, "to": from + bin - 1, "bin": bin });
        let answer = ask(&tags(source, 90_000_000 + seed), "correlation", &request);
        ["counts", "g2", "g2_error"].map(|key| match at(&answer, key) {
            Value::Floats(floats) => floats[floats.len() - 1],
            Value::Counts(counts) => counts[counts.len() - 1] as f64,
            other => panic!("{other:?}"),
        })
    };
    let (mut found, mut counted) = (Coverage::new(1.0), Coverage::new(0.0));
    for [counts, g2, error] in each(effort.runs(120, 2000), one) {
        found.add(g2, error);
        counted.add_value(counts);
    }
    let [value, share_68, share_95] = found.cells(4);
    table.row(&[name.into(), format!("{:.0}", counted.mean()), value, share_68, share_95], found.wrong(0.0));
}

/// A bin of 21 ticks with this mean number of pairs; the means of the runs are drawn within one standard deviation.
fn row(table: &mut Table, effort: Effort, mean: f64, own: bool) {
    let runs = effort.runs(120, 4000);
    let one = |seed: u64| {
        let place = (seed as f64 * 0.618_033_988_75).fract() * 2.0 - 1.0;
        let expected = mean + place * mean.sqrt().min(mean / 2.0);
        // For one channel, the bin includes both sides of 0 and counts each pair twice.
        let times = if own { 2.0 } else { 1.0 };
        let rate = (expected * times / (21.0 * DURATION as f64)).sqrt() / TICK;
        // Other seeds for other rows.
        let seed = seed + 10_000 * mean as u64 + u64::from(own);
        let source = json!({
            "duration": DURATION, "pair_rate": 0, "extra": false, "a": steady(3, rate), "b": steady(15, rate),
        });
        let b = if own { 3 } else { 15 };
        let request = json!({ "a": 3, "b": b, "from": -10, "to": 10, "bin": 21 });
        let answer = ask(&tags(source, seed), "correlation", &request);
        ["g2", "g2_error", "g2_low", "g2_high"].map(|key| match at(&answer, key) {
            Value::Floats(floats) => floats[0],
            other => panic!("{other:?}"),
        })
    };
    let mut found = Coverage::new(1.0);
    for [g2, error, low, high] in each(runs, one) {
        if error.is_finite() { found.add(g2, error) } else { found.add_interval(g2, low, high) }
    }
    let name = if own { "a channel with itself" } else { "two channels" };
    let [value, share_68, share_95] = found.cells(4);
    // Where only some runs counted enough for an error, those are not a fair sample for 95 %.
    let shown = if mean >= 40.0 { share_95 } else { String::new() };
    let mut wrong = found.wrong(0.01);
    wrong.retain(|what| mean >= 40.0 || !what.contains("95 %"));
    table.row(&[name.into(), format!("{mean}"), value, share_68, shown], wrong);
}
