//! Which stretches of a file are damaged: what `repair` leaves out, and reports.

use crate::{Code, Error};

/// Separate damaged stretches of a file, at most: each takes memory, and a file with more of them is none that was
/// damaged by accident.
pub const MAX_LOST: usize = 1 << 20;

/// Bytes of a message before its first tag, as every known writer makes them, and bytes of a tag.
const MESSAGE_HEADER: u64 = 40;
const TAG: u64 = 16;

/// A stretch of a file that can't be read, or of which not all can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost {
    /// Its first byte.
    pub from: u64,
    /// The byte behind its last one.
    pub to: u64,
    /// zstd frames that begin in it.
    pub frames: u64,
    /// Tags that were decoded of these frames before they proved damaged.
    pub decoded: u64,
    /// Tags that the headers of these frames speak of; `None` where not all of them do.
    pub declared: Option<u64>,
    /// Whether it is the frame in which the file breaks off: what was decoded of it comes before the damage.
    pub cut: bool,
}

/// Notes which frames of a file are sound while all of it is read.
#[derive(Debug, Default)]
pub struct Survey {
    lost: Vec<Lost>,
    /// Where the first sound frame begins that is not skippable.
    first_sound: Option<u64>,
    /// Whether there are more than [`MAX_LOST`].
    overflow: bool,
    /// The end of the last sound frame, or skippable frame, so far.
    sound_to: u64,
    /// What is known of the damaged frames behind it.
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

/// The frame under way.
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
    /// The file breaks off in it, if no other frame begins behind it.
    Cut,
    Damaged,
}

impl Default for Damaged {
    fn default() -> Self {
        Self { frames: 0, decoded: 0, declared: Some(0) }
    }
}

impl Survey {
    /// A frame begins at byte `offset`; its header may say how many bytes its content has.
    pub(super) fn start(&mut self, offset: u64, content_size: Option<u64>) {
        self.leave_current();
        let declared = content_size.map(|size| size.saturating_sub(MESSAGE_HEADER) / TAG);
        self.current = Some(Current { offset, tags: 0, declared, state: State::Open });
    }

    /// `count` tags of the frame under way were decoded.
    pub(super) fn tags(&mut self, count: u64) {
        if let Some(current) = &mut self.current {
            current.tags += count;
        }
    }

    /// The frame under way ends at byte `to`, and is sound.
    pub(super) fn end(&mut self, to: u64) {
        let Some(current) = self.current.take_if(|current| current.state == State::Open) else { return };
        self.sound(current.offset, to);
        self.first_sound.get_or_insert(current.offset);
        self.sound_bytes += to - current.offset;
        self.sound_tags += current.tags;
    }

    /// Bytes of the skippable frame that begins at byte `offset`.
    pub(super) fn skippable(&mut self, offset: u64, bytes: u64) {
        self.leave_current();
        let from = offset.max(self.sound_to);
        self.sound(from, from + bytes);
    }

    /// Something is wrong with the file.
    pub(super) fn damage(&mut self, error: &Error) {
        if let Some(current) = &mut self.current {
            let cut = error.code == Code::Truncated && current.state == State::Open;
            current.state = if cut { State::Cut } else { State::Damaged };
        }
    }

    /// The file ends at byte `to`.
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

    /// The file, `to` bytes long, is messages without compression, which hold `tags` and are damaged at byte `from`.
    pub(super) fn messages(&mut self, from: u64, to: u64, tags: u64) {
        (self.sound_bytes, self.sound_tags) = (from, tags);
        if from < to {
            self.push(Lost { from, to, frames: 0, decoded: 0, declared: None, cut: true });
        }
    }

    /// What is damaged, in file order.
    ///
    /// # Errors
    /// `CorruptFrame` where there are more than [`MAX_LOST`] stretches.
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

    /// Whether something before the first sound frame is damaged, where a recording says how long a tick is.
    pub fn has_lost_beginning(&self) -> bool {
        self.lost.first().is_some_and(|lost| self.first_sound.is_none_or(|sound| lost.from < sound))
    }

    /// How many tags a byte of the file's sound frames stands for; `None` without any.
    pub fn tags_per_byte(&self) -> Option<f64> {
        (self.sound_bytes > 0).then(|| self.sound_tags as f64 / self.sound_bytes as f64)
    }

    /// Bytes `from..to` are sound.
    fn sound(&mut self, from: u64, to: u64) {
        self.close(from);
        self.sound_to = self.sound_to.max(to);
    }

    /// What lies between the last sound byte and `to` is lost.
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

    /// The frame under way has not ended as a sound one does.
    fn leave_current(&mut self) {
        if let Some(Current { tags, declared, .. }) = self.current.take() {
            self.damaged.frames += 1;
            self.damaged.decoded += tags;
            self.damaged.declared =
                self.damaged.declared.zip(declared).map(|(sum, tags)| sum.saturating_add(tags));
        }
    }
}

/// Holds back the tags of the frames that begin in stretches of a file, while it is read from front to back.
#[derive(Debug)]
pub struct Withheld {
    /// Byte ranges, ascending; the last is looked at first.
    ranges: Vec<(u64, u64)>,
    /// Whether the frame under way begins in one.
    now: bool,
}

impl Withheld {
    /// For frames that begin in these byte ranges, which ascend.
    pub fn new(mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.reverse();
        Self { ranges, now: false }
    }

    /// A frame begins at byte `offset`.
    pub(super) fn start(&mut self, offset: u64) {
        while self.ranges.pop_if(|(_, to)| *to <= offset).is_some() {}
        self.now = self.ranges.last().is_some_and(|(from, _)| *from <= offset);
    }

    /// Whether tags of the frame under way are given away.
    pub(super) fn lets(&self) -> bool {
        !self.now
    }
}
