//! The binding between `tagview-core` and JavaScript: it converts, and does nothing else.
//!
//! The folders are those of the core. [`random_access`] has the common methods of classes that request the bytes they
//! need.
//!
//! Three wasm modules are built from this crate, each selected by a feature. `main` recognises and reads recordings;
//! every visitor of the page loads it. `compare` has the formats for comparison and export. `more` has everything else.
//! The first call that needs `compare` or `more` loads it. The `cfg` attributes below state the modules of each class.

// Code that only classes of another module call is unused in this one.
#![cfg_attr(not(all(feature = "main", feature = "more", feature = "compare")), allow(dead_code))]

#[cfg(feature = "more")]
mod block;
#[cfg(feature = "compare")]
mod compare;
#[cfg(feature = "compare")]
mod export;
#[cfg(any(feature = "main", feature = "more"))]
mod formats;
#[cfg(feature = "more")]
mod histograms;
#[cfg(feature = "more")]
mod icechunk;
#[cfg(feature = "more")]
mod index_header;
mod input;
#[cfg(feature = "more")]
mod interference;
#[cfg(feature = "more")]
mod offsets;
#[cfg(any(feature = "main", feature = "more"))]
mod random_access;
#[cfg(any(feature = "main", feature = "more"))]
mod scan;
#[cfg(feature = "more")]
mod simulate;
#[cfg(any(feature = "main", feature = "more"))]
mod tags;
#[cfg(feature = "more")]
mod transform;
mod value;
#[cfg(any(feature = "main", feature = "more"))]
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
