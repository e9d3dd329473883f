//! Recordings into text, text into recordings, and recordings into other recordings.

mod cat;
mod merge;
mod pack;
mod pack_parallel;
mod slice;
