//! Simulated light.

use serde_json::{Value as Json, json};
use tagview_core::simulate::Simulation;
use tagview_core::tags::Tag;

use crate::answer::value;

/// Length of a tick in seconds, unless a request states another.
pub const TICK: f64 = 156.25e-12;

/// The tags of a `simulate` request with this seed. Missing keys have simulate's defaults.
pub fn tags(mut request: Json, seed: u64) -> Vec<Tag> {
    request["seed"] = json!(seed);
    let source = tagview_bridge::source(&value(&request)).expect("a sound request");
    let mut simulation = Simulation::new(source).expect("a request in its ranges");
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        all.extend_from_slice(&batch);
    }
    all
}

/// A detector that sees no pairs: steady light of `rate` tags per second, without dead time and afterpulses.
pub fn steady(channel: u64, rate: f64) -> Json {
    json!({ "channel": channel, "efficiency": 0, "dark_rate": rate, "dead_time": 0, "afterpulsing": 0 })
}

/// The times of one channel.
pub fn times(tags: &[Tag], channel: u64) -> Vec<i64> {
    tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect()
}
