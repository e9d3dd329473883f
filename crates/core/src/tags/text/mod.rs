//! Tags as text: one `channel<TAB>time` line each, channel unsigned, time in ticks and signed.

mod format;
mod line_splitter;
mod number;
mod parse;
mod sink;
mod source;

pub use format::format;
pub use line_splitter::LineSplitter;
pub use parse::{MAX_LINE, Parse};
pub use sink::TextSink;
pub use source::TextSource;
