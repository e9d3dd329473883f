//! An open recording.

use std::path::PathBuf;

use numpy::IntoPyArray;
use pyo3::prelude::{PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyBytes, PyDict, PyDictMethods};
use pyo3::{Bound, Py, PyAny};
use tagview_bridge::requests::scan_request;
use tagview_bridge::to_value;
use tagview_core::import::TextOptions;
use tagview_core::native::{OpenOptions, Recording, ScanOutcome};
use tagview_core::{Error, open_bytes, open_with};

use crate::convert::{findings_to_python, from_python, to_python};
use crate::errors::{SignalWatch, exception};
use crate::stream::{Columns, TagStream, columns_to_python};

/// A recording that was recognised and opened.
#[pyclass(frozen, module = "tagview._tagview")]
pub struct NativeRecording {
    pub recording: Recording,
}

impl NativeRecording {
    pub fn of(py: Python<'_>, opened: Result<Recording, Error>) -> PyResult<Self> {
        opened.map(|recording| Self { recording }).map_err(|error| exception(py, &error))
    }
}

/// Options of the caller for a recording: `tick`, `columns`, `unit`, `microtime`, `delay_unit` and `read_as`.
pub type Stated = [Option<String>; 6];

pub fn open_options([tick, columns, unit, microtime, delay_unit, read_as]: Stated) -> OpenOptions {
    let mut options = OpenOptions::default();
    let text = &mut options.text;
    (text.columns, text.unit, text.tick) = (columns, unit, tick);
    (text.microtime, text.delay_unit) = (microtime, delay_unit);
    options.read_as = read_as;
    options
}

#[pymethods]
impl NativeRecording {
    /// Opens a file.
    #[staticmethod]
    fn open_path(
        py: Python<'_>,
        path: PathBuf,
        options: Stated,
    ) -> PyResult<Self> {
        let options = open_options(options);
        let opened = py.detach(|| open_with(path, &options));
        Self::of(py, opened)
    }

    /// Opens the bytes of a file.
    #[staticmethod]
    fn open_bytes(
        py: Python<'_>,
        bytes: Vec<u8>,
        options: Stated,
    ) -> PyResult<Self> {
        let options = open_options(options);
        let opened = py.detach(|| open_bytes(bytes, &options));
        Self::of(py, opened)
    }

    #[getter]
    fn tick(&self) -> &str {
        self.recording.tick()
    }

    #[getter]
    fn tick_s(&self) -> f64 {
        self.recording.tick_s()
    }

    #[getter]
    fn own_tick(&self) -> Option<&str> {
        self.recording.own_tick()
    }

    #[getter]
    fn format_name(&self) -> &'static str {
        self.recording.format_name()
    }

    #[getter]
    fn format_id(&self) -> &'static str {
        self.recording.import().unwrap_or("tags")
    }

    #[getter]
    fn byte_length(&self) -> u64 {
        self.recording.byte_length()
    }

    #[getter]
    fn sync_period(&self) -> Option<f64> {
        self.recording.sync_period()
    }

    /// Returns the id of another tagger's format and the options it is read with; `None` for tagview's own format.
    #[getter]
    fn read_as<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(import) = self.recording.import() else { return Ok(None) };
        let options = self.recording.import_options();
        let stated = [
            ("columns", &options.columns),
            ("unit", &options.unit),
            ("tick", &options.tick),
            ("microtime", &options.microtime),
            ("delay_unit", &options.delay_unit),
            ("setup", &options.setup),
        ];
        let dict = PyDict::new(py);
        dict.set_item("import", import)?;
        for (name, value) in stated {
            if let Some(value) = value {
                dict.set_item(name, value)?;
            }
        }
        Ok(Some(dict))
    }

    #[getter]
    fn readable_length(&self) -> u64 {
        self.recording.readable_length()
    }

    /// Returns at most `length` of the `readable_length` bytes from byte `offset` on.
    fn read<'py>(&self, py: Python<'py>, offset: u64, length: usize) -> PyResult<Bound<'py, PyBytes>> {
        let read = py.detach(|| self.recording.read(offset, length));
        read.map(|bytes| PyBytes::new(py, &bytes)).map_err(|error| exception(py, &error))
    }

    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, to_value(self.recording.facts()))
    }

    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, to_value(&self.recording.meta()))
    }

    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, to_value(self.recording.header()))
    }

    /// Returns the microtimes of all tags in ticks, -1 for tags without, and the findings.
    fn microtimes<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.recording.check_microtimes().map_err(|error| exception(py, &error))?;
        let mut watch = SignalWatch::default();
        let columns = py.detach(|| self.recording.columns_watched(&mut || watch.check()));
        let columns = watch.finish(py, columns)?;
        let findings = findings_to_python(py, columns.findings.all())?;
        Ok((columns.microtimes().into_pyarray(py).into_any(), findings))
    }

    /// Runs a request; returns `{results, findings, order_break, tags, frames, messages, bytes}`.
    fn run<'py>(&self, py: Python<'py>, request: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let request = scan_request(&from_python(request)?).map_err(|error| exception(py, &error))?;
        let mut watch = SignalWatch::default();
        let outcome = py.detach(|| self.recording.scan_watched(&request, &mut |_| watch.check()));
        outcome_to_python(py, watch.finish(py, outcome)?)
    }

    /// Returns the result of `run` for the summary, which is computed once.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut watch = SignalWatch::default();
        let outcome = py.detach(|| self.recording.summary(&mut |_| watch.check()).cloned());
        outcome_to_python(py, watch.finish(py, outcome)?)
    }

    /// Returns the times and the channels of all tags.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<(Columns<'py>, Bound<'py, PyAny>)> {
        let mut watch = SignalWatch::default();
        let columns = py.detach(|| self.recording.columns_watched(&mut || watch.check()));
        let columns = watch.finish(py, columns)?;
        let findings = findings_to_python(py, columns.findings.all())?;
        Ok((columns_to_python(py, columns), findings))
    }

    /// Decodes the tags in batches of `rows`; `warn` is called with the findings at the end.
    fn stream(&self, rows: usize, warn: Py<PyAny>) -> TagStream {
        TagStream::of(self.recording.batches(rows), warn)
    }
}

/// Returns `{results, findings, order_break, tags, frames, messages, bytes}`.
pub fn outcome_to_python(py: Python<'_>, outcome: ScanOutcome) -> PyResult<Bound<'_, PyDict>> {
    let ScanOutcome { totals, findings, order_break, results, .. } = outcome;
    let dict = PyDict::new(py);
    dict.set_item("results", to_python(py, to_value(&results))?)?;
    dict.set_item("findings", findings_to_python(py, findings)?)?;
    dict.set_item("order_break", to_python(py, to_value(&order_break))?)?;
    dict.set_item("tags", totals.tags)?;
    dict.set_item("frames", totals.frames)?;
    dict.set_item("messages", totals.messages)?;
    dict.set_item("bytes", totals.bytes)?;
    Ok(dict)
}
