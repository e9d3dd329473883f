//! Heralded correlation: of independent light it is 1; of a Poissonian source of pairs it is known in closed form.

use serde_json::json;
use tagview_core::tags::Tag;

use crate::answer::{ask, at, number};
use crate::coverage::{Coverage, percent};
use crate::light::{TICK, steady, tags};
use crate::runs::{Effort, each};
use crate::table::Table;

const HEAD: [&str; 7] =
    ["light", "truth", "mean of all runs", "heralds with both", "68 %", "95 %", "upper limit holds"];

/// Ticks to either side of a herald.
const WINDOW: i64 = 20;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    let mut table = Table::new("heralded", &HEAD);
    let independent = |rate_h: f64, rate: f64, duration: i64| {
        move |seed| {
            let detectors = json!({
                "duration": duration, "pair_rate": 0,
                "a": steady(3, rate_h), "b": steady(15, rate), "extra": steady(16, rate),
            });
            tags(detectors, seed)
        }
    };
    let runs = effort.runs(40, 1000);
    row(&mut table, runs, "independent", 1.0, independent(3.2e6, 12.8e6, 10_000_000));
    row(&mut table, runs, "independent, heralds crowded", 1.0, independent(64e6, 3.2e6, 8_000_000));
    for (name, pairs, duration) in [
        ("pairs, few threefolds", 1.28e6, 25_000_000),
        ("pairs", 6.4e6, 10_000_000),
        ("pairs, many threefolds", 6.4e6, 60_000_000),
    ] {
        let source = Split { pairs };
        let runs = if duration > 50_000_000 { effort.runs(20, 1000) } else { runs };
        row(&mut table, runs, name, source.truth(), move |seed| source.tags(duration, seed));
    }
    vec![table]
}

fn row(table: &mut Table, runs: u64, name: &str, truth: f64, light: impl Fn(u64) -> Vec<Tag> + Sync) {
    let request = json!({ "herald": 3, "a": 15, "b": 16, "window": WINDOW });
    let mut found = Coverage::new(truth);
    let (mut threefold, mut limits) = (0.0, Vec::new());
    for answer in each(runs, |seed| ask(&light(seed), "heralded", &request)) {
        threefold += number(&answer, "herald_a_b").unwrap_or(0.0) / runs as f64;
        match (number(&answer, "g2"), number(&answer, "g2_error")) {
            (Some(g2), Some(error)) => found.add(g2, error),
            (Some(g2), None) => {
                let end = |k: usize| number(at(&answer, "g2_interval"), &k.to_string()).unwrap_or(f64::NAN);
                found.add_interval(g2, end(0), end(1));
                limits.push(number(&answer, "g2_upper").is_some_and(|upper| truth <= upper));
            }
            _ => found.add_none(),
        }
    }
    let [mean, share_68, share_95] = found.cells(4);
    let held = limits.iter().filter(|held| **held).count() as f64 / limits.len() as f64;
    let upper = if limits.len() > 20 { percent(held) } else { String::new() };
    let cells =
        [name.into(), format!("{truth:.4}"), mean, format!("{threefold:.1}"), share_68, share_95, upper];
    // The number is a ratio of counts: of a few it is off by a part of its spread.
    let tolerance = 0.5 * truth / threefold.max(1.0);
    table.row(&cells, found.wrong(tolerance));
}

/// A Poissonian source of pairs: one photon heralds, the other is seen by one of two detectors. A
/// Poissonian source that is split is two independent ones, each with its own heralds.
#[derive(Clone, Copy)]
struct Split {
    /// Pairs per second.
    pairs: f64,
}

/// Efficiencies of the herald and, together, of the two detectors; dark counts of every detector per second.
const HERALD: f64 = 0.5;
const BOTH: f64 = 0.6;
const DARK: f64 = 6400.0;

impl Split {
    fn tags(self, duration: i64, seed: u64) -> Vec<Tag> {
        let half = |channel: u64, seed: u64| {
            let detector = |channel: u64, efficiency: f64, dark: f64| {
                json!({
                    "channel": channel, "efficiency": efficiency, "dark_rate": dark, "delay": 0, "jitter": 2,
                    "dead_time": 0, "afterpulsing": 0,
                })
            };
            let source = json!({
                "duration": duration, "pair_rate": self.pairs / 2.0, "extra": false,
                "a": detector(3, HERALD, DARK / 2.0), "b": detector(channel, BOTH, DARK),
            });
            tags(source, seed)
        };
        let mut all = [half(15, 2 * seed), half(16, 2 * seed + 1)].concat();
        all.sort_by_key(|tag| tag.time);
        all
    }

    /// A share `x` of the heralds belongs to pairs. Each partner reaches either detector with probability `s`; other
    /// tags come by chance with `1 - exp(-rate (2w + 1))`.
    fn truth(self) -> f64 {
        let x = self.pairs * HERALD / (self.pairs * HERALD + DARK);
        let s = BOTH / 2.0;
        let chance = 1.0 - (-(self.pairs * s + DARK) * TICK * (2 * WINDOW + 1) as f64).exp();
        let one = x * (s + (1.0 - s) * chance) + (1.0 - x) * chance;
        let both = x * (2.0 * s * chance + (1.0 - 2.0 * s) * chance * chance) + (1.0 - x) * chance * chance;
        both / (one * one)
    }
}
