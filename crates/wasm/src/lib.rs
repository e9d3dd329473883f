//! The binding between `tagview-core` and JavaScript: it converts, and does nothing else.
//!
//! The folders are those of the core; [`random_access`] is the form of all classes that ask for the bytes they need.
//!
//! Three modules are built of this crate. `main` is what recognises and reads a recording: every visitor of the page
//! loads it. `compare` is the formats of others, that tags are compared in and exported to, and `more` is all else,
//! each loaded by the first call that needs it. A class is in the module whose feature its line below names, and in `main` and `more` where it
//! names none.

// What only the other module's classes call is not a part of this one.
#![cfg_attr(not(all(feature = "main", feature = "more", feature = "compare")), allow(dead_code))]

#[cfg(any(feature = "main", feature = "more"))]
mod analysis;
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
