//! Recordings into text, text into recordings, and recordings into other recordings.

mod add_index;
mod cat;
mod merge;
mod pack;
mod pack_parallel;
mod repair;
mod slice;
