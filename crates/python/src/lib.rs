//! Native module of the Python package `tagview`: converts arguments and results, and calls `tagview-core`.

mod convert;
mod errors;
mod files;
mod merging;
mod reader;
mod recording;
mod stream;
mod writing;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule};
use pyo3::wrap_pyfunction;

/// Readers and analyses of time tags; use the package `tagview`.
#[pymodule]
fn _tagview(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<recording::NativeRecording>()?;
    module.add_class::<stream::TagStream>()?;
    module.add_function(wrap_pyfunction!(files::offsets, module)?)?;
    module.add_function(wrap_pyfunction!(files::index_header, module)?)?;
    module.add_function(wrap_pyfunction!(files::icechunk, module)?)?;
    module.add_function(wrap_pyfunction!(merging::merge, module)?)?;
    module.add_function(wrap_pyfunction!(merging::conclude, module)?)?;
    module.add_function(wrap_pyfunction!(writing::write, module)?)?;
    module.add_function(wrap_pyfunction!(writing::save_simulated, module)?)?;
    Ok(())
}
