//! Writing a recording on several threads: its tags in runs that each make whole frames.
//!
//! ```text
//! one thread                              several
//! TagRuns: tags cut into runs          -> FramePacker: tags to frames, and a description of them
//! PackJoiner: frames in order, index   <-
//! ```
//!
//! The file is the one that [`Writer`](crate::tags::Writer) makes.

use crate::Error;
use crate::scan::FanOut;
use crate::tags::packing::{PackingOptions, tags_per_run};
use crate::tags::{FileSummary, Tag, TagSink};

/// Maximum tags of a portion: even tags of 16 bytes fit into 512 KiB with their description.
const PORTION_TAGS: usize = 1 << 14;
/// Bytes of a portion, as long as no tag takes more than 4: portions of less than twice that.
const PORTION_BYTES: usize = 200 << 10;

/// Turns batches of tags into portions of runs, for [`FramePacker::push_tags`](super::pack::FramePacker::push_tags).
/// All numbers are little-endian:
///
/// ```text
/// n: 4 bytes   1 if the run ends with this portion, or 0: 4 bytes   n bytes of tags, as FanOut gives them
/// ```
///
/// A file that ends with a run has no portion after it, and one without tags has none at all.
pub struct TagRuns {
    tags_each: usize,
    /// Number of tags taken into the current run.
    tags: usize,
    portion: FanOut,
}

impl TagRuns {
    /// Runs of a recording with these options.
    ///
    /// # Errors
    /// `Usage` if an option is out of range.
    pub fn new(options: &PackingOptions) -> Result<Self, Error> {
        let (_, frame_tags) = options.checked()?;
        Ok(Self { tags_each: tags_per_run(frame_tags), tags: 0, portion: FanOut::default() })
    }

    fn cut(&mut self, out: &mut Vec<u8>) {
        let ends = self.tags == self.tags_each;
        if ends {
            self.tags = 0;
        }
        let bytes = self.portion.take();
        out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        out.extend_from_slice(&u32::from(ends).to_le_bytes());
        out.extend_from_slice(&bytes);
    }
}

impl TagSink for TagRuns {
    fn push(&mut self, mut tags: &[Tag], out: &mut Vec<u8>) -> Result<(), Error> {
        while !tags.is_empty() {
            let (now, later) = tags.split_at(tags.len().min(self.tags_each - self.tags).min(PORTION_TAGS));
            self.portion.push(now, |_, _| {});
            self.tags += now.len();
            tags = later;
            if self.tags == self.tags_each || self.portion.bytes() >= PORTION_BYTES {
                self.cut(out);
            }
        }
        Ok(())
    }

    /// `None`: [`PackJoiner`](super::pack::PackJoiner) describes the file.
    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        if self.portion.tags() > 0 {
            self.cut(out);
        }
        Ok(None)
    }
}

/// A writer or, with `fan_out`, [`TagRuns`].
///
/// # Errors
/// `Usage` if an option is out of range.
pub(super) fn writer_or_runs(options: &PackingOptions, fan_out: bool) -> Result<Box<dyn TagSink>, Error> {
    Ok(if fan_out { Box::new(TagRuns::new(options)?) } else { Box::new(options.writer()?) })
}
