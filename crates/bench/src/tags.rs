//! Tags in memory, for timing analyses without decoding.

use std::hint::black_box;

use tagview_bridge::{Value, requests};
use tagview_core::Error;
use tagview_core::analysis::AnalysisRequest;
use tagview_core::simulate::{Detector, Simulation, Source};
use tagview_core::tags::{Tag, TagBlocks};
use wasm_bindgen::prelude::wasm_bindgen;

/// Tags per second of each channel, in steady light.
const RATE: f64 = 1e6;

/// Independent tags of channels 3 and 15, each at 1 MHz in ticks of 156.25 ps.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct TagWorkload(Vec<Tag>);

#[wasm_bindgen]
impl TagWorkload {
    /// Makes `tags` tags of two channels, always the same.
    ///
    /// # Errors
    /// A sentence if they would last too long.
    #[wasm_bindgen(constructor)]
    pub fn new(tags: usize) -> Result<TagWorkload, String> {
        simulated(tags).map(Self).map_err(|error| error.to_string())
    }

    /// Number of tags.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// Splits all tags by channel, and pushes them through a new analysis: `NAME PARAMETER=NUMBER ...`.
    ///
    /// # Errors
    /// A sentence if the analysis or a parameter is wrong.
    pub fn run(&self, analysis: &str) -> Result<(), String> {
        let request = request(analysis)?;
        self.analyse(&request).map_err(|error| error.to_string())
    }

    fn analyse(&self, request: &AnalysisRequest) -> Result<(), Error> {
        let mut analysis = request.start()?;
        TagBlocks::default().each(black_box(&self.0), |block| analysis.push(block))?;
        black_box(analysis.result());
        Ok(())
    }
}

fn simulated(tags: usize) -> Result<Vec<Tag>, Error> {
    let default = Source::default();
    let steady = |channel| Detector {
        channel,
        dark_rate: RATE,
        dead_time: 0,
        afterpulsing: 0.0,
        ..Detector::default()
    };
    // A second longer than these tags take on average.
    let seconds = 1.0 + tags as f64 / RATE;
    let duration = (seconds / default.tick) as i64;
    let source = Source { duration, pair_rate: 0.0, a: steady(3), b: steady(15), extra: None, ..default };
    let mut simulation = Simulation::new(source)?;
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while all.len() < tags && simulation.next_batch(&mut batch) {
        all.extend_from_slice(&batch);
    }
    all.truncate(tags);
    Ok(all)
}

fn request(analysis: &str) -> Result<AnalysisRequest, String> {
    let mut words = analysis.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut entries = vec![("name".into(), Value::Text(name.to_owned()))];
    for word in words {
        let number = word.split_once('=').and_then(|(name, number)| Some((name, number.parse().ok()?)));
        let (name, number) = number.ok_or_else(|| format!("{word} is not PARAMETER=NUMBER"))?;
        entries.push((name.to_owned().into(), Value::Int(number)));
    }
    let request = requests::analysis_request(&Value::Map(entries)).map_err(|error| error.to_string())?;
    Ok(request.analysis)
}
