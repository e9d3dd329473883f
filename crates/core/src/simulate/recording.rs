//! A simulated recording as the bytes of a file.

use super::simulation::Simulation;
use super::source::Source;
use crate::Error;
use crate::tags::packing::PackingOptions;
use crate::tags::{Tag, TagSink};

/// The file of a simulated photon-pair source, a few frames at a time.
pub struct SimulatedRecording {
    simulation: Simulation,
    /// Gone once the file is complete.
    sink: Option<Box<dyn TagSink>>,
    tags: Vec<Tag>,
}

impl SimulatedRecording {
    /// Simulates a source.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn new(source: Source, packing: &PackingOptions) -> Result<Self, Error> {
        let simulation = Simulation::new(source)?;
        let sink = Box::new(packing.writer()?);
        Ok(Self { simulation, sink: Some(sink), tags: Vec::new() })
    }

    /// Appends the file's next bytes to `out`; false at its end.
    ///
    /// # Errors
    /// Those of [`TagSink::push`].
    pub fn next(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        let before = out.len();
        while out.len() == before {
            let Some(sink) = &mut self.sink else { return Ok(false) };
            if self.simulation.next_batch(&mut self.tags) {
                sink.push(&self.tags, out)?;
            } else if let Some(sink) = self.sink.take() {
                sink.finish(out)?;
            }
        }
        Ok(true)
    }
}
