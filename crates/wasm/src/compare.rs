//! The same tags, or the same references of an Icechunk manifest, in other formats.

use js_sys::Function;
use tagview_bridge::Value;
use tagview_compare::{Clock, Comparison, Format, Intake, Items, ReferenceFormat};
use tagview_core::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::Input;
use crate::value::{from_js, thrown, to_js};

/// A recording or a manifest in, one row for each format and compression out.
#[wasm_bindgen]
pub struct Compare {
    state: State,
    input: Input,
    clock: JsClock,
}

/// The state of the comparison.
enum State {
    /// The file is read.
    Reading(Box<Intake>),
    /// Rows are measured.
    Measuring(Measuring),
    /// An error ended it.
    Ended,
}

/// The item being measured.
enum Measuring {
    Tags(Box<Comparison<Format>>),
    References(Box<Comparison<ReferenceFormat>>),
}

impl Measuring {
    fn new(items: Items) -> Result<Self, Error> {
        Ok(match items {
            Items::Tags(tags) => Self::Tags(Box::new(Comparison::new(tags)?)),
            Items::References(references) => Self::References(Box::new(Comparison::new(references)?)),
        })
    }

    fn rows(&self) -> usize {
        match self {
            Self::Tags(comparison) => comparison.rows(),
            Self::References(comparison) => comparison.rows(),
        }
    }

    fn next(&mut self, clock: &JsClock) -> Result<Option<Value>, Error> {
        Ok(match self {
            Self::Tags(comparison) => comparison.next(clock)?.as_ref().map(Value::from),
            Self::References(comparison) => comparison.next(clock)?.as_ref().map(Value::from),
        })
    }
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
    /// From `{selection?, tags?, references?}`, and a function that returns the time in milliseconds. Throws
    /// `{code: "usage", message, offset, remedy}`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, clock: Function) -> Result<Compare, JsValue> {
        let intake = from_js(options).and_then(Intake::new).map_err(thrown)?;
        Ok(Self { state: State::Reading(Box::new(intake)), input: Input::default(), clock: JsClock(clock) })
    }

    /// Address of `n` bytes to write the file's next bytes to.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    /// Continues with the first `n` reserved bytes; whether more could change anything.
    pub fn push(&mut self, n: usize) -> Result<bool, JsValue> {
        let State::Reading(intake) = &mut self.state else { return Ok(false) };
        intake.push(self.input.bytes(n)).map_err(thrown)?;
        Ok(intake.wants_more())
    }

    /// Ends the input: returns the description of `Intake::finish`, with the number of `rows`.
    pub fn begin(&mut self) -> Result<JsValue, JsValue> {
        let State::Reading(intake) = std::mem::replace(&mut self.state, State::Ended) else {
            return Ok(JsValue::NULL);
        };
        let (items, mut read) = intake.finish().map_err(thrown)?;
        let measuring = Measuring::new(items).map_err(thrown)?;
        if let Value::Map(entries) = &mut read {
            entries.push(("rows".into(), Value::Count(measuring.rows() as u64)));
        }
        self.input = Input::default();
        self.state = State::Measuring(measuring);
        Ok(to_js(&read))
    }

    /// The next row, `{format, compression, level, bytes, ratio, encode_ms, decode_ms, access_ms}`; `null` after the
    /// last.
    pub fn next(&mut self) -> Result<JsValue, JsValue> {
        let State::Measuring(measuring) = &mut self.state else { return Ok(JsValue::NULL) };
        let row = measuring.next(&self.clock).map_err(thrown)?;
        Ok(row.as_ref().map_or(JsValue::NULL, to_js))
    }
}
