//! Numbers that an earlier version computed wrongly, each for one recording, next to their present values.

use serde_json::{Value as Json, json};
use tagview_bridge::Value;
use tagview_core::tags::Tag;

use crate::answer::{ask, at, number, remarks};
use crate::light::{TICK, steady, tags};
use crate::pairs::{A, B, Random, background, tags as tags_of};
use crate::runs::Effort;
use crate::table::Table;

/// The seed of every recording of these.
const SEED: u64 = 1;

const SECOND: i64 = 6_400_000_000;

/// A number of one recording.
struct Row {
    what: &'static str,
    /// The value of the earlier version.
    before: &'static str,
    truth: f64,
    light: fn() -> Vec<Tag>,
    printed: fn(&[Tag]) -> Printed,
}

/// A result.
enum Printed {
    /// A value with its standard error.
    Value(f64, f64),
    /// A value with its interval of 68 % and its limit of 95 %, in place of an error.
    Interval(f64, (f64, f64), f64),
    /// An error, which has to be within 15 % of the truth.
    Error(f64),
    /// None, for this reason.
    Nothing(String),
}

const ROWS: [Row; 19] = [
    Row {
        what: "1. heralded g2(0), independent light",
        before: "0.7115 +- 0.0342",
        truth: 1.0,
        light: || independent(3.2e6, 12.8e6, 200_000_000),
        printed: heralded,
    },
    Row {
        what: "1. the same, no threefolds",
        before: "0.000 +- 24",
        truth: 1.0,
        light: || independent(3.2e5, 1.28e6, 10_000_000),
        printed: heralded,
    },
    Row {
        what: "2a. delay within 10 ms, independent light",
        before: "3,944,999, at 29 sigma",
        truth: f64::NAN,
        light: long,
        printed: |all| delay(all, json!({ "a": 3, "b": 15, "from": -TEN_MS, "to": TEN_MS, "bin": 10_000 })),
    },
    Row {
        what: "2b. delay of a channel with itself, dead for 800 ns",
        before: "-6170, at 83 sigma",
        truth: f64::NAN,
        light: || of_two(2 * SECOND, dead(steady(3, 1e5), 5120), steady(15, 0.0), json!({})),
        printed: |all| delay(all, json!({ "a": 3, "b": 3 })),
    },
    Row {
        what: "2b. delay, an emitter's dip",
        before: "-5891, at 66 sigma",
        truth: f64::NAN,
        light: emitter,
        printed: |all| delay(all, json!({ "a": 3, "b": 15 })),
    },
    Row {
        what: "3. delay modulo the period, uncorrelated pulses of 80 MHz",
        before: "4880, at 7.3 sigma",
        truth: 0.0,
        light: || pulsed(json!({ "statistics": "coherent", "rate": 3.2e5 }), 1.4, SECOND / 50),
        printed: |all| delay(all, json!({ "a": 3, "b": 15, "period": 80 })),
    },
    Row {
        what: "3. g2, an emitter in pulses",
        before: "0.6605 +- 0.0206",
        truth: 0.25,
        light: || {
            let light = json!({ "statistics": "emitter", "rate": 8e6, "lifetime": 3, "g2": 0.25 });
            pulsed(light, 0.5, SECOND / 50)
        },
        printed: |all| {
            let answer = ask(
                all,
                "correlation",
                &json!({ "a": 3, "b": 15, "from": -1600, "to": 1600, "bin": 1, "period": 80 }),
            );
            of(at(&answer, "pulsed"), "g2")
        },
    },
    Row {
        what: "4. CAR of three detectors, two of them paired",
        before: "75.96 +- 5.24",
        truth: 0.0,
        light: || {
            let detector = |channel: u64| {
                json!({ "channel": channel, "efficiency": 0.6, "dark_rate": 3e5, "delay": 0, "jitter": 4,
                    "dead_time": 0, "afterpulsing": 0 })
            };
            let request = json!({ "duration": 200_000_000, "pair_rate": 1.28e6, "a": detector(3),
                "b": detector(15), "extra": steady(16, 2.56e6) });
            tags(request, SEED)
        },
        printed: |all| of(&pattern(all, json!([3, 15, 16])), "car"),
    },
    Row {
        what: "5. CAR, a pause of 4 s in 5 s",
        before: "3.60 +- 0.60",
        truth: 0.0,
        light: || {
            let transmission = json!({ "pauses": [[SECOND / 2, 9 * SECOND / 2]] });
            in_light(
                5 * SECOND,
                2e5,
                json!({ "statistics": "coherent" }),
                json!({ "transmission": transmission }),
            )
        },
        printed: |all| of(&pattern(all, json!([3, 15])), "car"),
    },
    Row {
        what: "5. accidentals measured beside afterpulses",
        before: "496.75 +- 11.14",
        truth: 0.5 * 0.3 * 640e3 * 640e3 / (0.95 * 0.95) * TICK * 41.0,
        light: || {
            let detector = |channel: u64, efficiency: f64| {
                json!({ "channel": channel, "efficiency": efficiency, "dark_rate": 0, "delay": 0, "jitter": 3,
                    "dead_time": 0, "afterpulsing": 0.05, "afterpulse_decay": 960 })
            };
            of_two(SECOND, detector(3, 0.5), detector(15, 0.3), json!({ "pair_rate": 640e3 }))
        },
        printed: |all| of(&pattern(all, json!([3, 15])), "accidentals_measured"),
    },
    Row {
        what: "6. dead time, one double trigger",
        before: "12",
        truth: 320.0,
        light: doubled,
        printed: |all| of_channel(all, "dead_time"),
    },
    Row {
        what: "6. afterpulsing, one double trigger (%)",
        before: "-0.45 +- 0.10",
        truth: 0.0,
        light: doubled,
        printed: |all| of_channel(all, "afterpulsing"),
    },
    Row {
        what: "6. afterpulsing of 4.9 %, after 300 ns (%)",
        before: "3.24 +- 0.12",
        truth: 4.9,
        light: || {
            let mut detector = dead(steady(3, 1e5), 320);
            detector["afterpulsing"] = json!(0.049);
            detector["afterpulse_decay"] = json!(1920);
            of_two(SECOND, detector, steady(15, 0.0), json!({}))
        },
        printed: |all| of_channel(all, "afterpulsing"),
    },
    Row {
        what: "7. CAR without a coincidence",
        before: "-1 +- 0",
        truth: 0.0,
        light: || of_two(SECOND, steady(3, 1e3), steady(15, 1e3), json!({})),
        printed: |all| {
            let request = json!({ "window": 20, "patterns": [[3, 15]], "accidentals": "rates" });
            of(at(&ask(all, "coincidence", &request), "patterns.0"), "car")
        },
    },
    Row {
        what: "7. g2 of a bin without a pair",
        before: "0 +- 0",
        truth: 1.0,
        light: || of_two(SECOND, steady(3, 1e3), steady(15, 1e3), json!({})),
        printed: |all| {
            let answer = ask(all, "correlation", &json!({ "a": 3, "b": 15, "from": 0, "to": 0, "bin": 1 }));
            let of = |key: &str| floats(&answer, key)[0];
            if of("g2_error").is_finite() {
                Printed::Value(of("g2"), of("g2_error"))
            } else {
                // The interval is one of 68 %, and holds what is less likely than that by a third of its length.
                Printed::Interval(of("g2"), (of("g2_low"), of("g2_high")), 3.0 * of("g2_high"))
            }
        },
    },
    Row {
        what: "7. error of an efficiency of 0.9",
        before: "0.00095",
        truth: 3.0e-4,
        light: || {
            let detector = |channel: u64, efficiency: f64| {
                json!({ "channel": channel, "efficiency": efficiency, "dark_rate": 0, "delay": 0, "jitter": 3,
                    "dead_time": 0, "afterpulsing": 0 })
            };
            // A million pairs; the first detector sees every one.
            of_two(SECOND * 10, detector(3, 1.0), detector(15, 0.9), json!({ "pair_rate": 1e5 }))
        },
        printed: |all| {
            let answer = pattern(all, json!([3, 15]));
            Printed::Error(number(at(&answer, "efficiency_error"), "15").unwrap_or(f64::NAN))
        },
    },
    Row {
        what: "7. error of g2 of a channel with itself, 21 ticks about 0, over g2 / sqrt(counts)",
        before: "1.00000",
        truth: std::f64::consts::SQRT_2,
        light: || of_two(SECOND / 10, steady(3, 1e6), steady(15, 0.0), json!({})),
        printed: |all| {
            let answer =
                ask(all, "correlation", &json!({ "a": 3, "b": 3, "from": -10, "to": 10, "bin": 21 }));
            let Value::Counts(counts) = at(&answer, "counts") else { panic!("counts are counts") };
            let (g2, error) = (floats(&answer, "g2")[0], floats(&answer, "g2_error")[0]);
            Printed::Error(error / g2 * (counts[0] as f64).sqrt())
        },
    },
    Row {
        what: "7. delay, 1000 pairs with a jitter of 30 ticks on 10 a tick",
        before: "91, centre 93.95 +- 2.65",
        truth: 100.0,
        light: || {
            let mut random = Random::new("once wrong", SEED);
            let mut delays = background(&mut random, 6400, 10.0);
            delays.extend((0..1000).map(|_| (100.0 + 30.0 * random.normal()).round() as i64));
            tags_of(&delays)
        },
        printed: |all| of(&ask(all, "delay", &json!({ "a": A, "b": B })), "centre"),
    },
    Row {
        what: "8. g2 at 9 to 10 ms of 2.3 s, independent light",
        before: "0.9959 +- 0.0002",
        truth: 1.0,
        light: long,
        printed: |all| {
            let answer = ask(
                all,
                "correlation",
                &json!({ "a": 3, "b": 15, "from": TEN_MS - FAR, "to": TEN_MS, "bin": FAR + 1 }),
            );
            Printed::Value(floats(&answer, "g2")[0], floats(&answer, "g2_error")[0])
        },
    },
];

const TEN_MS: i64 = SECOND / 100;
const FAR: i64 = SECOND / 1000;

/// The table of this subject; it has one recording a row, however long the suite is.
pub fn run(_: Effort) -> Vec<Table> {
    let mut table = Table::new("once-wrong", &["number", "truth", "before", "now"]);
    for Row { what, before, truth, light, printed } in ROWS {
        let printed = printed(&light());
        let known = if truth.is_nan() { "none".into() } else { format!("{truth:.4}") };
        let wrong = if printed.is_right(truth) { Vec::new() } else { vec![printed.text()] };
        table.row(&[what.into(), known, before.into(), printed.text()], wrong);
    }
    vec![table]
}

impl Printed {
    fn is_right(&self, truth: f64) -> bool {
        match self {
            Self::Value(value, error) => *error > 0.0 && (value - truth).abs() < 3.0 * error,
            Self::Interval(_, (low, high), upper) => *low < *high && (0.0..=*upper).contains(&truth),
            Self::Error(error) => (error / truth - 1.0).abs() < 0.15,
            Self::Nothing(_) => truth.is_nan(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Value(value, error) => format!("{value:.4} +- {error:.4}"),
            Self::Interval(value, (low, high), _) => format!("{value:.4}, from {low:.4} to {high:.4}"),
            Self::Error(error) => format!("{error:.5}"),
            Self::Nothing(why) => format!("none: {why}"),
        }
    }
}

/// A number with its error, its interval or the reason why there is none.
fn of(answer: &Value, key: &str) -> Printed {
    let of = |key: &str| number(answer, key);
    match (of(key), of(&format!("{key}_error"))) {
        (Some(value), Some(error)) => Printed::Value(value, error),
        (Some(value), None) => {
            let end = |k: usize| of(&format!("{key}_interval.{k}")).unwrap_or(f64::NAN);
            let upper = answer
                .get(&format!("{key}_upper"))
                .map_or(end(1), |_| of(&format!("{key}_upper")).unwrap_or(f64::NAN));
            Printed::Interval(value, (end(0), end(1)), upper)
        }
        (None, _) => Printed::Nothing(remarks(answer, "", key).join(", ")),
    }
}

/// A number of the first channel's gaps; shares in percent.
fn of_channel(all: &[Tag], key: &str) -> Printed {
    let answer = ask(all, "gaps", &json!({}));
    match of(at(&answer, "channels.0"), key) {
        Printed::Value(value, error) if key == "afterpulsing" => Printed::Value(100.0 * value, 100.0 * error),
        printed => printed,
    }
}

fn delay(all: &[Tag], request: Json) -> Printed {
    let answer = ask(all, "delay", &request);
    match of(&answer, "centre") {
        Printed::Nothing(_) => Printed::Nothing(remarks(&answer, "", "delay").join(", ")),
        printed => printed,
    }
}

fn heralded(all: &[Tag]) -> Printed {
    of(&ask(all, "heralded", &json!({ "herald": 3, "a": 15, "b": 16, "window": 20 })), "g2")
}

/// The coincidences of some channels within 20 ticks.
fn pattern(all: &[Tag], channels: Json) -> Value {
    let answer = ask(all, "coincidence", &json!({ "window": 20, "patterns": [channels] }));
    at(&answer, "patterns.0").clone()
}

fn floats<'a>(answer: &'a Value, key: &str) -> &'a [f64] {
    match at(answer, key) {
        Value::Floats(floats) => floats,
        other => panic!("{key}: {other:?}"),
    }
}

/// Two detectors, with more of a request.
fn of_two(duration: i64, a: Json, b: Json, more: Json) -> Vec<Tag> {
    let mut request = json!({ "duration": duration, "pair_rate": 0, "extra": false, "a": a, "b": b });
    if let (Some(request), Json::Object(more)) = (request.as_object_mut(), more) {
        request.extend(more);
    }
    tags(request, SEED)
}

fn independent(rate_h: f64, rate: f64, duration: i64) -> Vec<Tag> {
    let detectors = json!({
        "duration": duration, "pair_rate": 0,
        "a": steady(3, rate_h), "b": steady(15, rate), "extra": steady(16, rate),
    });
    tags(detectors, SEED)
}

fn dead(mut detector: Json, ticks: i64) -> Json {
    detector["dead_time"] = json!(ticks);
    detector
}

/// Two detectors that see half of a beam each.
fn in_light(duration: i64, rate: f64, mut light: Json, more: Json) -> Vec<Tag> {
    light["rate"] = json!(rate);
    let detector = |channel: u64| {
        json!({ "channel": channel, "efficiency": 1, "dark_rate": 0, "delay": 0, "jitter": 0, "dead_time": 0,
            "afterpulsing": 0 })
    };
    let mut more = more;
    more["light"] = light;
    of_two(duration, detector(3), detector(15), more)
}

fn long() -> Vec<Tag> {
    of_two(23 * SECOND / 10, steady(3, 1e5), steady(15, 1e5), json!({}))
}

fn emitter() -> Vec<Tag> {
    let rate = 1.0 / (1000.0 + 3000.0) / TICK;
    in_light(SECOND, rate, json!({ "statistics": "emitter", "lifetime": 1000 }), json!({}))
}

/// A beam in pulses of 80 MHz, which are 80 ticks.
fn pulsed(light: Json, width: f64, duration: i64) -> Vec<Tag> {
    let rate = light["rate"].as_f64().unwrap_or(0.0);
    in_light(duration, rate, light, json!({ "pulses": { "rate": 80e6, "width": width } }))
}

/// A detector that is dead for 320 ticks, and once is not.
fn doubled() -> Vec<Tag> {
    let mut all = of_two(SECOND, dead(steady(3, 1e5), 320), steady(15, 0.0), json!({}));
    let Tag { channel, time } = all[all.len() / 2];
    all.insert(all.len() / 2 + 1, Tag { channel, time: time + 12 });
    all
}
