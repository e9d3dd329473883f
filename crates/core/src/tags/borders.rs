//! Checks that each recording of a file is complete: several may be concatenated, each with its own announcement and
//! index.

use serde::{Deserialize, Serialize};

use crate::tags::Outline;
use crate::tags::index::{AFFECTED, Frame, Index};
use crate::{Code, Error, Finding};

/// Begin or end of a recording, in bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Border {
    /// The beginning of the file, which does not have to announce an index.
    Beginning,
    /// Begin of a recording that announces an index, at this byte.
    Announcement(u64),
    /// End of a recording with an index.
    Index {
        /// Offset of the index.
        at: u64,
        /// Offset of the end of the index.
        to: u64,
        /// Number of bytes before it according to the index, from the beginning of its recording.
        describes: u64,
        /// The frames listed by the index, with offsets from the beginning of its recording.
        listed: Outline,
    },
}

/// The borders of recordings in a file, or in a part of one, and the frames between them. Those of successive parts can
/// be added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Borders {
    /// The frames before the first border.
    before: Outline,
    first: Option<Border>,
    /// The first error between the first border and the last one.
    wrong: Option<Finding>,
    last: Option<Border>,
    /// The frames after the last border; none without a border.
    behind: Outline,
}

impl Borders {
    /// Adds a frame.
    pub fn push(&mut self, frame: &Frame) {
        self.current().push(frame);
    }

    /// Adds the announcement of a recording at byte `offset`.
    pub fn announce(&mut self, offset: u64) {
        self.border(Border::Announcement(offset));
    }

    /// Adds the end of a recording with `index`, in the bytes `at..to`.
    pub fn end(&mut self, index: &Index, at: u64, to: u64) {
        self.border(Border::Index { at, to, describes: index.end(), listed: Outline::from(index) });
    }

    /// Adds the borders of the next part.
    pub fn add(&mut self, later: Self) {
        self.current().add(later.before);
        let Some(first) = later.first else { return };
        self.border(first);
        self.wrong = self.wrong.take().or(later.wrong);
        (self.last, self.behind) = (later.last, later.behind);
    }

    /// Whether an index must end the file, because its beginning or its last recording announces one.
    pub fn announce_an_end(&self) -> bool {
        matches!(self.first, Some(Border::Announcement(0)))
            || matches!(self.last, Some(Border::Announcement(_)))
    }

    /// The error of the first recording that lacks something its index lists, in a file read from its beginning.
    pub fn error(&self) -> Option<Error> {
        let first = self.first.as_ref()?;
        compare(&Border::Beginning, self.before, first).or_else(|| self.wrong.clone().map(Error::from))
    }

    fn current(&mut self) -> &mut Outline {
        if self.last.is_some() { &mut self.behind } else { &mut self.before }
    }

    fn border(&mut self, border: Border) {
        match &self.last {
            None => self.first = Some(border.clone()),
            Some(last) if self.wrong.is_none() => {
                self.wrong = compare(last, self.behind, &border).map(Finding::from);
            }
            Some(_) => {}
        }
        (self.last, self.behind) = (Some(border), Outline::default());
    }
}

/// The error of `frames` between two borders.
fn compare(begin: &Border, frames: Outline, end: &Border) -> Option<Error> {
    let (from, is_announced) = match begin {
        Border::Beginning => (0, false),
        Border::Announcement(at) => (*at, true),
        Border::Index { to, .. } => (*to, false),
    };
    let (at, describes, listed) = match end {
        Border::Index { at, describes, listed, .. } => (*at, *describes, *listed),
        Border::Announcement(at) if is_announced => {
            return Some(Error::at(
                Code::Truncated,
                *at,
                "another recording begins here, but the index that the one before announces does not end it, so frames may \
                 be missing",
                "fetch the rest of it, or use what was read",
            ));
        }
        Border::Announcement(_) | Border::Beginning => return None,
    };
    let before = at.saturating_sub(from);
    // Unannounced frames may be recordings without an index; the index may be that of the last one, or of all.
    if !is_announced && (describes < before || (describes == at && from > 0)) {
        return None;
    }
    let wrong = |message: String| Some(Error::at(Code::BadIndex, at, message, AFFECTED));
    if listed.frames != frames.frames {
        return wrong(format!(
            "the recording's index lists {} frames, but the recording has {}",
            listed.frames, frames.frames
        ));
    }
    if describes != before || listed != frames.counted_from(from) {
        return wrong("the recording's index does not describe its frames".into());
    }
    None
}
