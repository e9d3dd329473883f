//! The simulated light itself, compared with closed forms. All other cases depend on this.

use serde_json::{Value as Json, json};

use crate::coverage::Coverage;
use crate::light::{TICK, steady, tags, times};
use crate::runs::{Effort, each};
use crate::table::Table;

/// Ticks of a run.
const DURATION: i64 = 640_000_000;

const HEAD: [&str; 4] = ["light", "what", "closed form", "mean of all runs"];

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let runs = effort.runs(20, 400);
    let mut table = Table::new("light", &HEAD);
    counts(&mut table, runs, "steady, 100 kHz", steady(1, 1e5), 1e5);
    let mut dead = steady(1, 1e6);
    dead["dead_time"] = json!(640);
    // Whole ticks begin the dead time: on average half a tick late.
    counts(&mut table, runs, "steady, 1 MHz, dead for 100 ns", dead, 1e6 / (1.0 + 1e6 * 639.5 * TICK));
    vec![table]
}

/// The counts of a detector in a run, against its rate per second.
fn counts(table: &mut Table, runs: u64, name: &str, detector: Json, rate: f64) {
    let request = json!({ "duration": DURATION, "pair_rate": 0, "a": detector });
    let truth = rate * TICK * DURATION as f64;
    let mut found = Coverage::new(truth);
    for n in each(runs, |seed| times(&tags(request.clone(), seed), 1).len()) {
        found.add_value(n as f64);
    }
    let [mean, ..] = found.cells(1);
    table.row(&[name.into(), "tags".into(), format!("{truth:.1}"), mean], found.wrong_mean(0.0));
}
