//! Functions without decoding: fits to counts, and analyses to be timed.

#[cfg(feature = "more")]
mod interference;
#[cfg(feature = "main")]
mod workload;
#[cfg(feature = "more")]
mod workload_tags;
