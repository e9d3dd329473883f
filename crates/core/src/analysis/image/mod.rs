//! The image of a scanned sample.

mod analysis;
mod lines;
mod mirror;
mod parameters;
mod pixels;
mod request;
mod result;
mod run;
mod tiled;

pub use analysis::Image;
pub use request::{ImageRegion, ImageRequest};
pub use result::ImageResult;
