//! Lines of text into a recording: what `pack` does.

mod parallel;
mod single;

pub use parallel::{FramePacker, PackJoiner, line_splitter};
pub use single::FromText;
