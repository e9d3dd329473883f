//! Offset headers, index-headers and Icechunk metadata.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use pyo3::prelude::{PyResult, Python, pyfunction};
use pyo3::{Bound, PyAny};
use tagview_bridge::to_value;
use tagview_core::offsets::Encoding;
use tagview_core::random_access::{RandomAccess, Wanted};
use tagview_bridge::Value;
use tagview_core::{Code, Error};

use crate::convert::to_python;
use crate::errors::exception;

/// Number of bytes read at a time.
const CHUNK: u64 = 1 << 20;

/// Returns the contents of an offset header.
#[pyfunction]
#[pyo3(signature = (text, encoding=None))]
pub fn offsets<'py>(py: Python<'py>, text: &str, encoding: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let read = || {
        let encoding = encoding.map(Encoding::from_name).transpose()?;
        Ok(to_value(&tagview_core::offsets::open(text, encoding).report(true)))
    };
    answer(py, py.detach(read))
}

/// Returns the contents of an index-header, a sparse one or an index.
#[pyfunction]
pub fn index_header(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let read = || {
        let (mut file, size) = open(&path)?;
        let mut opening = tagview_core::index_header::IndexHeaderReader::new(size, true);
        supply(&mut opening, &mut file)?;
        Ok(to_value(&opening.finish().contents()))
    };
    answer(py, py.detach(read))
}

/// Returns the contents of a metadata file of an Icechunk repository.
#[pyfunction]
pub fn icechunk(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let read = || {
        let (mut file, size) = open(&path)?;
        let mut opening = tagview_core::icechunk::MetadataReader::new(size);
        // `finish` returns the error.
        let supplied = supply(&mut opening, &mut file);
        opening.finish().and_then(|file| supplied.map(|()| to_value(&file.summary())))
    };
    answer(py, py.detach(read))
}

fn answer(py: Python<'_>, read: Result<Value, Error>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, read.map_err(|error| exception(py, &error))?)
}

fn open(path: &Path) -> Result<(File, u64), Error> {
    let failed = |error: std::io::Error| {
        let message = format!("{} can't be opened ({error})", path.display());
        Error::new(Code::OpenFailed, message, "check the name and the permissions")
    };
    let file = File::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    Ok((file, size))
}

/// Gives `reader` the bytes that it wants.
fn supply<R: RandomAccess>(reader: &mut R, file: &mut File) -> Result<(), Error> {
    let mut output = R::Output::default();
    let mut buffer = Vec::new();
    while let Some(Wanted { offset, length, .. }) = reader.wants() {
        let failed = |error: std::io::Error| {
            let message = format!("reading failed ({error})");
            Error::at(Code::ReadFailed, offset, message, "check the disk or the network")
        };
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let mut left = length;
        while left > 0 {
            buffer.clear();
            file.take(left.min(CHUNK)).read_to_end(&mut buffer).map_err(failed)?;
            if buffer.is_empty() {
                break;
            }
            left -= buffer.len() as u64;
            reader.push(&buffer, &mut output)?;
        }
        reader.end(&mut output)?;
    }
    Ok(())
}
