//! Bytes in, values out: the formats behind tagview.
//!
//! Nothing here does I/O, reads a clock or knows about WebAssembly.
//!
//! ```text
//!  a file's first bytes, last bytes, name -> formats: what is it?
//!
//!  recordings of time tags                                              offset headers
//!
//!  bytes of a file                                                      a pasted text
//!    | zstd          frames found, decoded                                | offsets    taken apart,
//!    v                                                                    v            looked up
//!  content of frames                                                    values
//!    | tags          messages read; also text, the index, the writer;
//!    v               import reads bytes of other taggers' files         index-headers
//!  batches of tags ------------------------+
//!    | run, analysis counted               | transform   into other     bytes of a file, at any place
//!    v                                     v             files            | index_header  sections read,
//!  partial results                       bytes of a file <- simulate      v               looked up
//!    | scan          parts joined                                       values
//!    v
//!  values                                                             Icechunk metadata
//!
//!                                                                     bytes of a file
//!                                                                       | zstd, icechunk  verified,
//!                                                                       v                 read in place
//!                                                                     values
//! ```
//!
//! One direction, no way back: a module imports only those that stand before it in [`error`], `quote`, [`value`], [`request`],
//! [`signatures`], [`random_access`], [`zstd`], [`tags`], [`import`], [`simulate`], [`shape`], [`counting`], [`estimate`], [`run`],
//! [`analysis`], [`workload`], [`scan`], [`transform`];
//! [`offsets`], [`index_header`] and [`icechunk`] (which uses [`zstd`]) stand beside [`tags`] to [`transform`], [`formats`] after all.

pub mod analysis;
pub mod counting;
pub mod error;
pub mod estimate;
pub mod formats;
pub mod icechunk;
pub mod import;
pub mod index_header;
pub mod offsets;
mod quote;
pub mod random_access;
pub mod request;
pub mod run;
pub mod scan;
pub mod shape;
pub mod signatures;
pub mod simulate;
pub mod tags;
pub mod transform;
pub mod value;
pub mod workload;
pub mod zstd;

pub use error::{Code, Error, Finding, Severity};
pub use value::Value;
