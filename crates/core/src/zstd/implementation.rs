//! The zstd implementation of this build: libzstd if both are available.

#[cfg(feature = "libzstd")]
pub use super::libzstd::{Decoder, Encoder, IMPLEMENTATION, LEVELS};
#[cfg(all(feature = "ruzstd", not(feature = "libzstd")))]
pub use super::ruzstd::{Decoder, Encoder, IMPLEMENTATION, LEVELS};
#[cfg(not(any(feature = "libzstd", feature = "ruzstd")))]
compile_error!("tagview-core needs a zstd: enable the feature `libzstd` or `ruzstd`");
