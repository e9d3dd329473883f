//! Options of a written recording: `{level?, frameTags?, about?}` of a request.

use crate::request::Params;
use crate::tags::index::ANNOUNCEMENT;
use crate::tags::writer::{DEFAULT_FRAME_TAGS, DEFAULT_LEVEL, MAX_FRAME_TAGS};
use crate::tags::{Writer, about};
use crate::zstd::LEVELS;
use crate::{Code, Error};

/// Creates a writer from `{level?, frameTags?, about?}`: see [`beginning`].
///
/// # Errors
/// `Usage` if any is out of range.
pub fn writer(options: &Params) -> Result<Writer, Error> {
    let (level, frame_tags) = packing(options)?;
    Ok(Writer::new(level, frame_tags)?.beginning_with(beginning(options)?))
}

/// The bytes before the first frame: the announcement of an index, and the metadata of the recording, the texts of
/// `{about?}`.
///
/// # Errors
/// `Usage` as in [`about::write`].
pub fn beginning(options: &Params) -> Result<Vec<u8>, Error> {
    let mut bytes = ANNOUNCEMENT.to_vec();
    if let Some(entries) = options.get("about") {
        about::write(entries, &mut bytes)?;
    }
    Ok(bytes)
}

/// Minimum tags of a run that makes whole frames: enough that sending runs between threads costs little.
const RUN_TAGS: usize = 1 << 18;

/// Number of tags of a run that makes whole frames of `frame_tags`, at least 1, when frames are made on several
/// threads.
pub fn tags_per_run(frame_tags: usize) -> usize {
    RUN_TAGS.div_ceil(frame_tags) * frame_tags
}

/// `level` and `frameTags` of `{level?, frameTags?}`.
///
/// # Errors
/// `Usage` if either is out of range.
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
