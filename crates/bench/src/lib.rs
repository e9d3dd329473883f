//! Repeated work for benchmarks, without a clock: the caller measures the time.
//!
//! The same types are used natively (`src/bin/throughput.rs`) and in a WebAssembly module, which `bench/lib/wasm.mjs`
//! builds. Nothing of this crate is in the modules that users download. [`TagWorkload`] runs an analysis,
//! [`OffsetsWorkload`] encodes and decodes an offset header, [`IndexHeaderWorkload`] opens an index-header.

mod index_header;
mod offsets;
mod tags;

pub use index_header::IndexHeaderWorkload;
pub use offsets::OffsetsWorkload;
pub use tags::TagWorkload;
