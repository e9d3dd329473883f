//! How a recording is written.

use serde::Deserialize;

use crate::request::setters;
use crate::tags::about::About;
use crate::tags::index::ANNOUNCEMENT;
use crate::tags::writer::{DEFAULT_FRAME_TAGS, DEFAULT_LEVEL, MAX_FRAME_TAGS};
use crate::tags::{Writer, about};
use crate::zstd::LEVELS;
use crate::{Code, Error};

/// How a recording is written.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct PackingOptions {
    /// Level of compression.
    pub level: Option<i32>,
    /// Number of tags of a frame.
    pub frame_tags: Option<usize>,
    /// Facts that the recording states about itself.
    pub about: Option<About>,
}

setters! { PackingOptions { level: i32, frame_tags: usize, about: About } }

/// Number of tags of a run that makes whole frames, or a few more: enough that passing runs between threads costs little.
const RUN_TAGS: usize = 1 << 18;

/// Returns the number of tags of a run that makes whole frames of `frame_tags`, at least 1, when frames are made on several
/// threads.
pub fn tags_per_run(frame_tags: usize) -> usize {
    RUN_TAGS.div_ceil(frame_tags) * frame_tags
}

impl PackingOptions {
    /// Makes a writer.
    ///
    /// # Errors
    /// `Usage` if an option is out of range.
    pub fn writer(&self) -> Result<Writer, Error> {
        let (level, frame_tags) = self.checked()?;
        Ok(Writer::new(level, frame_tags)?.beginning_with(self.beginning()?))
    }

    /// Returns the bytes before the first frame: the announcement of an index, and the facts about the recording.
    ///
    /// # Errors
    /// `Usage` as [`about::write`].
    pub fn beginning(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = ANNOUNCEMENT.to_vec();
        if let Some(texts) = &self.about {
            about::write(texts, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// Returns the level of compression and the number of tags of a frame.
    ///
    /// # Errors
    /// `Usage` if either is out of range.
    pub fn checked(&self) -> Result<(i32, usize), Error> {
        let level = self.level.unwrap_or(DEFAULT_LEVEL);
        if !LEVELS.contains(&level) {
            let levels = format!("choose from {} to {}", LEVELS.start(), LEVELS.end());
            return Err(Error::new(Code::Usage, format!("there is no compression level {level}"), levels));
        }
        let frame_tags = self.frame_tags.unwrap_or(DEFAULT_FRAME_TAGS);
        if !(1..=MAX_FRAME_TAGS).contains(&frame_tags) {
            return Err(Error::new(
                Code::Usage,
                "`frameTags` is not a number of tags",
                format!("choose from 1 to {MAX_FRAME_TAGS}"),
            ));
        }
        Ok((level, frame_tags))
    }
}
