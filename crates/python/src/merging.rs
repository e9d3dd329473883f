//! Partial results: of ranges of recordings, merged here or in another program.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyResult, Python, pyfunction, pymethods};
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use pyo3::{Bound, Py, PyAny};
use tagview_bridge::requests::scan_request;
use tagview_core::native::{self, FilePart, Merge, RangeColumns};

use crate::convert::{findings_to_python, from_python};
use crate::errors::{SignalWatch, exception};
use crate::recording::{NativeRecording, outcome_to_python};
use crate::stream::columns_to_python;

/// First byte, the byte after the last one, and the state of the reader.
type Range = (u64, Option<u64>, Option<Vec<u8>>);

/// A range as a Python tuple.
type ReturnedRange = (u64, Option<u64>, Option<Py<PyBytes>>);

/// Times, channels, whether the next range can be read without this one, and the findings.
type ReadRange<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, bool, Bound<'py, PyAny>);

fn part_of((from, to, state): Range) -> FilePart {
    FilePart { from, to, state }
}

#[pymethods]
impl NativeRecording {
    /// Runs a request; returns the partial result of the whole recording, and the findings.
    fn partial<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
        let request = scan_request(&from_python(request)?).map_err(|error| exception(py, &error))?;
        let mut watch = SignalWatch::default();
        let partial = py.detach(|| self.recording.partial(&request, &mut |_| watch.check()));
        let (partial, findings) = watch.finish(py, partial)?;
        Ok((PyBytes::new(py, &partial), findings_to_python(py, findings)?))
    }

    /// Returns ranges of at least `bytes` that can be read independently.
    fn ranges(&self, py: Python<'_>, bytes: u64) -> PyResult<Vec<ReturnedRange>> {
        let ranges = py.detach(|| self.recording.ranges(bytes)).map_err(|error| exception(py, &error))?;
        let state = |state: Option<Vec<u8>>| state.map(|state| PyBytes::new(py, &state).unbind());
        Ok(ranges.into_iter().map(|part| (part.from, part.to, state(part.state))).collect())
    }

    /// Runs a request on a range; returns its partial result, and whether the next range can be read without this one.
    fn range_partial<'py>(
        &self,
        py: Python<'py>,
        range: Range,
        request: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyBytes>, bool)> {
        let request = scan_request(&from_python(request)?).map_err(|error| exception(py, &error))?;
        let range = part_of(range);
        let mut watch = SignalWatch::default();
        let result = py.detach(|| self.recording.range_partial(&range, &request, &mut |_| watch.check()));
        let result = watch.finish(py, result)?;
        Ok((PyBytes::new(py, &result.partial), result.is_sound))
    }

    /// Returns times and channels of a range, whether the next range can be read without it, and the findings.
    fn range_columns<'py>(&self, py: Python<'py>, range: Range) -> PyResult<ReadRange<'py>> {
        let range = part_of(range);
        let read = py.detach(|| self.recording.range_columns(&range));
        let RangeColumns { columns, is_sound, findings } = read.map_err(|error| exception(py, &error))?;
        let (times, channels) = columns_to_python(py, columns);
        Ok((times, channels, is_sound, findings_to_python(py, findings.all())?))
    }

    /// Time of the first tag in ticks.
    #[getter]
    fn first_time(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        py.detach(|| self.recording.first_time()).map_err(|error| exception(py, &error))
    }
}

/// Merges partial results of `ranges` of a recording, of all of its ranges (`whole`), of `recordings` that continue one
/// another, or their `sum`.
#[pyfunction]
pub fn merge<'py>(
    py: Python<'py>,
    request: &Bound<'py, PyAny>,
    partials: Vec<PyBackedBytes>,
    how: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let how = match how {
        "ranges" => Merge::Ranges,
        "whole" => Merge::Whole,
        "recordings" => Merge::Recordings,
        "sum" => Merge::Sum,
        _ => return Err(PyValueError::new_err(format!("there is no way of merging called {how}"))),
    };
    let request = scan_request(&from_python(request)?).map_err(|error| exception(py, &error))?;
    let merged = py.detach(|| native::merge(&request, partials.iter().map(|bytes| &**bytes), how));
    Ok(PyBytes::new(py, &merged.map_err(|error| exception(py, &error))?))
}

/// Returns the outcome of a merged partial result, in the form that `run` returns.
#[pyfunction]
pub fn conclude<'py>(
    py: Python<'py>,
    request: &Bound<'py, PyAny>,
    merged: PyBackedBytes,
) -> PyResult<Bound<'py, PyDict>> {
    let request = scan_request(&from_python(request)?).map_err(|error| exception(py, &error))?;
    let outcome = py.detach(|| native::conclude(&request, &merged)).map_err(|error| exception(py, &error))?;
    outcome_to_python(py, outcome)
}
