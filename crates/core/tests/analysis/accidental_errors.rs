//! Errors of accidentals, CAR and efficiencies against simulated truth, for channels with and without pairs.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::list;
use crate::period::{ask, float};
use crate::tags::tag;
use crate::ticks::Random;

/// Length of a recording and half the width of the window, ticks.
const SPAN: f64 = 6e6;
const WINDOW: i64 = 20;
const WIDTH: f64 = 2.0 * WINDOW as f64 + 1.0;

/// Photons on channels 3 and 15.
struct Source {
    /// Pairs per tick.
    pairs: f64,
    /// Probability of the tag of a photon.
    efficiency: f64,
    /// Single photons per tick of each channel, all of which have a tag.
    singles: f64,
}

impl Source {
    fn tags(&self, random: &mut Random) -> Vec<Tag> {
        let mut tags = Vec::new();
        for (channels, rate, seen) in [
            (&[3, 15][..], self.pairs, self.efficiency),
            (&[3], self.singles, 1.0),
            (&[15], self.singles, 1.0),
        ] {
            let mut time = 0.0;
            // Without a rate, the first time is beyond the recording.
            loop {
                time -= (1.0 - random.uniform()).ln() / rate;
                if time.is_nan() || time > SPAN {
                    break;
                }
                let detected = channels.iter().filter(|_| random.uniform() < seen);
                tags.extend(detected.map(|channel| tag(*channel, time as i64)));
            }
        }
        tags.sort_unstable_by_key(|tag| tag.time);
        tags
    }

    /// Expected tags of a channel.
    fn expected_tags(&self) -> f64 {
        (self.pairs * self.efficiency + self.singles) * SPAN
    }

    fn expected_accidentals(&self) -> f64 {
        self.expected_tags().powi(2) / SPAN * WIDTH
    }

    fn expected_pairs(&self) -> f64 {
        self.pairs * self.efficiency.powi(2) * SPAN
    }
}

/// Returns the mean and the standard deviation of `(value - truth) / error`.
fn pulls(results: &[Value], key: &str, truth: f64) -> (f64, f64) {
    let pull = |result: &Value| {
        let pattern = &list(result, "patterns")[0];
        let number = |key: &str| match key.split_once('.') {
            Some((key, channel)) => float(pattern.get(key).unwrap(), channel).unwrap(),
            None => float(pattern, key).unwrap(),
        };
        let error = match key.split_once('.') {
            Some((key, channel)) => format!("{key}_error.{channel}"),
            None => format!("{key}_error"),
        };
        (number(key) - truth) / number(&error)
    };
    let pulls: Vec<f64> = results.iter().map(pull).collect();
    let mean = pulls.iter().sum::<f64>() / pulls.len() as f64;
    let squares: f64 = pulls.iter().map(|pull| (pull - mean).powi(2)).sum();
    (mean, (squares / (pulls.len() - 1) as f64).sqrt())
}

#[test]
fn errors_are_the_scatter_of_recordings() {
    let sources = [
        Source { pairs: 3e-4, efficiency: 0.9, singles: 0.0 },
        Source { pairs: 3e-4, efficiency: 0.4, singles: 1e-4 },
        Source { pairs: 0.0, efficiency: 1.0, singles: 1e-3 },
    ];
    for (k, source) in sources.iter().enumerate() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(k as u64 + 1));
        let entries =
            [("window", Value::Int(WINDOW)), ("displaced", Value::Int(2000)), ("period", Value::Int(0))];
        let results: Vec<Value> =
            (0..120).map(|_| ask("coincidence", &entries, &source.tags(&mut random))).collect();
        let (accidentals, pairs) = (source.expected_accidentals(), source.expected_pairs());
        let truths = [
            ("accidentals_measured", accidentals),
            ("accidentals_rates", accidentals),
            ("car", pairs / accidentals),
            ("efficiency.15", pairs / source.expected_tags()),
        ];
        for (key, truth) in truths {
            let (mean, deviation) = pulls(&results, key, truth);
            assert!(mean.abs() < 0.35, "source {k}: {key} is off by {mean} errors");
            assert!((0.8..1.25).contains(&deviation), "source {k}: {key} scatters by {deviation} errors");
        }
    }
}
