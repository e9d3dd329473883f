//! Prints the correlation of two channels: `cargo run --example g2 -- FILE A B`.

use serde_json::{Value as Json, json};
use tagview_core::Error;

/// Returns a line for each bin from -10 to 10 ns: delay in nanoseconds, pairs, g2.
pub fn g2(path: &str, a: u64, b: u64) -> Result<String, Error> {
    let recording = tagview_core::open(path)?;
    let reach = (10e-9 / recording.tick_s()).round() as i64;
    let outcome = recording.run(json!({
        "analyses": [{"name": "correlation", "a": a, "b": b, "from": -reach, "to": reach}],
    }))?;
    let result = &Json::from(&outcome.results)["correlation"];
    let mut lines = String::new();
    if let (Some(counts), Some(from), Some(bin)) =
        (result["counts"].as_array(), result["from"].as_i64(), result["bin"].as_i64())
    {
        for (k, pairs) in counts.iter().enumerate() {
            let delay = (from + k as i64 * bin) as f64 * recording.tick_s() * 1e9;
            lines += &format!("{delay:.3}\t{pairs}\t{}\n", result["g2"][k]);
        }
    }
    Ok(lines)
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [path, a, b] = arguments.as_slice() {
        print!("{}", g2(path, a.parse().unwrap_or(0), b.parse().unwrap_or(1))?);
    }
    Ok(())
}
