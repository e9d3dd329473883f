//! Time tags, and tables of results, in the formats of other tools.
//!
//! ```text
//!  bytes of a recording
//!    | Converter     of the core: read, selected, virtual channels among them
//!    v
//!  tags
//!    | Target        a file of targets/ for each, a `RowSink`: bounded memory, bytes out as they are complete
//!    v
//!  bytes of a file   whose first ones may be replaced at the end: see `Target::sink`
//! ```
//!
//! Data flows in one direction. This crate does no I/O and is independent of WebAssembly.

mod fault;
mod finished;
mod metadata;
mod rows;
mod table;
mod target;
mod targets;

pub use metadata::Metadata;
pub use table::table;
pub use target::{Target, export};
