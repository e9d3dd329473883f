//! The common methods of classes that request the bytes they need: `wants`, `reserve`, `push`, `end`.

use tagview_bridge::Value;
use tagview_core::Error;
use tagview_core::random_access::{RandomAccess, Wanted};
use wasm_bindgen::JsValue;

use crate::input::Input;
use crate::value::{thrown, to_js};

/// A reader of the core, with its input buffer.
pub struct Reading<R: RandomAccess> {
    /// `None` after it was finished.
    reader: Option<R>,
    input: Input,
    /// Output of the current call; its memory is reused.
    output: R::Output,
}

/// Output of a reader, for JavaScript.
pub trait Output: Default {
    type Js;
    fn clear(&mut self);
    fn to_js(&self) -> Self::Js;
}

impl<R: RandomAccess<Output: Output>> Reading<R> {
    pub fn new(reader: R) -> Self {
        Self { reader: Some(reader), input: Input::default(), output: R::Output::default() }
    }

    pub fn reader(&self) -> Option<&R> {
        self.reader.as_ref()
    }

    pub fn reader_mut(&mut self) -> Option<&mut R> {
        self.reader.as_mut()
    }

    pub fn take(&mut self) -> Option<R> {
        self.reader.take()
    }

    pub fn wants(&self) -> JsValue {
        let wanted = self.reader.as_ref().and_then(R::wants);
        wanted.map_or(JsValue::UNDEFINED, |Wanted { input, offset, length }| {
            to_js(&Value::map([
                ("input", Value::Count(input as u64)),
                ("offset", Value::Count(offset)),
                ("length", Value::Count(length)),
            ]))
        })
    }

    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.input.reserve(n)
    }

    pub fn push(&mut self, n: usize) -> Result<<R::Output as Output>::Js, JsValue> {
        let Self { reader, input, output } = self;
        output.clear();
        reader.as_mut().map_or(Ok(()), |reader| reader.push(input.bytes(n), output)).map_err(thrown)?;
        Ok(output.to_js())
    }

    pub fn end(&mut self) -> Result<<R::Output as Output>::Js, JsValue> {
        let Self { reader, output, .. } = self;
        output.clear();
        reader.as_mut().map_or(Ok(()), |reader| reader.end(output)).map_err(thrown)?;
        Ok(output.to_js())
    }

    /// Takes the reader, if it was not taken yet, and makes the rest of its output.
    pub fn finish(
        &mut self,
        work: impl FnOnce(R, &mut R::Output) -> Result<(), Error>,
    ) -> Result<<R::Output as Output>::Js, JsValue> {
        let Self { reader, output, .. } = self;
        output.clear();
        reader.take().map_or(Ok(()), |reader| work(reader, output)).map_err(thrown)?;
        Ok(output.to_js())
    }
}

impl<R: RandomAccess<Output = Vec<u8>>> Reading<R> {
    /// Address of the output, until the next call.
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}

impl Output for () {
    type Js = ();
    fn clear(&mut self) {}
    fn to_js(&self) {}
}

/// Number of output bytes at the address [`Reading::output`]. They are not copied: copies would leave tens of
/// megabytes to JavaScript's garbage collector.
impl Output for Vec<u8> {
    type Js = usize;
    fn clear(&mut self) {
        self.clear();
    }
    fn to_js(&self) -> usize {
        self.len()
    }
}

/// Offsets in a file.
impl Output for Vec<u64> {
    type Js = Vec<f64>;
    fn clear(&mut self) {
        self.clear();
    }
    fn to_js(&self) -> Vec<f64> {
        self.iter().map(|offset| *offset as f64).collect()
    }
}

/// Defines the methods of a [`Reading`] for a class with a field `reading`; `$output` is the type that JavaScript gets.
macro_rules! random_access {
    ($class:ident, $output:ty) => {
        #[wasm_bindgen]
        impl $class {
            /// The bytes to push next, `{input, offset, length}`, before a call of `end`; `undefined` if
            /// no more are needed. `input` is the number of the file, 0 if there is one.
            pub fn wants(&self) -> JsValue {
                self.reading.wants()
            }

            /// Address of `n` bytes to write wanted bytes to, until the next call.
            pub fn reserve(&mut self, n: usize) -> *mut u8 {
                self.reading.reserve(n)
            }

            /// Continues with the first `n` reserved bytes; returns the output that they complete. Throws
            /// `{code, message, offset, remedy}`.
            pub fn push(&mut self, n: usize) -> Result<$output, JsValue> {
                self.reading.push(n)
            }

            /// Ends the wanted range, after all of its bytes that the file has were pushed. Returns and throws like
            /// `push`.
            pub fn end(&mut self) -> Result<$output, JsValue> {
                self.reading.end()
            }
        }
    };
}

pub(crate) use random_access;
