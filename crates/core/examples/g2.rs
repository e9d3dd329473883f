//! Prints the correlation of two channels: `cargo run --example g2 -- FILE A B`.

use tagview_core::Error;
use tagview_core::analysis::CorrelationRequest;

/// Returns a line for each bin from -10 to 10 ns: lower edge in nanoseconds, pairs, g2.
pub fn g2(path: &str, a: u64, b: u64) -> Result<String, Error> {
    let recording = tagview_core::open(path)?;
    let reach = (10e-9 / recording.tick_s()).round() as i64;
    let result = recording.analyse(&CorrelationRequest::between(a, b).from(-reach).to(reach))?;
    let mut lines = String::new();
    for ((edge, pairs), g2) in result.edges().iter().zip(result.counts.iter()).zip(result.g2.iter()) {
        let delay = *edge as f64 * recording.tick_s() * 1e9;
        lines += &format!("{delay:.3}\t{pairs}\t{g2:?}\n");
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
