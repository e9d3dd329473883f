//! What is generated from the definitions in `tagview-core` and checked in.

pub mod types;
