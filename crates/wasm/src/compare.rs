//! The same tags in other formats.

use js_sys::Function;
use tagview_compare::{Clock, Comparison, Sample};
use tagview_core::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{from_js, thrown, to_js};

/// A recording in, one row for each format and compression out.
#[wasm_bindgen]
pub struct Compare {
    state: State,
    input: Input,
    clock: JsClock,
}

/// What is under way.
enum State {
    /// The recording is read.
    Reading(Box<Sample>),
    /// Rows are measured.
    Measuring(Box<Comparison>),
    /// An error ended it.
    Ended,
}

/// `performance.now`.
struct JsClock(Function);

impl Clock for JsClock {
    fn now(&self) -> f64 {
        self.0.call0(&JsValue::UNDEFINED).ok().and_then(|ms| ms.as_f64()).unwrap_or_default()
    }
}

#[wasm_bindgen]
impl Compare {
    /// From `{selection?, tags?}`, and a function that tells the time in milliseconds. Throws
    /// `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, clock: Function) -> Result<Compare, JsValue> {
        let sample = from_js(options).and_then(Sample::new).map_err(thrown)?;
        Ok(Self { state: State::Reading(Box::new(sample)), input: Input::default(), clock: JsClock(clock) })
    }

    /// The address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; whether more could change anything.
    pub fn push(&mut self, n: usize) -> bool {
        let State::Reading(sample) = &mut self.state else { return false };
        sample.push(self.input.bytes(n));
        sample.wants_more()
    }

    /// Nothing follows: `{tags, sampled, first, last, complete, error, findings, rows}`, the last how many rows there
    /// will be.
    pub fn begin(&mut self) -> Result<JsValue, JsValue> {
        let State::Reading(mut sample) = std::mem::replace(&mut self.state, State::Ended) else {
            return Ok(JsValue::NULL);
        };
        sample.finish();
        let mut read = sample.describe();
        let comparison = Comparison::new(sample.into_tags()).map_err(thrown)?;
        if let Value::Map(entries) = &mut read {
            entries.push(("rows".to_owned(), Value::Count(comparison.rows() as u64)));
        }
        self.input = Input::default();
        self.state = State::Measuring(Box::new(comparison));
        Ok(to_js(&read))
    }

    /// The next row, `{format, compression, level, bytes, ratio, encode_ms, decode_ms, access_ms}`; `null` after the
    /// last.
    pub fn next(&mut self) -> Result<JsValue, JsValue> {
        let State::Measuring(comparison) = &mut self.state else { return Ok(JsValue::NULL) };
        let row = comparison.next(&self.clock).map_err(thrown)?;
        Ok(row.as_ref().map_or(JsValue::NULL, |row| to_js(&row.into())))
    }
}
