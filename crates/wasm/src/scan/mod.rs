//! One pass over a recording: its parts read, and joined.

#[cfg(feature = "more")]
mod import_reader;
#[cfg(feature = "more")]
mod import_scout;
#[cfg(feature = "main")]
mod part_joiner;
#[cfg(feature = "main")]
mod part_reader;
