//! The streaming reader of time tags, from hand-drawn bytes, against the capnp crate, and on
//! real recordings.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod buffered;
mod bytes;
mod damage;
mod frames;
mod layouts;
mod memory;
mod opinion;
mod recordings;
mod splits;
