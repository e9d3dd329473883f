//! How a recording is written: `{level?, frameTags?, begins?}` of a request.

use crate::request::Params;
use crate::tags::Writer;
use crate::tags::writer::{DEFAULT_FRAME_TAGS, DEFAULT_LEVEL, MAX_FRAME_TAGS};
use crate::zstd::LEVELS;
use crate::{Code, Error};

/// A writer as `{level?, frameTags?, begins?}` ask for it: see [`begins`].
///
/// # Errors
/// `Usage` where either is out of range.
pub fn writer(options: &Params) -> Result<Writer, Error> {
    let (level, frame_tags) = packing(options)?;
    Ok(Writer::new(level, frame_tags)?.after(begins(options)?))
}

/// Bytes of the file before its first frame, of `{begins?}`: what the recording says of itself, written by whoever asks.
///
/// # Errors
/// `Usage` where it is no number.
pub fn begins(options: &Params) -> Result<u64, Error> {
    Ok(options.unsigned("begins")?.unwrap_or(0))
}

/// Tags of a run that makes whole frames, or a few more: enough that passing runs between threads costs little.
const RUN_TAGS: usize = 1 << 18;

/// How many tags a run has that makes whole frames of `frame_tags`, at least 1, when frames are made on several
/// threads.
pub fn tags_per_run(frame_tags: usize) -> usize {
    RUN_TAGS.div_ceil(frame_tags) * frame_tags
}

/// `level` and `frameTags` of `{level?, frameTags?}`.
///
/// # Errors
/// `Usage` where either is out of range.
pub fn packing(options: &Params) -> Result<(i32, usize), Error> {
    let level = options.time("level")?.unwrap_or(i64::from(DEFAULT_LEVEL));
    let frame_tags = options.time("frameTags")?.map_or(Ok(DEFAULT_FRAME_TAGS), usize::try_from);
    let Some(level) = i32::try_from(level).ok().filter(|level| LEVELS.contains(level)) else {
        let levels = format!("choose from {} to {}", LEVELS.start(), LEVELS.end());
        return Err(Error::new(Code::Usage, format!("there is no compression level {level}"), levels));
    };
    match frame_tags {
        Ok(frame_tags) if (1..=MAX_FRAME_TAGS).contains(&frame_tags) => Ok((level, frame_tags)),
        _ => Err(Error::new(
            Code::Usage,
            "`frameTags` is not a number of tags",
            format!("choose from 1 to {MAX_FRAME_TAGS}"),
        )),
    }
}
