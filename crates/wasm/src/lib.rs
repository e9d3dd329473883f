//! The binding between `tagview-core` and JavaScript: it converts, and does nothing else.
//!
//! The folders are those of the core; [`random_access`] is the form of all classes that ask for the bytes they need.

mod analysis;
mod formats;
mod index_header;
mod input;
mod offsets;
mod random_access;
mod scan;
mod simulate;
mod tags;
mod transform;
mod value;
mod zstd;

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
