//! Recordings written: from columns, from another recording, and simulated.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyResult, Python, pyfunction, pymethods};
use pyo3::{Bound, PyAny};
use tagview_bridge::requests::among;
use tagview_bridge::source;
use tagview_core::simulate::SimulatedRecording;
use tagview_core::tags::Tag;
use tagview_core::tags::about::About;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::transform::options::TagsRequest;
use tagview_bridge::Value;
use tagview_core::{Code, Error, open_bytes};

use crate::convert::{findings_to_python, from_python};
use crate::errors::{SignalWatch, exception};
use crate::recording::NativeRecording;

/// Number of tags converted at a time.
const BATCH: usize = 1 << 16;

/// Takes the bytes of a new file.
type Append<'a> = dyn FnMut(&[u8]) -> Result<(), Error> + 'a;

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
    let mut options = PackingOptions::default();
    options.about = tick.map(|tick| About(vec![("tick".to_owned(), tick)]));
    options.level = level;
    py.detach(|| write_whole(&path, overwrite, |append| write_columns(times, channels, &options, append)))
        .map_err(|error| exception(py, &error))
}

fn write_columns(
    times: &[i64],
    channels: &[u64],
    options: &PackingOptions,
    append: &mut Append,
) -> Result<(), Error> {
    let mut writer = options.writer()?;
    let mut bytes = Vec::new();
    let mut tags = Vec::with_capacity(BATCH);
    for (times, channels) in times.chunks(BATCH).zip(channels.chunks(BATCH)) {
        tags.clear();
        tags.extend(times.iter().zip(channels).map(|(&time, &channel)| Tag { time, channel }));
        writer.push(&tags, &mut bytes)?;
        append(&bytes)?;
        bytes.clear();
    }
    writer.finish(&mut bytes)?;
    append(&bytes)
}

/// Requests of a slice and of its writing.
fn slice_request(request: &Bound<'_, PyAny>) -> PyResult<(TagsRequest, PackingOptions)> {
    let value = from_python(request)?;
    let read = || Ok((among(&value)?, among(&value)?));
    read().map_err(|error| exception(request.py(), &error))
}

#[pymethods]
impl NativeRecording {
    /// Writes the selected tags as a `.tags.zst` file; returns the findings.
    fn save<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        request: &Bound<'py, PyAny>,
        overwrite: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (tags, packing) = slice_request(request)?;
        let mut watch = SignalWatch::default();
        let mut findings = Vec::new();
        let written = py.detach(|| {
            write_whole(&path, overwrite, |append| {
                let slice = self.recording.slice(&tags, &packing, append, &mut |_| watch.check())?;
                findings = slice.read.findings.all;
                // A file without tags, from a damaged recording, is of no use.
                match findings.first().filter(|_| slice.written.is_some_and(|file| file.tags == 0)) {
                    Some(finding) => Err(finding.clone().into()),
                    None => Ok(()),
                }
            })
        });
        watch.finish(py, written)?;
        findings_to_python(py, findings)
    }

    /// Returns a recording in memory of the selected tags, and the findings.
    fn slice<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
    ) -> PyResult<(NativeRecording, Bound<'py, PyAny>)> {
        let (tags, packing) = slice_request(request)?;
        let mut watch = SignalWatch::default();
        let written = py.detach(|| {
            let mut bytes = Vec::new();
            let mut append = |more: &[u8]| {
                bytes.extend_from_slice(more);
                Ok(())
            };
            let slice = self.recording.slice(&tags, &packing, &mut append, &mut |_| watch.check())?;
            Ok((open_bytes(bytes, &Default::default())?, slice.read.findings.all))
        });
        let (recording, findings) = watch.finish(py, written)?;
        Ok((NativeRecording { recording }, findings_to_python(py, findings)?))
    }

    /// Returns a simulated recording in memory.
    #[staticmethod]
    fn simulated<'py>(py: Python<'py>, request: &Bound<'py, PyAny>) -> PyResult<NativeRecording> {
        let request = from_python(request)?;
        let mut watch = SignalWatch::default();
        let recording = py.detach(|| {
            let mut bytes = Vec::new();
            let mut append = |more: &[u8]| {
                bytes.extend_from_slice(more);
                Ok(())
            };
            simulate(&request, &mut append, &mut watch)?;
            open_bytes(bytes, &Default::default())
        });
        Ok(NativeRecording { recording: watch.finish(py, recording)? })
    }
}

/// Writes a simulated recording.
#[pyfunction]
pub fn save_simulated<'py>(
    py: Python<'py>,
    path: PathBuf,
    request: &Bound<'py, PyAny>,
    overwrite: bool,
) -> PyResult<()> {
    let request = from_python(request)?;
    let mut watch = SignalWatch::default();
    let written =
        py.detach(|| write_whole(&path, overwrite, |append| simulate(&request, append, &mut watch)));
    watch.finish(py, written)
}

fn simulate(request: &Value, append: &mut Append, watch: &mut SignalWatch) -> Result<(), Error> {
    let mut simulated = SimulatedRecording::new(source(request)?, &among(request)?)?;
    let mut bytes = Vec::new();
    while simulated.next(&mut bytes)? {
        append(&bytes)?;
        bytes.clear();
        if watch.check().is_break() {
            return Err(Error::new(Code::Cancelled, "the work was cancelled", "start it again"));
        }
    }
    Ok(())
}

/// Writes a file with `make` atomically: a failure leaves no file. `make` may read the file that is replaced.
fn write_whole(
    path: &Path,
    overwrite: bool,
    make: impl FnOnce(&mut Append) -> Result<(), Error>,
) -> Result<(), Error> {
    let failed = |error: std::io::Error| {
        let message = format!("{} can't be written ({error})", path.display());
        let remedy = match error.kind() {
            ErrorKind::AlreadyExists => "choose another name, or pass overwrite=True",
            _ => "check the folder and its permissions, or choose another name",
        };
        Error::new(Code::OpenFailed, message, remedy)
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}", process::id()));
    if !overwrite {
        // Reserves the name.
        OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    }
    let write = || {
        let mut file = File::create(&unfinished).map_err(failed)?;
        make(&mut |bytes| file.write_all(bytes).map_err(failed))?;
        drop(file);
        fs::rename(&unfinished, path).map_err(failed)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
        if !overwrite {
            let _ = fs::remove_file(path);
        }
    }
    written
}
