//! Errors of the core as exceptions, and the watch that lets Ctrl-C through.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::{PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::PyType;
use pyo3::{Bound, PyAny};
use tagview_core::Error;

/// Time between two looks at the signals of the process.
const INTERVAL: Duration = Duration::from_millis(50);

/// Returns the exception `TagviewError` for an error.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    match build(py, error) {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    }
}

fn build<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("tagview._errors")?.getattr("TagviewError")?.cast_into::<PyType>()?;
    class.call1((error.code.as_str(), &error.message, &error.remedy, error.offset))
}

/// Watches work that runs without the GIL: an exception that a signal raises cancels it.
#[derive(Default)]
pub struct SignalWatch {
    last: Option<Instant>,
    raised: Option<PyErr>,
}

impl SignalWatch {
    /// Looks at the signals, unless that was done a moment ago.
    pub fn check(&mut self) -> ControlFlow<()> {
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return ControlFlow::Continue(());
        }
        self.last = Some(Instant::now());
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                self.raised = Some(raised);
                ControlFlow::Break(())
            }
        }
    }

    /// Returns the result of the work, or the exception that cancelled it.
    pub fn finish<T>(self, py: Python<'_>, result: Result<T, Error>) -> PyResult<T> {
        match (self.raised, result) {
            (Some(raised), _) => Err(raised),
            (None, result) => result.map_err(|error| exception(py, &error)),
        }
    }
}
