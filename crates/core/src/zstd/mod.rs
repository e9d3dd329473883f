//! Zstandard ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878)): frames found without
//! decoding, decoding, encoding. Two implementations behind one interface.

mod content;
mod data_frame;
mod decode;
mod dictionary;
mod errors;
mod event;
mod frame_search;
mod frame_starts;
mod frames;
mod header;
mod hidden;
mod implementation;
#[cfg(feature = "ruzstd")]
mod intake;
#[cfg(feature = "libzstd")]
pub mod libzstd;
#[cfg(feature = "ruzstd")]
pub mod ruzstd;
mod stream;

pub use content::FrameContent;
pub use decode::{Decode, Step};
pub use dictionary::DictionaryDecoder;
pub use event::Event;
pub use frame_search::FrameSearch;
pub use frame_starts::FrameStarts;
pub use frames::{FIND_OVERLAP, Frame, FrameHeader, FramePart, FrameScanner, find_frame};
pub use header::{DataHeader, FrameKind, MAX_WINDOW, begins_frame, data_header};
pub use hidden::{IsKnown, KNOWN_BYTES, SKIPPABLE_HEADER};
pub use implementation::{Decoder, Encoder, IMPLEMENTATION, LEVELS};
pub use stream::FrameStream;
