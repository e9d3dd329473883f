//! Recordings written from columns.

use std::fs::{File, OpenOptions, remove_file};
use std::io::Write;
use std::path::{Path, PathBuf};

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyResult, Python, pyfunction};
use tagview_core::tags::about::About;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::Tag;
use tagview_core::{Code, Error};

use crate::errors::exception;

/// Tags that are converted at a time.
const BATCH: usize = 1 << 16;

/// Writes a `.tags.zst` file; an existing one is replaced only with `overwrite`.
#[pyfunction]
#[pyo3(signature = (path, times, channels, tick, level, overwrite))]
pub fn write(
    py: Python<'_>,
    path: PathBuf,
    times: PyReadonlyArray1<'_, i64>,
    channels: PyReadonlyArray1<'_, u64>,
    tick: Option<String>,
    level: Option<i32>,
    overwrite: bool,
) -> PyResult<()> {
    if times.len() != channels.len() {
        let message = format!("there are {} times and {} channels", times.len(), channels.len());
        return Err(PyValueError::new_err(message));
    }
    let (times, channels) = (times.as_slice()?, channels.as_slice()?);
    py.detach(|| write_file(&path, times, channels, tick, level, overwrite))
        .map_err(|error| exception(py, &error))
}

fn write_file(
    path: &Path,
    times: &[i64],
    channels: &[u64],
    tick: Option<String>,
    level: Option<i32>,
    overwrite: bool,
) -> Result<(), Error> {
    let failed = |error: std::io::Error| {
        let message = format!("{} can't be written ({error})", path.display());
        Error::new(Code::OpenFailed, message, "choose another name, or pass overwrite=True")
    };
    let mut options = PackingOptions::default();
    options.about = tick.map(|tick| About(vec![("tick".to_owned(), tick)]));
    options.level = level;
    let mut writer = options.writer()?;
    let mut open = OpenOptions::new();
    let open = open.write(true).create(overwrite).truncate(overwrite).create_new(!overwrite);
    let mut file = open.open(path).map_err(failed)?;
    let written = (|| {
        let mut bytes = Vec::new();
        let mut tags = Vec::with_capacity(BATCH);
        for (times, channels) in times.chunks(BATCH).zip(channels.chunks(BATCH)) {
            tags.clear();
            tags.extend(times.iter().zip(channels).map(|(&time, &channel)| Tag { time, channel }));
            writer.push(&tags, &mut bytes)?;
            flush(&mut bytes, &mut file).map_err(failed)?;
        }
        writer.finish(&mut bytes)?;
        flush(&mut bytes, &mut file).map_err(failed)
    })();
    if written.is_err() {
        // Half a file is of no use.
        let _ = remove_file(path);
    }
    written
}

fn flush(bytes: &mut Vec<u8>, file: &mut File) -> std::io::Result<()> {
    file.write_all(bytes)?;
    bytes.clear();
    Ok(())
}
