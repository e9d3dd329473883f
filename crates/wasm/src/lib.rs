//! The binding between `tagview-core` and JavaScript: it converts, and does nothing else.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the package this module was built from.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
