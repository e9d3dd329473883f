//! The damaged ranges of a file, which `repair` omits and reports.

use crate::{Code, Error};

/// Maximum number of separate damaged ranges of a file: each takes memory, and a file with more was not damaged by
/// accident.
pub const MAX_LOST: usize = 1 << 20;

/// Bytes of a message before its first tag in all known writers, and bytes of a tag.
const MESSAGE_HEADER: u64 = 40;
const TAG: u64 = 16;

/// A range of a file that was not read completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost {
    /// Its first byte.
    pub from: u64,
    /// The end of its last byte.
    pub to: u64,
    /// Number of zstd frames that begin in it.
    pub frames: u64,
    /// Number of tags decoded from these frames before they proved damaged.
    pub decoded: u64,
    /// Number of tags according to the headers of these frames; `None` if not all state it.
    pub declared: Option<u64>,
    /// Whether it is the truncated last frame of the file: its decoded tags precede the damage.
    pub cut: bool,
}

/// Records which frames of a file are sound while all of it is read.
#[derive(Debug, Default)]
pub struct Survey {
    lost: Vec<Lost>,
    /// Offset of the first sound data frame.
    first_sound: Option<u64>,
    /// Whether there are more than [`MAX_LOST`].
    overflow: bool,
    /// The end of the last sound frame or skippable frame so far.
    sound_to: u64,
    /// State of the damaged frames after it.
    damaged: Damaged,
    current: Option<Current>,
    sound_bytes: u64,
    sound_tags: u64,
}

#[derive(Debug)]
struct Damaged {
    frames: u64,
    decoded: u64,
    declared: Option<u64>,
}

/// The current frame.
#[derive(Debug)]
struct Current {
    offset: u64,
    tags: u64,
    declared: Option<u64>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The file is truncated in it, unless another frame begins after it.
    Cut,
    Damaged,
}

impl Default for Damaged {
    fn default() -> Self {
        Self { frames: 0, decoded: 0, declared: Some(0) }
    }
}

impl Survey {
    /// Starts a frame at byte `offset`; its header may state the size of its content.
    pub(super) fn start(&mut self, offset: u64, content_size: Option<u64>) {
        self.leave_current();
        let declared = content_size.map(|size| size.saturating_sub(MESSAGE_HEADER) / TAG);
        self.current = Some(Current { offset, tags: 0, declared, state: State::Open });
    }

    /// Adds `count` decoded tags of the current frame.
    pub(super) fn tags(&mut self, count: u64) {
        if let Some(current) = &mut self.current {
            current.tags += count;
        }
    }

    /// Ends the current frame at byte `to`, sound.
    pub(super) fn end(&mut self, to: u64) {
        let Some(current) = self.current.take_if(|current| current.state == State::Open) else { return };
        self.sound(current.offset, to);
        self.first_sound.get_or_insert(current.offset);
        self.sound_bytes += to - current.offset;
        self.sound_tags += current.tags;
    }

    /// Adds bytes of the skippable frame at byte `offset`.
    pub(super) fn skippable(&mut self, offset: u64, bytes: u64) {
        self.leave_current();
        let from = offset.max(self.sound_to);
        self.sound(from, from + bytes);
    }

    /// Records an error of the file.
    pub(super) fn damage(&mut self, error: &Error) {
        if let Some(current) = &mut self.current {
            let cut = error.code == Code::Truncated && current.state == State::Open;
            current.state = if cut { State::Cut } else { State::Damaged };
        }
    }

    /// Ends the file at byte `to`.
    pub(super) fn finish(&mut self, to: u64) {
        let cut = match self.current.take_if(|current| current.state == State::Cut) {
            None => {
                self.leave_current();
                None
            }
            cut => cut,
        };
        self.close(cut.as_ref().map_or(to, |current| current.offset));
        if let Some(Current { offset, tags, declared, .. }) = cut {
            self.push(Lost { from: offset, to, frames: 1, decoded: tags, declared, cut: true });
        }
    }

    /// Records a file, `to` bytes long, of messages without compression, with `tags`, damaged at byte `from`.
    pub(super) fn messages(&mut self, from: u64, to: u64, tags: u64) {
        (self.sound_bytes, self.sound_tags) = (from, tags);
        if from < to {
            self.push(Lost { from, to, frames: 0, decoded: 0, declared: None, cut: true });
        }
    }

    /// The damaged ranges, in file order.
    ///
    /// # Errors
    /// `CorruptFrame` if there are more than [`MAX_LOST`] ranges.
    pub fn lost(&self) -> Result<&[Lost], Error> {
        if self.overflow {
            return Err(Error::new(
                Code::CorruptFrame,
                format!("more than {MAX_LOST} separate places of this file are damaged"),
                "fetch the file again",
            ));
        }
        Ok(&self.lost)
    }

    /// Whether there is damage before the first sound frame, which is the place of the facts about a recording.
    pub fn has_lost_beginning(&self) -> bool {
        self.lost
            .first()
            .is_some_and(|lost| !lost.cut && self.first_sound.is_none_or(|sound| lost.from < sound))
    }

    /// Tags per byte of the file's sound frames; `None` without any.
    pub fn tags_per_byte(&self) -> Option<f64> {
        (self.sound_bytes > 0).then(|| self.sound_tags as f64 / self.sound_bytes as f64)
    }

    /// Marks bytes `from..to` as sound.
    fn sound(&mut self, from: u64, to: u64) {
        self.close(from);
        self.sound_to = self.sound_to.max(to);
    }

    /// Marks the bytes between the last sound byte and `to` as lost.
    fn close(&mut self, to: u64) {
        let Damaged { frames, decoded, declared } = std::mem::take(&mut self.damaged);
        let from = self.sound_to;
        if from < to {
            let declared = declared.filter(|_| frames > 0);
            self.push(Lost { from, to, frames, decoded, declared, cut: false });
            self.sound_to = to;
        }
    }

    fn push(&mut self, lost: Lost) {
        self.overflow |= self.lost.len() == MAX_LOST;
        if !self.overflow {
            self.lost.push(lost);
        }
    }

    /// Ends the current frame as damaged.
    fn leave_current(&mut self) {
        if let Some(Current { tags, declared, .. }) = self.current.take() {
            self.damaged.frames += 1;
            self.damaged.decoded += tags;
            self.damaged.declared =
                self.damaged.declared.zip(declared).map(|(sum, tags)| sum.saturating_add(tags));
        }
    }
}

/// Withholds the tags of frames that begin in given ranges of a file, while it is read from front to back.
#[derive(Debug)]
pub struct Withheld {
    /// Byte ranges, ascending; the last one is tested first.
    ranges: Vec<(u64, u64)>,
    /// Whether the current frame begins in one.
    now: bool,
}

impl Withheld {
    /// Withholds frames that begin in these ascending byte ranges.
    pub fn new(mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.reverse();
        Self { ranges, now: false }
    }

    /// Starts a frame at byte `offset`.
    pub(super) fn start(&mut self, offset: u64) {
        while self.ranges.pop_if(|(_, to)| *to <= offset).is_some() {}
        self.now = self.ranges.last().is_some_and(|(from, _)| *from <= offset);
    }

    /// Whether tags of the current frame are emitted.
    pub(super) fn lets(&self) -> bool {
        !self.now
    }
}
