//! Accidentals from rates of recordings whose rates drift, or which have lost a part.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, float};
use crate::tags::tag;
use crate::ticks::Random;

/// Length of a recording and half the width of the window, ticks.
const SPAN: f64 = 6e6;
const WINDOW: i64 = 20;

/// Photons per tick of each channel, and the share of them that belong to pairs.
const RATE: f64 = 0.015;
const PAIRED: f64 = 0.1;

/// Detected share of the photons at each time from 0 to 1, its mean square, and a name.
type Transmission = (fn(f64) -> f64, f64, &'static str);

/// Photons on channels 3, 15 and 16; those of channels 3 and 15 in part as pairs.
fn tags(of: fn(f64) -> f64, random: &mut Random) -> Vec<Tag> {
    let mut tags = Vec::new();
    let sources: [(&[u64], f64); 4] =
        [(&[3, 15], PAIRED), (&[3], 1.0 - PAIRED), (&[15], 1.0 - PAIRED), (&[16], 1.0)];
    for (channels, share) in sources {
        let mut time = 0.0;
        while time < SPAN {
            let is_seen = |random: &mut Random| random.uniform() < of(time / SPAN);
            tags.extend(channels.iter().filter(|_| is_seen(random)).map(|one| tag(*one, time as i64)));
            time -= (1.0 - random.uniform()).ln() / (RATE * share);
        }
    }
    tags.sort_unstable_by_key(|tag| tag.time);
    tags
}

#[test]
fn accidentals_from_rates_are_those_of_drifting_and_incomplete_recordings() {
    let all: [Transmission; 4] = [
        (|_| 1.0, 1.0, "steady"),
        (|x| 1.0 - 0.5 * x, 7.0 / 12.0, "1 to 0.5"),
        (|x| 1.0 - 0.9 * x, 0.37, "1 to 0.1"),
        (|x| f64::from(u8::from(!(0.4..0.73).contains(&x))), 0.67, "lost part"),
    ];
    let positions = [2.0 * WINDOW as f64 + 1.0, 3.0 * (WINDOW * (WINDOW + 1)) as f64 + 1.0];
    let entries = |pattern: &[i64]| {
        let pattern = Value::List(pattern.iter().map(|channel| Value::Int(*channel)).collect());
        let rates = ("accidentals", Value::Text("rates".into()));
        let own = [("window", Value::Int(WINDOW)), ("period", Value::Int(0)), rates];
        [own.as_slice(), &[("patterns", Value::List(vec![pattern]))]].concat()
    };
    for (k, (of, square, name)) in all.into_iter().enumerate() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(k as u64 + 1));
        let tags = tags(of, &mut random);
        let found =
            |pattern: &[i64]| list(&ask("coincidence", &entries(pattern), &tags), "patterns")[0].clone();
        let close = |found: &Value, truth: f64| {
            let [value, error] = ["accidentals", "accidentals_error"].map(|key| float(found, key).unwrap());
            assert!((value - truth).abs() < 3.0 * error, "{name}: {value} +- {error}, true {truth}");
            assert!(error < 0.03 * truth, "{name}: {value} +- {error}");
        };
        close(&found(&[3, 15]), RATE.powi(2) * SPAN * square * positions[0]);
        // Mean cubes of the transmissions.
        let cube = [1.0, 15.0 / 32.0, 0.27775, 0.67][k];
        close(&found(&[3, 15, 16]), RATE.powi(3) * SPAN * cube * positions[1]);
    }
}
