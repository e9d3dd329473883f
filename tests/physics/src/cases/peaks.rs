//! False peaks and true peaks: position and width.

use serde_json::{Value as Json, json};
use tagview_core::tags::Tag;

use crate::answer::{ask, at, number};
use crate::coverage::{Coverage, percent};
use crate::light::{TICK, steady, tags};
use crate::pairs::{A, B, Random, background, tags as tags_of};
use crate::runs::{Effort, each};
use crate::table::Table;

/// Range of delays, ticks.
const RANGE: i64 = 6400;

/// The tables of this subject.
pub fn run(effort: Effort) -> Vec<Table> {
    vec![false_peaks(effort), true_peaks(effort)]
}

/// Light in which the two channels are correlated as the name states, and not otherwise.
const WITHOUT: [&str; 9] = [
    "steady",
    "dead time",
    "afterpulsing",
    "an emitter's dip",
    "an emitter's dip, dead time",
    "rates that drift",
    "a long range",
    "a long range, with a pause",
    "half to three times as long as the delays",
];

/// One recording: its tags, and the range of delays and width of bins in ticks.
fn uncorrelated(kind: &str, seed: u64) -> (Vec<Tag>, i64, i64) {
    let mut random = Random::new(kind, seed);
    let (mut range, mut bin) = (RANGE, 1);
    let mut seconds = random.between(0.2, 2.0);
    let mut rates = [random.between(300.0, 1.5e5), random.between(300.0, 1.5e5)];
    let mut request = json!({ "pair_rate": 0, "extra": false });
    if kind.contains("range") {
        seconds = 2.3;
        range = (random.between(1e-3, if kind.contains("pause") { 5e-2 } else { 1e-1 }) / TICK) as i64;
        bin = 2 * range / 12_800;
        // This number of pairs is counted soon.
        let most = (4e6 * seconds / (2.0 * range as f64 * TICK)).sqrt() / seconds;
        rates = rates.map(|rate| rate.min(most));
    }
    if kind.contains("as long as") {
        seconds = random.between(0.5, 3.0) * RANGE as f64 * TICK;
        rates = [random.between(30.0, 1500.0) / seconds, random.between(30.0, 1500.0) / seconds];
    }
    let mut detectors = [steady(A, rates[0]), steady(B, rates[1])];
    for detector in &mut detectors {
        match kind {
            "dead time" => detector["dead_time"] = json!(random.between(100.0, 6000.0) as i64),
            "afterpulsing" => {
                detector["dead_time"] = json!(random.between(50.0, 400.0) as i64);
                detector["afterpulsing"] = json!(0.01 + 0.11 * random.uniform());
                detector["afterpulse_decay"] = json!(random.between(50.0, 2000.0));
            }
            _ if kind.contains("emitter") => {
                detector["dark_rate"] = json!(0);
                detector["efficiency"] = json!(0.02 + 0.28 * random.uniform());
                if kind.contains("dead") {
                    detector["dead_time"] = json!(random.between(100.0, 400.0) as i64);
                }
            }
            _ => {}
        }
    }
    if kind.contains("emitter") {
        seconds = random.between(0.01, 0.05);
        let (lifetime, excitation) = (random.between(10.0, 200.0), random.between(60.0, 600.0));
        let rate = 1.0 / (lifetime + excitation) / TICK;
        request["light"] = json!({ "statistics": "emitter", "rate": rate, "lifetime": lifetime });
    }
    let duration = (seconds / TICK) as i64;
    if kind.contains("drift") {
        request["transmission"] = json!({ "start": random.uniform(), "end": random.uniform() });
    }
    if kind.contains("pause") {
        request["transmission"] = json!({ "pauses": [[duration * 2 / 5, duration * 3 / 5]] });
    }
    if request["transmission"] != Json::Null {
        // A beam's transmission changes light, not dark counts.
        let rate = rates[0] + rates[1];
        request["light"] = json!({ "statistics": "coherent", "rate": rate });
        for (detector, rate) in detectors.iter_mut().zip(rates) {
            detector["efficiency"] = json!((rate / (rates[0] + rates[1])).min(1.0));
            detector["dark_rate"] = json!(0);
        }
    }
    request["duration"] = json!(duration);
    let [a, b] = detectors;
    request["a"] = a;
    request["b"] = b;
    (tags(request, seed), range, bin)
}

fn false_peaks(effort: Effort) -> Table {
    let runs = effort.runs(12, 400);
    let mut table = Table::new(
        "peaks-false",
        &["without correlation", "recordings", "false peaks", "dips", "periods", "highest significance"],
    );
    let mut all = 0;
    for kind in WITHOUT {
        let found = each(runs, |seed| {
            let (tags, range, bin) = uncorrelated(kind, seed);
            let answer =
                ask(&tags, "delay", &json!({ "a": A, "b": B, "from": -range, "to": range, "bin": bin }));
            let dips = *at(&answer, "dips") != tagview_bridge::Value::List(Vec::new());
            let is_peak = number(&answer, "delay").is_some();
            if is_peak {
                eprintln!("{kind}, seed {seed}: {answer:?}");
            }
            (
                is_peak,
                dips,
                number(&answer, "period").is_some(),
                number(&answer, "significance").unwrap_or(0.0),
            )
        });
        let peaks = found.iter().filter(|run| run.0).count();
        let dips = found.iter().filter(|run| run.1).count();
        let periods = found.iter().filter(|run| run.2).count();
        let highest = found.iter().fold(0.0, |highest: f64, run| highest.max(run.3));
        let cells = [
            kind.into(),
            runs.to_string(),
            peaks.to_string(),
            dips.to_string(),
            periods.to_string(),
            format!("{highest:.2}"),
        ];
        let mut wrong = Vec::new();
        if periods > 0 {
            wrong.push(format!("{periods} periods in {runs} recordings"));
        }
        if !kind.contains("emitter") && dips > 1 {
            wrong.push(format!("{dips} dips"));
        }
        table.row(&cells, wrong);
        all += peaks;
    }
    // One in a thousand.
    let most = 1 + runs as usize * WITHOUT.len() / 1000;
    table.judge("false peaks", if all > most { vec![format!("{all} false peaks")] } else { Vec::new() });
    table
}

/// Pairs in the peak, expected in a tick beside it, standard deviation in ticks, and the least share of peaks found.
const PEAKS: [(f64, f64, f64, f64); 10] = [
    (10.0, 0.04, 0.5, 0.75),
    (10.0, 0.04, 1.0, 0.75),
    (10.0, 0.04, 2.0, 0.75),
    (10.0, 0.04, 3.0, 0.75),
    (30.0, 0.04, 3.0, 0.99),
    (100.0, 1.0, 3.0, 0.99),
    (100.0, 0.04, 20.0, 0.99),
    (1000.0, 1.0, 3.0, 0.99),
    (1000.0, 10.0, 30.0, 0.99),
    (10_000.0, 20.0, 10.0, 0.99),
];

fn true_peaks(effort: Effort) -> Table {
    let runs = effort.runs(40, 600);
    let head = [
        "pairs on a background a tick",
        "jitter (ticks)",
        "found %",
        "centre: off by",
        "68 %",
        "95 %",
        "fwhm: off by",
        "68 %",
        "95 %",
    ];
    let mut table = Table::new("peaks-true", &head);
    for (pairs, level, jitter, least) in PEAKS {
        let runs = if level > 5.0 { runs.min(400) } else { runs };
        let found = each(runs, |seed| {
            let mut random = Random::new("peaks", seed * 1000 + pairs as u64 + jitter as u64);
            let middle = random.uniform() * 2000.0 - 1000.0;
            let mut delays = background(&mut random, RANGE, level);
            let n = if pairs < 20.0 { pairs as usize } else { random.poisson(pairs) };
            delays.extend((0..n).map(|_| (middle + jitter * random.normal()).round() as i64));
            let answer =
                ask(&tags_of(&delays), "delay", &json!({ "a": A, "b": B, "from": -RANGE, "to": RANGE }));
            let of = |key| number(&answer, key);
            let centre =
                of("centre").map(|centre| centre - middle).filter(|off| off.abs() < 5.0 * jitter + 3.0);
            (centre.zip(of("centre_error")), of("fwhm").zip(of("fwhm_error")))
        });
        let (mut centre, mut fwhm) = (Coverage::new(0.0), Coverage::new(0.0));
        for (at, width) in &found {
            let Some((off, error)) = at else {
                centre.add_none();
                continue;
            };
            centre.add(*off, *error);
            if let Some((width, error)) = width {
                fwhm.add(width - WIDTH * jitter, *error);
            }
        }
        let share = centre.runs() as f64 / runs as f64;
        let mut wrong = Vec::new();
        if share < least - 3.0 * (least * (1.0 - least) / runs as f64).sqrt() {
            wrong.push(format!("{} % found", percent(share)));
        }
        // Within a bin, a peak's place is only known to be there; few pairs leave out those that are not found.
        if jitter >= 1.0 && pairs >= 30.0 {
            wrong.extend(centre.wrong(0.0));
            wrong.extend(fwhm.wrong_shares());
        }
        let shown = |found: &Coverage, digits| {
            if found.runs() > 10 { found.cells(digits) } else { Default::default() }
        };
        let mut cells = vec![format!("{pairs} on {level}"), jitter.to_string(), percent(share)];
        cells.extend(shown(&centre, 3));
        cells.extend(shown(&fwhm, 3));
        table.row(&cells, wrong);
    }
    table
}

/// Full width at half maximum over the standard deviation of a Gaussian.
const WIDTH: f64 = 2.354_820_045_030_949;
