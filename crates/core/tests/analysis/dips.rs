//! Dips beside a peak: what is told of them is of the dip alone.

use tagview_core::Value;
use tagview_core::analysis::make;
use tagview_core::request::Params;
use tagview_core::simulate::{Detector, Simulation, Source};

use crate::pairs::list;

/// 2 s of pairs, of which each detector sees half, and is dead for 50 ns after. The peak lies at `delay`.
fn source(seed: u64, delay: i64, afterpulsing: f64) -> Source {
    let detector = |channel, delay| Detector {
        channel,
        efficiency: 0.5,
        dark_rate: 100.0,
        delay,
        jitter: 2.0,
        afterpulsing,
        ..Detector::default()
    };
    Source {
        seed,
        pair_rate: 100e3,
        a: detector(3, 0),
        b: detector(15, delay),
        extra: None,
        ..Source::default()
    }
}

/// The dips of channel 3 with 15.
fn dips(source: Source) -> Vec<Value> {
    let request = Value::map([("a", Value::UInt(3)), ("b", Value::UInt(15))]);
    let mut run = make("delay", &Params::new(request).unwrap()).unwrap();
    let mut simulation = Simulation::new(source).unwrap();
    let mut batch = Vec::new();
    while simulation.next_batch(&mut batch) {
        run.push_tags(&batch).unwrap();
    }
    list(&run.result(), "dips").to_vec()
}

fn number(dip: &Value, name: &str) -> f64 {
    match dip.get(name) {
        Some(Value::Float(x)) => *x,
        other => panic!("{name}: {other:?} in {dip:?}"),
    }
}

/// Half of the tags have a partner, and no tag follows it for 50 ns: half of the level is missing on both sides.
#[test]
fn dead_times_around_a_peak_are_a_box_of_half_the_level() {
    for (seed, delay) in [(1, 26), (6, 26), (4, 0)] {
        let dips = dips(source(seed, delay, 0.0));
        let [dip] = dips.as_slice() else { panic!("{dips:?}") };
        let near = |name: &str, truth: f64, most: f64| {
            let value = number(dip, name);
            assert!((value - truth).abs() < most, "{name}: {value} is not {truth}");
        };
        near("delay", delay as f64, 10.0);
        near("width", 640.0, 30.0);
        near("depth", 0.5, 0.15);
        // The level is 0.78 a tick, and the peak stands on 40 of the ticks.
        near("missing", 234.0, 75.0);
        assert!(number(dip, "missing_error") < 50.0, "{dip:?}");
    }
}

/// A pair's afterpulses come on both sides once the dead time is over. They are as many as all that is missing.
#[test]
fn afterpulses_beside_a_dip_make_up_for_none_of_it() {
    for (seed, delay) in [(1, 26), (6, 26), (4, 0)] {
        let dips = dips(source(seed, delay, 0.015));
        let [dip] = dips.as_slice() else { panic!("{dips:?}") };
        let (centre, missing) = (number(dip, "delay"), number(dip, "missing"));
        assert!((centre - delay as f64).abs() < 10.0, "{dip:?}");
        // The level is 0.8 a tick far from the peak, and 0.43 in the dip.
        assert!((200.0..420.0).contains(&missing), "{dip:?}");
    }
}
