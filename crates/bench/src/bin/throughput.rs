//! Times analyses without decoding: a line for each, its time in ms for every round.
//!
//! `cargo run --release -p tagview-bench --bin throughput -- TAGS ROUNDS 'NAME PARAMETER=NUMBER ...' ...`

use std::time::Instant;

use tagview_bench::TagWorkload;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let tags = arguments.next().ok_or("state the number of tags")?.parse()?;
    let rounds: usize = arguments.next().ok_or("state the number of rounds")?.parse()?;
    let analyses: Vec<String> = arguments.collect();
    let workload = TagWorkload::new(tags)?;
    let mut times = vec![Vec::new(); analyses.len()];
    for _ in 0..rounds {
        for (analysis, times) in analyses.iter().zip(&mut times) {
            let since = Instant::now();
            workload.run(analysis)?;
            times.push(since.elapsed().as_secs_f64() * 1e3);
        }
    }
    for (analysis, times) in analyses.iter().zip(times) {
        let times: Vec<_> = times.iter().map(|ms| format!("{ms:.3}")).collect();
        println!("{analysis}\t{}", times.join("\t"));
    }
    Ok(())
}
