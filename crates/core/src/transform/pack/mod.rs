//! Converts lines of text to a recording, for `pack`.

mod parallel;
mod single;

pub use parallel::{FramePacker, PackJoiner, line_splitter};
pub use single::FromText;
