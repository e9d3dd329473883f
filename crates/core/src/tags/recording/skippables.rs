//! Skippable frames: an announcement or an index of ours, or what is passed over.

use crate::tags::index::{AFFECTED, ANNOUNCEMENT, Index, MAX_BYTES, SKIPPABLE_MAGIC, locate};
use crate::tags::{Borders, Ticks, about};
use crate::zstd::SKIPPABLE_HEADER;
use crate::{Code, Error, Value};

/// The first bytes of an index's payload.
const INDEX_MAGIC: &[u8] = b"tagv.idx";

/// Maximum number of bytes kept of an index and of any other frame of ours. A longer frame keeps one byte too many, so
/// that it is not taken for one of ours.
const MAX_INDEX: usize = MAX_BYTES as usize + SKIPPABLE_HEADER + 1;
const MAX_OTHER: usize = about::MAX_FRAME + 1;

/// What the skippable frames of a file hold.
#[derive(Debug, Default)]
pub(super) struct Skippables {
    /// Bytes of those that are not ours.
    pub passed_over: u64,
    /// Whether the index at the end, which [`Skippables::finish`] says describes no file like this, is sound: that of the
    /// last of several recordings, one behind the other, or of one of which something is missing.
    pub joined: bool,
    /// Where recordings begin and end.
    pub borders: Borders,
    /// What is said of ticks.
    pub ticks: Ticks,
    current: Option<Current>,
}

/// The skippable frame under way, or the last one as long as no other frame follows it.
#[derive(Debug)]
struct Current {
    offset: u64,
    length: u64,
    /// Its bytes, where it may be ours.
    bytes: Option<Vec<u8>>,
}

/// What a skippable frame turned out to be.
enum Kind {
    Announcement,
    Index(Index),
    /// What the recording says of itself, with the length of its tick.
    About(Option<String>),
    /// None of ours.
    Other,
}

impl Skippables {
    /// Bytes of the skippable frame that starts at byte `offset`, its whole header among the first.
    ///
    /// # Errors
    /// As [`Skippables::leave`], about the one before.
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        if let Some(current) = self.current.as_mut().filter(|current| current.offset == offset) {
            current.length += bytes.len() as u64;
            if let Some(kept) = &mut current.bytes {
                keep(kept, bytes);
            }
            return Ok(());
        }
        let left = self.leave(offset);
        let ours = bytes.starts_with(&SKIPPABLE_MAGIC.to_le_bytes());
        let bytes_kept = ours.then(|| {
            let mut kept = Vec::new();
            keep(&mut kept, bytes);
            kept
        });
        self.current = Some(Current { offset, length: bytes.len() as u64, bytes: bytes_kept });
        left
    }

    /// Another frame begins at byte `next`, be it in the middle of this one, whose length is forged then.
    ///
    /// # Errors
    /// `BadIndex` where the last skippable frame begins as an index of ours, and is none.
    pub fn leave(&mut self, next: u64) -> Result<(), Error> {
        let Some(Current { offset, length, bytes }) = self.current.take() else { return Ok(()) };
        match bytes.map_or(Ok(Kind::Other), |bytes| kind(offset, &bytes))? {
            Kind::Announcement => {
                self.borders.announce(offset);
                self.ticks.announce(offset);
            }
            Kind::About(tick) => self.ticks.announce_tick(offset, tick.as_deref()),
            Kind::Index(index) => {
                self.borders.end(&index, offset, offset + length);
                self.ticks.end();
            }
            Kind::Other => self.passed_over += length.min(next.saturating_sub(offset)),
        }
        Ok(())
    }

    /// The file ends here, at `size` bytes: its index, where it has one.
    ///
    /// # Errors
    /// `BadIndex` where that does not describe the file; as [`Skippables::leave`].
    pub fn finish(&mut self, size: u64) -> Result<Option<Index>, Error> {
        let bytes = self.current.as_ref().and_then(|current| current.bytes.as_deref());
        if let Some(bytes) = bytes
            && let Some(located) = locate(bytes, size)?
        {
            self.ticks.end();
            let parsed = located.parse(bytes);
            if parsed.is_err()
                && let Ok(index) = Index::parse(payload_of(bytes))
            {
                self.borders.end(&index, located.offset, size);
                self.joined = true;
            }
            let index = parsed?;
            self.borders.end(&index, located.offset, size);
            self.current = None;
            return Ok(Some(index));
        }
        self.leave(size)?;
        Ok(None)
    }
}

/// Appends `bytes` to the frame's bytes in `kept`, up to what one of ours may have.
fn keep(kept: &mut Vec<u8>, bytes: &[u8]) {
    let (head, rest) = bytes.split_at(bytes.len().min(MAX_OTHER.saturating_sub(kept.len())));
    kept.extend_from_slice(head);
    if payload_of(kept).starts_with(INDEX_MAGIC) {
        kept.extend_from_slice(&rest[..rest.len().min(MAX_INDEX.saturating_sub(kept.len()))]);
    }
}

/// What follows the header of a skippable frame.
fn payload_of(bytes: &[u8]) -> &[u8] {
    bytes.get(SKIPPABLE_HEADER..).unwrap_or_default()
}

fn kind(offset: u64, bytes: &[u8]) -> Result<Kind, Error> {
    if *bytes == ANNOUNCEMENT {
        return Ok(Kind::Announcement);
    }
    let about = about::read(bytes);
    if about != Value::Null {
        let tick = about.get(about::TICK).and_then(|tick| match tick {
            Value::Text(tick) => Some(tick.clone()),
            _ => None,
        });
        return Ok(Kind::About(tick));
    }
    let payload = payload_of(bytes);
    if !payload.starts_with(INDEX_MAGIC) {
        return Ok(Kind::Other);
    }
    Index::parse(payload).map(Kind::Index).map_err(|error| {
        let message = format!("what begins as an index is none, and may hide frames: {}", error.message);
        Error { code: Code::BadIndex, offset: Some(offset), message, remedy: AFFECTED.into() }
    })
}
