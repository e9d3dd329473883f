//! The binding between `tagview-core` and JavaScript: it converts, and does nothing else.

mod borders;
mod convert;
mod input;
mod merge;
mod offsets;
mod repeat;
mod scan;
mod simulate;
mod slice;
mod text;

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the package this module was built from.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The zstd implementation inside, with its version.
#[wasm_bindgen]
pub fn zstd() -> String {
    tagview_core::zstd::IMPLEMENTATION.to_owned()
}
