//! A simulated recording as the bytes of a file.

use super::simulation::Simulation;
use super::source::Source;
use crate::request::Params;
use crate::tags::packing::writer;
use crate::tags::{Tag, TagSink};
use crate::{Error, Value};

/// The file of a simulated photon-pair source, a few frames at a time.
pub struct SimulatedRecording {
    simulation: Simulation,
    /// Gone once the file is complete.
    sink: Option<Box<dyn TagSink>>,
    tags: Vec<Tag>,
}

impl SimulatedRecording {
    /// From the source's parameters, see [`Source::from_value`], and `{level?, frameTags?}`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong.
    pub fn new(options: Value) -> Result<Self, Error> {
        let simulation = Simulation::new(Source::from_value(&options)?)?;
        let sink = Box::new(writer(&Params::new(options)?)?);
        Ok(Self { simulation, sink: Some(sink), tags: Vec::new() })
    }

    /// Appends the file's next bytes to `out`; false at its end.
    ///
    /// # Errors
    /// As [`TagSink::push`].
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
