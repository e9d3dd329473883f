//! Converts a recording to lines of text, for `cat`.

use serde::Deserialize;

use super::convert::Converter;
use super::options::{SourceOptions, TagsRequest};
use crate::Error;
use crate::request::setters;
use crate::tags::{TagSink, TagSource, TagStream, text::TextSink};

/// The tags of a recording, or of a part of one, that are converted. Virtual channels need a whole recording.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct CatOptions {
    /// The tags that are converted.
    #[serde(skip)]
    pub tags: TagsRequest,
    /// The format of the file.
    #[serde(skip)]
    pub source: SourceOptions,
    /// Byte offset of the part's first frame; 0 for the beginning of the file.
    pub at: u64,
    /// Whether the file continues after the part.
    pub followed: bool,
    /// Time of the file's first tag in ticks. Without it, a selected range counts from the part's.
    pub origin: Option<i64>,
}

setters! { CatOptions { tags: TagsRequest, source: SourceOptions, at: u64, followed: bool, origin: i64 } }

/// Converts a recording to `channel<TAB>time` lines.
///
/// # Errors
/// `Usage` with the reason.
pub fn to_text(options: &CatOptions) -> Result<Converter, Error> {
    recording_into(options, Box::new(TextSink::default()))
}

/// Writes a recording into `sink`.
///
/// # Errors
/// `Usage` with the reason.
pub fn recording_into(options: &CatOptions, sink: Box<dyn TagSink>) -> Result<Converter, Error> {
    let mut selection = options.tags.recorded()?;
    let sink = options.tags.before(sink)?;
    if let Some(origin) = options.origin {
        selection.set_origin(origin);
    }
    let recording: Box<dyn TagSource> = match options.at {
        0 if options.followed => Box::new(TagStream::default().followed()),
        0 => options.source.open()?,
        at if options.followed => Box::new(TagStream::part(at).followed()),
        at => Box::new(TagStream::part(at)),
    };
    Ok(Converter::new(recording, selection, sink))
}
