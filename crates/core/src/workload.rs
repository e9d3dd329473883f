//! Tags that are kept to be pushed through an analysis again and again, so that it can be timed. The caller has the
//! clock: there is none in here.

use std::hint::black_box;

use crate::Error;
use crate::analysis::AnalysisRequest;
use crate::simulate::{Detector, Simulation, Source};
use crate::tags::{Tag, TagBlocks};

/// Tags per second of each channel, in steady light.
const RATE: f64 = 1e6;

/// Independent tags of channels 3 and 15, each at 1 MHz in ticks of 156.25 ps.
#[derive(Debug, Clone)]
pub struct TagWorkload(Vec<Tag>);

impl TagWorkload {
    /// Makes `tags` tags of two channels, always the same.
    ///
    /// # Errors
    /// `Usage` if they would last too long.
    pub fn new(tags: usize) -> Result<Self, Error> {
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
        Ok(Self::of(all))
    }

    /// These tags, which are in order of time.
    pub fn of(tags: Vec<Tag>) -> Self {
        Self(tags)
    }

    /// All tags, in order of time.
    pub fn tags(&self) -> &[Tag] {
        &self.0
    }

    /// Splits all tags by channel, and pushes them through a new analysis.
    ///
    /// # Errors
    /// Those of [`AnalysisRequest::start`] and [`push`](crate::run::Accumulator::push).
    pub fn run(&self, request: &AnalysisRequest) -> Result<(), Error> {
        let mut analysis = request.start()?;
        TagBlocks::default().each(black_box(&self.0), |block| analysis.push(block))?;
        black_box(analysis.result());
        Ok(())
    }
}
