//! Batches of tags for Arrow and numpy.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchReader, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use numpy::IntoPyArray;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyRef, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyCapsule;
use pyo3::{Bound, Py, PyAny};
use tagview_core::native::{Batches, ChannelColumn, TagColumns};
use tagview_core::{Error, Findings};

use crate::convert::findings_to_python;
use crate::errors::exception;

/// Name of the capsule, by the Arrow PyCapsule interface.
const CAPSULE: &std::ffi::CStr = c"arrow_array_stream";

/// Times and channels as numpy arrays.
pub type Columns<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Converts columns of tags without a copy.
pub fn columns_to_python<'py>(py: Python<'py>, columns: TagColumns) -> Columns<'py> {
    let channels = match columns.channels {
        ChannelColumn::Narrow(channels) => channels.into_pyarray(py).into_any(),
        ChannelColumn::Wide(channels) => channels.into_pyarray(py).into_any(),
    };
    (columns.times.into_pyarray(py).into_any(), channels)
}

/// Batches that can be taken once, one by one or as an Arrow stream.
#[pyclass(frozen, module = "tagview._tagview")]
pub struct TagStream {
    batches: Mutex<Option<WarningBatches>>,
}

/// Batches that call `warn` with the findings, after the last one.
struct WarningBatches {
    batches: Batches,
    findings: Findings,
    warn: Py<PyAny>,
}

impl Iterator for WarningBatches {
    type Item = Result<TagColumns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.batches.next() {
                Some(Ok(mut columns)) => {
                    self.findings.append(std::mem::take(&mut columns.findings));
                    if !columns.is_empty() {
                        return Some(Ok(columns));
                    }
                }
                Some(Err(error)) => return Some(Err(error)),
                None => return None,
            }
        }
    }
}

impl WarningBatches {
    /// Warns once; returns the exception that `warn` raises.
    fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        let findings = std::mem::take(&mut self.findings);
        if findings.is_empty() {
            return Ok(());
        }
        self.warn.call1(py, (findings_to_python(py, findings.all())?,)).map(drop)
    }
}

impl TagStream {
    /// A stream of these batches.
    pub fn of(batches: Batches, warn: Py<PyAny>) -> Self {
        Self { batches: Mutex::new(Some(WarningBatches { batches, findings: Findings::default(), warn })) }
    }
}

#[pymethods]
impl TagStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Returns the times and the channels of the next batch.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Columns<'py>>> {
        let next = py.detach(|| self.lock().as_mut().and_then(Iterator::next));
        let Some(columns) = next.transpose().map_err(|error| exception(py, &error))? else {
            self.lock().as_mut().map_or(Ok(()), |batches| batches.warn(py))?;
            return Ok(None);
        };
        Ok(Some(columns_to_python(py, columns)))
    }

    /// The Arrow stream of the batches that were not taken: columns `time`, int64, and `channel`, uint64.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // By the interface, a schema that can't be given is ignored.
        drop(requested_schema);
        let Some(batches) = self.lock().take() else {
            return Err(PyRuntimeError::new_err("these batches were taken: call arrow() again"));
        };
        let fields = [("time", DataType::Int64), ("channel", DataType::UInt64)];
        let fields = fields.map(|(name, kind)| Field::new(name, kind, false));
        let reader = BatchReader { batches, schema: Arc::new(Schema::new(fields.to_vec())) };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), CAPSULE)
    }
}

impl TagStream {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<WarningBatches>> {
        self.batches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Record batches of tags.
struct BatchReader {
    batches: WarningBatches,
    schema: SchemaRef,
}

impl BatchReader {
    fn record(&self, columns: Result<TagColumns, Error>) -> Result<RecordBatch, ArrowError> {
        let columns = columns.map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
        let times: ArrayRef = Arc::new(Int64Array::from(columns.times));
        let channels: ArrayRef = Arc::new(match columns.channels {
            ChannelColumn::Narrow(narrow) => narrow.into_iter().map(u64::from).collect::<UInt64Array>(),
            ChannelColumn::Wide(channels) => UInt64Array::from(channels),
        });
        RecordBatch::try_new(self.schema.clone(), vec![times, channels])
    }
}

impl Iterator for BatchReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The consumer may hold the GIL, which a reader in Python needs.
        let columns = Python::attach(|py| {
            let columns = py.detach(|| self.batches.next());
            if columns.is_none() {
                // An Arrow stream has no place for an exception of Python.
                self.batches.warn(py).unwrap_or_else(|error| error.write_unraisable(py, None));
            }
            columns
        })?;
        Some(self.record(columns))
    }
}

impl RecordBatchReader for BatchReader {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
