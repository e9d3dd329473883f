//! Times analyses without decoding: a line for each, its time in ms for every round.
//!
//! `cargo run --release --example throughput -- TAGS ROUNDS 'NAME PARAMETER=NUMBER ...' ...`

use std::time::Instant;

use tagview_bridge::{Value, requests};
use tagview_core::analysis::AnalysisRequest;
use tagview_core::workload::TagWorkload;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let tags = arguments.next().ok_or("how many tags?")?.parse()?;
    let rounds: usize = arguments.next().ok_or("how many rounds?")?.parse()?;
    let analyses: Vec<String> = arguments.collect();
    let workload = TagWorkload::new(tags)?;
    let mut times = vec![Vec::new(); analyses.len()];
    for _ in 0..rounds {
        for (analysis, times) in analyses.iter().zip(&mut times) {
            let (name, params) = analysis.split_once(' ').unwrap_or((analysis, ""));
            let request = request(name, params)?;
            let since = Instant::now();
            workload.run(&request)?;
            times.push(since.elapsed().as_secs_f64() * 1e3);
        }
    }
    for (analysis, times) in analyses.iter().zip(times) {
        let times: Vec<_> = times.iter().map(|ms| format!("{ms:.3}")).collect();
        println!("{analysis}\t{}", times.join("\t"));
    }
    Ok(())
}

fn request(name: &str, text: &str) -> Result<AnalysisRequest, Box<dyn std::error::Error>> {
    let mut entries = vec![("name".into(), Value::Text(name.to_owned()))];
    for parameter in text.split_whitespace() {
        let (name, number) = parameter.split_once('=').ok_or("a parameter is NAME=NUMBER")?;
        entries.push((name.to_owned().into(), Value::Int(number.parse()?)));
    }
    Ok(requests::analysis_request(&Value::Map(entries))?.analysis)
}
