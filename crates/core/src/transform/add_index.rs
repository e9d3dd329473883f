//! Adds an index to a recording without one, for `index`.

use crate::tags::{FileSummary, Index, TagSource, TagStream};
use crate::{Code, Error, Operation};

/// Copies a recording and appends an index.
pub struct AddIndex {
    recording: TagStream,
    bytes: u64,
}

impl Default for AddIndex {
    fn default() -> Self {
        Self { recording: TagStream::checked(), bytes: 0 }
    }
}

impl AddIndex {
    /// Continues with the next bytes of the recording, and appends them to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.recording.push(bytes, &mut |_| {});
        self.bytes += bytes.len() as u64;
        out.extend_from_slice(bytes);
    }

    /// Ends the recording: appends the index to `out`.
    ///
    /// # Errors
    /// The error of a damaged recording; `Usage` if it has an index, is not compressed, or has messages that span
    /// frames. The bytes written until then are not a recording with an index.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<FileSummary, Error> {
        self.recording.finish(&mut |_| {});
        let totals = self.recording.totals();
        if let Some(error) = totals.errors().next() {
            return Err(error);
        }
        let refused = |message: &str, remedy: &str| Err(Error::new(Code::Usage, message, remedy));
        if totals.indexed {
            return refused("this recording has an index already", "use it as it is");
        }
        let Some(frames) = self.recording.described().filter(|frames| !frames.is_empty()) else {
            return refused("this recording has no zstd frames, and an index lists frames", &write_again());
        };
        if self.recording.has_split_messages() {
            return refused(
                "messages of this recording continue from frame to frame, so frames can't be read separately",
                &write_again(),
            );
        }
        let mut index = Index::default();
        for frame in frames {
            index.append(frame.clone())?;
        }
        index.skip_to(self.bytes);
        index.write(out);
        Ok(index.describe())
    }
}

/// Remedy for a recording whose frames an index can't list.
fn write_again() -> String {
    format!("write it again with {}, which adds an index", Operation::Slice)
}
