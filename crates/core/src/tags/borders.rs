//! Whether each recording of a file is whole: several may stand one behind the other, each with its own announcement and
//! index.

use serde::{Deserialize, Serialize};

use crate::tags::Outline;
use crate::tags::index::{AFFECTED, Frame, Index};
use crate::{Code, Error, Finding};

/// Where a recording begins or ends, in bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Border {
    /// Of the file, which need not announce an index.
    Beginning,
    /// One that announces an index begins at this byte.
    Announcement(u64),
    /// One ends with an index.
    Index {
        /// Where the index begins.
        at: u64,
        /// The byte behind it.
        to: u64,
        /// How many bytes it says that there are before it, counted from the beginning of its recording.
        describes: u64,
        /// The frames it lists, whose offsets are counted likewise.
        listed: Outline,
    },
}

/// The borders of recordings in a file, or in a part of one, and the frames between them. Those of parts that follow each
/// other add up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Borders {
    /// The frames before the first border.
    before: Outline,
    first: Option<Border>,
    /// What is wrong between the first border and the last one, the first such thing.
    wrong: Option<Finding>,
    last: Option<Border>,
    /// The frames behind the last border; none without one.
    behind: Outline,
}

impl Borders {
    /// One more frame.
    pub fn push(&mut self, frame: &Frame) {
        self.current().push(frame);
    }

    /// A recording is announced at byte `offset`.
    pub fn announce(&mut self, offset: u64) {
        self.border(Border::Announcement(offset));
    }

    /// A recording ends with `index`, which lies in the bytes `at..to`.
    pub fn end(&mut self, index: &Index, at: u64, to: u64) {
        self.border(Border::Index { at, to, describes: index.end(), listed: Outline::from(index) });
    }

    /// Adds what follows.
    pub fn add(&mut self, later: Self) {
        self.current().add(later.before);
        let Some(first) = later.first else { return };
        self.border(first);
        self.wrong = self.wrong.take().or(later.wrong);
        (self.last, self.behind) = (later.last, later.behind);
    }

    /// Whether an index is to end the file, be it that its beginning announces that or that its last recording does.
    pub fn announce_an_end(&self) -> bool {
        matches!(self.first, Some(Border::Announcement(0)))
            || matches!(self.last, Some(Border::Announcement(_)))
    }

    /// What is wrong with the first recording of which not all is there that its index lists, of a file that was read
    /// from its beginning on.
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

/// What is wrong with `frames` that stand between two borders.
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
    // What is not announced may be recordings without an index, of which only the last one got it, or all together.
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
