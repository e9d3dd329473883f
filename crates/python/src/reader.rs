//! Bytes that an object of Python reads.

use std::io;

use pyo3::prelude::{PyAnyMethods, PyErr, PyResult, Python, pymethods};
use pyo3::pybacked::PyBackedBytes;
use pyo3::{Bound, Py, PyAny};
use tagview_core::native::{ReadAt, open_reader};

use crate::recording::{NativeRecording, Stated, open_options};

/// An object with `size` and `read_at(offset, length)`.
struct PythonReader {
    object: Py<PyAny>,
    size: u64,
}

impl ReadAt for PythonReader {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = || -> PyResult<PyBackedBytes> {
                let bytes = self.object.bind(py).call_method1("read_at", (offset, buffer.len()))?;
                bytes.extract().map_err(PyErr::from)
            };
            let bytes = read().map_err(|raised| io::Error::other(raised.to_string()))?;
            let length = bytes.len().min(buffer.len());
            buffer[..length].copy_from_slice(&bytes[..length]);
            Ok(length)
        })
    }
}

#[pymethods]
impl NativeRecording {
    /// Opens the bytes that an object reads.
    #[staticmethod]
    fn open_reader(
        py: Python<'_>,
        reader: &Bound<'_, PyAny>,
        name: &str,
        options: Stated,
    ) -> PyResult<Self> {
        let options = open_options(options);
        let size = reader.getattr("size")?.extract()?;
        let reader = Box::new(PythonReader { object: reader.clone().unbind(), size });
        let opened = py.detach(|| open_reader(reader, name, &options));
        Self::of(py, opened)
    }
}
