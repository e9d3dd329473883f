//! One pass over a recording: its parts read, and joined.

mod part_joiner;
mod part_reader;
