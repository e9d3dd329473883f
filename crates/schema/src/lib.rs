//! Files generated from the definitions in `tagview-core` and checked in.

mod definitions;
pub mod shapes;
pub mod types;
