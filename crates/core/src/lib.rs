//! Bytes in, values out: the formats behind tagview.
//!
//! Nothing here does I/O or reads a clock, except `native`: with the feature `std`, which is on by
//! default, it opens recordings by path and reads them on all cores.
//!
//! ```
//! use tagview_core::analysis::CorrelationRequest;
//!
//! # let path = std::env::temp_dir().join(format!("tagview-front-page-{}", std::process::id()));
//! # let (mut file, mut writer) = (Vec::new(), tagview_core::tags::Writer::new(1, 10)?);
//! # let tags = [(0, 3), (26, 15)].map(|(time, channel)| tagview_core::tags::Tag { time, channel });
//! # writer.push(&tags, &mut file)?;
//! # writer.finish(&mut file)?;
//! # std::fs::write(&path, file)?;
//! let recording = tagview_core::open(&path)?; // .tags.zst, .tags, PTU, quTAG, text
//! println!("{}, tick {} s", recording.format_name(), recording.tick_s());
//! for count in recording.counts()? {
//!     println!("channel {}: {} tags", count.channel, count.tags);
//! }
//! for finding in recording.findings()? {
//!     println!("damaged: {finding}");
//! }
//! let correlation = recording.analyse(&CorrelationRequest::between(3, 15).from(-64).to(64))?;
//! println!("pairs and g2 by delay: {:?}, {:?}", correlation.counts, correlation.g2);
//! for batch in recording.batches(1 << 20) {
//!     println!("{} tags", batch?.times.len());
//! }
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | contents |
//! |---|---|---|
//! | `formats` | yes | All formats, analyses and simulations: `analysis`, `icechunk`, `import`, `index-header`, `offsets`, `simulate` |
//! | `std` | yes | `open` reads recordings by path, on threads of all cores. Includes `analysis` and `import` |
//! | `libzstd` | yes | zstd by Facebook's C library, which is three times faster; needs a C compiler |
//! | `ruzstd` | | zstd in pure Rust; used if `libzstd` is off |
//! | `tags` | | Recordings of time tags; needs `libzstd` or `ruzstd` |
//! | `import` | | Recordings of other time taggers. Includes `tags` |
//! | `analysis` | | Analyses of tags and, with `import`, scans and transformations of whole files. Includes `tags` |
//! | `simulate` | | Recordings of simulated light. Includes `tags` |
//! | `offsets` | | Mimir's offset headers |
//! | `index-header` | | Index-headers of Mimir and Thanos, and whole blocks |
//! | `icechunk` | | Metadata of Icechunk repositories; needs `libzstd` or `ruzstd` |
//! | `schema` | | JSON Schema of requests and results |
//!
//! Without `std`, the crate neither opens files nor starts threads; it still needs Rust's standard library.
//!
//! # Flow of data
//!
//! ```text
//!  a file's first bytes, last bytes, name -> formats: its format
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
//! One direction, no way back: a module imports only those that stand before it in [`error`], `findings`, `quote`, `checksum`, `request`, [`numbers`], `order`,
//! [`signatures`], [`random_access`], [`zstd`], [`tags`], [`import`], [`simulate`], [`counting`], [`estimate`], [`run`],
//! [`analysis`], [`scan`], [`transform`];
//! [`offsets`], [`index_header`] and [`icechunk`] (which uses [`zstd`]) stand beside [`tags`] to [`transform`], [`formats`] after all, and `native`
//! at the end.

#![warn(unnameable_types)]
// A build with some of the formats has no use for all that formats share.
#![cfg_attr(not(feature = "formats"), allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "analysis")]
pub mod analysis;
#[cfg(any(feature = "import", feature = "index-header"))]
mod checksum;
#[cfg(feature = "analysis")]
pub mod counting;
pub mod error;
#[cfg(feature = "analysis")]
pub mod estimate;
mod findings;
pub mod formats;
#[cfg(feature = "icechunk")]
pub mod icechunk;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "index-header")]
pub mod index_header;
#[cfg(feature = "std")]
pub mod native;
pub mod numbers;
#[cfg(feature = "offsets")]
pub mod offsets;
#[cfg(feature = "tags")]
mod order;
#[cfg(any(feature = "import", feature = "index-header", feature = "offsets"))]
mod quote;
pub mod random_access;
#[cfg(feature = "tags")]
mod request;
#[cfg(feature = "analysis")]
pub mod run;
#[cfg(all(feature = "analysis", feature = "import"))]
pub mod scan;
pub mod signatures;
#[cfg(feature = "simulate")]
pub mod simulate;
#[cfg(feature = "tags")]
pub mod tags;
#[cfg(all(feature = "analysis", feature = "import"))]
pub mod transform;
mod words;
#[cfg(any(feature = "tags", feature = "icechunk"))]
pub mod zstd;

pub use error::{Code, Error, ErrorKind, Finding, Operation, Severity};
pub use findings::{Findings, MAX_FINDINGS_OF_A_CODE};
#[cfg(feature = "std")]
pub use native::{OpenOptions, OpenedFile, Recording, open, open_any, open_any_bytes, open_bytes, open_with};
