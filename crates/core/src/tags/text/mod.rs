//! Tags as text: one `channel<TAB>time` line each, channel unsigned, time in ticks and signed.

mod format;
mod number;
mod parse;
mod runs;

pub use format::format;
pub use parse::{MAX_LINE, Parse};
pub use runs::Runs;
