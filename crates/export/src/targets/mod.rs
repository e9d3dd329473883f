//! A file for each target.

pub mod arrow;
pub mod csv;
pub mod hdf5;
pub mod npy;
pub mod parquet;
