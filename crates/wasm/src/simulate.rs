//! A simulated recording.

use tagview_core::Error;
use tagview_core::request::Params;
use tagview_core::simulate::{Simulation, Source};
use tagview_core::tags::{Tag, Writer};
use tagview_core::transform::pack::writer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::value::{error_to_js, from_js};

/// The file of a simulated photon-pair source, piece by piece.
#[wasm_bindgen]
pub struct Simulate {
    simulation: Simulation,
    /// Gone once the file is complete.
    writer: Option<Writer>,
    tags: Vec<Tag>,
    output: Vec<u8>,
}

#[wasm_bindgen]
impl Simulate {
    /// From the source's parameters and `{level?, frameTags?}`. Throws `{code: "usage", ...}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Simulate, JsValue> {
        Self::make(options).map_err(|error| error_to_js(&error))
    }

    fn make(options: &JsValue) -> Result<Self, Error> {
        let options = from_js(options)?;
        let simulation = Simulation::new(Source::from_value(&options)?)?;
        let writer = Some(writer(&Params::new(options)?)?);
        Ok(Self { simulation, writer, tags: Vec::new(), output: Vec::new() })
    }

    /// The file's next bytes; `undefined` at its end.
    pub fn next(&mut self) -> Result<Option<js_sys::Uint8Array>, JsValue> {
        self.output.clear();
        while let Some(writer) = &mut self.writer {
            let outcome = if self.simulation.next_batch(&mut self.tags) {
                writer.push(&self.tags, &mut self.output)
            } else {
                self.writer.take().map_or(Ok(()), |writer| writer.finish(&mut self.output).map(|_| ()))
            };
            outcome.map_err(|error| error_to_js(&error))?;
            if !self.output.is_empty() {
                return Ok(Some(self.output.as_slice().into()));
            }
        }
        Ok(None)
    }
}
